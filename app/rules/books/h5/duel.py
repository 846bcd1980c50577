"""The duel, and the Feuille de Combat that keeps it: a box a foe, with both sides and where the end leads."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field

from app.rules.books.h5.talents import ALIVE, ENDURANCE, MODEL, MaybeTalent, Talent, reads
from app.rules.dice import Dice
from app.rules.fields import (
    MaybeName,
    MaybeNumber,
    MaybeParagraph,
    MaybeValue,
    Name,
    Number,
    Reason,
    Shift,
    Turn,
    Value,
)
from app.rules.fields import Points as Life
from app.rules.moves import Choice, Guard, move
from app.rules.refusal import Refusal
from app.rules.shared import fights, hero
from app.rules.shared.guards import IN_FIGHT, NO_FIGHT
from app.rules.sheet import HERO, Fight, Score, Sheet, foe, score_path

MaybeTick: TypeAlias = Annotated[bool | None, BeforeValidator(lambda value: None if value == "" else value)]
MaybeTarget: TypeAlias = Annotated[
    Annotated[int, Field(ge=0, le=9999)] | None, BeforeValidator(lambda value: None if value == "" else value)
]
"""A paragraph, or 0 to take one away."""

MELEE = ("habilete", "force")
SHOT = "adresse"
ENDS = ("victoire", "defaite")
WRITTEN = ("degats", "coups", "premier", "un_coup", *ENDS)
"""What a box says of a foe beyond talent and Endurance; only what differs from `usual` is written."""

ON_FEET = Guard("a_terre", lambda sheet: sheet.value(ENDURANCE.key) > 0)


def usual(talent: str) -> dict[str, int]:
    """What a box does not say: a shot takes 2 points off, anything else 1; the hero strikes first."""
    wound = 2 if talent == SHOT else 1
    return {"degats": wound, "coups": wound, "premier": 0, "un_coup": 0, "victoire": 0, "defaite": 0}


def talent_of(sheet: Sheet, slot: int) -> str:
    """The talent with which this foe is fought."""
    return next(key for key in MODEL if score_path(key, foe(slot)) in sheet.boxes)


def trait(sheet: Sheet, slot: int, key: str) -> int:
    """What the box says of a foe, or what is usual."""
    return sheet.value(key, foe(slot), usual(talent_of(sheet, slot)).get(key, 0))


def _with_traits(sheet: Sheet, slot: int, asked: Mapping[str, int | None]) -> Sheet:
    """The sheet with these traits of the foe; what is None stays as it was, what is usual is not written."""
    normal = usual(talent_of(sheet, slot))
    for key, value in asked.items():
        path = score_path(key, foe(slot))
        if value is not None and value == normal[key]:
            sheet = sheet.drop(path)
        elif value is not None:
            sheet = sheet.put(path, Score(value, value))
    return sheet


class Box(BaseModel):
    """A box of the Feuille de Combat: what the paragraph says of a foe. `valeur` is its talent."""

    nom: Name
    talent: Talent = "habilete"
    valeur: Value
    endurance: Life
    degats: MaybeValue = None
    coups: MaybeValue = None
    premier: bool = False
    un_coup: bool = False
    paragraphe: MaybeParagraph = None
    victoire: MaybeParagraph = None
    defaite: MaybeParagraph = None

    def enter(self, sheet: Sheet) -> Sheet:
        """The sheet with the first empty box filled in. Where no end is given, those of the fight hold."""
        ends = {end: getattr(self, end) or _end(sheet, end) for end in ENDS}
        slot = next(n for n in range(1, len(sheet.encounters) + 2) if n not in sheet.encounters)
        sheet = fights.enter(sheet, self.nom, {self.talent: self.valeur, "endurance": self.endurance})
        if self.paragraphe is not None:
            met = replace(sheet.encounters[slot], paragraph=self.paragraphe)
            sheet = sheet.put(("encounter", str(slot)), met)
        mine = {"vous_talent": reads(sheet, self.talent), "vous_debut": sheet.value(ENDURANCE.key)}
        sheet = fights.with_foe(sheet, slot, mine)
        ticks = {"premier": int(self.premier), "un_coup": int(self.un_coup)}
        return _with_traits(sheet, slot, {"degats": self.degats, "coups": self.coups, **ticks, **ends})


def _end(sheet: Sheet, end: str) -> int:
    """Where the fight under way leads, at this end of it; 0 where nothing is said."""
    return next((at for slot in fights.standing(sheet) if (at := trait(sheet, slot, end))), 0)


# The frame of a fight


@move(*ALIVE, ON_FEET, NO_FIGHT)
def combattre(
    sheet: Sheet, _: Dice, *, adversaire: Box, modificateur: Shift = 0, raison: Reason = ""
) -> Sheet:
    """A foe comes into the first empty box of the Feuille de Combat, and the fight begins."""
    sheet = hero.sent(sheet, None, "")
    fight = Fight("un_par_un", modifier=modificateur, reason=raison)
    return adversaire.enter(fights.open_fight(sheet, fight))


@move(*ALIVE, IN_FIGHT)
def renfort(sheet: Sheet, _: Dice, *, adversaire: Box) -> Sheet:
    """Another foe joins the fight, in a box of its own."""
    return adversaire.enter(sheet)


@move(*ALIVE, IN_FIGHT)
def regler_combat(sheet: Sheet, _: Dice, *, modificateur: Shift = 0, raison: Reason = "") -> Sheet:
    """Change the hero's modifier in this fight, with its reason."""
    fight = replace(fights.current(sheet), modifier=modificateur, reason=raison)
    return sheet.put(sheet.fight_path, fight)


@move(
    *ALIVE,
    IN_FIGHT,
    choices={"adversaire": fights.FOE_STANDING},
    stands=lambda sheet, args: _card(sheet, args["adversaire"]),
)
def amender(
    sheet: Sheet,
    _: Dice,
    *,
    adversaire: Number,
    nom: MaybeName = None,
    talent: MaybeTalent = None,
    valeur: MaybeValue = None,
    endurance: MaybeValue = None,
    degats: MaybeValue = None,
    coups: MaybeValue = None,
    premier: MaybeTick = None,
    un_coup: MaybeTick = None,
    victoire: MaybeTarget = None,
    defaite: MaybeTarget = None,
) -> Sheet:
    """Correct a box after a slip, or as the book says; what is not given stays, a paragraph 0 is none."""
    old = talent_of(sheet, adversaire)
    new = talent or old
    value = sheet.value(old, foe(adversaire)) if valeur is None else valeur
    if (new, value) != (old, sheet.value(old, foe(adversaire))):
        sheet = fights.with_foe(sheet.drop(score_path(old, foe(adversaire))), adversaire, {new: value})
    if new != old:
        sheet = fights.with_foe(sheet, adversaire, {"vous_talent": reads(sheet, new)})
    if nom is not None:
        sheet = fights.with_name(sheet, adversaire, nom)
    ticks = {
        key: tick if tick is None else int(tick) for key, tick in (("premier", premier), ("un_coup", un_coup))
    }
    asked = {"degats": degats, "coups": coups, **ticks, "victoire": victoire, "defaite": defaite}
    sheet = _with_traits(sheet, adversaire, asked)
    return sheet if endurance is None else fights.with_total(sheet, adversaire, ENDURANCE.key, endurance)


def _card(sheet: Sheet, slot: int) -> dict[str, object]:
    """What stands in a box."""
    met = sheet.encounters.get(slot)
    if met is None:
        return {"nom": None}
    talent = talent_of(sheet, slot)
    card: dict[str, object] = {key: trait(sheet, slot, key) for key in ("endurance", *WRITTEN)}
    for tick in ("premier", "un_coup"):
        card[tick] = bool(card[tick])
    return {"nom": met.name, "talent": talent, "valeur": sheet.value(talent, foe(slot)), **card}


# An Assaut

AIMED = Choice(fights.standing, "adversaire_absent")
HALVED = Choice(
    lambda sheet: [False, True] if any(_melee(sheet, slot) for slot in fights.standing(sheet)) else [False],
    "moitie_impossible",
)


def _melee(sheet: Sheet, slot: int) -> bool:
    return talent_of(sheet, slot) in MELEE


@move(
    *ALIVE,
    IN_FIGHT,
    choices={"cible": AIMED, "moitie": HALVED},
    refuses=["assaut_deja_joue", "autre_combat"],
)
def assaut(
    sheet: Sheet,
    dice: Dice,
    *,
    turn: Turn,
    combat: MaybeNumber = None,
    cible: MaybeNumber = None,
    moitie: bool = False,
) -> Sheet:
    """One Assaut: a throw of each side, the dead do not strike back. `moitie` halves both talents.

    `turn` is the number of the Assaut, and `combat` that of the fight, as the reader saw them. The foe is
    the first that stands, unless `cible` names another.
    """
    fights.check_turn(sheet, turn, combat)
    slot = cible or fights.standing(sheet)[0]
    if moitie and not _melee(sheet, slot):
        raise Refusal(HALVED.code)
    sheet = sheet.put(sheet.fight_path, replace(fights.current(sheet), turn=turn + 1))
    sides = (foe(slot), HERO) if trait(sheet, slot, "premier") else (HERO, foe(slot))
    for striker in sides:
        sheet = _strike(sheet, dice, slot, striker, moitie=moitie)
        if not sheet.value(ENDURANCE.key) or not sheet.value(ENDURANCE.key, foe(slot)):
            break
    return sheet


def within(sheet: Sheet, slot: int, striker: str, *, moitie: bool) -> int:
    """What a throw must not pass to hit: the talent with the hero's modifier, halved upwards if asked."""
    talent = talent_of(sheet, slot)
    value = sheet.value(talent, foe(slot))
    if striker == HERO:
        value = max(0, reads(sheet, talent) + fights.current(sheet).modifier)
    return (value + 1) // 2 if moitie else value


def _strike(sheet: Sheet, dice: Dice, slot: int, striker: str, *, moitie: bool) -> Sheet:
    """One side throws: within its talent it wounds the other, and a double ace kills whatever the talent."""
    ours = striker == HERO
    who, struck = ("", foe(slot)) if ours else (sheet.encounters[slot].name, HERO)
    thrown = dice.throw(2, "assaut", who=who, against=within(sheet, slot, striker, moitie=moitie))
    life = sheet.value(ENDURANCE.key, struck)
    if sum(thrown.faces) == 2 or (thrown.success and ours and trait(sheet, slot, "un_coup")):
        wound = life
    else:
        wound = trait(sheet, slot, "degats" if ours else "coups") if thrown.success else 0
    return sheet.with_score(ENDURANCE.key, max(0, life - wound), struck)


# What follows


def settled(sheet: Sheet) -> Sheet:
    """The slain fall, the fight is won or lost, and each box that is over keeps the hero's Endurance."""
    fallen = [slot for slot in fights.standing(sheet) if not sheet.value(ENDURANCE.key, foe(slot))]
    for slot in fallen:
        sheet = fights.slain(sheet, slot)
    if sheet.fight and not fights.standing(sheet):
        sheet = fights.close_fight(sheet, "mort")
        if fallen:
            sheet = hero.sent(sheet, trait(sheet, fallen[-1], "victoire") or None, "victoire")
    if sheet.fight and not sheet.value(ENDURANCE.key):
        sheet = _beaten(sheet)
    return _with_records(sheet)


def _beaten(sheet: Sheet) -> Sheet:
    """The hero falls: on to the paragraph of defeat if there is one, else dead."""
    defeat = _end(sheet, "defaite")
    sheet = fights.close_fight(sheet, "vainqueur")
    if not defeat:
        return sheet.with_fact("ending", "mort")
    return hero.sent(sheet, defeat, "defaite").with_fact("vaincu", 1)


def _with_records(sheet: Sheet) -> Sheet:
    for slot, met in sheet.encounters.items():
        path = score_path("vous_fin", foe(slot))
        if met.state == "combat":
            sheet = sheet.drop(path) if path in sheet.boxes else sheet
        elif path not in sheet.boxes:
            left = sheet.value(ENDURANCE.key)
            sheet = sheet.put(path, Score(left, left))
    return sheet
