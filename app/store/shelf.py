"""Sheets at hand: a sheet never changes, so the one of a given entry may be kept."""

from collections import OrderedDict

from app.rules.sheet import Sheet

MOST = 500


class Shelf:
    """The last sheets read or written, each with the number of its last entry. Right whoever else writes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, Sheet]] = OrderedDict()

    def get(self, character_id: int, seq: int) -> Sheet | None:
        """The sheet as it stood at this entry, if it is at hand."""
        found = self._kept.get(character_id)
        return found[1] if found and found[0] == seq else None

    def drop(self, character_id: int) -> None:
        """Keep nothing of a sheet that is no more."""
        self._kept.pop(character_id, None)

    def put(self, character_id: int, seq: int, sheet: Sheet) -> None:
        """Keep a sheet that is on disk; the oldest makes room."""
        self._kept[character_id] = (seq, sheet)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
