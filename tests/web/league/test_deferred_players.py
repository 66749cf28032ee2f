"""In a large league, browsers build only the visible players before the first paint."""

import pytest

from scorekeeper.league.club import coming as club_coming
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests import big_league
from tests.club_league import create_night

NAMES = tuple(f"Player {n:02}" for n in range(1, 51))
# The path of each page with a long list, and the number of players that browsers build at first.
PAGES = {
    "/matches/new": 2,
    "/players": 36,
    "/players?from=37": 14,
    "/phone": 0,
    "/players/1/edit": 0,
    "/players/1/edit?into=7": 1,
    "/club/1/people": 36,
    "/coming/{secret}": 0,
    "/coming/{secret}?who=7": 1,
}


@pytest.fixture
def secret(store, log):
    """The secret in a club night's link, in a league of fifty players. Two of them have played."""
    keys = big_league.add_players(store, NAMES)
    commands.start_match(log, "chinchon", keys[6:8], {}, CommandMeta("start", 1))
    return club_coming.create_link(store, create_night(store, []))


def entries(page):
    return [each for each in page.root.walk() if "data-entry-of" in each]


@pytest.mark.parametrize("path", PAGES)
def test_only_the_visible_players_are_built_before_the_first_paint(path, secret, phone):
    page = phone.go(path.format(secret=secret))

    assert len([each for each in entries(page) if not each.closest("noscript")]) == PAGES[path]
    # A player cannot be merged into the same player.
    assert page.text.count("data-entry-of=") == (49 if "edit" in path else 50)


@pytest.mark.parametrize("path", ["/matches/new", "/players", "/phone", "/players/1/edit"])
def test_a_search_has_its_players_on_the_page(path, secret, phone):
    page = phone.go(f"{path}?q=player")

    assert "data-deferred" not in page.text
    visible = [each for each in entries(page) if "hidden" not in each]
    assert len(visible) == 36


@pytest.mark.parametrize(
    ("method", "path", "header"),
    [
        ("POST", "/matches/new", {"HX-Request": "true", "Origin": "http://localhost"}),
        ("GET", "/players", {"Scorekeeper-Part": "yes"}),
    ],
)
def test_a_part_of_a_page_contains_all_players(method, path, header, secret, phone):
    response = phone.client.open(path, method=method, headers=header)

    assert "data-deferred" not in response.text
    assert response.text.count("data-entry-of=") == 50
