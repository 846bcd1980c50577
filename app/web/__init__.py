"""The pages: from a request to a move, from a sheet to French and HTML."""
