"""Players, a season with stakes and two evenings for the tests of an evening's page."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky, loba
from tests.web.stats.evening.page import ANA, BRUNO, CHUS, FIRST, SECOND


@pytest.fixture(autouse=True)
def season(store):
    """A season with stakes, and Ana, Bruno, Chus and Dina, keys 1 to 4; returns its id."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)
    stakes = Stakes("cents", {"jabberwocky": 25, "loba": 50})
    return season_commands.create_season(store, Season(0, "Autumn", stakes=stakes)).id


@pytest.fixture
def two_evenings(log):
    """Ana wins the first, Bruno the second: 5.00, 2.50 and 2.50; then 4.00, 3.75 and 2.25."""
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    return loba(log, BRUNO, ANA, CHUS, evening=SECOND)
