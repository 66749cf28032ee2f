"""Players who share a place are marked on every page that shows places."""

import pytest

from scorekeeper.access import public_links
from scorekeeper.clock import DAY_S
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from tests import clocks
from tests.browser.leagues import EVENING_AT, end_a_match
from tests.web.league.club.phones import Newcomer


@pytest.fixture
def season(app, store):
    """A season in which Ana and Bruno have won a match together."""
    ana, bruno, chus = (roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))
    season = season_commands.create_season(store, Season(0, "Autumn", "2026-01-01"))
    end_a_match(app, (ana, bruno, chus), 0)
    return season


def test_the_front_page_marks_shared_places(phone, season):
    page = phone.go("/")

    assert "1, shared Ana" in page.words
    assert "1, shared Bruno" in page.words
    assert "3 Chus" in page.words


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("/season/{season}", 2),
        ("/season/{season}/games", 2),
        ("/ratings", 2),
        ("/tv", 2),
        ("/nights/{evening}", 6),  # of the match, and before and after the evening
    ],
)
def test_screen_readers_hear_that_a_place_is_shared(path, count, app, phone, season):
    for number in range(1, 12):  # players with ten matches are ranked in the rating list
        end_a_match(app, ("1", "2", "3"), number * DAY_S)
    evening = clocks.evening_date(EVENING_AT + 11 * DAY_S)

    page = phone.go(path.format(season=season.id, evening=evening))

    assert page.words.count(", shared") == count
    assert "1=" not in page.words


def test_an_embedded_season_marks_shared_places(app, store, season):
    secret = public_links.create_public_link(store, "", public_links.one_season(season.id))

    page = Newcomer(app).go(f"/shown/{secret}/embed")

    assert page.words.count("1, shared") == 2
    assert page.words.count("shared") == 2


def podium_of(page, title):
    """Return the text of each step of a podium, as a screen reader reads it.

    The podium is in the card with this title.
    """
    podium = page.part(title)
    return [each.words.removeprefix("♛").strip() for each in podium.all("ol")[0].all("li")]


def description(page):
    """Return the text that a preview of the page shows."""
    tags = [each for each in page.root.all("meta") if each["property"] == "og:description"]
    return tags[0]["content"]


def test_players_who_share_a_place_share_a_step_of_a_public_seasons_podium(app, store, season):
    secret = public_links.create_public_link(store, "", public_links.one_season(season.id))

    page = Newcomer(app).go(f"/shown/{secret}")

    assert podium_of(page, "Ana and Bruno lead") == [
        "Ana, Bruno 4.00 place 1, shared",
        "Chus 2.00 place 3",
    ]
    # The step is a grid, so the place and its mark need a common element to stay on one line.
    assert "1, shared" in [each.words for each in page.root.all("span")]
    assert description(page) == "1. Ana and Bruno 4.00, 3. Chus 2.00"


@pytest.fixture
def crowded_season(app, store):
    """A season in which two players have won a match together, and six others share third place."""
    keys = [roster.add_player(store, f"Player {letter}").key for letter in "ABCDEFGH"]
    season = season_commands.create_season(store, Season(0, "Autumn", "2026-01-01"))
    for number, third in enumerate(keys[2:]):
        end_a_match(app, (*keys[:2], third), number)
    return season


def test_a_step_shared_by_many_shows_their_number_on_a_public_season(app, store, crowded_season):
    secret = public_links.create_public_link(store, "", public_links.one_season(crowded_season.id))

    page = Newcomer(app).go(f"/shown/{secret}")

    assert podium_of(page, "Player A and Player B lead") == [
        "Player A, Player B 4.00 place 1, shared",
        "6 players 2.00 place 3, shared",
    ]
    assert description(page) == "1. Player A and Player B 4.00, 3. 6 players 2.00"


def test_a_step_shared_by_many_shows_their_number_once_the_season_is_closed(phone, crowded_season):
    phone.go(f"/season/{crowded_season.id}")

    closed = phone.tap("Close Autumn")

    assert podium_of(closed, "Player A and Player B are champions")[1] == (
        "6 players 2.00 place 3, shared"
    )


@pytest.mark.parametrize("path", ["/season/{season}", "/season/{season}/review"])
def test_the_podium_of_a_closed_season_marks_shared_places(path, phone, store, season):
    season_commands.close_season(store, season.id)

    page = phone.go(path.format(season=season.id))

    assert podium_of(page, "Ana and Bruno are champions") == [
        "Ana, Bruno 4.00 place 1, shared",
        "Chus 2.00 place 3",
    ]


def test_the_review_names_shared_leaders_with_and(phone, season):
    assert "In the lead Ana and Bruno with " in phone.go(f"/season/{season.id}/review").words
