"""Two players and a game master, each with a phone: a round, an opposition, a wound, all seeing the same."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import axe

SECOND = 1000


@dataclass
class Phone:
    """One of the three, with the pages it has open."""

    context: BrowserContext
    problems: list[str] = field(default_factory=list)

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.add_init_script("addEventListener('pointerdown', () => { window.tapped = Date.now(); }, true)")
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.goto(address)
        return page


@pytest.fixture
def phones(browser: Browser, browser_context_args: dict) -> Iterator[list[Phone]]:
    found = [Phone(browser.new_context(**browser_context_args)) for _ in range(3)]
    for phone in found:
        phone.context.set_default_timeout(8000)
    yield found
    for phone in found:
        phone.context.close()


def tap(page: Page, element: str) -> None:
    page.locator(f"[id='{element}']").click()


def create(phone: Phone, name: str, **scores: int) -> Page:
    """A character whose player throws real dice."""
    page = phone.open("/nouvelle/kadath")
    page.locator("#nom").fill(name)
    page.locator("label:has([value=miens])").click()
    for key, value in scores.items():
        page.locator(f"#{key}").fill(str(value))
    page.get_by_role("button", name="Créer le personnage").click()
    page.get_by_role("link", name="Ouvrir la feuille").click()
    return page


def link_to_watch(page: Page) -> str:
    """What the player gives the game master, from the share page."""
    sheet = page.url
    tap(page, "partage")
    link = page.locator("#l-lecture").input_value()
    page.goto(sheet)
    return link


def throw(page: Page, *faces: int) -> None:
    expect(page.locator("form[data-tray] h2")).to_contain_text(f"Lancez {len(faces)} dé")
    for die, face in enumerate(faces, 1):
        page.locator(f"label:has(#t{die}-{face})").click()


@dataclass(frozen=True)
class Shown:
    """What a page will show."""

    page: Page
    where: str
    text: str = ""

    def expect(self) -> None:
        self.page.evaluate(
            """([where, text]) => {
                const shown = () => document.querySelector(where)?.textContent.includes(text);
                window.seen = new Promise((then) => {
                    if (shown()) return then(0); // it was there before: no sign of anything
                    const look = (_, watch) => { if (shown()) { watch.disconnect(); then(Date.now()); } };
                    new MutationObserver(look).observe(
                        document, { subtree: true, childList: true, characterData: true, attributes: true });
                });
            }""",
            [self.where, self.text],
        )

    def at(self) -> int:
        """When it came, on the clock that all pages share."""
        soon = "() => Promise.race([window.seen, new Promise((then) => setTimeout(then, 15000, -1))])"
        at = self.page.evaluate(soon)
        assert at > 0, f"{self.where} {self.text}: {'shown before' if at == 0 else 'never shown'}"
        return at


class Lags:
    """Milliseconds from a tap on one phone to the others showing it, measured in the pages."""

    def __init__(self) -> None:
        self.found: list[int] = []

    def tap(self, page: Page, element: str, *shown: Shown) -> None:
        for one in shown:
            one.expect()
        tap(page, element)
        at = max(one.at() for one in shown)
        self.found.append(at - page.evaluate("() => window.tapped"))


def token(page: Page, case: int) -> Shown:
    """The token of a ligne de vie of six boxes on this one."""
    label = f"[aria-label='Ligne de vie : case {case} sur 6']"
    return Shown(page, f"#scores {label}, #membres {label}")


def test_a_round_at_the_table(phones: list[Phone], capsys: pytest.CaptureFixture[str]) -> None:
    one, two, master = phones
    lags = Lags()
    carter = create(one, "Randolph", muscles=3, reflexes=4)
    selma = create(two, "Selma", defense=2)

    round_ = master.open("/nouvelle/kadath_table")
    round_.locator("#nom").fill("Mardi soir")
    round_.get_by_role("button", name="Ouvrir la table").click()
    table = round_.locator("#lien").input_value()
    round_.get_by_role("link", name="S’asseoir à la table").click()
    cards = master.open(f"{table}/fiches")
    for page in (carter, selma):
        cards.locator("#k-l").fill(link_to_watch(page))
        tap(cards, "k-v")
        expect(cards.locator("#k-l")).to_have_value("")
    expect(cards.locator("#membres h2").first).to_have_text("Randolph")
    # The table's own page, open all the while, offers both characters a seat.
    for name in ("Randolph", "Selma"):
        round_.get_by_role("button", name=f"{name} entre en jeu").click()
    expect(round_.locator("#scores")).to_contain_text("2 attendus")

    # Each player declares on the table's page, by the link the game master gave.
    theirs = [phone.open(table) for phone in (one, two)]
    lags.tap(theirs[0], "t1d2", *(Shown(page, "#scores", "1 attendu") for page in (theirs[1], round_)))
    carter.goto(f"{carter.url}/combat")
    selma.goto(f"{selma.url}/combat")
    lags.tap(
        theirs[1],
        "t2d1",
        Shown(round_, "#scores b", "Randolph"),
        Shown(theirs[0], "#scores b", "Randolph"),
        Shown(carter, "#autour", "C’est à vous de jouer"),
        Shown(selma, "#autour", "Au tour de Randolph"),
    )

    # Randolph strikes, with the two actions he declared; Selma answers with her Défense.
    carter.locator("nav").get_by_role("link", name="Feuille").click()
    expect(carter.locator("#epreuve")).to_contain_text("2 actions déclarées : −1")
    carter.locator("label:has(#e-cmuscles)").click()
    tap(carter, "e-v")
    throw(carter, 6, 5, 2)
    expect(carter.locator("#resultat .pool b")).to_have_text(["+2", "+1", "0"])
    expect(carter.locator("#resultat")).to_contain_text("2 réussites")
    expect(selma.locator("#autour")).to_contain_text("Répondre à Randolph : 2 réussites")
    selma.get_by_text("Répondre à Randolph").click()
    answer = selma.locator("#autour form").first
    expect(answer.locator("[name=reussites]")).to_have_value("2")
    expect(answer.locator("[name=valeur_adverse]")).to_have_value("3")
    answer.locator("label:has([value=defense])").click()
    answer.get_by_role("button", name="S’opposer à Randolph").click()
    throw(selma, 5, 1)
    expect(selma.locator("#resultat")).to_contain_text("opposition perdue")
    expect(cards.locator("#membres")).to_contain_text("contre 2 réussites de Randolph")

    # A wound: the token moves on her sheet, and on both other phones.
    theirs[0].goto(f"{table}/fiches")
    selma.locator("nav").get_by_role("link", name="Feuille").click()
    for case in (3, 2, 1):
        lags.tap(selma, f"v{case}", *(token(page, case) for page in (cards, theirs[0], selma)))
    for page in (cards, theirs[0]):
        expect(page.locator("#membres .bad")).to_have_text("À terre")

    # The turn is played on one phone, and is played on all three.
    lags.tap(round_, "t1a", Shown(theirs[1], "#scores b", "Selma"), Shown(cards, "#scores b", "Selma"))
    lags.tap(theirs[1], "t2a", Shown(round_, "#scores b", "Randolph"), Shown(cards, "#scores b", "Randolph"))
    lags.tap(
        round_, "t1a", Shown(theirs[1], "#scores", "Tous ont joué"), Shown(cards, "#scores", "Tous ont joué")
    )
    lags.tap(round_, "t-n", Shown(theirs[1], "#scores", "Round 2"), Shown(cards, "#scores", "Round 2"))
    expect(theirs[1].locator("#scores")).to_contain_text("2 attendus")

    # Selma leaves the table by one tap; her sheet goes from the game master's screen.
    tap(selma, "partage")
    selma.get_by_role("button", name="Quitter cette table").click()
    expect(cards.locator("#membres")).not_to_contain_text("Selma")
    expect(cards.locator("#membres")).to_contain_text("Randolph")
    median = statistics.median(lags.found)
    with capsys.disabled():
        print(f"\n    at the table: shown after {median:.0f} ms (median), {max(lags.found)} ms (slowest)")
    assert median <= SECOND
    assert [problem for phone in phones for problem in phone.problems] == []


def test_a_pasted_play_link_is_refused_and_forgotten(phones: list[Phone]) -> None:
    carter = create(phones[0], "Randolph")
    table = phones[1].open("/nouvelle/kadath_table")
    table.locator("#nom").fill("Mardi")
    table.get_by_role("button", name="Ouvrir la table").click()
    table.get_by_role("link", name="S’asseoir").click()
    table.locator("nav").get_by_role("link", name="Fiches").click()
    table.locator("#k-l").fill(carter.url)
    tap(table, "k-v")
    expect(table.locator("#suite")).to_contain_text("un secret")
    expect(table.locator("#membres")).to_contain_text("Aucune feuille")


def test_a_form_being_filled_is_left_alone_while_others_move(phones: list[Phone]) -> None:
    """A player sets circumstances while another's move comes in: what is set stays set."""
    carter, selma = create(phones[0], "Randolph"), create(phones[1], "Selma")
    table = phones[2].open("/nouvelle/kadath_table")
    table.locator("#nom").fill("Mardi")
    table.get_by_role("button", name="Ouvrir la table").click()
    table.get_by_role("link", name="S’asseoir").click()
    table.locator("nav").get_by_role("link", name="Fiches").click()
    for page in (carter, selma):
        table.locator("#k-l").fill(link_to_watch(page))
        tap(table, "k-v")
        expect(table.locator("#k-l")).to_have_value("")
    carter.locator("label:has(#e-cdefense)").click()
    tap(carter, "e-f+")
    asked: list[str] = []
    carter.on("request", lambda request: asked.append(request.url))
    tap(selma, "v4")
    expect(table.locator("#membres")).to_contain_text("case 4")
    carter.wait_for_timeout(1000)
    so_far = len(asked)
    carter.wait_for_timeout(1500)
    assert 0 < so_far == len(asked)  # it asked, found the form being filled, and does not ask without end
    assert carter.locator("#e-f").input_value() == "1"
    assert carter.locator("#e-cdefense").is_checked()
    tap(carter, "e-v")
    throw(carter, 5, 1)
    expect(carter.locator("#resultat")).to_contain_text("2 réussites")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(phones: list[Phone], scheme: str) -> None:
    problems: list[str] = []
    carter = create(phones[0], "Randolph", muscles=1)
    carter.emulate_media(color_scheme=scheme)
    carter.locator("nav").get_by_role("link", name="Combat").click()
    tap(carter, "a-a")
    carter.locator("#a-an").fill("Cotte de mailles")
    carter.locator("#a-am").fill("3")
    tap(carter, "a-av")
    table = phones[1].open("/nouvelle/kadath_table")
    table.emulate_media(color_scheme=scheme)
    table.locator("#nom").fill("Mardi")
    problems += axe(table)
    table.get_by_role("button", name="Ouvrir la table").click()
    problems += axe(table)
    table.get_by_role("link", name="S’asseoir").click()
    problems += axe(table)
    sheet = carter.url.removesuffix("/combat")
    carter.goto(sheet)
    table.goto(f"{table.url}/fiches")
    table.locator("#k-l").fill(link_to_watch(carter))
    tap(table, "k-v")
    expect(table.locator("#membres")).to_contain_text("Randolph")
    problems += axe(table)
    table.locator("nav").get_by_role("link", name="Round").click()
    table.get_by_role("button", name="Randolph entre en jeu").click()
    expect(table.locator("#p1")).to_be_visible()
    for n in range(2):
        tap(table, "p-t")
        table.locator("#p-tn").fill(f"Goule {n}")
        tap(table, "p-tv")
        expect(table.locator("#participants")).to_contain_text(f"Goule {n}")
    problems += axe(table)
    for n in (1, 2, 3):
        tap(table, f"t{n}d2")
    expect(table.locator("#tour")).to_contain_text("a joué")
    tap(table, "p1")
    problems += axe(table)
    table.locator("nav").get_by_role("link", name="Dés").click()
    tap(table, "d-xm")
    tap(table, "d-l")
    expect(table.locator("#resultat")).to_contain_text("réussite")
    problems += axe(table)
    for name in ("Notes", "Journal"):
        table.locator("nav").get_by_role("link", name=name).click()
        problems += axe(table)
    carter.locator("label:has(#e-cperception)").click()
    tap(carter, "e-v")
    throw(carter, 6, 1)
    expect(carter.locator("#resultat")).to_contain_text("test raté")
    tap(carter, "v1")
    expect(carter.locator("#scores")).to_contain_text("À terre")
    tap(carter, "e-xm")
    tap(carter, "m-d")
    problems += axe(carter)
    for name in ("Combat", "Affaires", "Notes", "Journal"):
        carter.locator("nav").get_by_role("link", name=name).click()
        problems += axe(carter)
    for path in ("/nouvelle/kadath", "/regles/kadath", "/regles/kadath_table", f"{sheet}/partage"):
        carter.goto(path)
        problems += axe(carter)
    assert problems + phones[0].problems + phones[1].problems == []


def test_the_line_has_its_white_and_black_boxes_and_numbers_their_width(phones: list[Phone]) -> None:
    carter = create(phones[0], "Randolph")
    tap(carter, "v3")
    expect(carter.locator("#scores .line i").nth(2)).to_have_class("on")
    for boxes in ("#scores .line i", ".tokens button"):
        colours = carter.locator(boxes).evaluate_all(
            "found => found.map((one) => getComputedStyle(one).backgroundColor)"
        )
        assert (colours[0], colours[-1]) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
        assert colours[1] not in (colours[0], colours[-1])
    table = phones[1].open("/nouvelle/kadath_table")
    table.locator("#nom").fill("Jeudi")
    table.get_by_role("button", name="Ouvrir la table").click()
    table.get_by_role("link", name="S’asseoir").click()
    table.locator("nav").get_by_role("link", name="Dés").click()
    ranks = table.locator("#des form").first.locator("label:has([name=valeur])")
    expect(ranks).to_have_count(7)
    widths = ranks.evaluate_all("found => found.map((one) => one.getBoundingClientRect().width)")
    assert min(widths) >= 44


def test_the_character_plays_without_javascript(browser: Browser, browser_context_args: dict) -> None:
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False})
    page = create(Phone(context), "Randolph", perception=3)
    page.locator("label:has(#e-cperception)").click()
    page.locator("#e-d").fill("1")
    tap(page, "e-v")
    for die, face in enumerate((6, 5, 1), 1):
        page.locator(f"label:has(#t{die}-{face})").click()
    tap(page, "t-v")
    expect(page.locator("#resultat")).to_contain_text("2 réussites")
    tap(page, "v2")
    expect(page.locator("#suite")).to_contain_text("case 2")
    tap(page, "su-a")
    expect(page.locator("#ligne")).to_contain_text("case 6 sur 6")
    context.close()
