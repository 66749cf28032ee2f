"""All text on the pages of a league, and in its exports and errors, can be translated."""

import io
import re
from urllib.parse import urlsplit

import pytest

from scorekeeper import create_app
from scorekeeper.access import public_links
from scorekeeper.league import season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from tests.language.pseudo import NAMES, check, match_of, pseudo, untranslated_words
from tests.members import add_phone
from tests.web.loba_matches import EVENINGS, play_loba
from tests.web.page import Page
from tests.web.phone import Phone


def test_untranslated_words_are_found():
    page = Page(200, "/", "<p aria-label='spoken'>⟦one ⟦two⟧ three⟧ four <b>Anabel</b> A 7 −</p>")

    assert untranslated_words(page) == ["spoken", "four"]


def test_the_first_visit_is_translated(tmp_path):
    file = {"SQLALCHEMY_DATABASE_URI": str(tmp_path / "empty.sqlite")}
    app = create_app({**file, "TRANSLATE": pseudo})
    engines.create_tables(app)
    add_phone(app, name=NAMES[0])
    settings.rename_league(engines.store_of(app), "Pseudo")
    phone = Phone(app)

    check(phone.go("/"), phone.go("/?game=gin"), phone.go("/rules"), phone.go("/offline"))
    phone.go("/?game=jaguar&seats=5")
    phone.set("seats", 3)
    check(phone.tap("⟦Just deal⟧"))


@pytest.mark.parametrize("game", GAMES)
def test_the_new_match_form_is_translated(people, game):
    people.go("/matches/new")
    check(people.page)
    people.set("game", game)
    check(people.send(people.page.by_id("setup")))
    people.type("⟦Add a name⟧", "\u202e")
    start = next(b for b in people.page.root.all("button") if b["name"] == "start")
    check(people.send(people.page.by_id("setup"), start))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_are_translated(people, game):
    check(people.go("/rules"), people.go(f"/rules/{game}"), people.go(f"/rules/{game}?back=/"))


def test_the_players_page_and_its_errors_are_translated(people):
    check(people.go("/players"))
    people.type("⟦Add a name⟧", "Anabel")
    check(people.tap("⟦Add⟧"))
    check(people.go("/league"))
    people.type("⟦Name of the league⟧", "x" * 41)
    page = people.tap("⟦Save⟧")
    assert [word for word in untranslated_words(page) if word != "x" * 41] == []


def test_evening_money_and_match_terms_pages_are_translated(app, people):
    phone = match_of(app, "jabberwocky", 3, schedule=[1])
    phone.save(bids=(1, 1, 1))
    phone.save(tricks=(1, 0, 0))
    check(phone.reload(), phone.at("sheet"), phone.at("terms"))
    phone.tap("⟦A different stake⟧")
    check(phone.tap("⟦Save⟧"))
    phone.type("⟦Different stake⟧", "0.50")
    check(phone.tap("⟦Save⟧"), phone.go("/nights/1999-09-09"), phone.go("/money"))
    check(phone.tap("⟦Mark as paid⟧"), phone.tap("⟦Undo⟧"), phone.go("/money?season=9"))
    phone.at("terms")
    address = {"http", "nights", "localhost"}
    assert set(untranslated_words(phone.tap("⟦Show the evening⟧"))) <= address


def test_merging_removing_and_renaming_players_is_translated(people):
    people.go("/players")
    people.type("⟦Add a name⟧", "Cemil2")
    people.tap("⟦Add⟧")
    check(people.tap("⟦Edit Cemil2⟧"), people.tap("⟦Merge⟧"))
    people.tap("Cemil")
    check(people.tap("⟦Merge⟧"), people.tap("⟦Undo⟧"))
    people.tap("⟦Edit Cemil2⟧")
    check(people.tap("⟦Remove⟧: Cemil2"))
    older = [("was-name", "Anabel"), ("name", "Anabel2")]
    check(people.request("POST", "/players/2/name", older))


def test_restoring_a_league_from_a_file_is_translated(app, people):
    check(people.go("/restore"), people.tap("⟦Import⟧"), people.go("/in-and-out"))
    whole = people.client.get("/export.jsonl").get_data()
    for data, status in ((whole, 200), (b"{", 422), (whole.replace(b"Anabel", b"Benito"), 422)):
        response = people.client.post(
            "/restore",
            data={"file": (io.BytesIO(data), "Anabel.jsonl")},
            headers={"Origin": "http://localhost"},
        )
        assert response.status_code == status
        check(Page(status, "/restore", response.text))


def test_csv_exports_and_the_feed_are_translated(app, people):
    phone = match_of(app, "loba", 2, limit=11, max_reenlist=0)
    check(phone.save(went_out="1", deadwood=(None, 30)))
    for path in ("/matches.csv", "/rounds.csv", "/standings.csv"):
        check(people.go(path))
    feed = people.client.get("/results.atom").get_data(as_text=True)
    told = re.findall(r"<(?:title|summary)>([^<]*)", feed)
    assert told
    assert [untranslated_words(Page(200, "/results.atom", each)) for each in told] == [[]] * len(
        told
    )


def test_error_pages_are_translated(app, people):
    check(people.go("/nowhere"), people.go("/matches/99"), people.go("/rules/whist"))
    check(people.go("/matches?before=%00"), people.request("POST", "/rules"))
    check(people.request("POST", "/players/99/hide"))
    check(people.request("POST", "/players/99/name", [("name", "Anabel")]))
    check(people.request("POST", "/players", [("name", "x" * 70_000)]))
    stranger = people.client.post("/players", headers={"Origin": "http://evil.example"})
    assert "⟦This request came from another site, so nothing was saved.⟧" in stranger.text


def test_the_pages_of_a_club_night_are_translated(people):
    check(people.go("/club"), people.go("/club/new"))
    people.type("⟦Players per table, if possible⟧", "99")
    check(people.tap("⟦Create club night⟧"))
    people.type("⟦Players per table, if possible⟧", "3")
    people.set("game", "loba")
    check(people.tap("⟦Create club night⟧"))
    people.tap("Anabel")
    check(people.tap("⟦Save who is here⟧"))
    people.go("/club/1/people")
    for name in NAMES[1:4]:
        people.tap(name)
    people.tap("⟦Save who is here⟧")
    check(people.tap("⟦Draw round 1⟧"), people.tap("⟦Swap⟧"))
    check(people.go("/club/1/rounds/1/tables/1"), people.tap("⟦Save the table⟧"))
    older = [("seen", "0"), ("one", "1"), ("other", "2"), ("here", "1"), ("size", "2")]
    for path in ("draw", "swap", "start", "tables/1", "tables/9"):
        check(people.request("POST", f"/club/1/rounds/1/{path}", older))
    check(people.request("POST", "/club/1/rounds/1/draw", [("was-size", "4"), *older]))
    people.go("/club/1")
    check(people.tap("⟦Start one match⟧"), people.go("/club/1/edit"), people.go("/club"))
    check(people.go("/club/1/codes"), people.tap("⟦Create codes⟧"), people.go("/"))
    people.go("/club/1")
    page = people.tap("⟦Create a link to ask who is coming⟧")
    check(page)
    check(people.go(urlsplit(page.by_id("link")["value"]).path))
    people.tap("Anabel")
    check(people.tap("⟦Save the answer⟧"), people.tap("⟦Yes⟧"), people.tap("⟦Save the answer⟧"))
    people.go("/club/1/edit")
    people.type("⟦Players per table, if possible⟧", "4")
    people.set("game", "gin")
    same = people.page
    people.tap("⟦Save⟧")
    people.page = same
    people.type("⟦Players per table, if possible⟧", "2")
    people.set("game", "jaguar")
    check(people.tap("⟦Save⟧"))
    check(people.go("/club/1"), people.tap("⟦End club night⟧"))


def test_the_page_for_an_unknown_address_is_translated(people):
    page = people.go("/code")

    assert set(untranslated_words(page)) <= {"http", "localhost"}


def test_pages_that_ask_before_an_old_match_changes_are_translated(store, app, people):
    match = play_loba(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})
    check(people.go(f"/matches/{match}"), people.go(f"/matches/{match}/sheet"))
    check(people.go(f"/matches/{match}/confirm/undo"))
    season_commands.create_season(store, Season(0, "Pseudo", starts="2026-10-05"))
    check(people.go(f"/matches/{match}/confirm/undo"))


def test_player_and_records_pages_are_translated(store, app, people):
    for minutes, (evening, left) in enumerate(EVENINGS):
        play_loba(app, evening, left, minutes)
    play_loba(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})
    season_commands.create_season(store, Season(0, "Pseudo", starts="2026-10-05"))
    check(*(people.go(f"/players/{key}") for key in range(1, 6)))
    check(people.go("/players/1?season=1"), people.go("/players/5?season=1"))
    check(people.go("/nights"), people.go("/nights?date=2020-01-01"), people.go("/nights?date=x"))
    check(people.go("/records"), people.go("/records?season=1"))
    check(people.go("/season/all/review"))
    address = {"http", "localhost", "season", "players", "review"}
    for path in ("/season/1/review", *(f"/players/{key}/review" for key in range(1, 6))):
        assert set(untranslated_words(people.go(path))) <= address, path
    check(people.go("/season/1/crosstable"), people.go("/season/all/crosstable"))
    check(people.go("/ratings"), people.go("/ratings.csv"), people.go("/season/1/crosstable.csv"))


def test_public_pages_are_translated(store, app, people):
    match = play_loba(app, *EVENINGS[0], 0)
    season = season_commands.create_season(store, Season(0, "Evamaria", starts="2000-01-01"))
    subjects = (
        public_links.CURRENT_SEASON,
        public_links.one_season(season.id),
        public_links.LAST_EVENING,
        public_links.one_evening("1999-09-09"),
        public_links.one_match(match),
    )
    for number, subject in enumerate(subjects):
        secret = public_links.create_public_link(store, "Pseudo", subject)
        check(people.go(f"/shown/{secret}"), people.go(f"/shown/{secret}/embed"))
        public_links.withdraw_public_link(store, number + 1)
    check(people.go(f"/shown/{secret}"), people.go("/shown/unknown"), people.go("/showings"))
    people.type("⟦Name of the link⟧", "Pseudo")
    page = people.tap("⟦Create link⟧")
    code = "".join(page.by_id("embed-code").inside)  # contains the address
    assert [word for word in untranslated_words(page) if word not in code] == []


OLD = """03/09/2023;Loba;Anabel;1;40;7
03/09/2023;Loba;Dorothea;2;50;8
31/09/2023;Loba;Anabel;1;40;
04/09/2023;Gin;Cemil;1;;
04/09/2023;Gin;An;2;;
"""
EXAMPLE = {"Ana", "Bruno", "Chus"}


def test_results_import_pages_are_translated(people):
    body = (
        '--cut-here\r\nContent-Disposition: form-data; name="file"; filename="Pseudo"\r\n\r\n'
        f"{OLD}\r\n--cut-here--\r\n"
    )
    kind = "multipart/form-data; boundary=cut-here"
    assert set(untranslated_words(people.go("/import"))) <= EXAMPLE
    people.client.post("/import", data=body, content_type=kind)
    check(people.go("/in-and-out"), people.go("/import/1"))
    roles = ("Date, day first", "Game", "Player", "Place", "Game points")
    for number, role in enumerate(roles, start=1):
        people.choose(f"⟦Column {number}⟧", f"⟦{role}⟧")
    check(people.tap("⟦Check again⟧"), people.tap("⟦Import "))
    people.choose("⟦Column 6⟧", "⟦Not used⟧")
    check(people.tap("⟦Import "), people.go("/results/1"), people.go("/import/9"))
