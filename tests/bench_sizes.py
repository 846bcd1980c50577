"""What goes over the line: a first visit to every rubric, and the heaviest moves, of well filled sheets."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from app.rules.table import SPREAD
from app.web.rubrics import tabs
from app.web.words import Words
from tests.serving import WATCHED

HX = {"HX-Request": "true"}
Fields = Mapping[str, object]


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def call(url: str, form: Fields | None = None, headers: Mapping[str, str] | None = None) -> tuple[str, bytes]:
    """The location and the body, as compressed by the server."""
    data = urlencode(form).encode() if form is not None else None
    request = Request(url, data, {"Accept-Encoding": "br", **(headers or {})})
    try:
        answer = build_opener(_Stay).open(request, timeout=30)
    except HTTPError as error:
        answer = error
        assert error.code == 303, (form, error.read())
    with answer:
        return answer.headers.get("location", ""), answer.read()


def begin(server: str, series: str = "df51", **made: object) -> str:
    """A new sheet, thrown by the application unless `made` says how; its address."""
    location, _ = call(f"{server}/feuilles", {"series": series, "nom": "Aldric", **made})
    return server + location.removesuffix("/heros")


@dataclass(frozen=True)
class Evening:
    """A sheet, what fills it before it is visited, and then the moves that are weighed, each on a rubric."""

    series: str
    made: Fields
    filled: Sequence[Fields]
    moves: Sequence[tuple[str, Fields]]
    laid: int = 0
    """How many characters lie on it."""


def _each(count: int, move: str, **fields: object) -> list[Fields]:
    """A move so many times, its text fields numbered."""
    return [
        {"move": move, **{k: v.format(n) if isinstance(v, str) else v for k, v in fields.items()}}
        for n in range(count)
    ]


def _sheet(move: str, **fields: object) -> Fields:
    return {"move": move, **fields}


MD1_FOE = {"habilete": 8, "endurance": 9, "pouvoir": 3}
H5_FOE = {"valeur": 7, "endurance": 4}
DICE = {"perception": 3, "discretion": 3, "reflexes": 2, "muscles": 2, "defense": 2}

EVENINGS = (
    Evening(
        "df51",
        {"faces": "4,3,5,2,3"},
        [
            *_each(4, "trouver_potion", nom="Potion {}", effet="endurance", points=4),
            *_each(4, "trouver", sorte="objet", nom="Objet {}"),
            _sheet("perdre", score="endurance", points=8),
        ],
        [
            ("sac", _sheet("manger")),
            ("sac", _sheet("trouver", sorte="objet", nom="Corde")),
            ("feuille", _sheet("perdre", score="endurance", points=1)),
            ("plan", _sheet("noter", texte="Une clef sous la pierre")),
            ("journal", _sheet("lancer")),
            ("combat", _sheet("combattre", nom="Spectre", habilete=8, endurance=9)),
            ("combat", _sheet("assaut", turn=1, faces="3,4,6,6,6")),
        ],
    ),
    Evening(
        "md1",
        {"faces": "3,3,4"},
        [],
        [
            ("feuille", _sheet("acheter", article="epee")),
            ("combat", _sheet("combattre", nom="Orque", **MD1_FOE)),
            ("combat", _sheet("renfort", nom="Loup", **MD1_FOE)),
            ("combat", _sheet("renfort", nom="Sorcier", mort_vivant=1, **MD1_FOE)),
            ("combat", _sheet("assaut", turn=1, faces="5,5")),
            ("combat", _sheet("assaut", turn=2, faces="1,1,6,6,6,6")),
        ],
    ),
    Evening(
        "h5",
        {"des": "table"},
        [
            step
            for fight in _each(7, "combattre", nom="Corsaire {}", **H5_FOE)
            for step in (fight, _sheet("finir_combat"))
        ],
        [
            ("feuille", _sheet("tester", score="force")),
            ("feuille", _sheet("tester", score="force", cell=17)),
            ("feuille", _sheet("enchainer", premier="force", deuxieme="chance", arret=0)),
            ("journal", _sheet("lancer", des=4, pointed=f"7:{SPREAD}", cell=3)),
            ("combat", _sheet("combattre", nom="Espagnol", victoire=45, defaite=123, **H5_FOE)),
            ("combat", _sheet("assaut", turn=1)),
            ("combat", _sheet("assaut", turn=1, pointed=f"30:{SPREAD}")),
            ("combat", _sheet("assaut", turn=1, pointed=f"30:{SPREAD}", cell=17)),
        ],
    ),
    Evening(
        "kadath",
        DICE,
        [
            *_each(4, "ajouter_competence", nom="Savoir {}", valeur=4),
            *_each(3, "trouver", sorte="objet", nom="Objet {}"),
            _sheet("trouver_arme", nom="Lame recourbée"),
        ],
        [
            ("feuille", _sheet("tester", competence="perception", aides=2)),
            ("feuille", _sheet("deplacer", case=3)),
            ("combat", _sheet("opposer", competence="reflexes", reussites=2, valeur_adverse=3)),
            ("sac", _sheet("ajouter_competence", nom="Équitation", valeur=4)),
        ],
    ),
    Evening(
        "kadath_table",
        {},
        _each(6, "ajouter", nom="Participant {}", reflexes=3),
        [
            ("feuille", _sheet("declarer", participant=1, actions=2)),
            *(("feuille", _sheet("declarer", participant=n, actions=3)) for n in range(2, 7)),
            ("feuille", _sheet("agir", participant=1, action=1, malgre_tout=1)),
        ],
        laid=4,
    ),
)


def bar(name: str) -> int:
    """The most that what is named so may weigh, in bytes."""
    return 30_000 if "first visit" in name else 4_000


def weighed(server: str, evening: Evening) -> dict[str, int]:
    """Compressed bytes of each first visit and of each move's answer."""
    sheet = begin(server, evening.series, **evening.made)
    for _ in range(evening.laid):
        member = begin(server, "kadath", **DICE)
        page = call(f"{member}/partage", headers={"Accept-Encoding": "identity"})[1].decode()
        shown = WATCHED.search(page)
        assert shown is not None
        call(f"{sheet}/fiches", {"lien": shown[1]})
    for move in evening.filled:
        call(f"{sheet}/journal", move)
    found = {f"{evening.series}, {name}": size for name, size in _visits(sheet, evening.series).items()}
    for n, (rubric, move) in enumerate(evening.moves, 1):
        name = f"{evening.series}, move {n}, {move['move']} on {rubric}"
        found[name] = len(call(f"{sheet}/journal", {**move, "rubric": rubric}, HX)[1])
    return found


def _visits(sheet: str, series: str) -> dict[str, int]:
    """A first visit to each rubric, with all that the browser loads."""
    found, root = {}, sheet.split("/f/")[0]
    for rubric in tabs(Words.of(series)):
        _, page = call(f"{sheet}/{rubric}" if rubric != "feuille" else sheet)
        links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', brotli.decompress(page).decode()))
        found[f"first visit, {rubric}"] = len(page) + sum(len(call(root + link)[1]) for link in links)
    return found
