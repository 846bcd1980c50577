"""`make bench`: what it costs, measured side by side in one run and printed as ratios."""

import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from app.rules.table import SPREAD
from tests.baseline import baseline
from tests.bench_live import lesson
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


def begin(served: Served, series: str = "df51", **made: str) -> str:
    made = made or {"faces": "4,3,5,2,3"}
    location, _ = call(f"{served.url}/feuilles", {"series": series, "nom": "Aldric", **made})
    return served.url + location.removesuffix("/heros")


def sizes(sheet: str) -> dict[str, int]:
    """Compressed bytes of a first visit and of the heaviest moves, with a well filled sheet."""
    post = f"{sheet}/journal"
    for n in range(4):
        call(post, {"move": "trouver_potion", "nom": f"Potion {n}", "effet": "endurance", "points": 4})
        call(post, {"move": "trouver", "sorte": "objet", "nom": f"Objet {n}"})
    found = visits(sheet)
    call(post, {"move": "perdre", "score": "endurance", "points": 8})
    moves = (
        {"move": "manger", "rubric": "sac"},
        {"move": "trouver", "sorte": "objet", "nom": "Corde", "rubric": "sac"},
        {"move": "perdre", "score": "endurance", "points": 1, "rubric": "feuille"},
        {"move": "noter", "texte": "Une clef sous la pierre", "rubric": "plan"},
        {"move": "lancer", "rubric": "journal"},
        {"move": "combattre", "nom": "Spectre", "habilete": 8, "endurance": 9, "rubric": "combat"},
        {"move": "assaut", "turn": 1, "faces": "3,4,6,6,6", "rubric": "combat"},
    )
    for move in moves:
        found[f"move {move['move']} on {move['rubric']}"] = len(call(post, move, HX)[1])
    return found


def visits(sheet: str) -> dict[str, int]:
    """Compressed bytes of a first visit to each rubric, with all that the browser loads."""
    found, root = {}, sheet.split("/f/")[0]
    for rubric in ("", "/combat", "/sac", "/plan", "/journal"):
        _, page = call(sheet + rubric)
        links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', brotli.decompress(page).decode()))
        found[f"first visit {rubric or '/feuille'}"] = len(page) + sum(
            len(call(root + link)[1]) for link in links
        )
    return found


def sizes_against_three(sheet: str) -> dict[str, int]:
    """The same for the shop, and for a fight against three with spells at hand."""
    foe = {"habilete": 8, "endurance": 9, "pouvoir": 3, "rubric": "combat"}
    moves = (
        {"move": "acheter", "article": "epee", "rubric": "feuille"},
        {"move": "combattre", "nom": "Orque", **foe},
        {"move": "renfort", "nom": "Loup", **foe},
        {"move": "renfort", "nom": "Sorcier", "mort_vivant": 1, **foe},
        {"move": "assaut", "turn": 1, "faces": "5,5", "rubric": "combat"},
        {"move": "assaut", "turn": 2, "faces": "1,1,6,6,6,6", "rubric": "combat"},
    )
    played = [(move["move"], len(call(f"{sheet}/journal", move, HX)[1])) for move in moves]
    return visits(sheet) | {f"move {n} {name}": size for n, (name, size) in enumerate(played, 1)}


def sizes_by_the_table(sheet: str) -> dict[str, int]:
    """The same for a sheet that throws by the Table de Hasard, with a Feuille de Combat of eight boxes."""
    foe = {"valeur": 7, "endurance": 4, "rubric": "combat"}
    for n in range(7):
        call(f"{sheet}/journal", {"move": "combattre", "nom": f"Corsaire {n}", **foe})
        call(f"{sheet}/journal", {"move": "finir_combat"})
    moves = (
        {"move": "tester", "score": "force", "rubric": "feuille"},
        {"move": "tester", "score": "force", "cell": 17, "rubric": "feuille"},
        {"move": "enchainer", "premier": "force", "deuxieme": "chance", "arret": 0, "rubric": "feuille"},
        {"move": "lancer", "des": 4, "pointed": f"7:{SPREAD}", "cell": 3, "rubric": "journal"},
        {"move": "combattre", "nom": "Espagnol", "victoire": 45, "defaite": 123, **foe},
        {"move": "assaut", "turn": 1, "rubric": "combat"},
        {"move": "assaut", "turn": 1, "pointed": f"30:{SPREAD}", "rubric": "combat"},
        {"move": "assaut", "turn": 1, "pointed": f"30:{SPREAD}", "cell": 17, "rubric": "combat"},
    )
    played = [(move["move"], len(call(f"{sheet}/journal", move, HX)[1])) for move in moves]
    return visits(sheet) | {f"move {n} {name}": size for n, (name, size) in enumerate(played, 1)}


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
            shop, table = begin(served, "md1", faces="3,3,4"), begin(served, "h5", des="table")
            measured = sizes(begin(served))
            measured |= {f"md1, {k}": v for k, v in sizes_against_three(shop).items()}
            measured |= {f"h5, {k}": v for k, v in sizes_by_the_table(table).items()}
            for name, size in measured.items():
                bar = 30_000 if "first visit" in name else 4_000
                print(f"| {name} | {size:,} B | ≤ {bar:,} B {'' if size <= bar else '**missed**'} |")
            ratio = throughput(served, bare)
            print(f"| moves/s against a bare endpoint, {CALLERS} callers | {ratio:.2f} | ≥ 0.5 |")
            print(*lesson(served, begin(served)).rows(), sep="\n")
            print(f"| both servers started | {start:.1f} s | |")
            print(f"| memory, idle | {int(memory[1]) // 1024} MB | ≤ 110 MB |")


if __name__ == "__main__":
    main()
