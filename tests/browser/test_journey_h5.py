"""Histoire 5 on a phone, by each of the three ways of throwing, with and without JavaScript; axe; sizes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.reader import Reader

TABS = ("Feuille", "Combat", "Sac", "Plan", "Journal")
TALENTS = {"Force": 12, "Agilité": 5, "Chance": 8, "Diplomatie": 6, "Adresse": 8, "Habileté": 7, "Mer": 4}


def begin(reader: Reader, way: str) -> None:
    reader.page.goto("/nouvelle/h5")
    reader.fill("nom", "Aube")
    reader.page.locator(f"label:has([value={way}])").click()
    reader.page.get_by_role("button", name="Créer mon héros").click()
    reader.page.get_by_role("link", name="Commencer l’aventure").click()
    reader.scores("6", *map(str, TALENTS.values()))


def point(reader: Reader, cell: int, prompt: str) -> None:
    expect(reader.page.locator("form[data-tray] h2")).to_contain_text(prompt)
    expect(reader.page.locator("form[data-tray] .blank button")).to_have_count(36)
    expect(reader.page.locator("form[data-tray] .blank button").first).to_be_empty()
    reader.tap(f"t-c{cell}")


def meet(reader: Reader, endurance: str = "4") -> None:
    reader.tab("Combat")
    reader.fill("c-bn", "Espagnol")
    reader.fill("c-be", endurance)
    reader.fill("c-bvi", "45")
    reader.fill("c-bde", "123")
    reader.tap("c-bv")
    expect(reader.page.locator("#combat h2").first).to_contain_text("Assaut 1")


def test_points_are_shared_out(reader: Reader) -> None:
    reader.page.goto("/nouvelle/h5")
    reader.fill("nom", "Aube")
    left = reader.page.locator("output")
    if reader.js:
        expect(left).to_have_text("0")
        reader.tap("p1-")
        expect(left).to_have_text("1")
        expect(left).to_be_in_viewport()
        reader.page.get_by_role("button", name="Revenir au modèle").click()
        expect(left).to_have_text("0")
        reader.fill("nom", "Aube")
    reader.fill("p1", "11")
    reader.page.get_by_role("button", name="Créer mon héros").click()
    expect(reader.page.get_by_role("alert")).to_contain_text("il en reste 1 à donner")
    reader.fill("p2", "6")
    reader.page.get_by_role("button", name="Créer mon héros").click()
    reader.page.get_by_role("link", name="Commencer l’aventure").click()
    reader.scores("6", "11", "6", "8", "6", "8", "7", "4")
    reader.tap("pa")
    reader.fill("pa1", "7")
    reader.fill("pa2", "10")
    reader.tap("pav")
    reader.scores("4", "7", "10", "8", "6", "8", "7", "4")


def test_a_duel_with_one_s_own_dice(reader: Reader) -> None:
    begin(reader, "miens")
    meet(reader, "2")
    reader.tap("c-a")
    reader.throw(4, 3, prompt="vous, 7 ou moins")
    reader.throw(5, 3, prompt="Espagnol, 7 ou moins")
    reader.reads("Espagnol −1 Endurance (1)")
    reader.page.locator("label:has(#c-m)").click()
    reader.tap("c-a")
    reader.throw(3, 2, prompt="vous, 4 ou moins")
    reader.throw(2, 2, prompt="Espagnol, 4 ou moins")
    reader.reads("Endurance −1 (5)")
    reader.tap("su-a")
    reader.reads("Annulé")
    expect(reader.page.locator("#scores b").first).to_have_text("6")
    expect(reader.page.locator("#c-m")).not_to_be_checked()
    reader.tap("c-a")
    reader.throw(1, 1, prompt="vous, 7 ou moins")
    expect(reader.page.locator("#rendezvous h2")).to_contain_text("45")
    expect(reader.page.locator("#rencontres")).to_contain_text("Vaincu")
    reader.tap("rv-v")
    expect(reader.page.locator("#entete")).to_contain_text("45")
    expect(reader.page.locator("#rendezvous")).to_be_hidden()


def test_a_duel_by_the_table(reader: Reader) -> None:
    begin(reader, "table")
    reader.tap("e-diplomatie")
    point(reader, 8, "Diplomatie, 6 ou moins")
    reader.reads("Diplomatie à l’épreuve")
    expect(reader.page.locator("#plateau .grid")).to_have_count(1)
    expect(reader.page.locator("#plateau .grid i")).to_have_count(36)
    expect(reader.page.locator("#plateau .grid i").nth(7)).to_have_class("at")
    reader.tap("e-l1")
    point(reader, 20, "Pointez une case")
    reader.reads("moitié")
    meet(reader, "40")
    for turn in range(1, 4):
        reader.tap("c-a")
        point(reader, 20, "vous, 7 ou moins")
        if reader.page.locator("#rendezvous h2").is_visible():
            return  # a 2 pointed at, once in 36
        point(reader, 3, "Espagnol, 7 ou moins")
        expect(reader.page.locator("#combat h2").first).not_to_have_text(f"Assaut {turn}")
        if reader.page.locator("#rendezvous h2").is_visible():
            return
        expect(reader.page.locator("#combat .duel .grid")).to_have_count(2)
        expect(reader.page.locator("#combat .duel .grid i.at")).to_have_count(2)


def test_an_evening_with_the_application_s_dice(reader: Reader) -> None:
    begin(reader, "application")
    reader.tap("e-d")
    reader.fill("e-s", "45")
    reader.fill("e-e", "46")
    reader.tap("e-force")
    reader.reads("Force à l’épreuve")
    expect(reader.page.locator("#rendezvous h2")).to_contain_text("45")  # Force 12 cannot fail
    reader.tap("rv-v")
    reader.tap("e-ch")
    reader.page.locator("#e-ch1").select_option("force")
    reader.page.locator("#e-ch2").select_option("force")
    reader.fill("e-chs", "12")
    reader.tap("e-chv")
    reader.reads("Épreuves en chaîne")
    expect(reader.page.locator("#rendezvous h2")).to_contain_text("12")
    meet(reader)
    for _ in range(60):
        if not reader.page.locator("#c-a").is_visible():
            break
        turn = reader.page.locator("#combat h2").first.inner_text()
        reader.tap("c-a")
        expect(reader.page.locator("#combat h2").first).not_to_have_text(turn)
    expect(reader.page.locator("#rendezvous h2")).to_contain_text("rendez-vous au")
    reader.tab("Sac")
    reader.tap("o-t")
    reader.fill("o-tn", "Longue-vue")
    reader.tap("o-tv")
    expect(reader.page.locator("#possessions")).to_contain_text("Longue-vue")
    reader.tap("m+")
    reader.reads("Or +1")
    reader.tab("Feuille")
    reader.tap("h-t")
    reader.tap("h-tv")
    expect(reader.page.locator("#entete")).to_contain_text("2ᵉ tentative")
    reader.scores("6", *map(str, TALENTS.values()))


def test_the_table_by_keyboard(page: Page) -> None:
    one = Reader(page, js=True)
    begin(one, "table")
    page.locator("#e-chance").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#t-c1")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#t-c2")).to_be_focused()
    page.keyboard.press("Enter")
    one.reads("Chance à l’épreuve")
    expect(page.get_by_role("img", name="Table de Hasard, case 2")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_a_finger_finds_every_cell(page: Page, width: int) -> None:
    """The grid fills the phone's width, in cells no smaller than a finger."""
    page.set_viewport_size({"width": width, "height": 700})
    one = Reader(page, js=True)
    begin(one, "table")
    one.tap("e-chance")
    cells = page.locator(".blank button")
    expect(cells).to_have_count(36)
    boxes = [cells.nth(n).bounding_box() for n in (0, 5, 35)]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 48
    assert boxes[0]["x"] < 8
    assert boxes[1]["x"] + boxes[1]["width"] > width - 8
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # or axe measures a fading colour
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    for path in ("/nouvelle/h5", "/regles/h5"):
        page.goto(path)
        problems += axe(page)
    one = Reader(page, js=True)
    begin(one, "table")
    problems += axe(page)
    one.tap("e-chance")
    expect(page.locator("#t-c1")).to_be_visible()
    problems += axe(page)
    one.tap("t-c1")
    one.reads("Chance")
    problems += axe(page)
    for name in TABS:
        one.tab(name)
        for fold in page.locator("main details > summary").all():
            if fold.is_visible():
                fold.click()
        problems += axe(page)
    meet(one)
    problems += axe(page)
    one.tap("c-a")
    point(one, 4, "vous")
    expect(page.locator("form[data-tray] .had, #combat .duel").first).to_be_visible()
    problems += axe(page)
    one.tab("Combat")
    one.tap("r1")
    problems += axe(page)
    one.tab("Feuille")
    one.tap("g-endurance-")
    one.tap("g-endurance-")
    one.tap("g-endurance-")
    expect(page.locator("#rendezvous, #fin").first).to_be_attached()
    problems += axe(page)
    assert problems == []
