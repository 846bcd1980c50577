"""What the OpenAPI says the app takes, and what it says it does not, thrown at it: no answer is our fault."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import cycle

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
from tests.web.player import JSON, Player
from tests.web.stage import HX, fill, serve

CALM = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}
API = schemathesis.openapi.from_dict(build().openapi())
ASKED = [
    pytest.param(operation, mode, id=f"{mode.value} {operation.label}")
    for operation in (found.ok() for found in API.get_all_operations())
    for mode in GenerationMode
    if mode.is_positive or operation.path_parameters or operation.body
]
"""Each operation with what it says it takes, and where it takes anything, with what it does not."""
MOVES = "/f/{key}/journal"
KEYS, FORMS = cycle(("edit", "edit", "edit", "read", "as drawn")), cycle(({}, HX, JSON))
PAGES, AIMED = cycle((*RUBRICS, None)), cycle((True, True, False))


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A filled sheet; each case has a copy of it."""
    bounds = {"wrong_keys": "1000000/minute", "creations": "1000000/minute"}
    with serve(tmp_path_factory.mktemp("openapi"), **bounds) as client:
        made = Player.begin(client, faces="4,3,5,2,3")
        fill(made)
        client.app.router.lifespan_context = begun
        yield made


@asynccontextmanager
async def begun(_: object) -> AsyncIterator[None]:
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
def test_no_answer_is_our_fault(player: Player, operation: APIOperation, mode: GenerationMode) -> None:
    most = 100 if mode.is_positive else 25

    @given(operation.as_strategy(generation_mode=mode))
    @settings(max_examples=most if operation.path == MOVES else 8, **CALM)
    def every(case: Case) -> None:
        send(player, case)

    every()


def test_the_openapi_tells_every_move_and_every_form() -> None:
    paths = API.raw_schema["paths"]
    form = paths[MOVES]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"]
    told = {kind["properties"]["move"]["const"] for kind in form["anyOf"]}
    assert told == {*GESTURES, *(name for series in SERIES.values() for name in series.moves)}
    assert all("requestBody" in path["post"] for path in paths.values() if "post" in path)
