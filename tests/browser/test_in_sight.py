"""What matters stays under the reader's eyes: no page moves by itself, and what a move brings shows."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.phones import SheetAt
from tests.browser.reader import Reader


@pytest.fixture
def reader(page: Page) -> Reader:
    return Reader(page, js=True)


def test_a_tray_does_not_move_the_page(reader: Reader, server: str) -> None:
    sheet = SheetAt.begin(server)
    sheet.play("choisir_des", des="miens")
    sheet.play("combattre", nom="Spectre", habilete=10, endurance=99, degats=0)
    reader.page.goto(sheet.at("combat"))
    for fold in reader.page.locator(".folds > details > summary").all():
        fold.click()
    reader.page.evaluate("scrollTo(0, 40)")
    at = []
    reader.tap("c-a")
    for face, prompt in ((3, "Spectre"), (4, "vous"), (6, "couteau")):
        for die in (1, 2) if prompt != "couteau" else (1,):
            expect(reader.page.locator("form[data-tray] h2")).to_contain_text(prompt)
            reader.page.locator(f"label:has(#t{die}-{face})").tap()
            at.append(reader.page.evaluate("scrollY"))
    reader.reads("Assaut 1")
    assert set(at) == {40}


def test_a_long_tray_follows_its_dice(reader: Reader, server: str) -> None:
    sheet = SheetAt.begin(server)
    sheet.play("choisir_des", des="miens")
    reader.page.goto(sheet.at())
    reader.tap("e-ld")
    reader.fill("e-ln", "10")
    reader.tap("e-lv")
    expect(reader.page.locator("form[data-tray] h2")).to_contain_text("10 dés")
    at = reader.page.evaluate("scrollY")
    for die in range(1, 11):
        expect(reader.page.locator(f"label:has(#t{die}-3)")).to_be_in_viewport(ratio=1)
        reader.page.locator(f"label:has(#t{die}-3)").tap()
        assert reader.page.evaluate("scrollY") == at
    reader.reads("30")


def test_choices_keep_their_default_after_a_move(reader: Reader, server: str) -> None:
    """A new fragment stands beside the old one for a moment, each with a form of the same id."""
    sheet = SheetAt.begin(server, "md1", faces="3,3,4")
    for n, move in enumerate(("combattre", "renfort", "renfort")):
        sheet.play(move, nom=f"Orque {n}", habilete=8, endurance=9, pouvoir=3)
    reader.page.goto(sheet.at("combat"))
    reader.page.locator("label:has(#c-t2)").click()
    lost = """() => [...document.querySelectorAll("input[type=radio]")]
      .filter((one) => one.checked !== one.defaultChecked).map((one) => one.id)"""
    reader.tap("c-m")
    reader.fill("c-mr", "Terrain glissant")
    reader.tap("c-mv")
    reader.reads("Terrain glissant")
    assert reader.page.evaluate(lost) == ["c-t1", "c-t2"]  # what was chosen stays
    reader.tap("c-a")
    expect(reader.page.locator("#etat")).to_have_attribute("data-seq", "6")
    assert reader.page.evaluate(lost) == []


def in_sight(page: Page, selector: str) -> None:
    """Its top is below what sticks above, and above the foot; its bottom too where there is room for it."""
    expect(page.locator(selector).first).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)
    seen = page.evaluate(
        """(selector) => {
          const box = (one) => document.querySelector(one).getBoundingClientRect();
          const one = box(selector), from = box("#scores").bottom, to = box(".foot").top;
          return [one.top >= from, one.top < to - 40, one.bottom <= to || one.height > to - from - 90];
        }""",
        selector,
    )
    assert seen == [True, True, True], selector


def at_the_end(reader: Reader, button: str) -> None:
    """Tap it as it stands just above the foot."""
    reader.page.locator(f"[id='{button}']").evaluate("one => one.scrollIntoView({ block: 'end' })")
    reader.tap(button)


@pytest.mark.parametrize("own", [False, True], ids=["app", "own"])
def test_a_fight_comes_into_sight_and_each_assaut(reader: Reader, server: str, own: bool) -> None:
    sheet, page = SheetAt.begin(server), reader.page
    if own:
        sheet.play("choisir_des", des="miens")
    page.goto(sheet.at("combat"))
    reader.fill("c-bn", "Spectre")
    reader.tap("c-bz")
    at_the_end(reader, "c-bv")
    in_sight(page, "#combat h2")
    for n in range(4):
        sheet.play("renfort", nom=f"Goule {n}", habilete=10, endurance=20)
    expect(page.locator(".foe")).to_have_count(5)
    at_the_end(reader, "c-a")
    if own:
        reader.throw(1, 2, prompt="Spectre")
        reader.throw(6, 6, prompt="vous")
        reader.throw(3, prompt="couteau")
    in_sight(page, "#combat [data-show^=e]")
    at = page.evaluate("scrollY")
    page.locator("#su-a").evaluate("button => button.click()")  # Playwright's own tap may move the page
    reader.reads("Annulé")
    assert page.evaluate("scrollY") <= at


def test_a_spell_cast_in_a_fold_comes_into_sight(reader: Reader, server: str) -> None:
    sheet, page = SheetAt.begin(server, "md1", faces="3,3,4"), reader.page
    for n, move in enumerate(("combattre", "renfort", "renfort")):
        sheet.play(move, nom=f"Orque {n}", habilete=8, endurance=9, pouvoir=3)
    page.goto(sheet.at("combat"))
    reader.tap("c-s")
    at_the_end(reader, "fs-hypnose")
    in_sight(page, "#combat [data-show^=e]")


def test_a_meeting_comes_into_sight(reader: Reader, server: str) -> None:
    sheet = SheetAt.begin(server, "h5", des="application")
    reader.page.goto(sheet.at())
    reader.tap("e-ch")
    for n in (1, 2):
        reader.page.locator(f"#e-ch{n}").select_option("force")
    reader.fill("e-chs", "12")
    at_the_end(reader, "e-chv")
    in_sight(reader.page, "#rendezvous")


def test_the_end_comes_into_sight(reader: Reader, server: str) -> None:
    sheet = SheetAt.begin(server)
    for n in range(12):
        sheet.play("combattre", nom=f"Goule {n}", habilete=5, endurance=5)
        sheet.play("finir_combat")
    sheet.play("perdre", score="endurance", points=18)
    sheet.play("combattre", nom="Spectre", habilete=12, endurance=99)
    sheet.play("assaut", turn=1, faces="6,6,1,1")
    reader.page.goto(sheet.at("combat"))
    reader.page.evaluate("() => { scrollTo(0, 1e6); document.getElementById('c-k').click(); }")
    reader.reads("s’arrête ici")
    in_sight(reader.page, "#fin")


def test_what_is_in_sight_does_not_jump(reader: Reader, server: str) -> None:
    sheet, page = SheetAt.begin(server), reader.page
    sheet.play("combattre", nom="Spectre", habilete=10, endurance=99, degats=0)
    sheet.play("assaut", turn=1, faces="1,1,6,6,6")
    page.goto(sheet.at("combat"))
    page.evaluate("scrollTo(0, 30)")
    for turn in (2, 3, 4):
        reader.tap("c-a")
        expect(page.locator("#combat h2").first).to_contain_text(f"Assaut {turn + 1}")
        expect(page.locator(".htmx-request")).to_have_count(0)
        assert page.evaluate("scrollY") == 30


def test_the_focus_is_never_lost(reader: Reader, server: str) -> None:
    page, focused = reader.page, reader.page.locator(":focus")
    sheet = SheetAt.begin(server)
    sheet.play("choisir_des", des="miens")
    page.goto(sheet.at("combat"))
    reader.fill("c-bn", "Spectre")
    page.keyboard.press("Enter")
    expect(focused).to_have_text("Assaut 1")
    page.locator("#c-a").focus()
    page.keyboard.press("Enter")
    for face in "11661":
        expect(page.locator(".tray :focus")).to_have_count(1)
        before = page.locator(".tray :focus").get_attribute("id")
        page.keyboard.press(face)
        expect(page.locator(f"[id='{before}']:focus")).to_have_count(0)
        if not page.locator("form[data-tray]").count():
            break
    expect(focused).to_have_id("c-a")
    reader.tap("c-o")
    reader.throw(1, 1, prompt="Chance")
    expect(focused).to_contain_text("Assaut 2")
    assert axe(page) == []

    page.goto(SheetAt.begin(server, "md1", faces="3,3,4").at())
    while page.locator("#boutique li button:not([id^=x-r])").count():
        told = page.locator("#suite").inner_text()
        page.locator("#boutique li button:not([id^=x-r])").first.press("Enter")
        expect(page.locator("#suite")).not_to_have_text(told)
        expect(page.locator("#boutique :focus")).to_have_count(1)
    page.locator("#x-v").press("Enter")
    expect(focused).to_have_id("suite")
    page.locator("#su-a").press("Enter")
    expect(page.locator("#boutique h2")).to_be_visible()
    expect(page.locator("#suite:focus, #suite :focus")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_fight_waits_for_is_told_on_every_page(reader: Reader, server: str, scheme: str) -> None:
    reader.page.emulate_media(color_scheme=scheme)
    df51, md1 = SheetAt.begin(server), SheetAt.begin(server, "md1", faces="3,3,4")
    df51.play("perdre", score="endurance", points=18)
    waits = reader.page.locator("#attente")
    for sheet, faces, told in ((df51, "6,6,1,1", "Entre la vie"), (md1, "1,1,6,6", "Un coup reçu attend")):
        reader.page.goto(sheet.at("sac"))
        expect(waits).to_be_hidden()
        sheet.play("combattre", nom="Spectre", habilete=12, endurance=99)
        sheet.play("assaut", turn=1, faces=faces)
        expect(waits).to_contain_text(told)
        assert axe(reader.page) == []
        waits.click()
        expect(reader.page.locator(".hanging")).to_be_visible()
        expect(waits).to_be_hidden()
        reader.tab("Plan")
        sheet.play("annuler", entree=sheet.seq())
        expect(waits).to_be_hidden()


def test_what_is_optional_and_what_folds_stand_apart(reader: Reader, server: str) -> None:
    page = reader.page
    page.goto(SheetAt.begin(server).at())
    page.locator("#h-r").evaluate("fold => { fold.textContent = 'Un pli dont le nom est long '.repeat(3); }")
    assert page.evaluate("() => getComputedStyle(document.querySelector('#h-r')).columnGap") == "8px"
    said = "() => getComputedStyle(document.querySelector('label small'), '::before').content"
    assert page.evaluate(said) == '"· "'
