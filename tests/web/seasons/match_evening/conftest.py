"""Fixtures for a match on an evening in the second of two seasons."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from tests.web.results import jabberwocky
from tests.web.seasons.match_evening.evenings import EVENING


@pytest.fixture(autouse=True)
def two_seasons(store):
    """Autumn until 31 October 2025, then Winter. Ana, Bruno and Chus have the keys 1 to 3."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
    season_commands.create_season(store, Season(0, "Autumn", ends="2025-10-31"), at=0)
    season_commands.create_season(store, Season(0, "Winter", "2025-11-01"), at=0)


@pytest.fixture
def match(log):
    return jabberwocky(log, "1", "2", "3", evening=EVENING)


@pytest.fixture
def terms(phone, match):
    """The path of the page with the match's season, stake and evening. The phone has it open."""
    phone.go(f"/matches/{match}/terms")
    return f"/matches/{match}/terms"
