"""Delay the recomputation of statistics, so that tests can open pages in the meantime."""

from contextlib import contextmanager
from threading import Event

from scorekeeper.league import stats_cache
from scorekeeper.stats.league_stats import LeagueStats
from scorekeeper.web.extension_keys import STATS_CACHE_KEY


@contextmanager
def held_recomputing(app, monkeypatch):
    """Yield a function that blocks recomputation from now on, and returns an event.

    Recomputation continues when a test sets the event. At the end of the block, the event is set
    and the statistics are computed.
    """
    may_go_on, add = Event(), LeagueStats.add

    def held(league_stats, result):
        assert may_go_on.wait(30)
        add(league_stats, result)

    def from_now_on():
        monkeypatch.setattr(stats_cache, "INLINE_RECOMPUTE_LIMIT", 0)
        monkeypatch.setattr(stats_cache, "REFRESH_TIMEOUT_S", 0.0)
        monkeypatch.setattr(stats_cache, "FIRST_LOAD_TIMEOUT_S", 0.0)
        monkeypatch.setattr(LeagueStats, "add", held)
        return may_go_on

    try:
        yield from_now_on
    finally:
        may_go_on.set()
        app.extensions[STATS_CACHE_KEY].wait_until_current()
