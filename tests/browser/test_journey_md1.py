"""Le Maître du Destin 1 on a phone: shop, a fight against three, spells, blows placed, a fall and waking."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.reader import Reader

TABS = ("Feuille", "Combat", "Sac", "Plan", "Journal")


def begin(reader: Reader, *, own: bool) -> None:
    reader.page.goto("/nouvelle/md1")
    reader.fill("nom", "Aldric")
    if own:
        reader.page.locator("label:has([value=miens])").click()
    reader.page.get_by_role("button", name="Lancer les dés").click()
    if own:
        reader.throw(3, prompt="Endurance")
        reader.throw(3, prompt="Habileté")
        reader.throw(4, prompt="Pouvoir")
    reader.page.get_by_role("link", name="Choisir l’équipement").click()


def shop(reader: Reader) -> None:
    """Épée and Bouclier: 3 coins left, and why an armour cannot be bought any more."""
    reader.tap("x-epee")
    reader.reads("Or −5 (5 pièces)")
    reader.tap("x-bouclier")
    reader.reads("Or −2 (3 pièces)")
    armour = reader.page.locator("#boutique li", has_text="Cuirasse")
    expect(armour).to_contain_text("jamais bouclier et armure ensemble")
    expect(armour.get_by_role("button")).to_have_count(0)
    reader.tap("x-poignard")
    reader.reads("Poignard (Dégâts 2)")
    reader.tap("x-rpoignard")
    reader.reads("Rendu")
    expect(reader.page.locator("#boutique h2")).to_contain_text("3 pièces")
    expect(reader.page.locator("#scores")).to_contain_text("Défense +2")
    reader.tap("x-v")
    expect(reader.page.locator("#boutique")).to_be_hidden()


def meet(reader: Reader) -> None:
    """Orque 10/6, Loup 5/8 that deals 3, Sorcier 6/7 of Pouvoir 3."""
    reader.tab("Combat")
    for key, text in (("n", "Orque"), ("h", "10"), ("e", "6")):
        reader.fill(f"c-b{key}", text)
    reader.tap("c-bv")
    foes = (("Loup", "5", "8", "3", "0"), ("Sorcier", "6", "7", "4", "3"))
    for name, habilete, endurance, damage, power in foes:
        reader.tap("c-p")
        fields = {"n": name, "h": habilete, "e": endurance, "d": damage, "p": power}
        for key, text in fields.items():
            reader.fill(f"c-p{key}", text)
        reader.tap("c-pv")
        reader.reads(name)
    expect(reader.page.locator(".foe")).to_have_count(3)
    expect(reader.page.locator(".foe").last).to_contain_text("attend son tour")


def cast(reader: Reader, spell: str) -> None:
    reader.tap("c-s")
    reader.tap(f"fs-{spell}")


def test_shop_three_foes_spells_and_a_fall(reader: Reader) -> None:
    """With own dice: each throw is asked for in the book's order, and for whom."""
    begin(reader, own=True)
    reader.scores("9", "9", "8")
    shop(reader)
    meet(reader)

    reader.tap("c-a")
    reader.throw(5, 5, prompt="votre coup contre Orque")
    reader.reads("encore à vous")
    reader.page.locator("label:has(#c-t2)").click()
    expect(reader.page.locator("#c-a")).to_have_text("Frapper encore")
    reader.tap("c-a")
    reader.throw(4, 4, prompt="votre coup contre Loup")
    reader.throw(5, 5, prompt="pour Orque")
    reader.throw(6, 3, prompt="pour Loup")
    reader.reads("Orque : 4 points à placer")
    expect(reader.page.locator("#c-a")).to_have_count(0)
    expect(reader.page.locator("#c-h")).to_contain_text("9 → 5")
    reader.page.reload()
    reader.tap("c-h")
    reader.reads("Habileté −4 (5)")
    reader.scores("9", "5", "8")

    cast(reader, "hypnose")
    reader.throw(6, 6, prompt="pour Orque")
    reader.throw(1, 1, prompt="pour Loup")
    expect(reader.page.locator("#combat")).to_contain_text("Le sort échoue")
    reader.scores("9", "5", "6")
    reader.tap("c-e")
    reader.reads("Endurance −4 (5)")
    reader.scores("5", "5", "6")

    cast(reader, "hypnose")
    reader.throw(1, 1, prompt="pour Orque")
    reader.throw(1, 1, prompt="pour Loup")
    reader.throw(5, prompt="pour Sorcier : résister au sort")
    reader.throw(4, 4, 2, prompt="votre Hypnose")
    reader.reads("Loup s’endort")
    expect(reader.page.locator("#rencontres")).to_contain_text("Endormi")
    expect(reader.page.locator(".foe")).to_have_count(2)
    reader.scores("5", "5", "4")

    reader.page.locator("label:has(#c-t3)").click()
    reader.tap("c-a")
    reader.throw(1, 1, prompt="votre coup contre Sorcier")
    reader.throw(6, 6, prompt="pour Orque")
    reader.throw(6, 6, prompt="pour Sorcier")
    reader.tap("c-e")
    reader.reads("Endurance −4 (1)")
    reader.scores("1", "5", "4")
    expect(reader.page.locator("#c-e")).to_contain_text("sans connaissance")
    reader.tap("c-e")
    reader.reads("Vous perdez connaissance")
    expect(reader.page.locator("#fin")).to_contain_text("Sans connaissance")
    reader.tap("su-a")
    reader.reads("Annulé")
    reader.scores("1", "5", "4")
    reader.tap("c-e")
    reader.fill("fin-e", "4")
    reader.tap("fin-p")
    reader.reads("prisonnier")
    reader.scores("4", "5", "4")

    reader.tab("Feuille")
    expect(reader.page.locator("#variables")).to_contain_text("Prisonnier")
    reader.tap("v-e")
    expect(reader.page.locator("#variables")).not_to_contain_text("Prisonnier")
    reader.tap("m-s")
    reader.page.locator("label:has([id='fm-guerison2'])").click()
    reader.tap("fm-guerison")
    reader.reads("Habileté +4 (9)")
    reader.tap("m-r")
    reader.scores("4", "9", "8")
    reader.tap("s-c")
    reader.fill("s-cn", "Paralysie")
    reader.page.locator("label:has([id='s-ce2'])").click()
    reader.fill("s-cp", "2")
    reader.tap("s-cv")
    reader.throw(6, prompt="résister au sort")
    reader.reads("sans effet sur vous")


def test_a_fight_with_the_application_s_dice(reader: Reader) -> None:
    """Whatever falls, the page offers the next step, until the fight is over."""
    problems: list[str] = []
    reader.page.on("pageerror", lambda error: problems.append(str(error)))
    begin(reader, own=False)
    reader.tap("x-hache_d_armes")
    reader.tab("Combat")
    reader.fill("c-bn", "Gobelin")
    reader.tap("c-bv")
    reader.reads("Gobelin")
    for _ in range(80):
        told = reader.page.locator("#suite p").inner_text()
        step = next((n for n in ("c-e", "c-a") if reader.page.locator(f"#{n}").count()), None)
        if step is None:
            break
        reader.tap(step)
        expect(reader.page.locator("#suite p")).not_to_have_text(told)
    over = "Sans connaissance" if reader.page.locator("#fin-v").count() else "Hors de combat"
    expect(reader.page.locator("main")).to_contain_text(over)
    assert problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    for path in ("/nouvelle/md1", "/regles/md1"):
        page.goto(path)
        problems += at_rest(page)
    reader = Reader(page, js=True)
    begin(reader, own=True)
    problems += at_rest(page)
    shop(reader)
    for name in TABS:
        reader.tab(name)
        open_all(page)
        problems += at_rest(page)
    meet(reader)
    reader.tap("c-a")
    for faces, prompt in (((1, 1), "Orque"), ((6, 6), "pour Orque"), ((6, 6), "pour Loup")):
        expect(page.locator("form[data-tray] h2")).to_contain_text(prompt)
        problems += at_rest(page)
        reader.throw(*faces, prompt=prompt)
    reader.reads("à placer")
    open_all(page)
    problems += at_rest(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert small_targets(page) == []
    reader.tap("c-e")
    reader.reads("Endurance −4 (5)")
    reader.tap("c-h")
    reader.reads("Habileté −3 (6)")
    reader.tab("Feuille")
    for left in ("3", "1", "0"):
        reader.tap("g-endurance2")
        reader.reads(f"({left})")
        reader.scores(left, "6", "8")
    expect(page.locator("#fin-v")).to_be_visible()
    problems += at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert problems == []


def at_rest(page: Page) -> list[str]:
    """axe, once no answer is awaited: buttons are dimmed until then."""
    expect(page.locator(".htmx-request")).to_have_count(0)
    return axe(page)


def open_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


def small_targets(page: Page) -> list[str]:
    """What is to be tapped and is lower than 48 pixels, choices by the label they stand in."""
    return page.evaluate(
        """() => [...document.querySelectorAll('main button, main summary, main label:has(input), nav a')]
        .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 47.5)
        .map((one) => `${one.id || one.textContent} ${one.getBoundingClientRect().height}`)"""
    )
