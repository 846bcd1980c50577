"""Random plays of every series: what must hold after any move, and whatever is undone."""

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from app.rules.books import SERIES
from app.rules.changes import Changes, apply, changes, compose, decode, encode, invert
from app.rules.dice import Dice, DiceNeeded, given
from app.rules.moves import OVERRULE, Legal, Move
from app.rules.refusal import Refusal
from app.rules.series import Series
from app.rules.shared.bag import GOLD
from app.rules.sheet import Score, Sheet, foe

OF_THE_FIELDS = {
    "depart_impossible",
    "au_dessus_du_depart",
    "effet_incomplet",
    "pas_tant",
    "compteur_plein",
    # what can be carried
    "trois_armes",
    "bouclier_et_armure",
    # a modifier of 0; more dice than POUVOIR
    "modificateur_nul",
    "pouvoir_insuffisant",
    # not fifty points; a foe that is shot at
    "partage_faux",
    "moitie_impossible",
    # prices of a prime; whose turn it is
    "prime_incomplete",
    "prime_annulee",
    "prime_sans_participant",
    "pas_son_tour",
    "ralentissement_vain",
}
"""The refusals that a page cannot foresee: they hang on what the reader enters."""

THROWS_START = {"creer", "relancer", "repartir", "nouvelle_tentative", "changer_ligne"}
GAINS = {"gagner", "gagner_or", "manger", "trouver_provisions"}
EAGER = ["assaut", "chance_blessure", "combattre", "trouver_potion", "trouver_arme", "relancer", "revivre"]
EAGER += ["incanter", "placer", "renfort", "reveiller", "acheter", "reprendre_combat", "tester", "enchainer"]
EAGER += ["agir", "declarer", "ajouter", "intervenir", "effacer_effet"]
"""Moves that chance alone would play too seldom."""
WAKES = {"reveiller", "revivre"}
NOTES = {"noter", "corriger_note", "effacer_note"}
NAMES = ["Spectre", "Épée d’os", "« Ombre »", "<b>", "0"]


def dead(sheet: Sheet) -> None:
    assert sheet.ending == "mort"


def unconscious(sheet: Sheet) -> None:
    """The sheet asks; it does not decide."""
    assert sheet.fight is None
    legal = SERIES["md1"].legal_moves(sheet)
    assert "reveiller" in legal or sheet.ending == "victoire"
    assert not legal.keys() & {"combattre", "assaut", "jeter", "incanter"}


def dead_or_beaten(sheet: Sheet) -> None:
    """Beaten in a fight that leads somewhere, the hero lies there until the paragraph has its say."""
    assert sheet.ending == "mort" or (sheet.fact("vaincu") and sheet.fight is None)
    assert "combattre" not in SERIES["h5"].legal_moves(sheet)


AT_ZERO = {"df51": dead, "h5": dead_or_beaten, "md1": unconscious}
"""By series, what holds of a hero whose wounds have brought a score to 0."""

settings.register_profile("plays", max_examples=150, stateful_step_count=60, deadline=None, print_blob=True)


def entered(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What a reader might enter in a field, small numbers more often than large ones."""
    if "anyOf" in schema:
        return st.one_of(*map(entered, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            least, most = schema.get("minimum", schema.get("ge")), schema.get("maximum", schema.get("le"))
            return st.integers(max(least, -3), min(most, 6)) | st.integers(least, most)
        case "string":
            return st.sampled_from(NAMES if schema.get("minLength") else [*NAMES, ""])
    raise AssertionError(schema)


@cache
def fields_of(series: str, name: str) -> dict[str, st.SearchStrategy[Any]]:
    """A strategy for each of a move's fields."""
    properties = SERIES[series].moves[name].params.model_json_schema()["properties"]
    return {key: entered(schema) for key, schema in properties.items()}


class Plays(RuleBasedStateMachine):
    """A hero, the moves played so far, and what each changed."""

    series: Series
    plays: Counter[str]

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.sheet = Sheet()
        self.past: list[tuple[Sheet, Changes]] = []
        self.played(data, "creer", {"nom": "Aube"})
        self.at_first = set(self.series.legal_moves(self.sheet))

    @rule(data=st.data())
    def a_legal_move(self, data: st.DataObject) -> None:
        legal = self.series.legal_moves(self.sheet)
        eager = [name for name in EAGER if name in legal]
        pools = [pool for pool in (eager, sorted(set(legal) - self.at_first), sorted(legal)) if pool]
        name = data.draw(st.sampled_from(pools).flatmap(st.sampled_from), "move")
        raw = self.drawn(data, self.series.moves[name], legal[name])
        if legal[name].against:
            with pytest.raises(Refusal) as refusal:
                self.series.play(self.sheet, name, raw | {OVERRULE: False}, given([]))
            assert (refusal.value.code, refusal.value.overrulable) == (legal[name].against[0], True)
            raw[OVERRULE] = True
        self.played(data, name, raw)

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        """Take several moves back at once, and play on from there."""
        n = data.draw(st.integers(1, 3) | st.integers(1, len(self.past)), "moves taken back")
        if n < len(self.past):  # the sheet stays filled
            before = self.past[-n][0]
            delta = invert(compose([delta for _, delta in self.past[-n:]]))
            back = apply(self.sheet, delta)
            assert back == before
            self.past.append((self.sheet, delta))
            self.sheet = back

    def teardown(self) -> None:
        sheet = self.sheet
        for before, delta in reversed(getattr(self, "past", [])):
            sheet = apply(sheet, invert(delta))
            assert sheet == before
        assert not sheet.boxes

    def drawn(self, data: st.DataObject, move: Move, legal: Legal) -> dict[str, Any]:
        """The move's fields, as the page shows them and the reader fills them in."""
        raw: dict[str, Any] = {}
        for key, strategy in fields_of(self.series.key, move.name).items():
            values = legal.choices.get(key, ())
            if key == "turn":
                raw[key] = self.sheet.fight.turn
            elif key == "combat":
                raw[key] = int(self.sheet.fight_path[1])
            elif key == "round":
                raw[key] = self.sheet.fact("round")
            elif key == "action":
                raw[key] = self.sheet.value("faites", foe(raw["participant"])) + 1
            elif not move.params.model_fields[key].is_required() and data.draw(st.booleans(), f"no {key}"):
                continue
            elif values:
                raw[key] = data.draw(st.sampled_from(list(values)[:50]), key)
            elif key not in legal.choices:
                raw[key] = data.draw(strategy, key)
        return raw

    def played(self, data: st.DataObject, name: str, raw: dict[str, Any]) -> None:
        """Play it, and hold what it did against everything that must be so."""
        before, boxes, faces = self.sheet, dict(self.sheet.boxes), []

        def draw(count: int, sides: int) -> tuple[int, ...]:
            fell = tuple(data.draw(st.integers(1, sides), "die") for _ in range(count))
            faces.extend(fell)
            return fell

        move = self.series.moves[name]
        try:
            after, args = self.series.play(before, name, raw, Dice(draw))
        except Refusal as refusal:
            if refusal.code in OF_THE_FIELDS & move.refusals:
                return
            raise
        finally:
            assert dict(before.boxes) == boxes
        self.plays[name] += 1
        again = self.series.play(before, name, raw, given(faces))[0]
        assert (again, again.fresh) == (after, after.fresh)
        if faces:
            with pytest.raises(DiceNeeded):
                self.series.play(before, name, raw, given(faces[:-1]))
        delta = changes(before, after)
        assert apply(before, delta) == after
        assert apply(after, invert(delta)) == before
        assert decode(json.loads(json.dumps(encode(delta)))) == delta
        assert self.series.settle(after) == after
        self.stands(after)
        self.follows(move, args, before, after, delta)
        self.past.append((before, delta))
        self.sheet = after

    def stands(self, sheet: Sheet) -> None:
        """What holds of any sheet."""
        holders = {f"item:{n}" for n in sheet.items()} | {foe(slot) for slot in sheet.encounters} | {"hero"}
        assert {key.split("/")[0] for table, key in sheet.boxes if table == "score"} <= holders
        for kind in ("weapon", "shield", "armour"):
            assert sum(held.in_use for held in sheet.items(kind).values()) <= 1
        assert all(held.quantity >= 0 for held in sheet.items().values() if held.kind != "counter")
        STANDS.get(self.series.key, fought)(self.series, sheet)

    def follows(self, move: Move, args: dict[str, Any], before: Sheet, after: Sheet, delta: Changes) -> None:
        """What holds of any move."""
        then, now = before.scores(), after.scores()
        for scored in self.series.scores:
            highest = max(scored.ceiling(now[scored.key]), then[scored.key].current if then else 0)
            if move.name in WAKES and scored.key in self.series.vital:
                highest = max(highest, 1)  # nobody comes to at 0, whatever the start was corrected to
            if scored.hard or not args.get(OVERRULE):
                assert now[scored.key].current <= highest
        if move.name not in THROWS_START | {"changer_depart"}:
            starts = {rule.key for rule in self.series.scores} | then.keys() & {GOLD}
            assert all(then[key].initial == now[key].initial for key in starts)
        if move.name in GAINS:
            assert all(now[key].current >= score.current for key, score in then.items())
        if move.name not in NOTES:
            assert before.notes == after.notes
        made = [
            int(key)
            for (table, key), (old, _) in delta.items()
            if old is None and key.isdigit() and table != "encounter"
        ]
        assert all(n >= before.fresh for n in made)
        if move.stands:
            for name, value in move.stands(after, args).items():
                assert value is None or args.get(name) in (None, value)


def fought(series: Series, sheet: Sheet) -> None:
    """What holds of a gamebook's hero, in a fight and out of it."""
    fighting = [slot for slot, met in sheet.encounters.items() if met.state == "combat"]
    assert (sheet.fight is not None) == bool(fighting)
    assert sheet.fight is not None or not sheet.offers
    assert not (sheet.ending and sheet.fight)
    for slot in sheet.encounters:
        for key in series.vital:
            points = sheet.score(key, foe(slot))
            assert (1 if slot in fighting else 0) <= points.current <= points.initial
    if not sheet.offers:
        assert all(score.current >= 0 for score in sheet.scores().values())
        if any(sheet.value(key) == 0 for key in series.vital):
            AT_ZERO[series.key](sheet)
    else:
        assert not sheet.ending


def lived(_: Series, sheet: Sheet) -> None:
    """What holds of a character who lives on: all within bounds, effects where there are any."""
    scores = sheet.scores()
    life = scores.pop("ligne_de_vie")
    waiting = {key: scores.pop(key) for key in ("prudence", "danger") if key in scores}
    assert 1 <= life.current <= life.initial
    assert all(0 <= score.current <= 6 for score in scores.values())
    assert all(0 <= held.quantity <= 6 for held in sheet.items("competence").values())
    assert all(score.current >= 1 for score in waiting.values())
    assert waiting.get("prudence", Score(1, 1)).current == 1
    assert not sheet.ending and not sheet.encounters


def seated(_: Series, sheet: Sheet) -> None:
    """What holds of a table: no one plays more than was declared, and each action left has one turn."""
    shows = SERIES["kadath_table"].shows(sheet)
    turns = Counter(slot for turn in shows["order"] for slot in turn.slots)
    for slot in sheet.encounters:
        declared, done, waits = (sheet.value(key, foe(slot)) for key in ("actions", "faites", "attend"))
        assert 0 <= done <= declared <= 6
        assert not waits or done < declared
        assert turns[slot] == (0 if waits else declared - done)
    assert [turn.action for turn in shows["order"]] == sorted(turn.action for turn in shows["order"])


STANDS = {"kadath": lived, "kadath_table": seated}
"""By series, what holds of any sheet; of a gamebook's, `fought`."""


@pytest.mark.parametrize("key", SERIES)
def test_random_plays(key: str) -> None:
    machine = type(f"Plays_{key}", (Plays,), {"series": SERIES[key], "plays": Counter()})
    run_state_machine_as_test(machine, settings=settings.get_profile("plays"))
    assert machine.plays.total() >= 1000
