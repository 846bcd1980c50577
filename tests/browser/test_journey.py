"""A whole evening on a phone with one's own dice, with and without JavaScript; then axe on every screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.reader import Reader

TABS = ("Feuille", "Combat", "Sac", "Plan", "Journal")


def begin(reader: Reader, *, own: bool) -> None:
    reader.page.goto("/nouvelle/df51")
    reader.fill("nom", "Aldric")
    if own:
        reader.page.locator("label:has([value=miens])").click()
    reader.page.get_by_role("button", name="Lancer les dés").click()
    if own:
        reader.throw(4, prompt="Habileté")
        reader.throw(3, 5, prompt="Endurance")
        reader.throw(2, prompt="Chance")
        reader.throw(3, prompt="Présence")
    reader.page.get_by_role("link", name="Commencer l’aventure").click()


def test_an_evening(reader: Reader) -> None:
    begin(reader, own=True)
    reader.scores("10", "20", "8", "6")

    reader.tab("Combat")
    reader.fill("c-bn", "Spectre")
    reader.fill("c-be", "3")
    reader.tap("c-bv")
    reader.tap("c-a")
    reader.throw(3, 4, prompt="Spectre")
    reader.throw(4, 4, prompt="vous")
    reader.throw(6, prompt="couteau")
    reader.reads("Spectre −2 Endurance (1)")
    reader.tap("c-o")
    reader.throw(4, 4, prompt="Chance")
    reader.reads("adversaire vaincu")
    reader.scores("10", "20", "7", "6")

    reader.tab("Feuille")
    reader.tap("g-endurance2")
    reader.scores("10", "18", "7", "6")

    reader.tab("Sac")
    reader.tap("p-m")
    reader.reads("Endurance +2 (20)")
    reader.tap("su-a")
    reader.reads("Annulé")
    reader.scores("10", "18", "7", "6")
    reader.tap("q-t")
    reader.fill("q-tn", "Potion ambrée")
    reader.tap("q-tv")
    reader.page.get_by_role("button", name="Boire Potion ambrée").click()
    reader.reads("bouteille vide")
    reader.page.locator("#possessions summary[aria-label^='Bouteille vide']").click()
    reader.page.locator("#possessions [name=contenu]").fill("Eau claire")
    reader.page.locator("#possessions form:has([name=contenu]) button").last.click()
    expect(reader.page.locator("#possessions")).to_contain_text("Eau claire")

    reader.tab("Plan")
    reader.fill("l-n", "137")
    reader.tap("l-v")
    reader.reads("137")
    reader.fill("k-t", "La clef est sous la pierre.")
    reader.tap("k-v")
    reader.reads("La clef")
    reader.page.reload()
    expect(reader.page.locator("#notes")).to_contain_text("La clef")

    reader.tab("Feuille")
    reader.tap("h-f")
    reader.tap("h-fm")
    expect(reader.page.locator("#fin")).to_contain_text("s’arrête ici")
    reader.tap("fin-r")
    reader.fill("fin-e", "5")
    reader.tap("fin-v")
    reader.scores("10", "5", "7", "6")

    reader.tap("h-t")
    reader.tap("h-tv")
    for faces, prompt in (((6,), "Habileté"), ((6, 6), "Endurance"), ((6,), "Chance"), ((6,), "Présence")):
        reader.throw(*faces, prompt=prompt)
    expect(reader.page.locator("#entete")).to_contain_text("2ᵉ tentative")
    reader.scores("12", "24", "12", "7")
    reader.tab("Plan")
    expect(reader.page.locator("#notes")).to_contain_text("La clef")
    expect(reader.page.locator("#tentatives")).to_contain_text("137")


def test_a_hero_thrown_again_with_own_dice_is_shown_again(reader: Reader) -> None:
    reader.page.goto("/nouvelle/df51")
    reader.fill("nom", "Aldric")
    reader.page.locator("label:has([value=miens])").click()
    reader.page.get_by_role("button", name="Lancer les dés").click()
    throws = ((4, 1), "Habileté"), ((3, 5, 2), "Endurance"), ((2, 6), "Chance"), ((3, 4), "Présence")
    for faces, prompt in throws:
        reader.throw(*faces[: len(faces) - 1], prompt=prompt)
    hero = reader.page.url
    reader.page.get_by_role("button", name="Relancer").click()
    expect(reader.page.get_by_role("heading", level=1)).to_contain_text("Aldric")
    expect(reader.page.get_by_role("navigation")).to_have_count(0)
    reader.page.get_by_role("link", name="Renoncer").click()
    expect(reader.page).to_have_url(hero)
    reader.page.get_by_role("button", name="Relancer").click()
    for faces, prompt in throws:
        reader.throw(*faces[1 - len(faces) :], prompt=prompt)
    expect(reader.page).to_have_url(hero)
    expect(reader.page.locator("main")).to_contain_text("Gardez ce lien")
    expect(reader.page.locator(".start .num")).to_have_text(["7", "19", "12", "6"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    for path in ("/", "/nouvelle/df51", "/regles/df51"):
        page.goto(path)
        problems += axe(page)
    reader = Reader(page, js=True)
    begin(reader, own=False)
    for name in TABS:
        reader.tab(name)
        problems += axe(page)
    reader.tab("Combat")
    reader.fill("c-bn", "Spectre")
    reader.tap("c-bv")
    reader.tap("c-a")
    reader.reads("Assaut 1")
    problems += axe(page)
    assert problems == []
