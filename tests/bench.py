"""`make bench`: what it costs, measured side by side in one run and printed as ratios."""

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from app.rules.table import SPREAD
from tests import bench_store, lighthouse
from tests.baseline import baseline
from tests.bench_live import lesson
from tests.databases import ENGINES, postgres
from tests.serving import ROOT, Served, serving

CALLERS = 16
SECONDS = 4.0
PERFORMANCE = ROOT / "docs" / "performance.md"
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


def against(ours: Callable[[], object], theirs: Callable[[], object], what: str) -> float:
    """Calls a second of one against the other's, alternately, three times each: the median of the ratios."""
    pairs = [(rate(ours), rate(theirs)) for _ in range(3)]
    for mine, other in pairs:
        print(f"    {what}: {mine:.0f}/s against {other:.0f}/s", file=sys.stderr)
    return statistics.median(mine / other for mine, other in pairs)


def move_on(sheet: str) -> Callable[[], object]:
    """One move, answered with the fragments it changed."""
    move = {"move": "gagner_or", "pieces": 1, "rubric": "sac"}
    return lambda: call(f"{sheet}/journal", move, HX)


def start_up(folder: Path, url: str) -> tuple[float, int]:
    """Seconds from the start of the process to its first answer, on a database in use; its memory in MB."""
    times = []
    for _ in range(3):
        began = time.monotonic()
        with serving(folder, url) as served:
            times.append(time.monotonic() - began)
            status = Path(f"/proc/{served.process.pid}/status").read_text()
    memory = re.search(r"VmRSS:\s+(\d+)", status)
    assert memory is not None
    return min(times), int(memory[1]) // 1024


def measured(engine: str, folder: Path, urls: list[str]) -> list[str]:
    """The rows of one engine."""
    url, bare_url = urls
    with serving(folder, url) as served, baseline(folder, bare_url) as bare:
        short, long = begin(served), begin(served)
        bench_store.lengthen(url, short, bench_store.FEW)
        bench_store.lengthen(url, long, bench_store.MANY)
        ratio = against(move_on(short), lambda: call(bare, {"n": 1}), f"{engine}, moves and bare calls")
        ages = against(move_on(long), move_on(short), f"{engine}, a long journal and a short one")
        lessons = lesson(served, begin(served)).rows() if engine == "sqlite" else []
    start, memory = start_up(folder, url)
    size = bench_store.bytes_per_move(url, long)
    return [
        row(
            f"{engine}: moves/s against a bare endpoint, {CALLERS} callers",
            f"{ratio:.2f}",
            "≥ 0.5",
            ratio >= 0.5,
        ),
        row(
            f"{engine}: moves/s at {bench_store.MANY:,} entries against {bench_store.FEW}",
            f"{ages:.2f}",
            "≥ 0.9",
            ages >= 0.9,
        ),
        row(f"{engine}: journal on disk, a move", f"{size:.0f} B", "≤ 500 B", size <= 500),
        row(f"{engine}: start to first answer", f"{start:.2f} s", "≤ 1.5 s", start <= 1.5),
        row(f"{engine}: memory, idle", f"{memory} MB", "≤ 110 MB", memory <= 110),
        *lessons,
    ]


def row(what: str, found: str, bar: str, held: bool = True) -> str:
    return f"| {what} | {found} | {bar}{'' if held else ' **missed**'} |"


def weights(folder: Path) -> list[str]:
    """What goes over the line."""
    rows = []
    with serving(folder, f"sqlite:///{folder / 'sizes.db'}") as served:
        shop, table = begin(served, "md1", faces="3,3,4"), begin(served, "h5", des="table")
        found = sizes(begin(served))
        found |= {f"md1, {name}": size for name, size in sizes_against_three(shop).items()}
        found |= {f"h5, {name}": size for name, size in sizes_by_the_table(table).items()}
        for name, size in found.items():
            bar = 30_000 if "first visit" in name else 4_000
            rows.append(row(name, f"{size:,} B", f"≤ {bar:,} B", size <= bar))
    return rows


PAGE = """# What it costs

Written by `make bench`, never by hand: on {day}, {cores} processors, load {load} as it began. Each ratio is
of calls made in turn in one run, three times {seconds:.0f} s each, the median; what else the machine does
moves the figures, and less the ratios.

The bare endpoint is `tests/baseline.py`: FastAPI, one SELECT, one UPDATE, one INSERT by Core statements, a
2 kB template, the same kind of database.

| what | measured | bar |
|---|---|---|
"""


def main() -> None:
    load = f"{os.getloadavg()[0]:.1f}"
    head = PAGE.format(day=date.today(), cores=os.cpu_count(), load=load, seconds=SECONDS)
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as name, postgres() as server:
        folder = Path(name)
        rows += weights(folder)
        for engine in ENGINES:
            lite = [f"sqlite:///{folder / f'{kind}.db'}" for kind in ("feuille", "bare")]
            urls = lite if engine == "sqlite" else [server.create(kind) for kind in ("feuille", "bare")]
            rows += measured(engine, folder, urls)
            rows.append(
                row(
                    f"{engine}: a thousand sheets of {bench_store.EVENING} moves",
                    *bench_store.thousand(urls[0]),
                )
            )
        rows += lighthouse.rows(folder)
    print(*rows, sep="\n")
    PERFORMANCE.write_text(head + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
