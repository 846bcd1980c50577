"""`make bench`: what it costs, measured side by side in one run and printed as ratios."""

import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from tests.baseline import baseline
from tests.serving import Served, serving

CALLERS = 16
SECONDS = 4.0
HX = {"HX-Request": "true"}


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def call(
    url: str, form: dict[str, object] | None = None, headers: dict[str, str] | None = None
) -> tuple[str, bytes]:
    """The location and the body, as compressed by the server."""
    data = urlencode(form).encode() if form is not None else None
    request = Request(url, data, {"Accept-Encoding": "br", **(headers or {})})
    try:
        answer = build_opener(_Stay).open(request, timeout=30)
    except OSError as error:
        answer = error
        if getattr(error, "code", 0) != 303:
            raise
    with answer:
        return answer.headers.get("location", ""), answer.read()


@dataclass(frozen=True)
class Evening:
    """A sheet, what fills it, the rubrics then visited, and the heaviest moves."""

    hero: dict[str, object]
    filled: list[dict[str, object]]
    rubrics: tuple[str, ...]
    moves: list[dict[str, object]]


READER = Evening(
    {"series": "df51", "nom": "Aldric", "faces": "4,3,5,2,3"},
    [
        one
        for n in range(4)
        for one in (
            {"move": "trouver_potion", "nom": f"Potion {n}", "effet": "endurance", "points": 4},
            {"move": "trouver", "sorte": "objet", "nom": f"Objet {n}"},
        )
    ],
    ("feuille", "combat", "sac", "plan", "journal"),
    [
        {"move": "perdre", "score": "endurance", "points": 8, "rubric": "feuille"},
        {"move": "manger", "rubric": "sac"},
        {"move": "trouver", "sorte": "objet", "nom": "Corde", "rubric": "sac"},
        {"move": "perdre", "score": "endurance", "points": 1, "rubric": "feuille"},
        {"move": "noter", "texte": "Une clef sous la pierre", "rubric": "plan"},
        {"move": "lancer", "rubric": "journal"},
        {"move": "combattre", "nom": "Spectre", "habilete": 8, "endurance": 9, "rubric": "combat"},
        {"move": "assaut", "turn": 1, "faces": "3,4,6,6,6", "rubric": "combat"},
    ],
)
CHARACTER = Evening(
    {"series": "kadath", "nom": "Randolph Carter", "perception": 6},
    [
        *({"move": "ajouter_competence", "nom": f"Langue {n}", "valeur": 3} for n in range(4)),
        {"move": "trouver_armure", "nom": "Cotte de mailles", "muscles": 4},
        {"move": "trouver_arme", "nom": "Cimeterre"},
    ],
    ("feuille", "combat", "sac", "plan", "journal"),
    [
        {"move": "tester", "competence": "perception", "faces": "6,5,4,3,2,1", "rubric": "feuille"},
        {"move": "deplacer", "case": 3, "rubric": "feuille"},
        {
            "move": "opposer",
            "competence": "perception",
            "reussites": 2,
            "valeur_adverse": 3,
            "rubric": "combat",
        },
        {"move": "changer_competence", "competence": "muscles", "valeur": 3, "rubric": "sac"},
    ],
)
TABLE = Evening(
    {"series": "kadath_table", "nom": "Mardi soir"},
    [
        *({"move": "ajouter", "nom": f"Participant {n}", "reflexes": n % 5} for n in range(1, 7)),
        *({"move": "declarer", "participant": n, "actions": 1 + n % 3} for n in range(1, 6)),
    ],
    ("feuille", "combat", "fiches", "plan", "journal"),
    [
        {"move": "declarer", "participant": 6, "actions": 2, "rubric": "feuille"},
        {"move": "agir", "participant": 2, "action": 1, "rubric": "feuille"},
        {"move": "tester", "participant": 3, "valeur": 6, "rubric": "combat"},
        {"move": "round_suivant", "malgre_tout": 1, "rubric": "feuille"},
    ],
)


def begin(served: Served, evening: Evening = READER) -> str:
    location, _ = call(f"{served.url}/feuilles", evening.hero)
    return served.url + location.removesuffix("/heros")


def sizes(sheet: str, evening: Evening) -> dict[str, int]:
    """Compressed bytes of a first visit and of the heaviest moves, with a well filled sheet."""
    post, series = f"{sheet}/journal", evening.hero["series"]
    for move in evening.filled:
        call(post, move)
    found = {}
    for rubric in evening.rubrics:
        _, page = call(f"{sheet}/{rubric}")
        html = brotli.decompress(page).decode()
        links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
        root = sheet.split("/f/")[0]
        found[f"first visit, {series}, {rubric}"] = len(page) + sum(
            len(call(root + link)[1]) for link in links
        )
    for move in evening.moves:
        found[f"move {move['move']} on {move['rubric']}, {series}"] = len(call(post, move, HX)[1])
    return found


def rate(one: Callable[[], object]) -> float:
    """Calls a second, by 16 callers."""
    until, done = time.monotonic() + SECONDS, 0

    def work() -> int:
        count = 0
        while time.monotonic() < until:
            one()
            count += 1
        return count

    with ThreadPoolExecutor(CALLERS) as pool:
        done = sum(job.result() for job in [pool.submit(work) for _ in range(CALLERS)])
    return done / SECONDS


def throughput(served: Served, bare: str) -> float:
    """Moves a second against a bare endpoint's, alternately, three times each."""
    post = begin(served) + "/journal"
    move = {"move": "gagner_or", "pieces": 1, "rubric": "sac"}

    def ours() -> float:
        return rate(lambda: call(post, move, HX))

    pairs = [(ours(), rate(lambda: call(bare, {"n": 1}))) for _ in range(3)]
    for mine, theirs in pairs:
        print(f"    {mine:.0f} moves/s, {theirs:.0f} bare calls/s", file=sys.stderr)
    return statistics.median(mine / theirs for mine, theirs in pairs)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        started = time.monotonic()
        with serving(here) as served, baseline(here) as bare:
            start = time.monotonic() - started
            memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{served.process.pid}/status").read_text())
            print("| what | measured | bar |\n|---|---|---|")
            for evening in (READER, CHARACTER, TABLE):
                for name, size in sizes(begin(served, evening), evening).items():
                    bar = 30_000 if name.startswith("first") else 4_000
                    print(f"| {name} | {size:,} B | ≤ {bar:,} B {'' if size <= bar else '**missed**'} |")
            ratio = throughput(served, bare)
            print(f"| moves/s against a bare endpoint, {CALLERS} callers | {ratio:.2f} | ≥ 0.5 |")
            print(f"| both servers started | {start:.1f} s | |")
            print(f"| memory, idle | {int(memory[1]) // 1024} MB | ≤ 110 MB |")


if __name__ == "__main__":
    main()
