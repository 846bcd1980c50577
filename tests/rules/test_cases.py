"""The case tables of tests/cases: one test a case. How to read them is told at the head of df51.toml."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.rules.books import SERIES
from app.rules.dice import DiceNeeded, given
from app.rules.moves import BadInput
from app.rules.refusal import Refusal
from app.rules.series import COMMON_REFUSALS, Series
from app.rules.sheet import HERO, Score, Sheet, foe, item, score_path

CASES = Path(__file__).parents[1] / "cases"
TABLES = {key: tomllib.loads((CASES / f"{key}.toml").read_text("utf-8")) for key in SERIES}
TARGETS = ("adversaire", "cible", "cible2", "cible3")
NOT_FIELDS = ("move", "dice", "totals", "success", "refused", "overrulable", "bad", "needs", "then")


def carried(sheet: Sheet) -> Counter[str]:
    """How many of each name."""
    found: Counter[str] = Counter()
    for thing in sheet.items().values():
        found[thing.name] += thing.quantity
    return found


def of_foes(key: str) -> Callable[[Sheet], dict[str, int]]:
    """A score of each foe, by name."""
    return lambda sheet: {met.name: sheet.value(key, foe(n)) for n, met in sheet.encounters.items()}


SHOWN: dict[str, Callable[[Sheet], Any]] = {
    "foes": of_foes("endurance"),
    "skills": of_foes("habilete"),
    "powers": of_foes("pouvoir"),
    "unseeing": of_foes("aveugle"),
    "gives": lambda sheet: {
        held.name: {key: score.current for key, score in sheet.scores(item(n)).items()}
        for n, held in sheet.items().items()
    },
    "captive": lambda sheet: sheet.fact("captif") is not None,
    "states": lambda sheet: {met.name: met.state for met in sheet.encounters.values()},
    "boxes": lambda sheet: {
        met.name: {key: score.current for key, score in sheet.scores(foe(n)).items()}
        for n, met in sheet.encounters.items()
    },
    "at": lambda sheet: {met.name: met.paragraph for met in sheet.encounters.values()},
    "slots": lambda sheet: list(sheet.encounters),
    "sent": lambda sheet: [fact for key in ("rendez_vous", "issue") if (fact := sheet.fact(key))],
    "beaten": lambda sheet: bool(sheet.fact("vaincu")),
    "bag": carried,
    "remarks": lambda sheet: {it.name: it.note for it in sheet.items().values()},
    "in_hand": lambda sheet: [it.name for it in sheet.items().values() if it.in_use],
    "offers": lambda sheet: [f"{offer.kind} {offer.slot}" for offer in sheet.offers.values()],
    "blows": lambda sheet: [offer.points for offer in sheet.offers.values()],
    "turn": lambda sheet: sheet.fight.turn if sheet.fight else 0,
    "notes": lambda sheet: [note.text for note in sheet.notes.values()],
    "name": lambda sheet: sheet.name,
    "dice": lambda sheet: sheet.fact("dice"),
    "attempt": lambda sheet: sheet.attempt,
    "paragraph": lambda sheet: sheet.paragraph,
    "ending": lambda sheet: sheet.ending,
    "etat": lambda sheet: sheet.fact("etat") or "debout",
    "round": lambda sheet: sheet.fact("round"),
}


def variables(series: Series, sheet: Sheet, who: str) -> list[int]:
    """The values that are never written down, of the hero or of a foe by name: the sums of their parts."""
    slots = {met.name: slot for slot, met in sheet.encounters.items()}
    made = series.derived(sheet, HERO if who == HERO else foe(slots[who]))
    return [sum(amount for _, amount in parts) for parts in made.values()]


def named(sheet: Sheet, slots: Iterable[int]) -> str:
    return "+".join(sheet.encounters[slot].name for slot in slots)


SHOWS: dict[str, Callable[[Sheet, Any], Any]] = {
    "order": lambda sheet, turns: [named(sheet, turn.slots) for turn in turns],
    "awaited": lambda sheet, slots: [named(sheet, [slot]) for slot in slots],
    "waiting": lambda sheet, found: (
        found if isinstance(found, dict) else [named(sheet, [slot]) for slot in found]
    ),
}
"""What a series shows that no box holds."""


def check(series: Series, sheet: Sheet, wanted: dict[str, Any]) -> None:
    """Each thing expected is so; of the foes and of the bag, those named."""
    legal = series.legal_moves(sheet)
    for key, value in wanted.items():
        if key == "can":
            assert set(value) <= set(legal)
        elif key == "cannot":
            assert not set(value) & set(legal)
        elif key == "against":
            assert {move: list(legal[move].against) for move in value} == value
        elif key == "variables":
            assert {who: variables(series, sheet, who) for who in value} == value
        elif key in SHOWS:
            assert SHOWS[key](sheet, series.shows(sheet)[key]) == value, key
        elif key == "boxes":
            found = SHOWN[key](sheet)
            assert {who: {k: found[who].get(k, 0) for k in named} for who, named in value.items()} == value
        elif key in SHOWN:
            shown = SHOWN[key](sheet)
            assert ({k: shown.get(k, 0) for k in value} if isinstance(value, dict) else shown) == value, key
        else:
            score = sheet.score(key)
            shown = [score.current, score.initial] if isinstance(value, list) else score.current
            assert shown == value, key


def fields(series: Series, sheet: Sheet, step: dict[str, Any]) -> dict[str, Any]:
    """The move's fields: things and foes by number, and what a page fills in by itself."""
    asked = {key: value for key, value in step.items() if key not in NOT_FIELDS}
    takes = series.moves[step["move"]].params.model_fields if step["move"] in series.moves else {}
    if "turn" in takes and sheet.fight:
        asked.setdefault("turn", sheet.fight.turn)
    if "offre" in takes:
        asked.setdefault("offre", next(iter(sheet.offers), 999))
    names = {"n": sheet.items(), **dict.fromkeys((*TARGETS, "participant"), sheet.encounters)}
    found = {held.name: str(n) for n, held in sheet.items().items()}
    if "competence" in asked:
        asked["competence"] = found.get(asked["competence"], asked["competence"])
    for key in asked.keys() & names.keys():
        if isinstance(asked[key], str):
            asked[key] = next(n for n, box in names[key].items() if box.name == asked[key])
    if "action" in takes:
        asked.setdefault("action", sheet.value("faites", foe(asked["participant"])) + 1)
    return asked


def play(series: Series, sheet: Sheet, step: dict[str, Any]) -> Sheet:
    """The sheet after one line of a case, which went as the line says."""
    name, dice = step["move"], given(step.get("dice", ()))
    asked = fields(series, sheet, step)
    declared = series.moves[name].refusals if name in series.moves else frozenset()
    if "refused" in step:
        with pytest.raises(Refusal) as refusal:
            series.play(sheet, name, asked, dice)
        assert refusal.value.code == step["refused"]
        assert refusal.value.overrulable is step.get("overrulable", False)
        assert step["refused"] in COMMON_REFUSALS | declared
    elif "needs" in step:
        with pytest.raises(DiceNeeded) as need:
            series.play(sheet, name, asked, dice)
        assert [need.value.why, need.value.who, need.value.count] == step["needs"]
    elif "bad" in step:
        with pytest.raises(BadInput) as bad:
            series.play(sheet, name, asked, dice)
        assert [error["loc"][0] for error in bad.value.errors] == [step["bad"]]
    else:
        assert not sheet.boxes or name in series.legal_moves(sheet)
        sheet, _ = series.play(sheet, name, asked, dice)
        assert step.get("totals", totals := [throw.total for throw in dice.thrown]) == totals
        assert step.get("success", success := dice.thrown[-1].success if dice.thrown else None) == success
    then = dict(step.get("then", {}))
    if "plus" in then:
        assert then.pop("plus") == dict(dice.thrown[-1].plus)
    if "verdict" in then:
        assert then.pop("verdict") == dice.thrown[-1].verdict
    check(series, sheet, then)
    return sheet


def begin(series: Series, table: dict[str, Any], start: dict[str, Any]) -> Sheet:
    """The hero of the table, with the scores and the quantities in the bag that the case starts from."""
    if start.get("blank"):
        return Sheet()
    sheet = play(series, Sheet(), table["hero"])
    for key, value in start.items():
        if key == "crowd":
            for _ in range(value):
                sheet, _args = series.play(sheet, "ajouter", {"nom": "Figurant", "reflexes": 1}, given(()))
        elif key == "bag":
            for n, held in sheet.items().items():
                quantity = value.get(held.name, held.quantity)
                sheet = sheet.put(("item", str(n)), replace(held, quantity=quantity))
        else:
            current, initial = value if isinstance(value, list) else (value, value)
            assert score_path(key) in sheet.boxes
            sheet = sheet.put(score_path(key), Score(initial, current))
    return sheet


EVERY = [
    pytest.param(key, table, case, id=f"{key} {case['name']}")
    for key, table in TABLES.items()
    for case in table["case"]
]


@pytest.mark.parametrize(("key", "table", "case"), EVERY)
def test_case(key: str, table: dict[str, Any], case: dict[str, Any]) -> None:
    series = SERIES[key]
    sheet = begin(series, table, case.get("start", {}))
    for step in case["moves"]:
        sheet = play(series, sheet, table["step"][step] if isinstance(step, str) else step)
    check(series, sheet, case.get("expect", {}))


@pytest.mark.parametrize("key", SERIES)
def test_every_move_and_refusal_has_a_case(key: str) -> None:
    steps = [step for case in TABLES[key]["case"] for step in case["moves"]]
    told = [TABLES[key]["step"][step] if isinstance(step, str) else step for step in steps]
    played = {step["move"] for step in told if not {"refused", "needs", "bad"} & step.keys()}
    refused = {step["refused"] for step in told if "refused" in step}
    moves = SERIES[key].moves
    assert set(moves) - played == set()
    assert COMMON_REFUSALS.union(*(move.refusals for move in moves.values())) - refused == set()


def test_case_names_differ() -> None:
    assert len({case.id for case in EVERY}) == len(EVERY)
