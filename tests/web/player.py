"""A client that drives a sheet over HTTP, as docs/moves.md tells."""

from dataclasses import dataclass
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

JSON = {"accept": "application/json"}


@dataclass
class Player:
    client: TestClient
    key: str

    @classmethod
    def begin(cls, client: TestClient, **fields: str) -> "Player":
        answer = client.post("/feuilles", data={"series": "df51", "nom": "Aldric", **fields})
        assert answer.status_code == 303, answer.text
        return cls(client, answer.headers["location"].split("/")[2])

    def post(self, move: str, headers: dict[str, str] | None = None, **fields: object) -> Response:
        data = {"move": move, **{name: str(value) for name, value in fields.items()}}
        return self.client.post(f"/f/{self.key}/journal", data=data, headers=headers or {})

    def play(self, move: str, **fields: object) -> dict[str, Any]:
        answer = self.post(move, JSON, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, move: str, **fields: object) -> str:
        answer = self.post(move, JSON, **fields)
        assert answer.status_code == 422, answer.text
        return answer.json()["refusal"]

    def export(self) -> dict[str, Any]:
        return self.client.get(f"/f/{self.key}/export.json").json()

    @property
    def series(self) -> str:
        found: str = self.export()["series"]
        return found

    def score(self, key: str, holder: str = "hero") -> int:
        return self.export()["boxes"][f"score/{holder}/{key}"][1]

    def offer(self) -> int:
        return min(int(path.split("/")[1]) for path in self.export()["boxes"] if path.startswith("offer/"))

    def items(self, kind: str) -> dict[int, list[Any]]:
        boxes = self.export()["boxes"].items()
        return {int(p.split("/")[1]): box for p, box in boxes if p.startswith("item/") and box[0] == kind}
