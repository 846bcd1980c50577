"""Static files: the right bytes in whatever form the browser takes, for ever under one version."""

import re

import pytest
from starlette.testclient import TestClient

from app.config import ROOT

NAMES = sorted(path.name for path in (ROOT / "static").iterdir())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("taken", ["br, gzip", "gzip", ""])
def test_a_file_is_the_same_in_every_form(client: TestClient, name: str, taken: str) -> None:
    answer = client.get(f"/static/{name}", headers={"accept-encoding": taken})
    assert answer.content == client.get(f"/static/{name}", headers={"accept-encoding": ""}).content
    assert answer.headers.get("content-encoding", "") == taken.split(",")[0]
    assert "immutable" in answer.headers["cache-control"]
    assert "charset" in answer.headers["content-type"] or name.endswith((".svg", ".png"))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_served_as_it_is_written_and_ours_without_comments(client: TestClient, name: str) -> None:
    served, written = client.get(f"/static/{name}").text, (ROOT / "static" / name).read_text()
    if name in ("app.js", "live.js", "typing.js"):
        assert len(served) < 0.8 * len(written)
        assert "//" not in served
        assert re.findall(r'"htmx:[a-z:]+"', served) == re.findall(r'"htmx:[a-z:]+"', written)
    else:
        assert served == written


@pytest.mark.parametrize("name", ["absent.js", "..%2fapp%2fmain.py", "%2e%2e/pyproject.toml", "%00", ""])
def test_nothing_else_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_pages_ask_for_files_that_exist(client: TestClient) -> None:
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").text):
        assert client.get(address).status_code == 200
