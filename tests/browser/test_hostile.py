"""Hostile text on a real page: nothing runs, nothing is asked of another site, and it keeps its width."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

import httpx2
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from app.web.rubrics import RUBRICS
from tests.web.hostile import TEXTS

REPORT = """addEventListener("securitypolicyviolation", (e) =>
  console.error(`CSP: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile} ${e.sample}`));"""
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 422\b")
WRITE = """(text) => {
  const box = document.getElementById("k-t");
  box.required = false;
  box.value = text;
  box.form.requestSubmit();
}"""
WIDE = "document.scrollingElement.scrollWidth > innerWidth"
NAMED = ("trouver_potion", "trouver_arme", "creer_compteur", "renommer")


@dataclass
class Sheet:
    """A sheet, and a program that writes on it."""

    server: str
    client: httpx2.Client
    address: str = ""

    def __post_init__(self) -> None:
        self.address = self.post("/feuilles", series="df51", nom="Aldric").removesuffix("/heros")

    def post(self, path: str, **fields: object) -> str:
        """Where the answer leads; empty where the form is refused."""
        form = {"content-type": "application/x-www-form-urlencoded"}
        body = urlencode({name: str(value) for name, value in fields.items()}, errors="surrogatepass")
        answer = self.client.post(self.server + path, content=body, headers=form)
        assert answer.status_code in (303, 422), answer.text
        return answer.headers.get("location", "")

    def play(self, move: str, **fields: object) -> None:
        self.post(f"{self.address}/journal", move=move, **fields)

    def write(self, text: str) -> None:
        """Into whatever a reader names, signed with it too; and a fight with a foe of this name."""
        self.post(f"{self.address}/signature", nom=text)
        for move in NAMED:
            self.play(move, nom=text)
        self.play("trouver", sorte="objet", nom=text, note=text)
        self.play("noter", texte=text)
        self.play("combattre", nom=text, habilete=1, endurance=1, modificateur=1, raison=text)
        self.play("combattre", nom="Spectre", habilete=1, endurance=9, modificateur=1, raison=text)
        self.play("assaut", turn=1, faces="1,1,6,6,1")
        self.play("tester", score="habilete", modificateur=1, raison=text, faces="1,1")


@dataclass
class Watch:
    """What must not happen on any page of a window."""

    home: str
    seen: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.add_init_script(REPORT)
        context.on("page", self._page)
        context.on(
            "request", lambda request: request.url.startswith(self.home) or self.seen.append(request.url)
        )

    def _page(self, page: Page) -> None:
        page.on("dialog", self._dialog)
        page.on("pageerror", lambda error: self.seen.append(str(error)))
        page.on("console", lambda said: said.type != "error" or self._said(said.text))

    def _said(self, text: str) -> None:
        if not REFUSED.match(text):
            self.seen.append(text)

    def _dialog(self, dialog: Dialog) -> None:
        self.seen.append(dialog.message)
        dialog.dismiss()


def test_hostile_text_is_only_text(context: BrowserContext, base_url: str) -> None:
    watch, too_wide = Watch(base_url), []
    watch.over(context)
    page, notes, watcher = (context.new_page() for _ in range(3))

    def fits(one: Page, what: str) -> None:
        if one.evaluate(WIDE):
            too_wide.append((one.url.removeprefix(base_url), what))

    with httpx2.Client() as client:
        sheet = Sheet(base_url, client)
        page.goto(f"{sheet.address}/partage")
        watcher.goto(f"{page.locator('#l-lecture').input_value()}/sac")
        notes.goto(f"{sheet.address}/plan")
        for text in TEXTS:
            sheet.write(text)
            page.goto(f"{sheet.address}/combat")
            fits(page, text)
            sheet.play("finir_combat")
            with notes.expect_response(lambda answer: answer.request.method == "POST"):
                notes.evaluate(WRITE, text.replace("\ud800", ""))
            fits(notes, text)
    for rubric in ("", *RUBRICS, "partage", "heros"):
        page.goto(f"{sheet.address}/{rubric}".rstrip("/"))
        fits(page, rubric)
    page.goto("/")
    fits(page, "home")
    expect(notes.locator("#notes")).to_contain_text("DROP TABLE")
    expect(watcher.locator("#possessions")).to_contain_text("DROP TABLE")
    fits(watcher, "watched")
    assert watch.seen == []
    assert too_wide == []


def test_the_watch_hears_each_of_them(context: BrowserContext, base_url: str) -> None:
    """Else its silence would prove nothing."""
    watch = Watch(base_url)
    watch.over(context)
    page = context.new_page()
    page.goto("/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("document.body.setAttribute('onclick', 'window.ran = true')")
    page.evaluate("fetch('http://evil.example/').catch(() => 0)")
    page.evaluate("setTimeout(() => { throw new Error('thrown'); })")
    page.evaluate("alert('opened')")
    heard = " ".join(watch.seen)
    for sign in ("CSP: style-src-attr", "CSP: script-src-attr", "CSP: connect-src", "thrown", "opened"):
        assert sign in heard
