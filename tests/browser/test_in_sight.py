"""What matters stays under the reader's eyes: no page moves by itself, and what a move brings shows."""

import pytest
from playwright.sync_api import Page, expect

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
    reader.reads("Assaut")
    expect(reader.page.locator(".htmx-request")).to_have_count(0)
    assert reader.page.evaluate(lost) == []
