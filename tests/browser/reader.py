"""A reader with a phone in one hand, whatever the book."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect


@dataclass
class Reader:
    """A reader with a phone in one hand."""

    page: Page
    js: bool

    def tap(self, element: str) -> None:
        self.page.locator(f"[id='{element}']").click()

    def fill(self, element: str, text: str) -> None:
        self.page.locator(f"[id='{element}']").fill(text)

    def tab(self, name: str) -> None:
        self.page.get_by_role("navigation").get_by_role("link", name=name).click()

    def throw(self, *faces: int, prompt: str) -> None:
        """Tap the faces of one throw; with JavaScript the last one sends them."""
        expect(self.page.locator("form[data-tray] h2")).to_contain_text(prompt)
        for die, face in enumerate(faces, 1):
            self.page.locator(f"label:has(#t{die}-{face})").click()
        if not self.js:
            self.tap("t-v")

    def reads(self, text: str) -> None:
        expect(self.page.locator("#suite")).to_contain_text(text)

    def scores(self, *values: str) -> None:
        expect(self.page.locator("#scores b")).to_have_text(values)
