"""Several phones on one sheet: each a browser context of its own, told apart by name."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.serving import WATCHED

PATIENCE = 20_000
"""Milliseconds for what must happen; how soon it does is measured in the page, never by a time-out."""

FACES = "4,3,5,2,3"
"""Habileté 10, Endurance 20, Chance 8, Présence 6."""

JSON = {"accept": "application/json"}

WATCH = """
window.told = {};   // when each entry was first shown, and when the last tap was
window.tapped = 0;
addEventListener("click", () => { window.tapped = Date.now(); }, true);
document.addEventListener("DOMContentLoaded", () => {
  const look = () => { window.told[document.getElementById("etat")?.dataset.seq] ??= Date.now(); };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
});
"""
UNLIKE = re.compile(
    r' name="once" value="[^"]*"| data-htmx-powered="[^"]*"| tabindex="-1"| class=""|\s+(?=")'
    r'|<b id="ecrans".*?</b>'
)


@dataclass(frozen=True)
class SheetAt:
    """A fresh sheet, driven by a program: it never waits for a screen."""

    server: str
    key: str

    @classmethod
    def begin(cls, server: str, series: str = "df51", **made: str) -> "SheetAt":
        data = {"series": series, "nom": "Aldric", **(made or {"faces": FACES})}
        answer = httpx2.post(f"{server}/feuilles", data=data)
        assert answer.status_code == 303, answer.text
        return cls(server, answer.headers["location"].split("/")[2])

    def at(self, rubric: str = "", key: str = "") -> str:
        return f"{self.server}/f/{key or self.key}{rubric and '/'}{rubric}"

    def play(self, move: str, **fields: object) -> dict[str, Any]:
        data = {"move": move, **{name: str(value) for name, value in fields.items()}}
        answer = httpx2.post(self.at("journal"), data=data, headers=JSON, timeout=30)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def read_key(self) -> str:
        page = httpx2.get(self.at("partage")).text
        found = WATCHED.search(page)
        assert found
        return found[2]

    def export(self) -> dict[str, Any]:
        return httpx2.get(self.at("export.json")).json()

    def seq(self) -> int:
        return self.export()["seq"]

    def journal(self) -> list[dict[str, Any]]:
        """Every entry, with no gap in their numbers."""
        export = self.export()
        assert [entry["seq"] for entry in export["journal"]] == list(range(1, export["seq"] + 1))
        return export["journal"]


@dataclass
class Phone:
    page: Page
    directs: list[str] = field(default_factory=list)
    """The addresses of the live lines it opened."""

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if urlsplit(url).path.endswith("/direct"):
            self.directs.append(url)

    def open(self, address: str) -> "Phone":
        self.page.goto(address)
        return self

    def by_id(self, element: str) -> Locator:
        return self.page.locator(f"[id='{element}']")

    def tap(self, element: str) -> None:
        self.by_id(element).click()

    def press(self, element: str) -> None:
        """Put a finger down on it and leave it there."""
        box = self.by_id(element).bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()

    def shows(self, seq: int) -> None:
        """It shows this entry; nothing was tapped for it."""
        expect(self.page.locator("#etat")).to_have_attribute("data-seq", str(seq), timeout=PATIENCE)

    def shown(self) -> int:
        return int(self.page.locator("#etat").get_attribute("data-seq") or 0)

    def reads(self, element: str, text: str) -> None:
        expect(self.by_id(element)).to_contain_text(text, timeout=PATIENCE)

    def signs(self, text: str) -> None:
        """The sign of the live line says this, or is not there."""
        sign = self.page.locator("#direct")
        if not text:
            expect(sign).to_be_hidden(timeout=PATIENCE)
            return
        expect(sign).to_be_visible(timeout=PATIENCE)
        expect(sign).to_contain_text(text, timeout=PATIENCE)

    def scores(self, *values: str) -> None:
        expect(self.page.locator("#scores b")).to_have_text(values, timeout=PATIENCE)

    def at_rest(self) -> Page:
        """The page, once what fades in has done so."""
        self.page.evaluate("async () => { for (const one of document.getAnimations()) await one.finished; }")
        return self.page

    def told(self) -> dict[str, int]:
        return self.page.evaluate("() => window.told")

    def tapped(self) -> int:
        return self.page.evaluate("() => window.tapped")

    def look(self) -> dict[str, str]:
        """The fragments as they stand, apart from keys of forms, marks of htmx, and the badge."""
        found = self.page.locator("#entete, #scores, main > [id], #plateau, #suite").evaluate_all(
            "all => all.map((one) => [one.id, one.outerHTML])"
        )
        return {name: UNLIKE.sub("", html) for name, html in found}


NewPhone = Callable[..., Phone]


@contextmanager
def tabs(playwright: Playwright, chromium: str, flags: list[str], folder: Path) -> Iterator[NewPhone]:
    """Hands out the tabs of one window: the last one opened or brought to the front hides the others.

    Under its own pages Playwright keeps focus emulation on: `document.hidden` stays false whatever is done,
    another tab in front, a minimized window, `Page.setWebLifecycleState`. So Chromium is started here, and
    Playwright comes in without its defaults.
    """
    flags = [*flags, "--headless", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    process = subprocess.Popen([chromium, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        browser = playwright.chromium.connect_over_cdp(
            _debugger(process, folder), no_defaults=True, timeout=120_000
        )
        context = browser.contexts[0]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        yield lambda address: Phone(context.new_page()).open(address)
        browser.close()
    finally:
        process.terminate()
        process.wait(timeout=30)


def _debugger(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Where Chromium says that it listens."""
    said = folder / "DevToolsActivePort"
    for _ in range(300):
        if said.exists() and (lines := said.read_text().split()):
            return f"http://127.0.0.1:{lines[0]}"
        assert process.poll() is None, "Chromium did not start"
        time.sleep(0.1)
    raise AssertionError("Chromium did not say where it listens")


@contextmanager
def phones(browser: Browser, arguments: dict[str, Any]) -> Iterator[NewPhone]:
    """Hands out phones; all are put away at the end."""
    made: list[BrowserContext] = []

    def phone(address: str = "", **more: Any) -> Phone:
        context = browser.new_context(**{**arguments, **more})
        made.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        found = Phone(context.new_page())
        return found.open(address) if address else found

    try:
        yield phone
    finally:
        for context in made:
            context.close()
