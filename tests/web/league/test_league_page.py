"""The League page: the league's name and time zone, and links to everything an owner needs."""

import pytest

from scorekeeper.league import roster, settings, time_zone
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.runtime.time_zones import machine_time_zone
from scorekeeper.web.extension_keys import LOG_KEY
from tests.members import add_phone
from tests.web.page import parse

NEEDED = {
    "results_import.choose",
    "evening_list.show",
    "league_export.league_document",
    "invitations.show",
    "league_import.show",
    "league_page.show",
    "match_list.deleted_matches",
    "match_list.show",
    "money.show",
    "new_match.show",
    "phones.show",
    "players.show",
    "public_links.show",
    "records.show",
    "rules.index",
    "season_settings.edit",
    "season_settings.new",
    "seasons.current",
    "this_phone.show",
    "transfer.show",
    "tv.show",
}


def rows(page):
    """Return the titles of the links on the League page."""
    return [link.all("span")[1].words for link in page.root.all("a") if link["class"] == "row"]


def linked_pages(app, client, path):
    """Return {path: endpoint} for all links on the page at this path."""
    addresses = app.url_map.bind("localhost")
    links = [link["href"] for link in parse(client.get(path).text).all("a")]
    paths = {link.partition("?")[0].partition("#")[0] for link in links if link[:1] == "/"}
    return {path: addresses.match(path)[0] for path in paths}


@pytest.fixture
def played_match(store, app):
    """A league with a match of Chinchón between Ana and Bruno."""
    for name in ("Ana", "Bruno"):
        roster.add_player(store, name)
    commands.start_match(app.extensions[LOG_KEY], "chinchon", ("1", "2"), {}, CommandMeta("a", 1))


def test_everything_an_owner_needs_is_at_most_two_taps_from_play(app, store, phone, played_match):
    phone.go("/season/new")
    phone.type("Name", "Autumn")
    phone.tap("Create the season")
    client = app.test_client()

    first = linked_pages(app, client, "/")
    reached = set(first.values())
    for path, endpoint in first.items():
        if endpoint != "league_export.league_document":
            reached |= set(linked_pages(app, client, path).values())

    assert reached >= NEEDED, NEEDED - reached


@pytest.mark.parametrize("path", ["/", "/players", "/records", "/season", "/money", "/invite"])
def test_the_league_page_is_one_tap_away(phone, played_match, path):
    phone.go(path)

    assert phone.tap("League").path == "/league"


def test_a_viewer_is_shown_only_what_they_may_open(app):
    add_phone(app, right=Right.VIEWER, token="a-viewer")
    client = app.test_client(use_cookies=False)
    page = client.get("/league", headers={"Cookie": "scorekeeper-1=a-viewer"})

    titles = [
        link.all("span")[1].words for link in parse(page.text).all("a") if link["class"] == "row"
    ]
    assert titles == [
        "This phone",
        "Money",
        "Settle up",
        "All matches",
        "Club nights",
        "Deleted matches",
        "TV page",
        "Rules",
    ]
    assert "Name of the league" not in page.text


def test_an_owner_is_told_the_language(phone):
    assert "Language: English." in phone.go("/league").words


def test_the_league_can_be_renamed(phone):
    phone.go("/league")
    phone.type("Name of the league", "Thursday <i>table</i>")
    phone.tap("Save")

    assert phone.page.path == "/league"
    assert "Thursday <i>table</i>" in phone.page.words
    assert phone.go("/players").status == 200


def test_an_empty_league_name_is_refused_and_what_was_typed_stays(phone):
    phone.go("/league")
    phone.type("Name of the league", " ")
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == ["Enter a name for the league."]
    assert page.find("Name of the league", "input")["value"] == " "


def zones(page):
    """Return the time zone's options as {value: text}, and a list of the selected values."""
    [select] = [each for each in page.root.all("select") if each["name"] == "zone"]
    options = select.all("option")
    chosen = [each["value"] for each in options if "selected" in each]
    return {each["value"]: each.words for each in options}, chosen


def test_an_owner_chooses_the_time_zone_from_a_list_by_region(phone, store):
    options, chosen = zones(phone.go("/league"))
    assert chosen == []
    assert options[""] == f"The server’s ({machine_time_zone()})"
    assert options["America/Argentina/Buenos_Aires"] == "Argentina/Buenos Aires"
    regions = [each["label"] for each in phone.page.root.all("optgroup")]
    assert regions[:3] == ["Africa", "America", "Antarctica"]
    assert len(options) > 400

    phone.choose("Time zone", "New York")
    page = phone.tap("Save the time zone")

    assert (page.status, page.path) == (200, "/league?saved=time-zone#time-zone")
    assert "The time zone was saved." in page.words
    assert zones(page)[1] == ["America/New_York"]
    assert settings.get_league(store).time_zone == "America/New_York"
    phone.choose("Time zone", options[""])
    phone.tap("Save the time zone")
    assert settings.get_league(store).time_zone is None


def test_an_old_name_of_a_zone_that_a_browser_proposed_stays_chosen(phone, store):
    time_zone.set_time_zone(store, "Asia/Calcutta")

    options, chosen = zones(phone.go("/league"))

    assert chosen == ["Asia/Calcutta"]
    assert options["Asia/Calcutta"] == "Asia/Calcutta"


def test_an_unknown_time_zone_is_refused_with_a_reason(phone, store):
    page = phone.request("POST", "/league/time-zone", [("zone", "Europe/Atlantis")])

    assert page.status == 422
    assert page.reasons == ["This time zone does not exist. Choose one from the list."]
    assert settings.get_league(store).time_zone is None


@pytest.mark.parametrize("right", [Right.VIEWER, Right.SCORER])
def test_only_an_owner_changes_the_time_zone(app, store, right):
    add_phone(app, right=right, token="another")
    client = app.test_client()
    client.token = "another"

    assert 'name="zone"' not in client.get("/league").text
    response = client.post("/league/time-zone", data={"zone": "Europe/Madrid"})
    assert response.status_code == 403
    assert settings.get_league(store).time_zone is None


@pytest.mark.parametrize(
    ("address", "hidden"),
    [
        ("http://192.168.1.23:8000", False),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]", True),
        ("http://localhost:8000", True),
        ("https://192.168.1.23", True),
    ],
)
def test_the_note_about_an_insecure_address_is_hidden_on_localhost_and_over_https(
    app, address, hidden
):
    page = parse(app.test_client().get("/league", base_url=address).text)

    [note] = [each for each in page.all("p") if each.words.startswith("This address is not secure")]
    assert ("hidden" in note) == hidden
