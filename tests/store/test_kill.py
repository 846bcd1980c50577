"""The app killed with -9 in mid-load, three times on each engine; `python -m tests.kill` does it twenty."""

from pathlib import Path

from tests.kill import kill


def test_no_answered_move_is_lost(empty_url: str, tmp_path: Path) -> None:
    assert kill(tmp_path, empty_url, 3) > 0
