"""Gestures that books share; each book picks those it prints."""
