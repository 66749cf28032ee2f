"""The latest results as an Atom feed that conforms to RFC 4287."""

import re
from xml.etree import ElementTree as ET

import pytest

from scorekeeper.league import roster, settings
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.extension_keys import LOG_KEY

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def friends(store):
    for name in ("Ana", "<b>Bruno & Co", "Chus\uffff"):
        roster.add_player(store, name, at=0)
    settings.rename_league(store, "Thursday & <friends>")


@pytest.fixture
def log(app, friends):
    return app.extensions[LOG_KEY]


def loba(log, number, at=1000):
    """Play a match that Ana wins, and return the match's id."""
    agreed = {"limit": 10, "max_reenlist": 0}
    match = commands.start_match(
        log, "loba", ("1", "2"), agreed, CommandMeta(f"start {number}", at)
    )
    said = {"went_out": "1", "deadwood": {"1": 0, "2": 30}}
    commands.record_stage(log, match, 1, "cards", said, CommandMeta(f"cards {number}", at + 60))
    return match


def feed(app):
    response = app.test_client().get("/results.atom")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(response.get_data())


def text(element, name):
    children = element.findall(ATOM + name)
    assert len(children) == 1, name
    return children[0].text


def links(element):
    return {link.get("rel"): link.get("href") for link in element.findall(ATOM + "link")}


@pytest.mark.both_databases
def test_the_feed_has_the_elements_required_by_rfc_4287(app, log):
    loba(log, 1)
    loba(log, 2, at=5000)
    root = feed(app)

    assert root.tag == ATOM + "feed"
    assert text(root, "title") == "Thursday & <friends>: results"
    assert text(root, "id") == "http://localhost/results.atom"
    assert root.find(f"{ATOM}author/{ATOM}name").text == "Thursday & <friends>"
    assert links(root) == {
        "self": "http://localhost/results.atom",
        "alternate": "http://localhost/",
    }
    entries = root.findall(ATOM + "entry")
    assert len(entries) == 2
    assert len({text(entry, "id") for entry in entries}) == 2
    for element in (root, *entries):
        assert MOMENT.fullmatch(text(element, "updated"))
    for entry in entries:
        assert text(entry, "id").startswith("urn:uuid:")


def test_an_entry_names_the_winner_and_links_to_the_match(app, log):
    loba(log, 1)
    [entry] = feed(app).findall(ATOM + "entry")

    assert text(entry, "title") == "Loba: Ana won"
    assert text(entry, "summary") == "1. Ana: 0\n2. <b>Bruno & Co: 30"
    assert text(entry, "updated") == text(entry, "published") == "1970-01-01T00:17:40Z"
    assert links(entry) == {"alternate": "http://localhost/matches/1"}


@pytest.mark.both_databases
def test_the_feed_has_the_latest_fifty_results_newest_first(app, log):
    for number in range(52):
        loba(log, number, at=1000 + 100 * number)

    entries = feed(app).findall(ATOM + "entry")

    assert len(entries) == 50
    assert [links(entry)["alternate"].rpartition("/")[2] for entry in entries][:2] == ["52", "51"]


def test_an_unfinished_match_has_an_entry_without_a_winner(app, log):
    match = commands.start_match(log, "gin", ("1", "3"), {}, CommandMeta("a", 1))
    commands.close(log, match, "unfinished", CommandMeta("b", 2))
    [entry] = feed(app).findall(ATOM + "entry")

    assert text(entry, "title") == "Gin rummy: left unfinished"
    assert text(entry, "summary") == "Ana, Chus\N{REPLACEMENT CHARACTER}"


@pytest.mark.both_databases
def test_a_correction_keeps_the_entry_id_and_deleting_removes_the_entry(app, log):
    match = loba(log, 1)
    [before] = feed(app).findall(ATOM + "entry")
    said = (("cards", {"went_out": "1", "deadwood": {"1": 0, "2": 40}}),)
    correction_commands.correct_deal(log, match, 1, said, 2, CommandMeta("better", 9000))
    [after] = feed(app).findall(ATOM + "entry")

    assert text(after, "id") == text(before, "id")
    assert text(after, "updated") == "1970-01-01T02:30:00Z"
    assert text(after, "published") == text(before, "published")
    assert "<b>Bruno & Co: 40" in text(after, "summary")

    commands.delete(log, match, CommandMeta("away", 9500))
    assert feed(app).findall(ATOM + "entry") == []


def test_an_empty_league_has_a_feed_without_entries(app):
    root = feed(app)

    assert text(root, "title") == "Card table: results"
    assert text(root, "updated") == "1970-01-01T00:00:00Z"
    assert root.findall(ATOM + "entry") == []


def test_an_unchanged_feed_gives_304(app, log):
    loba(log, 1)
    client = app.test_client()
    first = client.get("/results.atom")

    again = client.get("/results.atom", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")

    loba(log, 2, at=4000)
    assert (
        client.get("/results.atom", headers={"If-None-Match": first.headers["ETag"]}).status_code
        == 200
    )


def test_the_home_page_links_to_the_feed(phone, log):
    loba(log, 1)

    [link] = [e for e in phone.go("/").root.all("link") if e["rel"] == "alternate"]

    assert (link["type"], link["href"]) == ("application/atom+xml", "/results.atom")
