"""The pages on a phone, in a real browser."""

from playwright.sync_api import Page, expect


def test_a_hero_is_thrown_and_loses_a_point(page: Page) -> None:
    page.goto("/nouvelle/df51")
    page.get_by_label("Nom de votre héros").fill("Aldric")
    page.get_by_role("button", name="Lancer les dés").click()
    page.get_by_role("link", name="Commencer l’aventure").click()
    page.locator("#m-endurance").click()
    expect(page.locator("#suite")).to_contain_text("Endurance −1")
