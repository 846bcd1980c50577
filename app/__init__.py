"""Feuille d'Aventure: the sheet of a French gamebook, on a phone beside the book."""
