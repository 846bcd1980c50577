"""The yardstick: a bare FastAPI endpoint doing one SELECT, one UPDATE, one INSERT and a 2 kB template."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.serving import ROOT, free_port

APP = """
import os
import threading
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment
from sqlalchemy import Column, Integer, MetaData, Table, insert, select, update
from app.store.engine import Database

db = Database(os.environ["BASELINE_URL"])
meta = MetaData()
hero = Table("hero", meta, Column("id", Integer, primary_key=True), Column("n", Integer))
log = Table("log", meta, Column("id", Integer, primary_key=True), Column("n", Integer))
meta.create_all(db.engine)
with db.writing() as c:
    c.execute(insert(hero), {"id": 1, "n": 0})
page = Environment(autoescape=True).from_string(
    "{% for i in range(40) %}<p class='row'><b>{{ i }}</b><i>{{ n }}</i> une ligne.</p>{% endfor %}"
)
app = FastAPI()

@app.post("/")
def move() -> HTMLResponse:
    with db.writing() as c:
        n = c.execute(select(hero.c.n).where(hero.c.id == 1).with_for_update()).scalar_one() + 1
        c.execute(update(hero).where(hero.c.id == 1).values(n=n))
        c.execute(insert(log), {"n": n})
    return HTMLResponse(page.render(n=n))

@app.get("/sante")
def health() -> str:
    return "ok"
"""


@contextmanager
def baseline(folder: Path, database_url: str) -> Iterator[str]:
    """Serve the bare endpoint on the same kind of database; yields its address."""
    port = free_port()
    (folder / "bare.py").write_text(APP)
    env = {"PYTHONPATH": f"{ROOT}:{folder}", "BASELINE_URL": database_url, "PATH": ""}
    command = [sys.executable, "-m", "uvicorn", "bare:app", "--port", str(port), "--no-access-log"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urlopen(f"http://127.0.0.1:{port}/sante", timeout=1).close()
                break
            except URLError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()
