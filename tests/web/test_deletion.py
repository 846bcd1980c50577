"""A sheet is deleted by its edit key, with everything it owned, and from the list of the device."""

import threading

import pytest
from sqlalchemy import func, select
from sqlmodel import SQLModel

from app.store.keys import read_key
from tests.web.filled import fill
from tests.web.player import Player


def test_nothing_of_it_is_left(player: Player) -> None:
    fill(player)
    db = player.client.app.state.db
    told = threading.Event()
    with db.reading() as connection:
        number = connection.exec_driver_sql("SELECT id FROM character").scalar_one()
    db.watchers.watch(number, told.set)
    told.clear()
    answer = player.client.post(f"/f/{player.key}/suppression")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert player.key not in player.client.cookies.get("feuilles", "")
    assert told.is_set()
    with db.reading() as connection:
        for table in SQLModel.metadata.sorted_tables:
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0, table
    assert player.client.get(f"/f/{player.key}").status_code == 404
    assert player.client.get(f"/f/{read_key(player.key, 0)}").status_code == 404
    assert player.client.post(f"/f/{player.key}/suppression").status_code == 404


@pytest.mark.parametrize("engine", ["sqlite"])
def test_no_word_of_it_is_left_in_the_file(player: Player, engine: str) -> None:
    word = "Ysengrin-le-secret"
    db = player.client.app.state.db
    for _ in range(40):
        player.play("noter", texte=f"{word} {'x' * 3000}")
    path = db.url.database
    assert word.encode() in _bytes(path)
    player.client.post(f"/f/{player.key}/suppression")
    assert word.encode() not in _bytes(path)


def _bytes(path: str) -> bytes:
    from pathlib import Path

    file = Path(path)
    return b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*") if part.suffix != ".lock")


def test_other_sheets_stay(player: Player) -> None:
    other = Player.begin(player.client, faces="4,3,5,2,3", nom="Berthe")
    copied = player.client.post(f"/f/{player.key}/double").headers["location"].removeprefix("/f/")
    player.client.post(f"/f/{player.key}/suppression")
    assert Player(player.client, copied).export()["seq"] == other.export()["seq"] == 1


def test_it_takes_two_taps_and_the_link_to_play(player: Player) -> None:
    page = player.client.get(f"/f/{player.key}/partage").text
    assert f'action="/f/{player.key}/suppression"' in page
    assert page.index('<summary id="s-e"') < page.index(f"/f/{player.key}/suppression")
    reader = read_key(player.key, 0)
    assert "suppression" not in player.client.get(f"/f/{reader}/partage").text
    assert player.client.post(f"/f/{reader}/suppression").status_code == 403
    assert player.export()["seq"] == 1
