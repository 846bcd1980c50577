"""The rules: pure functions from a sheet and some dice to a sheet. Nothing here knows of web or store."""
