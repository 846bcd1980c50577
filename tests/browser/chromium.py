"""Where Chromium is, or how to get it: on PATH, else from apt, else from Playwright. Never a skipped test."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APT = "apt-get update -qq && apt-get install -y --no-install-recommends chromium"
PLAYWRIGHT = [sys.executable, "-m", "playwright", "install", "chromium"]

FLAGS = [
    "--disable-gpu",
    # A test browser asks nothing of the network but the page under test.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Chromium refuses its sandbox to root.
    *(["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []),
]


def on_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time: of those that run the tests the first installs, the others find."""
    with (Path(tempfile.gettempdir()) / "feuille-chromium.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def find_or_install(playwrights_own: str) -> str:
    if found := on_path():
        return found
    if Path(playwrights_own).exists():
        return playwrights_own

    tried = []
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        tried.append(_run(["sh", "-c", APT]))
        if found := on_path():
            return found
    tried.append(_run(PLAYWRIGHT))
    if Path(playwrights_own).exists():
        return playwrights_own

    raise RuntimeError(
        "The browser tests need Chromium, and it could not be installed here. Either of these fixes it:\n"
        f"  Debian, Ubuntu, as root:  {APT}\n"
        "  elsewhere:                .venv/bin/python -m playwright install chromium\n\n" + "\n".join(tried)
    )


def _run(command: list[str]) -> str:
    """Run quietly; what was said last is kept for the message, should nothing work."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
    )
    return f"$ {' '.join(command)}   (exit {done.returncode})\n" + "\n".join(done.stdout.splitlines()[-8:])
