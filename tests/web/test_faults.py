"""What goes wrong around the app has a calm answer, and play goes on once it is over."""

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from psycopg.errors import DiskFull
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, OperationalError
from starlette.testclient import TestClient

from app.config import Settings
from app.main import build
from app.store import journal
from app.store.check import check
from tests.databases import Postgres, dumped, postgres
from tests.web.player import JSON, Player
from tests.web.stage import HX, other, rubrics, serve


def fill_disk(client: TestClient, pages: int) -> None:
    """From now on SQLite takes no page more than these; 0 stands for a disk with room."""
    engine = client.app.state.db.engine
    engine.dispose()

    @event.listens_for(engine, "connect")
    def bound(connection: object, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages or 2**30}")


def test_a_full_disk_refuses_the_move_and_keeps_the_rest(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        player.play("noter", texte="avant")
        with client.app.state.db.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        fill_disk(client, pages + 10)
        kept, refused = 0, None
        while refused is None and kept < 200:
            answer = player.post("noter", JSON, texte="x" * 4000)
            kept, refused = kept + (answer.status_code == 200), answer if answer.status_code != 200 else None
        assert refused is not None and kept
        assert refused.status_code == 507
        assert "plus de place" in refused.json()["sentence"]
        assert (tmp_path / "feuille.db-wal").stat().st_size == 0  # the log is not what keeps it full
        assert "plus de place" in player.post("noter", texte="x" * 4000).text
        assert "plus de place" in player.post("noter", HX, texte="x" * 4000).text
        db = client.app.state.db
        assert check(db).faults == ()
        assert player.export()["seq"] == 2 + kept
        assert client.get(f"/f/{player.key}").status_code == 200
        fill_disk(client, 0)
        player.play("noter", texte="x" * 4000)
        assert check(db).faults == ()


def test_a_full_disk_of_postgresql_is_told_the_same(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, DiskFull("could not extend file: No space left on device"))

    monkeypatch.setattr(journal, "_write", full)
    assert player.post("gagner_or", JSON, pieces=1).status_code == 507


def test_a_locked_database_is_said_and_comes_back(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        db = client.app.state.db
        event.listen(db.engine, "connect", lambda c, _: c.execute("PRAGMA busy_timeout=50"))
        db.engine.dispose()
        lock = sqlite3.connect(db.url.database, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answer = player.post("gagner_or", pieces=1)
        assert answer.status_code == 503
        assert "rien n’est perdu" in answer.text
        assert client.get(f"/f/{player.key}").status_code == 200  # reading goes on
        lock.close()
        player.play("gagner_or", pieces=1)


def test_a_damaged_file_is_said_in_a_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serve(tmp_path) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        client.app.state.db.engine.dispose()
        Path(client.app.state.db.url.database).write_bytes(b"\x17" * 100_000)
        for answer in (player.post("gagner_or", JSON, pieces=1), client.get(f"/f/{player.key}")):
            assert answer.status_code == 503
            assert "copie de sauvegarde" in answer.text
        assert client.get("/sante").status_code == 503
    lines = [record for record in caplog.records if record.name == "feuille"]
    assert [record.getMessage() for record in lines] == ["database: file is not a database"] * 3
    assert not any(record.exc_info for record in caplog.records)


def test_a_fault_of_ours_is_not_said_to_be_the_database_s(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        with client.app.state.db.writing() as connection:
            connection.exec_driver_sql(
                "CREATE TRIGGER no BEFORE INSERT ON journal_entry BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        with pytest.raises(IntegrityError):
            player.post("gagner_or", JSON, pieces=1)


def test_waiting_moves_do_not_keep_readers_waiting(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        lock = sqlite3.connect(client.app.state.db.url.database, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(60) as pool:
            waiting = [
                pool.submit(Player(other(client), player.key).post, "gagner_or", JSON, pieces=1)
                for _ in range(60)
            ]
            time.sleep(1)
            began = time.monotonic()
            page = client.get(f"/f/{player.key}")
            took = time.monotonic() - began
            lock.close()
            answers = [job.result().status_code for job in waiting]
        assert (page.status_code, answers) == (200, [200] * 60)
        assert took < 1
        assert player.score("or") == 60


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    with postgres("fsync = off") as made:
        yield made


def test_a_postgresql_that_went_away_comes_back(own: Postgres) -> None:
    app = build(Settings(database_url=own.url("postgres")))
    with TestClient(app, follow_redirects=False) as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        own.stop()
        answer = player.post("gagner_or", pieces=1, once="k")
        assert answer.status_code == 503
        assert "rien n’est perdu" in answer.text
        assert client.get("/").status_code in (200, 503)
        assert client.get("/sante").status_code == 503
        own.start()
        assert client.get("/sante").status_code == 200
        assert player.post("gagner_or", JSON, pieces=1, once="k").json()["again"] is False
        assert player.score("or") == 1
        assert check(app.state.db).faults == ()


def test_a_clock_that_goes_backwards_changes_nothing(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.play("gagner_or", pieces=1)

    class Earlier(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.now(UTC) - timedelta(days=400)

    monkeypatch.setattr(journal, "datetime", Earlier)
    player.play("gagner_or", pieces=2)
    player.play("annuler", entree=3)
    journal_of = player.export()["journal"]
    assert [entry["seq"] for entry in journal_of] == [1, 2, 3, 4]
    assert journal_of[2]["at"] < journal_of[1]["at"]
    assert player.score("or") == 1
    for address in rubrics(player.key):
        assert player.client.get(address).status_code == 200
    assert check(player.client.app.state.db).faults == ()


def test_a_sheet_of_an_unknown_book_is_said_calmly(player: Player) -> None:
    second = Player.begin(player.client, faces="4,3,5,2,3", nom="Berthe")
    db = player.client.app.state.db
    with db.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE character SET series = 'disparue' WHERE id = (SELECT min(id) FROM character)"
        )
    before = dumped(db)
    home = player.client.get("/")
    assert home.status_code == 200
    assert "Berthe" in home.text and "Aldric" not in home.text
    for address in (*rubrics(player.key), f"/f/{player.key}/partage", f"/f/{player.key}/export.json"):
        answer = player.client.get(address)
        assert answer.status_code == 501
        assert "elle est gardée" in answer.text
    assert player.post("gagner_or", pieces=1).status_code == 501
    assert dumped(db) == before
    assert player.key in player.client.cookies["feuilles"]
    second.play("gagner_or", pieces=1)
    assert "disparue" in check(db).faults[0]
