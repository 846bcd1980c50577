"""The real app in a process of its own: for the browser, for load, for a kill -9."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30
WATCHED = re.compile(r'id="l-lecture"[^>]*>([^<]*/f/([\w-]{22}))<')
"""The link to watch, and the key in it, on the page that shows it."""


@dataclass(frozen=True)
class Served:
    url: str
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def serving(folder: Path, database_url: str = "", port: int = 0, **env: str) -> Iterator[Served]:
    """Start the app on this port or a free one, its database and its log in `folder`; stop it at the end."""
    port = port or free_port()
    # What the developer has set for their own app must not leak into the tested one.
    clean = {k: v for k, v in os.environ.items() if not k.startswith("FEUILLE_")}
    settings = {
        "FEUILLE_DATABASE_URL": database_url or f"sqlite:///{folder / 'feuille.db'}",
        "FEUILLE_CREATIONS": "1000000/hour",  # every test asks from one address
        **env,
    }
    log = folder / "server.log"
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", str(port)],
            cwd=ROOT,
            env=clean | settings,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    served = Served(f"http://127.0.0.1:{port}", process, log)
    try:
        _wait_until_healthy(served)
        yield served
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_healthy(served: Served) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and served.process.poll() is None:
        try:
            with urlopen(f"{served.url}/sante", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.05)
    log = served.log.read_text(errors="replace")
    raise RuntimeError(f"The app did not answer GET /sante. Its log:\n{log}")
