"""Whatever is wrong with what an operator wrote is said in one sentence, without the password in it."""

import subprocess
from pathlib import Path

import pytest

from app.store.engine import address
from app.store.unfit import Unfit
from tests.store.test_backup import command


def said(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that was said."""
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    "url",
    [
        "garbage",
        "",
        "mysql://lea:secret@host/base",
        "postgresql+psycopg2://lea:secret@host/base",
        "postgresql://lea:secret@localhost:notaport/x",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(Unfit, match="not the address of a database") as no:
        address(url)
    assert "lea" not in str(no.value)


@pytest.mark.parametrize(
    ("args", "url"),
    [
        (("check",), "postgresql://lea:secret@localhost:notaport/x"),
        (("serve",), "garbage"),
        (("serve",), "sqlite:////proc/x/f.db"),
        (("migrate",), "sqlite:////proc/x/f.db"),
        (("serve",), "sqlite:////proc/f.db"),
        (("restore", __file__), "sqlite:////proc/f.db"),
    ],
)
def test_what_cannot_be_used(args: tuple[str, ...], url: str) -> None:
    assert "secret" not in said(command(url, *args))


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "feuille.db").mkdir()
    url = f"sqlite:///{tmp_path / 'feuille.db'}"
    for args in (("check",), ("serve",), ("restore", __file__)):
        assert said(command(url, *args)) == "The database cannot be used: unable to open database file"


def test_a_folder_that_takes_no_copy(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'feuille.db'}"
    assert command(url, "migrate").returncode == 0
    assert said(command(url, "backup", "/proc/copie")).startswith("/proc/copie cannot be written:")


@pytest.mark.parametrize("name", ["FEUILLE_CREATIONS", "FEUILLE_MAX_BODY"])
def test_a_mistyped_setting(tmp_path: Path, name: str) -> None:
    done = command(f"sqlite:///{tmp_path / 'feuille.db'}", "serve", **{name: "abc"})
    assert said(done).startswith(f"{name}: ")


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped' / 'feuille.db'}"
    assert said(command(url, "check")).startswith("There are no sheets")
    assert not (tmp_path / "mistyped").exists()
