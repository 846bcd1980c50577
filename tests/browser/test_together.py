"""Several phones on one sheet, live: each sees the others' moves, and none takes anything from another."""

import statistics
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phones import NewPhone, Phone, SheetAt, phones


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[NewPhone]:
    with phones(browser, browser_context_args) as made:
        yield made


@pytest.fixture
def sheet(server: str) -> SheetAt:
    return SheetAt.begin(server)


def same(*screens: Phone, but: str = "") -> None:
    """All show the same, which is what the server draws; `but` names a fragment that may differ."""
    looks = [screen.look() for screen in screens]
    screens[0].page.reload()
    drawn = screens[0].look()
    for look in looks:
        assert list(look) == list(drawn)
        for name in drawn.keys() - {but}:
            assert look[name].splitlines() == drawn[name].splitlines(), name


def at_once(screens: list[Phone], script: str) -> list[Any]:
    """Run this in every page at the same millisecond, and give what each made of it."""
    soon = "(at) => { window.done = new Promise((then) => setTimeout(() => then(%s), at - Date.now())); }"
    at = screens[0].page.evaluate("() => Date.now()") + 250
    for screen in screens:
        screen.page.evaluate(soon % f"({script})()", at)
    return [screen.page.evaluate("() => window.done") for screen in screens]


# Moves


def test_fifty_moves_taken_in_turn(phone: NewPhone, sheet: SheetAt, capsys: pytest.CaptureFixture) -> None:
    pair = [phone(sheet.at()), phone(sheet.at())]
    gestures = ("g-endurance-", "g-chance-", "e-l1", "g-presence-", "g-endurance+", "g-chance+")
    lags = []
    for n in range(50):
        mover, watcher = pair[n % 2], pair[1 - n % 2]
        mover.tap(gestures[n % len(gestures)])
        for screen in pair:
            screen.shows(n + 2)
        lags.append(watcher.told()[str(n + 2)] - mover.tapped())
    same(*pair)
    assert len(sheet.journal()) == 51
    median = statistics.median(lags)
    with capsys.disabled():
        print(f"\n    50 moves in turn: shown after {median:.0f} ms (median), {max(lags)} ms (slowest)")
    assert median <= 1000


def test_fifty_moves_at_once_all_count(phone: NewPhone, sheet: SheetAt) -> None:
    pair = [phone(sheet.at("sac")), phone(sheet.at("sac"))]
    post = """async () => {
      const body = (move) => new URLSearchParams({ move, pieces: 2, rubric: "sac" });
      const send = (move) => fetch(document.forms[0].action, { method: "POST", body: body(move) });
      const answers = await Promise.all(Array.from({ length: 25 }, () => send("gagner_or")));
      return answers.map((answer) => answer.status);
    }"""
    assert at_once(pair, post) == [[200] * 25] * 2  # a redirection followed to the page
    for screen in pair:
        screen.shows(51)
        screen.reads("tresor", "100")
    same(*pair)
    assert len(sheet.journal()) == 51
    assert sheet.export()["boxes"]["score/hero/or"][1] == 100


TAP = """() => new Promise((then) => {
  const button = document.getElementById("c-a"), form = button.form, turn = form.elements.turn.value;
  const answered = ({ detail: { ctx } }) => {
    if (ctx.sourceElement !== form) return;
    document.removeEventListener("htmx:finally:request", answered);
    const { status } = ctx.response;
    setTimeout(() => then({ turn, status, says: document.getElementById("suite").innerText }));
  };
  document.addEventListener("htmx:finally:request", answered);
  button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  button.click();
})"""
DOWN = 'button => button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))'


def test_a_fight_led_by_two_phones_stays_one_fight(phone: NewPhone, sheet: SheetAt) -> None:
    # It cannot kill the hero, nor he it, within 25 Assauts.
    sheet.play("combattre", nom="Spectre", habilete=10, endurance=99, degats=0)
    pair = [phone(sheet.at("combat")), phone(sheet.at("combat"))]
    for turn in range(1, 26):
        for screen in pair:
            expect(screen.page.locator("#fa [name=turn]")).to_have_value(str(turn))
            screen.by_id("c-a").evaluate(DOWN)  # under the finger: what the other plays does not move it
        taps = at_once(pair, TAP)
        assert [(tap["turn"], tap["status"]) for tap in taps] == [(str(turn), 200)] * 2
        assert sum("déjà" in tap["says"].lower() for tap in taps) == 1, taps
        for screen in pair:
            screen.shows(turn + 2)
            screen.reads("combat", f"Assaut {turn + 1}")
    turns = [entry["args"]["turn"] for entry in sheet.journal() if entry["move"] == "assaut"]
    assert turns == list(range(1, 26))
    same(*pair, but="suite")  # where one has « déjà joué »
