"""What an operator is told when the database cannot be used as it is."""


class Unfit(Exception):
    """One sentence: what is wrong, and what to do."""
