"""A league with a season, and lower limits for the statistics cache."""

import pytest

from scorekeeper.league import recompute, season_commands
from scorekeeper.league import stats_cache as stats_cache_module
from scorekeeper.league.seasons import Season
from tests.league.random_league import BEGAN, RandomLeague, count_results


@pytest.fixture
def low_limits(monkeypatch):
    """Low limits, so that even a small league uses checkpoints and recomputes in the background."""
    monkeypatch.setattr(stats_cache_module, "INLINE_RECOMPUTE_LIMIT", 3)
    monkeypatch.setattr(recompute, "MIN_CHECKPOINT_INTERVAL", 4)
    monkeypatch.setattr(stats_cache_module, "FIRST_LOAD_TIMEOUT_S", 0.0)
    monkeypatch.setattr(stats_cache_module, "REFRESH_TIMEOUT_S", 0.0)


@pytest.fixture
def season(store, log):
    """A league with a season, which has the id 1. At least nine of its matches count."""
    season_commands.create_season(store, Season(0, "Autumn"), at=BEGAN)
    league = RandomLeague(log, "season")
    while count_results(store) < 9:
        league.play()
    return league
