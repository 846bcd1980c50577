"""A slow line: whichever file comes late, a tap does what it says."""

import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phones import SheetAt

LATE = 0.7


def late(route: Route) -> None:
    time.sleep(LATE)
    route.continue_()


@pytest.mark.parametrize("file", ["htmx.min.js", "app.js", "live.js", "typing.js"])
def test_a_late_file_changes_nothing(page: Page, server: str, file: str) -> None:
    """A file is late the first time only: the page before knew nothing of htmx, the page after has it all."""
    sheet = SheetAt.begin(server)
    page.route(f"**/static/{file}*", late)
    page.goto(sheet.at())
    page.locator("[id='g-endurance-']").click()
    expect(page.locator("#suite")).to_contain_text("Endurance −1 (19)")
    page.get_by_role("link", name="Journal").click()
    expect(page.locator("#journal")).to_contain_text("Endurance −1 (19)")
    assert [entry["move"] for entry in sheet.journal()] == ["creer", "perdre"]


def test_links_are_links_before_the_files_are_there(page: Page, server: str) -> None:
    sheet = SheetAt.begin(server)
    page.route("**/static/*.js*", late)
    page.goto(sheet.at(), wait_until="commit")
    page.get_by_role("link", name="Journal").click()
    expect(page.locator("#journal")).to_be_visible()
