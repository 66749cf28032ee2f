"""A season for tests of a player's page."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season


@pytest.fixture
def autumn(store):
    """A season that begins on the second evening and gives 5, 3, 2 and 1 points by place."""
    season_commands.create_season(store, Season(0, "Autumn 2026", starts="2026-10-05"))
