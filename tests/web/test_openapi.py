"""What the OpenAPI says the app takes, and what it says it does not, thrown at it: no answer is our fault."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from itertools import cycle
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation

from app.main import build
from app.rules.books import SERIES
from app.store import journal, links
from app.store.keys import new_key, read_key
from app.store.undo import GESTURES
from app.web.rubrics import RUBRICS
from tests.web.filled import begun, fill
from tests.web.player import JSON, Player
from tests.web.stage import HX, serve

CALM = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}
MOVES = "/f/{key}/journal"
AT_ONCE = 40
"""As many kinds of form as schemathesis can draw from."""


def form_of(api: dict[str, Any]) -> dict[str, Any]:
    """What the address of moves says it takes."""
    return api["paths"][MOVES]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"][
        "schema"
    ]


def operations() -> Iterator[APIOperation]:
    """Each operation; that of moves several times, with some of its forms each."""
    whole = build().openapi()
    forms = form_of(whole)["anyOf"]
    for first in range(0, len(forms), AT_ONCE):
        some = deepcopy(whole)
        form_of(some)["anyOf"] = forms[first : first + AT_ONCE]
        for found in schemathesis.openapi.from_dict(some).get_all_operations():
            if first == 0 or found.ok().path == MOVES:
                yield found.ok()


ASKED = [
    pytest.param(operation, mode, id=f"{n} {mode.value} {operation.label}")
    for n, operation in enumerate(operations())
    for mode in GenerationMode
    if mode.is_positive or operation.path_parameters or operation.body
]
"""Each operation with what it says it takes, and where it takes anything, with what it does not."""
KEYS, FORMS = cycle(("edit", "edit", "edit", "read", "as drawn")), cycle(({}, HX, JSON))
PAGES, AIMED = cycle((*RUBRICS, None)), cycle((True, True, False))


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Player]]:
    """A filled sheet of each book, in turn; each case has a copy of one."""
    bounds = {"wrong_keys": "1000000/minute", "creations": "1000000/minute"}
    with serve(tmp_path_factory.mktemp("openapi"), **bounds) as client:
        made = [begun(client, series) for series in SERIES]
        for player in made:
            fill(player)
        client.app.router.lifespan_context = served
        yield cycle(made)


@asynccontextmanager
async def served(_: object) -> AsyncIterator[None]:
    """The app is served already: it is not to begin, and end, with every case."""
    yield


def send(player: Player, case: Case) -> None:
    """Most cases with a key that opens a sheet, as a page, as htmx, as a program; then the check."""
    if "key" in case.path_parameters and (kind := next(KEYS)) != "as drawn":
        key = new_key(None)
        assert links.duplicate(player.client.app.state.db, player.key, key)
        case.path_parameters["key"] = key if kind == "edit" else read_key(key, 0)
    if "rubric" in case.path_parameters and (rubric := next(PAGES)):
        case.path_parameters["rubric"] = rubric
    if isinstance(case.body, dict) and next(AIMED):
        aim(player, case.body)
    answer = case.call(app=player.client.app, headers=next(FORMS), allow_redirects=False)
    case.validate_response(answer, checks=[not_a_server_error])


def aim(player: Player, form: dict[str, object]) -> None:
    """Have a move name what is on the sheet, as the page's own forms do."""
    now = journal.open_sheet(player.client.app.state.db, player.key)
    legal = now.series.legal_moves(now.sheet).get(str(form.get("move")))
    for name in ("seen", "seq", "faces"):
        form.pop(name, None)
    if form.get("move") in GESTURES:
        form["entree"] = now.seq
    if legal:
        form.update({name: max(values) for name, values in legal.choices.items() if values})


@pytest.mark.parametrize(("operation", "mode"), ASKED)
def test_no_answer_is_our_fault(
    players: Iterator[Player], operation: APIOperation, mode: GenerationMode
) -> None:
    most = 100 if mode.is_positive else 25

    @given(operation.as_strategy(generation_mode=mode))
    @settings(max_examples=most if operation.path == MOVES else 8, **CALM)
    def every(case: Case) -> None:
        send(next(players), case)

    every()


def test_the_openapi_tells_every_move_and_every_form() -> None:
    api = build().openapi()
    paths = api["paths"]
    told = {kind["properties"]["move"]["const"] for kind in form_of(api)["anyOf"]}
    assert told == {*GESTURES, *(name for series in SERIES.values() for name in series.moves)}
    assert all("requestBody" in path["post"] for path in paths.values() if "post" in path)
