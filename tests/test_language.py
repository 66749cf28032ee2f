"""All text that people read can be translated: a pseudo-language finds text that bypasses gettext.

Its translations are in ⟦brackets⟧. Text outside of the brackets must be data: names, numbers, games
and cards.
"""

import io
import re
from urllib.parse import urlsplit

import pytest

from scorekeeper import create_app
from scorekeeper.access import public_links
from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.rules import GAMES
from scorekeeper.runtime.time_zones import time_zone_names
from scorekeeper.server import engines
from scorekeeper.stats.currencies import CURRENCIES
from tests.catalogue import catalogue
from tests.members import add_phone
from tests.web.evening import deal
from tests.web.lobas import EVENINGS, played
from tests.web.phone import Page, Phone

SYMBOLS = {letters for each in CURRENCIES.values() for letters in re.findall("[A-Z]+", each.symbol)}
NAMES = ("Anabel", "Benito", "Cemil", "Dorothea", "Evamaria")
# Charts show the beginning of a long name.
DATA = {
    *NAMES,
    *(name[:5] for name in NAMES if len(name) > 6),
    *" ".join(game.name for game in GAMES.values()).split(),
    "Scorekeeper",
    "Pseudo",
    "½",
}
CARDS = {"A", "K", "Q", "J"}
READ_OUT = (
    "aria-label",
    "placeholder",
    "title",
    "alt",
    "data-error",
    "data-slow",
    "data-kept",
    "data-open",
    "data-not",
    "data-saving",
    "data-says",
    "data-copied",
    "data-none",
    "data-one",
    "data-many",
    "data-more",
    "data-adds",
    "label",
)
UNSEEN = {"script", "style"}


def pseudo(one, many, n):
    """Return the template in brackets, or unchanged if it is not in the catalogue."""
    template = one if many is None or n == 1 else many
    known = ((one,) if many is None else (one, many)) in catalogue()
    return f"⟦{template}⟧" if known else template


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    file = tmp_path_factory.mktemp("pseudo") / "matches.sqlite"
    app = create_app({"SQLALCHEMY_DATABASE_URI": str(file), "TRANSLATE": pseudo})
    engines.upgrade(app)
    add_phone(app, name=NAMES[0])
    return app


@pytest.fixture(scope="module")
def people(app):
    """Return a phone in a league to which all players have been added."""
    phone = Phone(app)
    phone.go("/league")
    phone.type("⟦Name of the league⟧", "Pseudo")
    phone.tap("⟦Save⟧")
    phone.go("/players")
    for name in NAMES:
        phone.type("⟦Add a name⟧", name)
        phone.tap("⟦Add⟧")
    return phone


def outside(text):
    """Return the text outside of brackets, however deeply they are nested."""
    depth, left = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        left.append(sign if depth == 0 and sign != "⟧" else " ")
    return "".join(left)


def untranslated(page):
    """Return the words of a page that are neither translated nor data."""
    texts = [page.text] if not page.text.startswith("<") else list(readable(page.root))
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", outside(text))]
    return [word for word in words if word not in DATA | CARDS | SYMBOLS and not is_initials(word)]


def is_initials(word):
    return any(name.startswith(word) and len(word) < 3 for name in NAMES)


def readable(element):
    """Yield every text that is shown or read out, except the rule pages."""
    if element.tag in UNSEEN or "prose" in element["class"].split():
        return
    if element.tag == "option" and element["value"] in time_zone_names():  # names of places
        return
    yield from (element[name] for name in READ_OUT if name in element)
    text = ""  # together with the names within a sentence
    for piece in element.inside:
        if isinstance(piece, str):
            text += piece
        elif (piece.tag == "bdi" or piece["class"] == "no-break") and text:
            text += "".join(readable(piece))
        else:
            yield text
            text = ""
            yield from readable(piece)
    yield text


def check(*pages):
    for page in pages:
        assert untranslated(page) == [], page.path


def history_of(phone):
    """Return the history page of a match and its text version."""
    return phone.at("history"), phone.at("history.txt")


def match_of(app, game, seats, **options):
    return deal(app, game, tuple(map(str, range(1, seats + 1))), **options)


def test_untranslated_words_are_found():
    page = Page(200, "/", "<p aria-label='spoken'>⟦one ⟦two⟧ three⟧ four <b>Anabel</b> A 7 −</p>")

    assert untranslated(page) == ["spoken", "four"]


def test_the_first_visit_is_translated(tmp_path):
    file = {"SQLALCHEMY_DATABASE_URI": str(tmp_path / "empty.sqlite")}
    app = create_app({**file, "TRANSLATE": pseudo})
    engines.upgrade(app)
    add_phone(app, name=NAMES[0])
    phone = Phone(app)

    check(phone.go("/"), phone.go("/?game=gin"), phone.go("/rules"), phone.go("/offline"))
    phone.go("/?game=jaguar&seats=5")
    phone.set("seats", 3)
    check(phone.tap("⟦Deal the first hand⟧"))


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
    assert [word for word in untranslated(page) if word != "x" * 41] == []


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
    assert set(untranslated(phone.tap("⟦Show the evening⟧"))) <= address


def test_merging_and_removing_players_is_translated(people):
    people.go("/players")
    people.type("⟦Add a name⟧", "Cemil2")
    people.tap("⟦Add⟧")
    check(people.tap("⟦Edit Cemil2⟧"), people.tap("⟦Merge⟧"))
    people.tap("Cemil")
    check(people.tap("⟦Merge⟧"), people.tap("⟦Undo⟧"))
    people.tap("⟦Edit Cemil2⟧")
    check(people.tap("⟦Remove⟧: Cemil2"))


def test_restoring_a_league_from_a_file_is_translated(app, people):
    check(people.go("/restore"), people.tap("⟦Import⟧"), people.go("/in-and-out"))
    whole = people.client.get("/export.jsonl").get_data()
    for data, status in ((whole, 200), (b"{", 422), (whole.replace(b"Anabel", b"Benito"), 422)):
        answer = people.client.post(
            "/restore",
            data={"file": (io.BytesIO(data), "Anabel.jsonl")},
            headers={"Origin": "http://localhost"},
        )
        assert answer.status_code == status
        check(Page(status, "/restore", answer.text))


def test_csv_exports_and_the_feed_are_translated(app, people):
    phone = match_of(app, "loba", 2, limit=11, max_reenlist=0)
    check(phone.save(went_out="1", deadwood=(None, 30)))
    for path in ("/matches.csv", "/rounds.csv", "/standings.csv"):
        check(people.go(path))
    feed = people.client.get("/results.atom").get_data(as_text=True)
    told = re.findall(r"<(?:title|summary)>([^<]*)", feed)
    assert told
    assert [untranslated(Page(200, "/results.atom", each)) for each in told] == [[]] * len(told)


def test_error_pages_are_translated(app, people):
    check(people.go("/nowhere"), people.go("/matches/99"), people.go("/rules/whist"))
    check(people.go("/matches?before=%00"), people.ask("POST", "/rules"))
    check(people.ask("POST", "/players/99/hide"))
    check(people.ask("POST", "/players/99/name", [("name", "Anabel")]))
    check(people.ask("POST", "/players", [("name", "x" * 70_000)]))
    stranger = people.client.post("/players", headers={"Origin": "http://evil.example"})
    assert "⟦This request came from another site, so nothing was saved.⟧" in stranger.text


def test_the_pages_of_a_club_night_are_translated(people):
    check(people.go("/club"), people.go("/club/new"))
    people.type("⟦Players at a table, if possible⟧", "99")
    check(people.tap("⟦Create the night⟧"))
    people.type("⟦Players at a table, if possible⟧", "3")
    people.set("game", "loba")
    check(people.tap("⟦Create the night⟧"))
    people.tap("Anabel")
    check(people.tap("⟦Save who is here⟧"), people.tap("⟦Draw round 1⟧"))
    people.go("/club/1/people")
    for name in NAMES[1:4]:
        people.tap(name)
    people.tap("⟦Save who is here⟧")
    check(people.tap("⟦Draw round 1⟧"), people.tap("⟦Swap⟧"))
    check(people.tap("⟦Start one match⟧"), people.go("/club/1/edit"), people.go("/club"))
    check(people.go("/club/1/codes"), people.tap("⟦Create codes⟧"), people.go("/"))
    people.go("/club/1")
    page = people.tap("⟦Create a link to ask who comes⟧")
    check(page)
    check(people.go(urlsplit(page.by_id("link")["value"]).path))
    people.tap("Anabel")
    check(people.tap("⟦Save the answer⟧"), people.tap("⟦Yes⟧"), people.tap("⟦Save the answer⟧"))
    check(people.go("/club/1"), people.tap("⟦End the night⟧"))


def test_the_page_for_an_unknown_address_is_translated(people):
    page = people.go("/code")

    assert set(untranslated(page)) <= {"http", "localhost"}


# ---------------------------------------------------------------- every game, stage by stage


def test_jabberwocky_pages_are_translated(app, people):
    phone = match_of(app, "jabberwocky", 3)
    check(phone.page, phone.look(bids=(None, 1, 0)), phone.save(bids=(2, None, None)))
    assert set(untranslated(people.go("/tv"))) <= {"localhost", "join"}
    check(phone.save(bids=(1, None, None)), phone.look(tricks=(1, 1, None)))
    check(phone.save(tricks=(0, 1, 1)), phone.save(tricks=(1, None, None), reneges=(None, 1, None)))
    friend = phone.friend()
    phone.save(bids=(0, 0, 0))
    check(friend.save(bids=(1, 0, 0)))
    check(friend.tap("⟦Use my answer⟧"))
    check(phone.at("sheet"), phone.at("sheet?why=1-1"), phone.at("sheet?why=1-2"))
    check(phone.at("rounds/1/correct"), phone.look(tricks__tricks=(0, 1, 2)))
    check(phone.save(tricks__tricks=(0, 0, 2)), phone.at("sheet?why=1-2"), phone.at("end"))
    check(*history_of(phone))


def test_jaguar_pages_are_translated(app, people):
    phone = match_of(app, "jaguar", 5, point_bids=True, cappotto_double=True)
    check(phone.page, phone.look(jaguar="1"), phone.save(points="119"))
    check(phone.look(jaguar="1", friend="2", points="80"), phone.save(), phone.at("sheet?why=1-1"))
    phone.reload()
    passes = next(b for b in phone.page.root.all("button") if b["name"] == "quick")
    check(phone.send(phone.page.form_of(passes), passes), phone.at("sheet"), phone.at("end"))
    check(phone.tap("⟦End now"), phone.at("sheet"), phone.at("end"), *history_of(phone))


def test_jamon_pages_are_translated(app, people):
    phone = match_of(app, "jamon", 3, deals=None)
    check(
        phone.page, phone.look(went_out="1", counters=(4, 5, None)), phone.save(counters=(9, 9, 9))
    )
    phone.go(f"{phone.address}?instead=1")
    check(phone.page)
    call = next(b for b in phone.page.root.all("button") if b["value"] == "0>1")
    check(phone.send(phone.page.form_of(call), call))
    check(phone.reload(), phone.save(went_out="2", default_by="1"), phone.at("sheet?why=1-1"))
    check(*history_of(phone))


def test_pages_of_jamon_by_points_are_translated(app, people):
    phone = match_of(app, "jamon", 2, scoring="points", counters=1)
    check(phone.page, phone.save(went_out="1", counters=(1, 1), cards=(None, 0)))
    check(phone.save(cards=(None, 1)), phone.at("sheet?why=1-2"))


@pytest.mark.parametrize(
    "options", [{}, {"bust": "exceed", "max_reenlist": 1, "stake": 0}], ids=str
)
def test_loba_pages_are_translated(app, people, options):
    phone = match_of(app, "loba", 3, limit=20, **options)
    check(phone.page, phone.look(went_out="1"), phone.save(deadwood=(None, 1, 30)))
    check(phone.look(deadwood=(None, 5, None)), phone.save())
    check(phone.look(reenlist=(None, None, "yes")), phone.save(), phone.at("sheet?why=1-3"))
    phone.reload()
    check(phone.save(went_out="nobody", deadwood=(30, 30, 30)), phone.at("sheet"))


def test_a_loba_correction_that_makes_a_later_deal_invalid_is_translated(app, people):
    phone = match_of(app, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", clean="yes", deadwood=(None, 5, 30))
    phone.save(went_out="2", deadwood=(4, None, None))
    phone.at("rounds/1/correct")
    check(phone.save(cards__deadwood=(None, 5, 3)), phone.save(), phone.tap("⟦Finish later⟧"))
    check(phone.at("rounds/1/correct"), phone.look(), phone.look(cards__deadwood=(None, 25, 30)))
    check(phone.at("sheet"), phone.at("rounds/1/correct"), phone.at("sheet?why=1-1"))
    phone.at("rounds/1/correct/2")
    check(phone.look(**{"2__cards__deadwood": (None, None, 4)}), phone.save())
    check(phone.at("rounds/2/correct"), phone.save(), *history_of(phone))


def test_a_loba_correction_that_ends_the_match_before_a_later_deal_is_translated(app, people):
    phone = match_of(app, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", deadwood=(None, 5, 30))
    phone.save(went_out="2", deadwood=(4, None, None))
    phone.at("rounds/1/correct")
    check(phone.save(cards__deadwood=(None, 25, 30)), phone.save(), *history_of(phone))


@pytest.mark.parametrize("rule", ["same", "minus25", "wins"])
def test_chinchon_pages_are_translated(app, people, rule):
    phone = match_of(app, "chinchon", 3, run_rule=rule, limit=50)
    check(phone.page, phone.look(closer="1"), phone.save(deadwood=(9, 10, 20)))
    check(phone.save(deadwood=(4, 10, 60)), phone.save(), phone.at("sheet?why=1-3"))
    phone.reload()
    check(phone.save(reenlist=(None, None, "yes")), phone.at("sheet"))
    phone.reload()
    check(phone.save(close="chinchon", closer="2", deadwood=(60, None, 60)), phone.at("sheet"))
    check(*history_of(phone))


def test_gin_pages_are_translated(app, people):
    phone = match_of(app, "gin", 2, oklahoma=True, spades_double=True, big_gin_bonus=31, target=40)
    check(phone.page, phone.save(result="knock", knocker="1", deadwood=(11, 30)))
    phone.set("upcard-rank", "5")
    phone.set("upcard-suit", "S")
    check(phone.look(), phone.save(), phone.save(deadwood=(4, 2)), phone.at("sheet?why=1-2"))
    phone.reload()
    phone.set("upcard-rank", "A")
    phone.set("upcard-suit", "H")
    check(phone.look(result="gin", knocker="1", deadwood=(None, 50)), phone.save())
    check(phone.at("sheet?why=2-1"), *history_of(phone))


def test_pages_of_gin_for_three_and_in_pairs_are_translated(app, people):
    three = match_of(app, "gin", 3)
    check(three.page, three.save(result="draw"), three.at("sheet"))
    pairs = match_of(app, "gin", 4)
    check(pairs.page, pairs.save(pair="0", result="knock", knocker="1", deadwood=(5, 20)))
    check(pairs.look(result="draw"), pairs.save(result="draw"), pairs.at("sheet?why=1-1%2B3"))
    check(*history_of(pairs))


def test_pages_of_hollywood_gin_are_translated(app, people):
    phone = match_of(app, "gin", 2, hollywood=True)
    check(phone.page, phone.save(result="gin", knocker="1", deadwood=(None, 30)), phone.at("sheet"))


def test_ending_deleting_and_rematching_pages_are_translated(app, people):
    phone = match_of(app, "loba", 2, limit=10, max_reenlist=0)
    friend = phone.friend()
    check(phone.at("end"), phone.tap("⟦Leave it unfinished⟧"), phone.tap("⟦Keep playing⟧"))
    phone.at("end")
    check(phone.tap("⟦Delete this match⟧"), phone.go("/matches/thrown-away"))
    check(friend.save(went_out="1"), phone.reload(), phone.tap("⟦Restore match⟧"))
    check(phone.save(went_out="1", deadwood=(None, 30)), phone.go("/"), phone.go("/matches"))
    phone.reload()
    check(phone.tap("⟦Rematch, same seats⟧"), phone.go("/"), phone.go("/matches?game=gin"))
    check(*history_of(phone))
    late = phone.ask("POST", f"{phone.address}/reopen", [("key", "k")])
    check(late)


def test_pages_that_ask_before_an_old_match_changes_are_translated(store, app, people):
    match = played(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})
    check(people.go(f"/matches/{match}"), people.go(f"/matches/{match}/sheet"))
    check(people.go(f"/matches/{match}/confirm/undo"))
    season_commands.create_season(store, Season(0, "Pseudo", starts="2026-10-05"))
    check(people.go(f"/matches/{match}/confirm/undo"))


def test_the_csv_of_a_sheet_is_translated(app, people):
    phone = match_of(app, "gin", 2, target=77)

    check(phone.at("sheet.csv"))


def test_player_and_records_pages_are_translated(store, app, people):
    for minutes, (evening, left) in enumerate(EVENINGS):
        played(app, evening, left, minutes)
    played(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})
    season_commands.create_season(store, Season(0, "Pseudo", starts="2026-10-05"))
    check(*(people.go(f"/players/{key}") for key in range(1, 6)))
    check(people.go("/players/1?season=1"), people.go("/players/5?season=1"))
    check(people.go("/nights"), people.go("/nights?date=2020-01-01"), people.go("/nights?date=x"))
    check(people.go("/records"), people.go("/records?season=1"))
    check(people.go("/season/all/review"))
    address = {"http", "localhost", "season", "players", "review"}
    for path in ("/season/1/review", *(f"/players/{key}/review" for key in range(1, 6))):
        assert set(untranslated(people.go(path))) <= address, path
    check(people.go("/season/1/crosstable"), people.go("/season/all/crosstable"))
    check(people.go("/ratings"), people.go("/ratings.csv"), people.go("/season/1/crosstable.csv"))


def test_public_pages_are_translated(store, app, people):
    match = played(app, *EVENINGS[0], 0)
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
    assert [word for word in untranslated(page) if word not in code] == []


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
    assert set(untranslated(people.go("/import"))) <= EXAMPLE
    people.client.post("/import", data=body, content_type=kind)
    check(people.go("/in-and-out"), people.go("/import/1"))
    roles = ("Date, day first", "Game", "Player", "Place", "Game points")
    for number, role in enumerate(roles, start=1):
        people.choose(f"⟦Column {number}⟧", f"⟦{role}⟧")
    check(people.tap("⟦Check again⟧"), people.tap("⟦Import "))
    people.choose("⟦Column 6⟧", "⟦Not used⟧")
    check(people.tap("⟦Import "), people.go("/results/1"), people.go("/import/9"))
