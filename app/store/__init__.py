"""The store: sheets and their journals in a database."""
