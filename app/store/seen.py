"""What a reader had seen when they wrote over it."""

import hashlib
import json
from collections.abc import Mapping


class Conflict(Exception):
    """An absolute move met what another screen had changed meanwhile. Nothing was written.

    `stands` tells the move's fields as they are now, None where the thing is no longer there.
    """

    def __init__(self, stands: Mapping[str, object]) -> None:
        super().__init__(str(stands))
        self.stands = stands


def fingerprint(stands: Mapping[str, object]) -> str:
    """A short hash of what the fields of an absolute move read."""
    return hashlib.sha256(json.dumps(stands, sort_keys=True).encode()).hexdigest()[:16]
