"""Blows, spells, purchases of Le Maître du Destin 1: every outcome, against the book written down again."""

from itertools import permutations, product

import pytest

from app.rules.books import SERIES
from app.rules.dice import given
from app.rules.sheet import Score, Sheet, foe, item, score_path

MD1 = SERIES["md1"]
PAIRS = list(product(range(1, 7), repeat=2))
VARIABLES = range(-4, 7)


def play(sheet: Sheet, name: str, *faces: int, **fields: object) -> Sheet:
    return MD1.play(sheet, name, fields, given(faces))[0]


def at(sheet: Sheet, holder: str = "hero", **scores: int) -> Sheet:
    for key, value in scores.items():
        sheet = sheet.put(score_path(key, holder), Score(max(value, 20), value))
    return sheet


@pytest.fixture(scope="module")
def facing() -> Sheet:
    """Endurance 9, Habileté 9, an Épée and an armour of no bonus, against a foe of 9 and 9 that deals 3."""
    sheet = play(Sheet(), "creer", 3, 3, 4, nom="Aube")
    sheet = play(sheet, "trouver_arme", nom="Lame", degats=4)
    sheet = play(sheet, "trouver_armure", nom="Plastron", defense=0)
    return play(sheet, "combattre", nom="Spectre", habilete=9, endurance=9, degats=3)


def held(sheet: Sheet, name: str) -> str:
    return item(next(n for n, thing in sheet.items().items() if thing.name == name))


@pytest.mark.parametrize("va", VARIABLES)
def test_every_blow_at_every_pair_of_variables(facing: Sheet, va: int) -> None:
    """Nine strikes again, seven and eight strike, less misses: so many dice are thrown and not one more."""
    for vd in VARIABLES:
        sheet = at(at(facing, held(facing, "Lame"), attaque=va), foe(1), defense=vd)
        for pair in PAIRS:
            result = sum(pair) + va - vd
            riposte = () if result >= 9 else (1, 1)
            after = play(sheet, "assaut", *pair, *riposte, turn=1)
            assert after.value("endurance", foe(1)) == (5 if result > 6 else 9)
            assert after.value("habilete", foe(1)) == 9
            assert after.fight.turn == 2
            assert not after.offers


@pytest.mark.parametrize("va", VARIABLES)
def test_every_riposte_at_every_pair_of_variables(facing: Sheet, va: int) -> None:
    """Seven hits, whatever the throw: a foe never strikes again."""
    for vd in VARIABLES:
        sheet = at(at(facing, held(facing, "Plastron"), defense=vd), foe(1), attaque=va)
        for pair in PAIRS:
            after = play(sheet, "assaut", 1, 1, *pair, turn=1)
            blows = [(offer.kind, offer.slot, offer.points) for offer in after.offers.values()]
            assert blows == ([("recue", 1, 3)] if sum(pair) + va > 6 + vd else [])
            assert (after.value("endurance"), after.value("habilete")) == (9, 9)


LADDER = [-2, -2, -2, -1, -1, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2]
"""What a total from 0 to 14 gives, as printed."""


def test_the_variables_of_every_total(facing: Sheet) -> None:
    for endurance, habilete in product(range(len(LADDER)), repeat=2):
        for holder in ("hero", foe(1)):
            made = MD1.derived(at(facing, holder, endurance=endurance, habilete=habilete), holder)
            shown = [sum(amount for _, amount in parts) for parts in made.values()]
            assert shown == [LADDER[endurance], LADDER[habilete]]


def test_every_blow_of_the_hero_falls_on_the_higher_total(facing: Sheet) -> None:
    """Off ENDURANCE if they are equal; whole, and never below 0."""
    for endurance, habilete in product(range(1, 10), repeat=2):
        sheet = at(facing, foe(1), endurance=endurance, habilete=habilete)
        after = play(sheet, "assaut", 6, 6, turn=1)
        wanted = (
            (endurance, max(habilete - 4, 0)) if habilete > endurance else (max(endurance - 4, 0), habilete)
        )
        assert (after.value("endurance", foe(1)), after.value("habilete", foe(1))) == wanted
        assert (after.encounters[1].state == "combat") is (0 not in wanted)
        assert (after.fight is not None) is (0 not in wanted)


def placed(endurance: int, habilete: int, blows: list[int], on: tuple[str, ...]) -> tuple[int, int, int]:
    """What the book makes of blows placed so: the totals left, and how many blows were placed."""
    done = 0
    for points, where in zip(blows, on, strict=False):
        if endurance <= 0 or habilete <= 0:
            break
        done += 1
        if where == "endurance":
            endurance = max(0, endurance - points)
        else:
            habilete = max(0, habilete - points)
    return endurance, habilete, done


@pytest.mark.parametrize("endurance", range(1, 13))
def test_two_attackers_and_every_way_to_place_their_blows(facing: Sheet, endurance: int) -> None:
    """Either hits or misses, at any totals of the hero's, with each blow on either total."""
    start = play(facing, "renfort", nom="Loup", habilete=9, endurance=9, degats=5)
    start = play(start, "renfort", nom="Ours", habilete=9, endurance=9, degats=99)
    for habilete, hits in product(range(1, 13), product((False, True), repeat=2)):
        sheet = at(start, endurance=endurance, habilete=habilete)
        faces = [face for hit in hits for face in ((6, 6) if hit else (1, 1))]
        struck = play(sheet, "assaut", 1, 1, *faces, turn=1)
        blows = [points for points, hit in zip((3, 5), hits, strict=True) if hit]
        assert [offer.points for offer in struck.offers.values()] == blows
        for on in product(("endurance", "habilete"), repeat=len(blows)):
            left, skill, done = placed(endurance, habilete, blows, on)
            after = struck
            for where in on[:done]:
                legal = MD1.legal_moves(after)
                assert "assaut" not in legal
                assert list(legal["placer"].choices["offre"]) == [min(after.offers)]
                after = play(after, "placer", offre=min(after.offers), sur=where)
            assert (after.value("endurance"), after.value("habilete")) == (left, skill)
            assert not after.offers
            assert (after.fight is not None) is (left > 0 and skill > 0)
            assert not after.ending


@pytest.mark.parametrize("setting", ["haut", "endurance"])
def test_the_settings_place_blows_as_a_reader_would(facing: Sheet, setting: str) -> None:
    start = play(facing, "renfort", nom="Loup", habilete=9, endurance=9, degats=5)
    start = play(start, "regler_coups", coups=setting)
    for endurance, habilete in product(range(1, 13), repeat=2):
        totals = {"endurance": endurance, "habilete": habilete}
        for points in (3, 5):
            if all(totals.values()):
                key = (
                    "habilete"
                    if setting == "haut" and totals["habilete"] > totals["endurance"]
                    else "endurance"
                )
                totals[key] = max(0, totals[key] - points)
        sheet = at(start, endurance=endurance, habilete=habilete)
        after = play(sheet, "assaut", 1, 1, 6, 6, 6, 6, turn=1)
        assert {key: after.value(key) for key in totals} == totals
        assert not after.offers


# Spells


def test_resisting_at_every_pouvoir_and_die() -> None:
    """The hero's resistance and a foe's are one rule."""
    hero = play(Sheet(), "creer", 3, 3, 4, nom="Aube")
    for power, die in product(range(11), range(1, 7)):
        safe = power > 0 and die + 1 <= power
        left = power - 1 if power > 0 and die + 1 == power else power
        dice = (die,) if power else ()
        cast = play(at(hero, pouvoir=power), "subir_sort", *dice, nom="Foudre", effet="endurance", points=2)
        assert (cast.value("endurance"), cast.value("pouvoir")) == (9 if safe else 7, left)
        sheet = play(hero, "combattre", nom="Mage", habilete=9, endurance=20, pouvoir=power, degats=1)
        after = play(
            sheet, "incanter", *dice, *(() if safe else (4,)), sort="energie_pure", turn=1, malgre_tout=True
        )
        assert after.value("endurance", foe(1)) == (20 if safe else 16)
        assert after.value("pouvoir", foe(1)) == left
        assert after.value("pouvoir") == 7


POOLS = {3: (1, 1, 1), 8: (2, 2, 4), 9: (3, 3, 3), 11: (5, 4, 2), 12: (4, 4, 4), 18: (6, 6, 6)}


@pytest.mark.parametrize(("spell", "state"), [("hypnose", "endormi"), ("vade_retro", "repousse")])
@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_in_every_order(spell: str, state: str, pool: int) -> None:
    """Every order of three foes, named whole, by the first, or not at all; totals untouched all the while."""
    totals = {1: 9, 2: 4, 3: 4}
    sheet = play(Sheet(), "creer", 3, 3, 4, nom="Aube")
    for slot, habilete in totals.items():
        card = {"nom": f"F{slot}", "habilete": habilete, "endurance": 5, "mort_vivant": True}
        sheet = play(sheet, "combattre" if slot == 1 else "renfort", **card)
    orders = {(): (2, 3, 1), (1,): (1, 2, 3), (3,): (3, 2, 1)} | {o: o for o in permutations(totals)}
    for named, order in orders.items():
        left, asleep = pool, set()
        for slot in order:
            if totals[slot] > left:
                break
            left -= totals[slot]
            asleep.add(slot)
        fields = dict(zip(("cible", "cible2", "cible3"), named, strict=False))
        after = play(sheet, "incanter", 1, 1, 1, 1, *POOLS[pool], sort=spell, turn=1, **fields)
        assert {slot for slot, met in after.encounters.items() if met.state == state} == asleep
        assert {slot: after.value("habilete", foe(slot)) for slot in totals} == totals
        assert (after.fight is None) == (len(asleep) == 3)


@pytest.mark.parametrize("spell", MD1.spells)
def test_a_hit_spoils_every_spell_and_costs_all_the_same(spell: str) -> None:
    sheet = play(Sheet(), "creer", 3, 3, 4, nom="Aube")
    sheet = play(sheet, "combattre", nom="A", habilete=5, endurance=5, mort_vivant=True)
    sheet = play(sheet, "renfort", nom="B", habilete=5, endurance=5, mort_vivant=True)
    for first, second in product(PAIRS, repeat=2):
        if sum(first) < 7 and sum(second) < 7:
            continue
        after = play(sheet, "incanter", *first, *second, sort=spell, turn=1)
        assert after.value("pouvoir") == 8 - MD1.spells[spell]
        assert len(after.offers) == (sum(first) >= 7) + (sum(second) >= 7)
        wanted = dict(sheet.boxes)
        changed = {
            path for path, box in after.boxes.items() if wanted.get(path) != box and path[0] != "offer"
        }
        assert changed == {score_path("pouvoir"), sheet.fight_path}


def test_what_can_be_bought_is_what_ten_coins_and_the_bounds_allow() -> None:
    """Every basket, in every order, against the price list written down again."""
    prices = {"cotte_de_mailles": 10, "cuirasse": 5, "bouclier": 2, "hache_d_armes": 7, "epee": 5}
    prices |= {"sabre": 3, "poignard": 2}
    weapons, armours = {"hache_d_armes", "epee", "sabre", "poignard"}, {"cotte_de_mailles", "cuirasse"}
    seen = 0

    def allowed(basket: tuple[str, ...]) -> bool:
        worn = set(basket) & armours
        return (
            sum(prices[one] for one in basket) <= 10
            and sum(one in weapons for one in basket) <= 3
            and not (worn and "bouclier" in basket)
        )

    def shop(sheet: Sheet, basket: tuple[str, ...]) -> None:
        nonlocal seen
        seen += 1
        legal = MD1.legal_moves(sheet)
        offered = set(legal["acheter"].choices["article"]) if "acheter" in legal else set()
        assert offered == {one for one in prices if allowed((*basket, one))}
        assert sheet.value("or") == 10 - sum(prices[one] for one in basket)
        for one in offered:
            shop(play(sheet, "acheter", article=one), (*basket, one))

    shop(play(Sheet(), "creer", 3, 3, 4, nom="Aube"), ())
    assert seen > 100
