"""Two seasons, a match of Jabberwocky, and its terms."""

import pytest

from scorekeeper.league import roster, season_commands, seasons
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky
from tests.web.seasons.match_terms.page import ANA, BRUNO, CHUS, EVENING, FRIENDS


@pytest.fixture(autouse=True)
def two_seasons(store):
    """Two seasons: Autumn includes every game, and Cup includes only Gin.

    Ana, Bruno and Chus have the keys 1 to 3.
    """
    for name in FRIENDS:
        roster.add_player(store, name)
    stakes = Stakes("cents", {"jabberwocky": 25})
    season_commands.create_season(store, Season(0, "Cup", games=("gin",)))
    season_commands.create_season(store, Season(0, "Autumn", stakes=stakes))


@pytest.fixture
def match(log):
    return jabberwocky(log, ANA, BRUNO, CHUS, evening=EVENING)


@pytest.fixture
def terms(store, match):
    """A function that loads the terms of the match."""

    def now():
        return seasons.load_match_terms(store, match)

    return now
