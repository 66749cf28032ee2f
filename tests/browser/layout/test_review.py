"""The review of a closed season fits a narrow phone, even with many champions and large text."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from tests import one_deal
from tests.browser import chromium, leagues
from tests.browser.big_league.page import SMALL_PHONES, number_of_screens
from tests.browser.layout_checks import LARGE_LETTERS, STICKING_OUT

pytestmark = pytest.mark.browser

CHAMPIONS = ("Álvaro Delgado-Ruiz", "Beatriz Delgado-Ruiz")


@pytest.fixture
def two_champions(live_league):
    """The address of the review of a closed season with two champions."""
    store = live_league.log.store
    season_commands.create_season(store, Season(0, "Autumn"))
    keys = [
        roster.add_player(store, name, at=0).key for name in (*CHAMPIONS, "Xin", "Yara", "Zita")
    ]
    for number, champion in enumerate(keys[:2]):
        seats = (champion, *keys[2 + number : 4 + number])
        one_deal.play_match(live_league.log, seats, champion, leagues.EVENING_AT + number)
    season_commands.close_season(store, 1)
    return f"{live_league.address}/season/1/review"


@pytest.mark.parametrize("letters", [chromium.LETTERS, LARGE_LETTERS])
def test_links_to_the_last_wins_of_the_champions_are_below_the_podium(
    letters, two_champions, open_phone
):
    page = open_phone(SMALL_PHONES[0])
    chromium.set_letters(page, letters)
    page.goto(two_champions)
    podium = page.locator(".podium").bounding_box()
    links = page.get_by_role("link", name="last win")

    assert links.count() == 2
    assert links.first.bounding_box()["y"] >= podium["y"] + podium["height"]
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.thorough
def test_the_review_of_a_season_of_50_matches_is_not_longer_than_five_screens(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        leagues.fill_played_league(app)
        with chromium.serving(app) as address:
            page = open_phone()
            lengths = {
                letters: review_length(page, address, letters) for letters in (chromium.LETTERS, 21)
            }

    assert {letters: length for letters, length in lengths.items() if length > 5} == {}


def review_length(page, address, letters):
    chromium.set_letters(page, letters)
    return number_of_screens(page, f"{address}/season/1/review")
