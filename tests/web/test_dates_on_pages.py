"""Pages date a match by its evening, with weekday and year."""

import re

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky

ISO_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")


@pytest.fixture
def late_match(store, log):
    """A match for money on the evening of 5 November 2025. It ended at 02:01."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
    season_commands.create_season(
        store, Season(0, "Autumn", stakes=Stakes("cents", {"jabberwocky": 25})), at=0
    )
    return jabberwocky(log, "1", "2", "3", evening="2025-11-05", hour=6)


@pytest.mark.parametrize(
    "path",
    ["/matches", "/players/1", "/money", "/matches/1/history", "/records"],
)
def test_pages_show_the_evening_of_a_match_with_weekday_and_year(phone, late_match, path):
    words = phone.go(path).words

    assert "Wed 5 Nov 2025" in words
    assert "6 Nov" not in words
    assert not ISO_DATE.search(words)


def test_dates_of_other_years_have_their_year_without_a_script(phone, store, late_match):
    season_commands.close_season(store, 1, at=1_700_000_000)

    assert "Closed on Tue 14 Nov 2023." in phone.go("/season/1").words
