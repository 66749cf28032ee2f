"""Owners create public links to the page that they are viewing, and withdraw the links."""

import re

import pytest

from scorekeeper.access import public_links
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match.shown_names import ShownNames
from tests.web.results import jabberwocky

pytestmark = pytest.mark.both_databases
EVENING = "2025-11-05"


@pytest.fixture
def played_evening(store, log):
    players = [roster.add_player(store, name).key for name in ("Ana Moreno", "Bo Ruiz", "Chus")]
    season_commands.create_season(store, Season(0, "Spring", ends="2025-06-30"))
    season_commands.create_season(store, Season(0, "Autumn", "2025-10-01"))
    jabberwocky(log, *players, evening=EVENING)


def chosen_options(page):
    return [each.words for each in page.root.all("option") if "selected" in each]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/season", "Always the current season"),
        ("/season/1", "Spring"),
        (f"/nights/{EVENING}", "Wed 5 Nov 2025"),
        ("/matches/1", "Jabberwocky, Wed 5 Nov 2025: Bo Ruiz, Chus, Ana Moreno"),
    ],
)
def test_share_with_everyone_selects_what_the_page_shows(phone, played_evening, path, shown):
    phone.go(path)

    assert chosen_options(phone.tap("Share with everyone")) == [shown]


def test_the_form_offers_seasons_evenings_matches_and_the_feed(phone, played_evening):
    page = phone.go("/showings")

    groups = page.root.all("optgroup")
    assert {group["label"]: [each.words for each in group.all("option")] for group in groups} == {
        "Seasons": ["Always the current season", "Autumn", "Spring"],
        "Evenings": ["Always the latest evening", "Wed 5 Nov 2025"],
        "Matches": ["Jabberwocky, Wed 5 Nov 2025: Bo Ruiz, Chus, Ana Moreno"],
        "Feed": ["Results for feed readers"],
    }


def test_an_owner_creates_a_link_that_shows_initials_and_may_be_found(store, phone, played_evening):
    phone.go("/showings?shows=season-2")
    phone.tap("Initials only")
    phone.tap("Let search engines list this page")
    phone.type("Name of the link", "Club page")
    page = phone.tap("Create link")

    [link] = public_links.active_public_links(store)
    assert (link.name, link.subject) == ("Club page", public_links.one_season(2))
    assert (link.names, link.indexed) == (ShownNames.INITIALS, True)
    address = page.by_id("link")["value"]
    assert "".join(page.by_id("share-text").inside) == f"Card table: Autumn\n{address}"
    assert "".join(page.by_id("embed-code").inside) == (
        f'<iframe src="{address}/embed" title="Card table: Autumn" width="100%" height="480" '
        'loading="lazy"></iframe>'
    )
    assert "AM" in phone.client.get(re.sub("^http://[^/]*", "", address)).text


def test_a_link_shows_first_names_unless_the_owner_chooses_otherwise(store, phone, played_evening):
    phone.go("/showings")
    phone.type("Name of the link", "Friends")
    phone.tap("Create link")

    [link] = public_links.active_public_links(store)
    assert (link.names, link.indexed) == (ShownNames.FIRST, False)


def test_a_link_without_a_name_is_named_after_its_kind(store, phone, played_evening):
    for shows in ("season", "season-1", f"evening-{EVENING}", "match-1", "feed"):
        phone.go(f"/showings?shows={shows}")
        assert phone.tap("Create link").status == 200
    public_links.withdraw_public_link(store, 1)
    phone.go("/showings")
    phone.tap("Create link")

    assert [link.name for link in reversed(public_links.active_public_links(store))] == [
        "Season link 2",
        "Evening link 1",
        "Match link 1",
        "Feed link 1",
        "Season link 1",
    ]


def test_the_list_says_what_each_link_shows_and_withdraws_it(store, phone, played_evening):
    for name, subject in (
        ("One", public_links.CURRENT_SEASON),
        ("Two", public_links.one_evening(EVENING)),
        ("Three", public_links.FEED),
    ):
        public_links.create_public_link(store, name, subject, ShownNames.INITIALS)
    page = phone.go("/showings")
    three, two, one = (each.words for each in page.part("Existing links").all("li"))

    assert three.startswith("Three Results for feed readers Initials only")
    assert two.startswith("Two Wed 5 Nov 2025 Initials only")
    assert one.startswith("One Always the current season Initials only")
    phone.tap_twice("Withdraw", within="Two")
    assert [each.name for each in public_links.active_public_links(store)] == ["Three", "One"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"shows": "season", "names": "full", "name": "\u200b"}, "Enter a name for the link"),
        ({"shows": "season-99", "names": "full", "name": "A"}, "Choose what the link shows."),
        ({"shows": "match-99", "names": "full", "name": "A"}, "Choose what the link shows."),
        ({"shows": "evening-2025-13-01", "names": "full", "name": "A"}, "Choose what the link"),
        ({"names": "full", "name": "A"}, "Choose what the link shows."),
        ({"shows": "feed", "names": "half", "name": "A"}, "Choose how the link shows names."),
    ],
)
def test_a_refused_form_says_why_and_keeps_what_was_entered(
    store, phone, played_evening, fields, reason
):
    page = phone.request("POST", "/showings", [*fields.items(), ("indexed", "1")])

    assert page.status == 422
    assert reason in page.alerts[0]
    assert page.find("Name of the link", "input")["value"] == fields["name"]
    assert "checked" in page.find("Let search engines", "input")
    assert public_links.active_public_links(store) == []


@pytest.mark.parametrize("shows", ["season-99", "match-99"])
def test_sharing_something_that_does_not_exist_gives_a_404(phone, played_evening, shows):
    assert phone.go(f"/showings?shows={shows}").status == 404


def test_an_evening_without_matches_can_be_shared_before_it_begins(phone, played_evening):
    page = phone.go("/showings?shows=evening-2030-01-01")

    assert chosen_options(page) == ["Tue 1 Jan 2030"]
