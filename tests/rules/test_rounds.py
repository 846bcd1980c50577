"""The order of a round against brute force: of all ways to line the turns up, the one the rules allow."""

import random
from itertools import permutations

import pytest

from app.rules.books import SERIES
from app.rules.dice import given
from app.rules.shared.rounds import Actor, order
from app.rules.sheet import Sheet, foe

TABLE = SERIES["kadath_table"]


def sooner(one: Actor, other: Actor, n: int, hasty: list[int], slow: list[int]) -> bool:
    """Whether one's n-th action comes before another's."""
    for some, wins in ((hasty, one.slot), (slow, other.slot)):
        if len(some) == 1 and (some[0] in (one.slot, other.slot)):
            return some[0] == wins
    if one.actions != other.actions:
        return one.actions > other.actions
    return one.reflexes > other.reflexes


def brute(actors: list[Actor]) -> list[tuple[int, frozenset[int]]]:
    """Pass by pass, the only line in which nobody stands before one who comes sooner; then ties together."""
    found: list[tuple[int, frozenset[int]]] = []
    for n in range(1, 7):
        taking = [a for a in actors if a.actions >= n and not a.waits]
        hasty = [a.slot for a in taking if n <= a.first and n > a.last]
        slow = [a.slot for a in taking if n <= a.last and n > a.first]
        lines = [
            line
            for line in permutations(taking)
            if not any(
                sooner(line[j], line[i], n, hasty, slow)
                for i in range(len(line))
                for j in range(i + 1, len(line))
            )
        ]
        assert lines
        groups: list[list[Actor]] = []
        for actor in lines[0]:
            if groups and not sooner(groups[-1][0], actor, n, hasty, slow):
                groups[-1].append(actor)
            else:
                groups.append([actor])
        found += [(n, frozenset(a.slot for a in group)) for group in groups]
    return found


@pytest.mark.parametrize("seed", range(400))
def test_the_order_is_the_only_one(seed: int) -> None:
    chance = random.Random(seed)
    actors = [
        Actor(
            slot,
            chance.randint(0, 4),
            chance.randint(0, 3),
            waits=chance.random() < 0.1,
            first=chance.choice([0, 0, 1, 2]),
            last=chance.choice([0, 0, 0, 1, 3]),
        )
        for slot in range(1, chance.randint(2, 6))
    ]
    assert [(turn.action, frozenset(turn.slots)) for turn in order(actors)] == brute(actors)


@pytest.mark.parametrize("seed", range(60))
def test_playing_the_first_turn_leaves_the_others_as_they_were(seed: int) -> None:
    """The turns left are those that were to come, whoever of a group taps first, to the end of the round."""
    chance = random.Random(seed)
    sheet, _ = TABLE.play(Sheet(), "creer", {"nom": "Table"}, given(()))
    for n in range(1, chance.randint(3, 6)):
        fields = {"nom": f"P{n}", "reflexes": chance.randint(0, 2)}
        sheet, _ = TABLE.play(sheet, "ajouter", fields, given(()))
        sheet, _ = TABLE.play(
            sheet, "declarer", {"participant": n, "actions": chance.randint(1, 4)}, given(())
        )
        for effect in ("acceleration", "ralentissement"):
            by = {"participant": n, "effet": effect, "de": chance.choice([0, 0, 1, 2])}
            sheet, _ = TABLE.play(sheet, "compter_effet", by, given(()))
    coming = [(turn.action, set(turn.slots)) for turn in TABLE.shows(sheet)["order"]]
    while coming:
        slot = chance.choice(sorted(coming[0][1]))
        action = sheet.value("faites", foe(slot)) + 1
        sheet, _ = TABLE.play(sheet, "agir", {"participant": slot, "action": action}, given(()))
        coming[0][1].discard(slot)
        coming = [turn for turn in coming if turn[1]]
        assert [(turn.action, set(turn.slots)) for turn in TABLE.shows(sheet)["order"]] == coming
