"""`make screenshots`: the README's picture, from the running app."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, find_or_install
from tests.serving import ROOT, serving

PLAYED = (
    {"move": "aller", "paragraphe": "137"},
    {"move": "perdre", "score": "endurance", "points": "6"},
    {"move": "combattre", "nom": "Spectre noyé", "habilete": "8", "endurance": "6"},
    {"move": "assaut", "turn": "1", "faces": "3,4,4,4,5"},
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as p:
        browser = p.chromium.launch(
            executable_path=find_or_install(p.chromium.executable_path), args=[*FLAGS, "--no-sandbox"]
        )
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, device_scale_factor=2, reduced_motion="reduce"
        )
        page = context.new_page()
        hero = {"series": "df51", "nom": "Aldric le Pêcheur", "faces": "4,3,5,2,3"}
        made = context.request.post(f"{served.url}/feuilles", form=hero)
        sheet = made.url.removesuffix("/heros")
        for move in PLAYED:
            context.request.post(f"{sheet}/journal", form=move)
        page.goto(f"{sheet}/combat")
        page.screenshot(path=ROOT / "docs" / "feuille.png")


if __name__ == "__main__":
    main()
