"""The frame of a fight: foes come in, leave, and the fight is over. How blows fall is each book's own."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.rules.dice import Dice
from app.rules.fields import Number
from app.rules.moves import Choice, Guard, Move, move
from app.rules.refusal import Refusal
from app.rules.shared.guards import IN_FIGHT
from app.rules.sheet import Encounter, Fight, Offer, Score, Sheet, foe, score_path

BEATEN = ("mort", "vaincu")
"""The states of a foe that will not fight again."""


def standing(sheet: Sheet) -> list[int]:
    """The slots of the foes still fighting, in order."""
    return [slot for slot, met in sheet.encounters.items() if met.state == "combat"]


FOE_STANDING = Choice(standing, "adversaire_absent")
FOE_OVER = Choice(
    lambda sheet: [slot for slot, met in sheet.encounters.items() if met.state != "combat"],
    "rencontre_absente",
)
FOE_LEFT = Choice(
    lambda sheet: [slot for slot, met in sheet.encounters.items() if met.state not in ("combat", *BEATEN)],
    "rencontre_absente",
)


def enter(sheet: Sheet, name: str, scores: Mapping[str, int]) -> Sheet:
    """The sheet with a foe in the first empty box of « Rencontres »; a second of one name is numbered."""
    name = _told_apart(name, [met.name for met in sheet.encounters.values()])
    slot = next(n for n in range(1, len(sheet.encounters) + 2) if n not in sheet.encounters)
    sheet = sheet.put(("encounter", str(slot)), Encounter(name, paragraph=sheet.paragraph))
    return with_foe(sheet, slot, scores)


def _told_apart(name: str, taken: list[str]) -> str:
    numbered = (f"{name[:56]} {n}" for n in range(2, len(taken) + 2))
    return next(other for other in (name, *numbered) if other not in taken)


def with_foe(sheet: Sheet, slot: int, scores: Mapping[str, int]) -> Sheet:
    """The sheet with these scores written for the foe, start and current alike."""
    for key, value in scores.items():
        sheet = sheet.put(score_path(key, foe(slot)), Score(value, value))
    return sheet


def with_total(sheet: Sheet, slot: int, key: str, value: int) -> Sheet:
    """The sheet with a foe's score corrected; an unwounded foe stays so, and none exceeds its start."""
    old = sheet.score(key, foe(slot))
    initial = value if old.current == old.initial and value else max(old.initial, value)
    return sheet.put(score_path(key, foe(slot)), Score(initial, value))


def open_fight(sheet: Sheet, fight: Fight) -> Sheet:
    """The sheet with a fight under way."""
    return sheet.add("fight", fight)[0]


def with_state(sheet: Sheet, slot: int, state: str) -> Sheet:
    """The sheet with the foe's encounter in this state."""
    return sheet.put(("encounter", str(slot)), replace(sheet.encounters[slot], state=state))


def with_name(sheet: Sheet, slot: int, name: str) -> Sheet:
    """The sheet with the foe under another name."""
    return sheet.put(("encounter", str(slot)), replace(sheet.encounters[slot], name=name))


def slain(sheet: Sheet, slot: int) -> Sheet:
    """The sheet with a foe dead at Endurance 0; luck is not offered for the blow that killed it."""
    sheet = with_state(sheet.with_score("endurance", 0, foe(slot)), slot, "mort")
    return without_offers(sheet, lambda offer: (offer.slot, offer.kind) != (slot, "infligee"))


def current(sheet: Sheet) -> Fight:
    """The fight under way, which the caller knows to be there."""
    assert sheet.fight is not None
    return sheet.fight


def check_turn(sheet: Sheet, turn: int, fight_number: int | None) -> None:
    """Raises Refusal if the reader saw another fight, or another turn of it."""
    if fight_number is not None and sheet.fight_path != ("fight", str(fight_number)):
        raise Refusal("autre_combat")
    if turn != current(sheet).turn:
        raise Refusal("assaut_deja_joue", turn=turn)


def without_offers(sheet: Sheet, keeps: Callable[[Offer], bool] = lambda _: False) -> Sheet:
    """The sheet with open offers lapsed, save those that `keeps` tells."""
    for n, offer in sheet.offers.items():
        if not keeps(offer):
            sheet = sheet.drop(("offer", str(n)))
    return sheet


def close_fight(sheet: Sheet, state: str) -> Sheet:
    """The sheet with no fight: foes still standing take this state, open offers lapse."""
    for slot in standing(sheet):
        sheet = with_state(sheet, slot, state)
    return without_offers(sheet if sheet.fight is None else sheet.drop(sheet.fight_path))


def moves(*alive: Guard, manner: str) -> list[Move]:
    """The gestures of any fight that ends otherwise than by death; one resumed is fought in this manner."""

    @move(*alive, IN_FIGHT, choices={"adversaire": FOE_STANDING})
    def retirer(sheet: Sheet, _: Dice, *, adversaire: Number) -> Sheet:
        """A foe leaves the fight alive: it flees, or the paragraph says so. The last one ends the fight."""
        sheet = with_state(sheet, adversaire, "parti")
        sheet = without_offers(sheet, lambda offer: (offer.slot, offer.kind) != (adversaire, "infligee"))
        return sheet if standing(sheet) else close_fight(sheet, "parti")

    @move(*alive, IN_FIGHT)
    def finir_combat(sheet: Sheet, _: Dice) -> Sheet:
        """The book ends the fight without a death."""
        return close_fight(sheet, "fini")

    @move(*alive, choices={"adversaire": FOE_LEFT})
    def reprendre_combat(sheet: Sheet, _: Dice, *, adversaire: Number) -> Sheet:
        """Meet a foe again, both as they stood when they parted; it joins a fight under way."""
        sheet = with_state(sheet, adversaire, "combat")
        return sheet if sheet.fight else open_fight(sheet, Fight(manner))

    @move(*alive, choices={"adversaire": FOE_OVER})
    def effacer_rencontre(sheet: Sheet, _: Dice, *, adversaire: Number) -> Sheet:
        """Empty the box of an encounter that is over."""
        return sheet.drop(("encounter", str(adversaire)))

    return [retirer, finir_combat, reprendre_combat, effacer_rencontre]
