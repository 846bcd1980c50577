"""Lighthouse's marks for the page of a sheet on a phone, where Node is there."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from tests.browser.chromium import FLAGS
from tests.serving import serving

VERSION = "12.2.3"  # the last that runs on Node 18
KINDS = ("performance", "accessibility", "best-practices")


def rows(folder: Path) -> list[str]:
    """A row a kind; one that says why where it cannot be run."""
    npx, chromium = shutil.which("npx"), shutil.which("chromium") or shutil.which("google-chrome")
    if not npx or not chromium:
        return ["| Lighthouse | not run: Node and Chromium are needed | 100 |"]
    with serving(folder, f"sqlite:///{folder / 'lighthouse.db'}") as served:
        form = urlencode({"series": "df51", "nom": "Aldric"}).encode()
        with urlopen(f"{served.url}/feuilles", form) as hero:
            sheet = hero.url.removesuffix("/heros")
        done = subprocess.run(
            [
                *(npx, "--yes", f"lighthouse@{VERSION}", sheet, "--quiet", "--output=json"),
                *(f"--only-categories={','.join(KINDS)}", "--max-wait-for-load=6000"),
                f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
            ],
            env=os.environ | {"CHROME_PATH": chromium},
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    if done.returncode:
        return [f"| Lighthouse | not run: {done.stderr.strip().splitlines()[-1:]} | 100 |"]
    marks = {kind: found["score"] * 100 for kind, found in json.loads(done.stdout)["categories"].items()}
    return [
        f"| Lighthouse, mobile, sheet page: {kind} | {mark:.0f} | 100{'' if mark == 100 else ' **missed**'} |"
        for kind, mark in marks.items()
    ]
