"""What a move changed, as data; and the sheet it is taken from."""

import json
from dataclasses import FrozenInstanceError

import pytest

from app.rules.changes import apply, changes, compose, decode, encode, invert
from app.rules.sheet import Encounter, Fact, Fight, Item, Note, Offer, Score, Sheet, score_path

BARE = Sheet(
    {
        score_path("habilete"): Score(9, 9),
        score_path("endurance"): Score(20, 20),
        ("hero", "name"): Fact("Aube"),
    }
)
HURT = BARE.with_score("endurance", 16)
ARMED, SWORD = HURT.with_fact("name", "Brume").add("item", Item("weapon", "Épée", in_use=True, style="epee"))


def test_changes_hold_each_box_before_and_after() -> None:
    assert changes(BARE, BARE) == {}
    assert changes(BARE, HURT) == {score_path("endurance"): (Score(20, 20), Score(20, 16))}
    assert changes(BARE, ARMED) == {
        score_path("endurance"): (Score(20, 20), Score(20, 16)),
        ("hero", "name"): (Fact("Aube"), Fact("Brume")),
        ("item", str(SWORD)): (None, Item("weapon", "Épée", in_use=True, style="epee")),
    }


def test_applied_they_give_the_sheet_after_and_inverted_the_sheet_before() -> None:
    delta = changes(BARE, ARMED)
    assert apply(BARE, delta) == ARMED
    assert apply(ARMED, invert(delta)) == BARE
    assert invert(invert(delta)) == delta


def test_undo_keeps_the_order_in_which_scores_were_written_down() -> None:
    cursed = BARE.with_score("habilete", 8)
    assert list(apply(cursed, invert(changes(BARE, cursed))).scores()) == ["habilete", "endurance"]


def test_a_number_is_never_used_twice_even_after_undo() -> None:
    undone = apply(ARMED, invert(changes(HURT, ARMED)))
    assert undone.add("item", Item("possession", "Corde"))[1] > SWORD


def test_several_changes_compose_into_one() -> None:
    steps = [changes(BARE, HURT), changes(HURT, ARMED)]
    assert compose(steps) == changes(BARE, ARMED)
    assert compose([*steps, changes(ARMED, HURT), changes(HURT, BARE)]) == {}
    assert compose([]) == {}


def test_every_kind_of_box_survives_json() -> None:
    full = Sheet(
        {
            ("hero", "name"): Fact("Aube"),
            ("hero", "attempt"): Fact(2),
            score_path("force", "item:5"): Score(3, 3),
            ("item", "5"): Item("weapon", "Épée/1", 2, True, "rouillée", "epee", 40),
            ("encounter", "1"): Encounter("Spectre", "fui", 12),
            ("fight", "6"): Fight("ensemble", 3, -2, "obscurité", 2),
            ("offer", "7"): Offer("recue", 1, 2),
            ("note", "8"): Note("Une porte.", None),
        }
    )
    delta = changes(Sheet(), full)
    assert decode(json.loads(json.dumps(encode(delta)))) == delta
    assert decode(encode(invert(delta))) == invert(delta)


def test_what_is_written_on_disk_stays_readable() -> None:
    """Journals hold these very lists: fields may be added at the end of a box, never moved or taken away."""
    assert encode(changes(BARE, HURT)) == {"score/hero/endurance": [[20, 20], [20, 16]]}
    old = decode({"item/5": [None, ["weapon", "Épée"]], "fight/6": [["un_par_un", 2], None]})
    assert old == {
        ("item", "5"): (None, Item("weapon", "Épée")),
        ("fight", "6"): (Fight("un_par_un", 2), None),
    }


def test_a_sheet_and_its_boxes_cannot_be_written_over() -> None:
    with pytest.raises(TypeError):
        BARE.boxes["hero", "name"] = Fact("x")  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        BARE.score("endurance").current = 3  # type: ignore[misc]
    boxes = {score_path("endurance"): Score(20, 20)}
    sheet = Sheet(boxes)
    boxes.clear()
    assert sheet.value("endurance") == 20


def test_a_thing_or_a_foe_goes_with_the_scores_it_holds_and_no_other() -> None:
    sheet, n = BARE.add("item", Item("weapon", "Épée"))
    sheet = sheet.put(score_path("force", f"item:{n}"), Score(1, 1))
    sheet = sheet.put(score_path("force", f"item:{n}0"), Score(2, 2))
    sheet = sheet.put(("encounter", str(n)), Encounter("Spectre")).put(
        score_path("force", f"foe:{n}"), Score(3, 3)
    )
    without = sheet.drop(("item", str(n)))
    assert set(sheet.boxes) - set(without.boxes) == {("item", str(n)), score_path("force", f"item:{n}")}
    without = sheet.drop(("encounter", str(n)))
    assert set(sheet.boxes) - set(without.boxes) == {("encounter", str(n)), score_path("force", f"foe:{n}")}


def test_numbered_boxes_are_read_by_number_not_by_text() -> None:
    sheet = Sheet({("note", "10"): Note("dix"), ("note", "9"): Note("neuf")})
    assert list(sheet.notes) == [9, 10]
