"""What a reader had seen when they wrote over it."""

import hashlib
import json
from collections.abc import Sequence

from app.rules.changes import encode
from app.rules.sheet import Path, Sheet


class Conflict(Exception):
    """An absolute move met a box that another screen had changed meanwhile. Nothing was written."""

    def __init__(self, sheet: Sheet, paths: Sequence[Path]) -> None:
        super().__init__(str(paths))
        self.sheet, self.paths = sheet, paths


def fingerprint(sheet: Sheet, paths: Sequence[Path]) -> str:
    """A short hash of these boxes as they stand."""
    plain = encode({path: (None, sheet.boxes.get(path)) for path in paths})
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]
