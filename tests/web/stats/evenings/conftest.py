"""Players, a season with stakes and two evenings for tests of an evening's page."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky, loba
from tests.web.stats.evenings.page import ANA, BRUNO, CHUS, FIRST, SECOND


@pytest.fixture(autouse=True)
def season(store):
    """The id of a season with stakes. Ana, Bruno, Chus and Dina have the keys 1 to 4."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)
    stakes = Stakes("cents", {"jabberwocky": 25, "loba": 50})
    return season_commands.create_season(store, Season(0, "Autumn", stakes=stakes)).id


@pytest.fixture
def two_evenings(log):
    """Two evenings. Ana wins on the first, and Bruno wins on the second.

    After the first evening, the points per match of Ana, Bruno and Chus are 5.00, 2.50 and 2.50.
    After the second evening, they are 4.00, 3.75 and 2.25.
    """
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    return loba(log, BRUNO, ANA, CHUS, evening=SECOND)
