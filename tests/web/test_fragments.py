"""A fragment that a move's answer leaves out is one the move did not change."""

import random
import re
from pathlib import Path

import pytest

from app.rules.books import SERIES
from app.rules.dice import fair
from app.rules.moves import BadInput
from app.rules.refusal import Refusal
from app.store import journal
from app.store.engine import Database
from app.store.journal import Live, Order
from app.web import history
from app.web.render import fragments, sheet_context
from app.web.rubrics import FRAME, changed, tabs
from app.web.words import Words
from tests.rules.fields import draw

KEY = "A" * 22
FRESH = re.compile(r'name="(once|seq)" value="[^"]*"')


@pytest.fixture
def db(tmp_path: Path) -> Database:
    made = Database(f"sqlite:///{tmp_path / 'feuille.db'}")
    made.migrate()
    return made


def shown(db: Database, live: Live) -> dict[tuple[str, str], str]:
    """Every fragment of every rubric but the journal, without what is fresh in each form."""
    found = {}
    for rubric in tabs(Words.of(live.series.key)):
        context = sheet_context(live, KEY, rubric, **history.shown(db, live, rubric))
        for name in (*FRAME, *context["fragments"]):
            found[rubric, name] = FRESH.sub("", fragments([name], context))
    return found


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_sent_has_not_changed(db: Database, series: object, seed: int) -> None:
    chance = random.Random(seed)
    journal.create(db, KEY, series, Order("creer", {"nom": "Aldric"}), fair())
    live = journal.open_sheet(db, KEY)
    before, played_moves = shown(db, live), set()
    for _ in range(60):
        legal = series.legal_moves(live.sheet)
        name = chance.choice(sorted(legal))
        args = draw(chance, series.moves[name], legal[name])
        try:
            played = journal.play(db, KEY, Order(name, args), lambda _: fair())
        except (Refusal, BadInput):
            continue
        live, after = played.after, shown(db, played.after)
        for (rubric, fragment), html in after.items():
            if fragment not in changed(Words.of(series.key), rubric, [played.entry.changes]):
                assert html == before[rubric, fragment], (name, args, rubric, fragment)
        for rubric in tabs(Words.of(series.key)):
            ids = re.findall(
                r' id="([^"]+)"', "".join(html for (of, _), html in after.items() if of == rubric)
            )
            assert len(set(ids)) == len(ids), [one for one in ids if ids.count(one) > 1]
        before = after
        played_moves.add(name)
    assert len(played_moves) > 10
