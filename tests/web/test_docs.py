from pathlib import Path

from app.web.manual import manual


def test_the_page_of_moves_is_what_the_rules_say() -> None:
    page = Path(__file__).parents[2] / "docs" / "moves.md"
    assert page.read_text() == manual(), "make docs"
