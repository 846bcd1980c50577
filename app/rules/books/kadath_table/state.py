"""What a table's boxes say, and what follows of them: the order, whose turn it is, who is awaited."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from app.rules.moves import Choice, Guard
from app.rules.shared import fights, pools, rounds
from app.rules.shared.rounds import Actor
from app.rules.sheet import Sheet, foe, score_path

MOST = 30
SIDES = {"joueurs": 0, "meneur": 1}
OF_A_ROUND = ("actions", "faites", "attend", "vite", "lent", "surpris")
"""What a participant's box says of the round, all empty at the next."""
OF_A_SCENARIO = ("acceleration", "ralentissement", "prudence", "danger")
"""Effects that last from one round to the next, by how many actions or defences they still bear on."""


def value(sheet: Sheet, slot: int, key: str) -> int:
    """What a participant's box says; an empty one says 0."""
    return sheet.value(key, foe(slot))


def actor(sheet: Sheet, slot: int) -> Actor:
    """A participant, as the order sees it."""
    of = {key: value(sheet, slot, key) for key in (*OF_A_ROUND, *OF_A_SCENARIO, "reflexes")}
    return Actor(
        slot,
        of["actions"],
        of["reflexes"],
        of["faites"],
        bool(of["attend"]),
        of["acceleration"],
        of["ralentissement"],
        bool(of["vite"]),
        bool(of["lent"]),
    )


def order(sheet: Sheet) -> list[rounds.Turn]:
    """The turns left in the round, those who act together together."""
    return rounds.order(actor(sheet, slot) for slot in sheet.encounters)


def now(sheet: Sheet) -> tuple[int, ...]:
    """Whose turn it is."""
    turns = order(sheet)
    return turns[0].slots if turns else ()


def awaited(sheet: Sheet) -> list[int]:
    """Who has yet to declare; one who is surprised need not."""
    return [n for n in sheet.encounters if not (value(sheet, n, "actions") or value(sheet, n, "surpris"))]


def with_turns(sheet: Sheet) -> list[int]:
    """Who has actions left, and does not wait."""
    return sorted({slot for turn in order(sheet) for slot in turn.slots})


def waiting(sheet: Sheet) -> list[int]:
    return [slot for slot in sheet.encounters if value(sheet, slot, "attend")]


def shows(sheet: Sheet) -> Mapping[str, Any]:
    """The turns left, who is awaited, who waits, the house rules."""
    turns = {"order": order(sheet), "awaited": awaited(sheet), "waiting": waiting(sheet)}
    return {**turns, "house": asdict(pools.house(sheet))}


def tells(sheet: Sheet, member: int) -> Mapping[str, Any]:
    """What a character's sheet is told: the round, who plays, its own actions and whether it is its turn."""
    mine = next((slot for slot in sheet.encounters if value(sheet, slot, "membre") == member), None)
    playing = () if awaited(sheet) else now(sheet)
    common = {"round": sheet.fact("round"), "now": [sheet.encounters[slot].name for slot in playing]}
    if mine is None:
        return common
    own = {key: value(sheet, mine, key) for key in ("actions", "faites", "attend", "surpris")}
    return {**common, **own, "turn": mine in playing}


def put(sheet: Sheet, slot: int, key: str, amount: int) -> Sheet:
    """The sheet with a participant's box written; 0 empties it."""
    if not amount:
        return sheet.drop(score_path(key, foe(slot)))
    return fights.with_foe(sheet, slot, {key: amount})


def more(sheet: Sheet, slot: int, key: str, by: int = 1) -> Sheet:
    """The sheet with a participant's box counted up or down, never below 0."""
    return put(sheet, slot, key, max(0, min(99, value(sheet, slot, key) + by)))


def cleared(sheet: Sheet, keys: tuple[str, ...]) -> Sheet:
    """The sheet with these boxes of every participant empty."""
    for slot in sheet.encounters:
        for key in keys:
            sheet = put(sheet, slot, key, 0)
    return sheet


ROOM = Guard("table_pleine", lambda sheet: len(sheet.encounters) < MOST)
ALL_DECLARED = Guard("declarations_attendues", lambda sheet: not awaited(sheet), yields=True)
ALL_PLAYED = Guard("actions_restantes", lambda sheet: not (order(sheet) or waiting(sheet)), yields=True)
PRESENT = Choice(lambda sheet: list(sheet.encounters), "participant_absent")
FRESH = Choice(
    lambda sheet: [n for n in sheet.encounters if not value(sheet, n, "faites") + value(sheet, n, "attend")],
    "round_commence",
)
TO_PLAY = Choice(with_turns, "plus_d_actions")
AT_TURN = Choice(now, "pas_son_tour")
WAITING = Choice(waiting, "n_attend_pas")
