"""Fixtures for the tests of seasons and evenings: a closed season, all dates, a time zone."""

import time

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.evening_list import list_evenings
from tests.clocks import evening_timestamp
from tests.league.season_changes import season


@pytest.fixture
def madrid(monkeypatch):
    """The time zone of Madrid. It differs from UTC, so evenings must follow local time."""
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def closed_season(store, stats_cache, play):
    """A closed season in which Ana won twice and Bruno once."""
    autumn = season(store)
    for evening, winner in (("2026-10-01", "1"), ("2026-10-08", "2"), ("2026-10-15", "1")):
        play(evening, winner)
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-31"))
    stats_cache.get_snapshot()
    return autumn


@pytest.fixture
def dates(store, stats_cache):
    """A function that returns the dates of all evenings in the league, latest first."""

    def dates():
        league_state = stats_cache.wait_until_current().league_state
        return [each.date for each in list_evenings(store, league_state, 100)]

    return dates
