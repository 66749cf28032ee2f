"""A season with stakes, and two evenings on which money is won."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from tests.web.results import jabberwocky, loba
from tests.web.stats.money.page import ANA, BRUNO, CHUS, FIRST, SECOND, STAKES


@pytest.fixture
def season(store):
    """The id of a season with stakes. Ana, Bruno, Chus and Dina have the keys 1 to 4."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)
    return season_commands.create_season(store, Season(0, "Autumn", stakes=STAKES)).id


@pytest.fixture
def two_evenings(log, season):
    """Two evenings with a match each. Ana wins the first match, and Bruno wins the second.

    Ana wins 0.25 from each other player, and then Bruno wins 0.50 from each other player. The
    balances of Ana, Bruno and Chus are then 0.00, +0.75 and −0.75.
    """
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    loba(log, BRUNO, ANA, CHUS, evening=SECOND)
