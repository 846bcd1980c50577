"""The table over HTTP: sheets laid on it by their read-only link, the round, and what each page says."""

import re

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.main import build
from app.store.keys import read_key
from app.web.rubrics import tabs
from app.web.typography import NBSP, THIN
from app.web.words import Words
from tests.web.player import JSON, Player

HX = {"hx-request": "true"}


@pytest.fixture
def randolph(client: TestClient) -> Player:
    return Player.begin(client, series="kadath", nom="Randolph", reflexes="4")


@pytest.fixture
def selma(client: TestClient) -> Player:
    return Player.begin(client, series="kadath", nom="Selma")


@pytest.fixture
def table(client: TestClient) -> Player:
    return Player.begin(client, series="kadath_table", nom="Mardi soir")


def plain(text: str) -> str:
    return text.replace(NBSP, " ").replace(THIN, " ")


def lay(table: Player, link: str, headers: dict[str, str] | None = None):
    return table.client.post(f"/f/{table.key}/fiches", data={"lien": link}, headers=headers or JSON)


def get(player: Player, tab: str = "", key: str = "", **headers: str) -> str:
    return plain(player.client.get(f"/f/{key or player.key}/{tab}".rstrip("/"), headers=headers).text)


def seat(table: Player, *players: Player) -> list[int]:
    """Their sheets laid, and their characters in the round; the numbers under which they lie."""
    found = []
    for player in players:
        assert lay(table, read_key(player.key, 0)).status_code == 200
        n = re.findall(r'name="membre" value="(\d+)"', get(table))[-1]
        name = player.export()["boxes"]["hero/name"][0]
        table.play("ajouter", nom=name, reflexes=player.score("reflexes"), camp="joueurs", membre=n)
        found.append(int(n))
    return found


@pytest.mark.parametrize(
    "form", ["{}", "https://ailleurs.example/f/{}", " http://testserver/f/{}/journal?avant=3 "]
)
def test_laid_by_a_link_or_its_key(table: Player, randolph: Player, form: str) -> None:
    assert lay(table, form.format(read_key(randolph.key, 0))).json()["beside"] == ["Randolph"]
    assert "Randolph" in get(table, "fiches")


def test_what_is_refused_says_why_and_lays_nothing(table: Player, randolph: Player) -> None:
    aldric = Player.begin(table.client, faces="4,3,5,2,3")
    asked = {
        randolph.key: "lien_secret",
        f"http://testserver/f/{aldric.key}": "lien_secret",
        read_key(aldric.key, 0): "autre_serie",
        "x" * 22: "lien_inconnu",
        "bonjour": "lien_inconnu",
        "": "lien_inconnu",
        "f/" + "x" * 400: "lien_inconnu",
    }
    for link, code in asked.items():
        answer = lay(table, link)
        assert (answer.status_code, answer.json()["refusal"]) == (422, code)
        for headers in (HX, {"accept": "text/html"}):
            page = lay(table, link, headers)
            assert page.status_code == 422
            assert randolph.key not in page.text
    assert "Aucune feuille sur la table" in get(table, "fiches")
    lay(table, read_key(randolph.key, 0))
    assert lay(table, read_key(randolph.key, 0)).json()["refusal"] == "deja_posee"


def test_only_a_table_takes_sheets_and_only_who_plays_it_lays_them(
    table: Player, randolph: Player, selma: Player
) -> None:
    assert lay(randolph, read_key(selma.key, 0)).status_code == 404
    watched = Player(table.client, read_key(table.key, 0))
    assert lay(watched, read_key(selma.key, 0)).status_code == 403
    lay(table, read_key(selma.key, 0))
    page = get(table, "fiches", watched.key)
    assert "Selma" in page
    assert "Retirer" not in page
    n = re.search(r'name="n" value="(\d+)"', get(table, "fiches"))[1]
    assert table.client.post(f"/f/{watched.key}/fiches/retrait", data={"n": n}).status_code == 403
    assert table.client.post(f"/f/{read_key(selma.key, 0)}/tables/depart", data={"n": n}).status_code == 403


def test_guessing_keys_at_a_table_is_bounded(tmp_path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'f.db'}", wrong_keys="3/minute")
    with TestClient(build(settings), follow_redirects=False) as client:
        table = Player.begin(client, series="kadath_table", nom="Mardi")
        codes = [lay(table, f"{n:022d}").status_code for n in range(5)]
    assert codes == [422, 422, 422, 429, 429]


def test_the_table_takes_it_off(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))
    n = re.search(r'name="n" value="(\d+)"', get(table, "fiches"))[1]
    answer = table.client.post(f"/f/{table.key}/fiches/retrait", data={"n": n})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/f/{table.key}/fiches?fait=otee")
    assert "Randolph" not in get(table, "fiches")


def test_the_sheet_leaves(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))
    page = get(randolph, "partage")
    assert "Mardi soir" in page
    n = re.search(r'name="n" value="(\d+)"', page)[1]
    answer = randolph.client.post(f"/f/{randolph.key}/tables/depart", data={"n": n})
    assert answer.headers["location"] == f"/f/{randolph.key}/partage"
    assert "Mardi soir" not in get(randolph, "partage")
    assert "Aucune feuille" in get(table, "fiches")


def test_a_renewed_link_takes_the_sheet_off(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))
    randolph.client.post(f"/f/{randolph.key}/partage", data={"lien": "lecture"})
    assert "Aucune feuille" in get(table, "fiches")


def tap(table: Player, button: str, tab: str = "", headers: dict[str, str] | None = None):
    """What the form that holds this button posts, posted."""
    page = get(table, tab)
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        if button in re.sub(r"<[^>]+>", "", form):
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
            return table.client.post(
                re.search(r'action="([^"]*)"', form)[1], data=fields, headers=headers or JSON
            )
    raise AssertionError(f"no « {button} »")


def test_a_sheet_laid_again_takes_its_seat_again(table: Player, randolph: Player, selma: Player) -> None:
    n, _ = seat(table, randolph, selma)
    table.play("declarer", participant=1, actions=2)
    table.play("declarer", participant=2, actions=1)
    for again in range(2):
        if again:
            randolph.client.post(f"/f/{randolph.key}/partage", data={"lien": "lecture"})
        else:
            table.client.post(f"/f/{table.key}/fiches/retrait", data={"n": n})
        lay(table, read_key(randolph.key, again))
        page = get(table)
        assert "Randolph entre en jeu" not in page
        assert page.count("reprend sa place</button>") == 1
        assert tap(table, "Randolph reprend sa place").status_code == 200
        assert "Randolph reprend sa place</button>" not in get(table)
        assert "Déclarez" not in get(table)
        assert '"2" checked' in get(randolph)
        assert sum(path.startswith("encounter/") for path in table.export()["boxes"]) == 2
    # Renamed meanwhile, its character is found under « … », and one sheet is one character's.
    randolph.play("renommer", nom="Carter")
    tap(table, "Retirer Carter", "fiches")
    lay(table, read_key(randolph.key, 1))
    assert "Carter entre en jeu" in get(table)
    tap(table, "Relier à sa feuille : Carter")
    assert "Carter entre en jeu" not in get(table)
    assert '"2" checked' in get(randolph)


def test_reflexes_that_changed_on_the_sheet_are_taken_by_one_tap(table: Player, randolph: Player) -> None:
    seat(table, randolph)
    assert "Suivre sa feuille" not in get(table)
    randolph.play("changer_competence", competence="reflexes", valeur=5)
    assert "Réflexes 4 · 5 sur sa feuille" in get(table)
    assert tap(table, "Suivre sa feuille").status_code == 200
    assert table.score("reflexes", "foe:1") == 5
    assert "Suivre sa feuille" not in get(table)


def strip(page: str) -> str:
    """What stands above the tabs."""
    return page[page.index('<div id="suite"') :].split("</hx-partial>")[0].split("</div>")[0]


def test_the_strip_says_that_a_sheet_came_or_went(table: Player, randolph: Player) -> None:
    table.play("ajouter", nom="Goule", reflexes=2)
    laid = strip(plain(lay(table, read_key(randolph.key, 0), HX).text))
    assert "Randolph : feuille posée sur la table." in laid
    gone = strip(plain(tap(table, "Retirer Randolph", "fiches", HX).text))
    assert "Randolph : la feuille n’est plus sur la table." in gone
    for said in (laid, gone, strip(get(table, "fiches?fait=otee"))):
        assert "Goule" not in said
        assert "Annuler" not in said
    assert "la feuille n’est plus sur la table." in get(table, "fiches?fait=otee")
    assert "Goule" in strip(get(table, "fiches?fait=<b>"))
    assert "n’est plus" not in get(table, "fiches?fait=otee", read_key(table.key, 0))


def test_the_share_page_says_what_links_are_for(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))
    page = get(randolph, "partage")
    assert "C’est lui que le meneur de jeu vous demande" in page
    assert page.count("La feuille quitte ses tables") == 2
    assert "Changer ce lien, ou quitter la table, en retire la feuille." in page
    page = get(table, "partage")
    assert "C’est le lien à donner aux joueurs" in page
    for word in ("cette feuille", "Cette feuille", "la feuille", "héros"):
        assert word not in page, word
    assert "Lui seul ouvre cette table" in get(table, "heros")
    aldric = Player.begin(table.client, faces="4,3,5,2,3")
    assert "meneur" not in get(aldric, "partage")


def test_the_round_is_not_over_while_someone_waits(table: Player) -> None:
    for name in ("Zoé", "Goule"):
        table.play("ajouter", nom=name, reflexes=2)
    for n in (1, 2):
        table.play("declarer", participant=n, actions=1)
    table.play("attendre", participant=1, action=1)
    table.play("agir", participant=2, action=1)
    page = get(table)
    assert re.search(r"<b>Zoé</b><small>attend encore</small>", page)
    assert "Ce qui reste en attente est perdu" in page
    assert 'id="t-n"' not in page
    for word in ("Tous ont joué", "terminé"):
        assert word not in page
    table.play("intervenir", participant=1, action=1)
    page = get(table)
    assert "Tous ont joué" in page
    assert 'id="t-n"' in page


def test_who_only_watches_sees_who_plays(table: Player) -> None:
    table.play("ajouter", nom="Zoé", reflexes=2)
    table.play("declarer", participant=1, actions=3)
    page = get(table, "", read_key(table.key, 0))
    tour = page[page.index('<section id="tour"') : page.index('<section id="participants"')]
    assert re.search(r"À jouer.*<b>Zoé</b>", tour, re.DOTALL)
    header = page[page.index('<section id="scores"') :].split("</section>")[0]
    assert header.count("Zoé") == 1
    assert re.findall(r"Zoé <small>(.)ᵉ", tour) == ["2", "3"]


def test_the_journal_of_a_round_is_told(table: Player) -> None:
    table.play("ajouter", nom="Zoé", reflexes=2)
    assert plain(table.play("surprendre", participant=1)["text"]) == "Zoé : surprise ce round."
    assert plain(table.play("surprendre", participant=1, surpris=0)["text"]) == (
        "Zoé : plus de surprise ce round."
    )
    table.play("declarer", participant=1, actions=1)
    answer = table.post("agir", JSON, participant=1, action=1, ralentissement=1)
    assert "après lui dans ce tour de table" in plain(answer.json()["sentence"])
    table.play("agir", participant=1, action=1)
    assert table.play("round_suivant")["text"] == "Round 2."


def test_no_key_and_no_member_is_exported(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))
    text = table.client.get(f"/f/{table.key}/export.json").text
    assert "Randolph" not in text
    assert randolph.key not in text
    assert read_key(randolph.key, 0) not in text


def test_the_round_fills_in_the_actions_of_the_sheet(table: Player, randolph: Player) -> None:
    seat(table, randolph)
    table.play("ajouter", nom="Goule", reflexes=2)
    table.play("declarer", participant=1, actions=3)
    page = get(randolph)
    assert re.search(r'name="actions" value="3" checked', page)
    assert "3 actions déclarées : −2" in page
    table.play("declarer", participant=2, actions=1)
    assert "C’est à vous de jouer" in get(randolph, "combat")
    table.play("agir", participant=1, action=1)
    assert "Au tour de Goule" in get(randolph, "combat")


def test_a_sheet_is_told_that_its_actions_are_played_or_held_back(table: Player, randolph: Player) -> None:
    seat(table, randolph)
    table.play("declarer", participant=1, actions=1)
    table.play("attendre", participant=1, action=1)
    assert "Vous attendez : à vous d’intervenir" in get(randolph, "combat")
    table.play("intervenir", participant=1, action=1)
    assert "Vos actions de ce round sont jouées" in get(randolph, "combat")


def test_others_tests_are_there_to_answer(table: Player, randolph: Player, selma: Player) -> None:
    seat(table, randolph, selma)
    selma.play("tester", competence="discretion", faces="6,5")
    page = get(randolph, "combat")
    assert "Répondre à Selma : 3 réussites" in page
    table.play("ajouter", nom="Goule", reflexes=2)
    table.play("tester", participant=3, valeur=4, faces="5,1,1,1")
    page = get(randolph, "combat")
    assert "Répondre à Goule : 1 réussite" in page
    form = page[page.index("Répondre à Goule") :]
    form = form[: form.index("</form>")]
    assert re.search(r'name="reussites" value="1"', form)
    assert re.search(r'name="valeur_adverse" value="4"', form)
    assert re.search(r'name="contre" value="Goule"', form)


def test_who_only_watches_a_sheet_sees_nothing_of_its_table(
    table: Player, randolph: Player, selma: Player
) -> None:
    seat(table, randolph, selma)
    for tab in ("", "combat", "partage"):
        page = get(randolph, tab, read_key(randolph.key, 0))
        assert "Mardi soir" not in page
        assert "Selma" not in page


def test_a_page_is_brought_up_to_date_with_what_lies_beside(table: Player, randolph: Player) -> None:
    lay(table, read_key(randolph.key, 0))

    def mark(html: str) -> str:
        return re.search(r'data-autres="(\w*)"', html)[1]

    seen, seq = mark(get(table, "fiches")), str(table.export()["seq"])
    same = get(table, "fiches", **HX, **{"feuille-seq": seq, "feuille-autres": seen})
    assert 'hx-target="#membres"' not in same
    randolph.play("deplacer", case=3)
    later = get(table, "fiches", **HX, **{"feuille-seq": seq, "feuille-autres": seen})
    assert 'hx-target="#membres"' in later
    assert "case 3 sur 6" in later
    assert mark(later) != seen
    # A move's own answer brings what changed beside meanwhile: it brings the new mark too.
    randolph.play("deplacer", case=2)
    headers = HX | {"feuille-seq": seq, "feuille-autres": mark(later)}
    moved = table.post("noter", headers, texte="?", rubric="fiches").text
    assert "case 2 sur 6" in plain(moved)


def test_a_second_tap_on_an_action_is_refused_calmly(table: Player) -> None:
    table.play("ajouter", nom="Goule", reflexes=2)
    table.play("declarer", participant=1, actions=2)
    table.play("agir", participant=1, action=1)
    answer = table.post("agir", JSON, participant=1, action=1)
    assert answer.json()["refusal"] == "action_jouee"
    assert "Goule" in answer.json()["sentence"]


def test_every_page_of_a_table_in_every_state(table: Player, randolph: Player) -> None:
    def all_answer() -> None:
        for tab in tabs(Words.of("kadath_table")):
            for key in (table.key, read_key(table.key, 0)):
                assert table.client.get(f"/f/{key}/{tab}").status_code == 200, tab

    all_answer()
    seat(table, randolph)
    for name in ("Goule", "Ghast"):
        table.play("ajouter", nom=name, reflexes=4)
    all_answer()
    for n in (1, 2, 3):
        table.play("declarer", participant=n, actions=2)
        all_answer()
    table.play("agir", participant=1, action=1, acceleration=1)
    table.play("attendre", participant=2, action=1)
    table.play("surprendre", participant=3)
    all_answer()
    table.play("tester", participant=3, valeur=0)
    table.play("agir", participant=3, action=1)
    table.play("agir", participant=1, action=2)
    table.play("intervenir", participant=2, action=1)
    all_answer()
    table.play("round_suivant", malgre_tout=1)
    all_answer()
    for tab in ("sac", "tentatives"):
        assert table.client.get(f"/f/{table.key}/{tab}").status_code == 404
    table.play("nouveau_scenario")
    all_answer()


def test_the_table_has_its_own_tabs(table: Player) -> None:
    assert re.findall(r'<a href="/f/[\w-]+/?(\w*)"[^>]*><svg', get(table)) == [
        "",
        "combat",
        "fiches",
        "plan",
        "journal",
    ]
    answer = table.post("noter", texte="?", rubric="fiches")
    assert answer.headers["location"] == f"/f/{table.key}/fiches"
    assert table.post("noter", texte="?", rubric="//ailleurs").headers["location"] == f"/f/{table.key}"
