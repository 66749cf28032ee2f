"""Statistics that are recomputed in the background, and computations that fail."""

from threading import Event

import pytest

from scorekeeper.league import recompute, season_commands
from scorekeeper.league import stats_cache as stats_cache_module
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache, StatsFailed
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.league_stats import LeagueStats
from tests.league.comparable_statistics import plain_values, recomputed_values
from tests.league.random_league import BEGAN, count_results, play_last_match


class Held:
    """A recomputation in the background that waits until the test releases it."""

    def __init__(self, monkeypatch):
        self.writing, self.may_go_on = Event(), Event()
        add = LeagueStats.add

        def slowly(league_stats, played):
            self.writing.set()
            assert self.may_go_on.wait(30)
            add(league_stats, played)

        monkeypatch.setattr(LeagueStats, "add", slowly)

    def go_on_at_the_next_read(self, monkeypatch):
        """Let the recomputation end when the league's state is next read."""

        def and_go_on(*asked, load_facts=stats_cache_module.load_league_state):
            self.may_go_on.set()
            return load_facts(*asked)

        monkeypatch.setattr(stats_cache_module, "load_league_state", and_go_on)


def test_the_old_snapshot_is_shown_during_recomputation(store, season, low_limits, monkeypatch):
    stats_cache = StatsCache(store)
    old = plain_values(stats_cache.wait_until_current())
    held = Held(monkeypatch)

    commands.delete(season.log, min(stats_cache.snapshot.end_times), CommandMeta("away", BEGAN))
    meanwhile = stats_cache.get_snapshot()

    assert held.writing.wait(30)
    assert meanwhile.is_recomputing
    assert plain_values(meanwhile) == old
    held.may_go_on.set()
    assert stats_cache.wait_until_current().league_stats.matches == old["matches"] - 1
    assert plain_values(stats_cache.get_snapshot()) == recomputed_values(store)


def test_the_first_read_of_a_large_league_gets_an_empty_recomputing_snapshot(
    store, season, low_limits, monkeypatch
):
    held, stats_cache = Held(monkeypatch), StatsCache(store)

    first = stats_cache.get_snapshot()

    assert first.is_recomputing
    assert (first.league_stats.matches, list(first.league_stats.seasons)) == (0, [1])
    held.may_go_on.set()
    assert stats_cache.wait_until_current().league_stats.matches == count_results(store)


def delete_two(log, stats_cache, held):
    """Delete two matches, and return the id of the second.

    The second match is deleted while the cache recomputes because of the first.
    """
    first, second, *_ = sorted(stats_cache.snapshot.end_times)
    commands.delete(log, first, CommandMeta("away", BEGAN))
    stats_cache.get_snapshot()
    assert held.writing.wait(30)
    commands.delete(log, second, CommandMeta("away too", BEGAN))
    return second


def test_a_change_during_recomputation_is_in_the_next_snapshot(
    store, season, low_limits, monkeypatch
):
    stats_cache = StatsCache(store)
    there = stats_cache.wait_until_current().league_stats.matches
    held = Held(monkeypatch)

    delete_two(season.log, stats_cache, held)
    assert stats_cache.get_snapshot().is_recomputing
    held.may_go_on.set()

    assert stats_cache.wait_until_current().league_stats.matches == there - 2
    assert plain_values(stats_cache.get_snapshot()) == recomputed_values(store)


def test_a_snapshot_older_than_the_latest_change_is_marked_as_recomputing(
    store, season, low_limits, monkeypatch
):
    stats_cache = StatsCache(store)
    stats_cache.wait_until_current()
    held = Held(monkeypatch)
    second = delete_two(season.log, stats_cache, held)

    monkeypatch.setattr(stats_cache_module, "REFRESH_TIMEOUT_S", 30.0)
    held.go_on_at_the_next_read(monkeypatch)
    seen = stats_cache.get_snapshot()  # waits for the snapshot that includes the first change

    assert second in seen.end_times
    assert seen.is_recomputing
    assert plain_values(stats_cache.wait_until_current()) == recomputed_values(store)


def test_a_season_created_during_the_first_computation_is_in_the_snapshot(
    store, season, low_limits, monkeypatch
):
    held, stats_cache = Held(monkeypatch), StatsCache(store)
    stats_cache.get_snapshot()
    assert held.writing.wait(30)
    season_commands.create_season(store, Season(0, "Winter"), at=BEGAN)

    monkeypatch.setattr(stats_cache_module, "FIRST_LOAD_TIMEOUT_S", 30.0)
    held.go_on_at_the_next_read(monkeypatch)

    assert [each.name for each in stats_cache.get_snapshot().league_state.seasons] == [
        "Winter",
        "Autumn",
    ]


class Failing:
    """Recomputations that fail until `failing` is set to false.

    `tries` is the number of attempts so far.
    """

    def __init__(self, monkeypatch):
        self.failing, self.tries = True, 0
        run = recompute.RecomputeJob.run

        def run_or_fail(job, connection):
            self.tries += 1
            if self.failing:
                raise ArithmeticError("a result cannot be counted")
            return run(job, connection)

        monkeypatch.setattr(recompute.RecomputeJob, "run", run_or_fail)


@pytest.mark.parametrize("large", [False, True], ids=["inline", "in the background"])
def test_a_failed_recomputation_is_not_repeated_before_the_next_change(
    store, season, large, request, monkeypatch, caplog
):
    if large:
        request.getfixturevalue("low_limits")
    stats_cache = StatsCache(store)
    old = plain_values(stats_cache.wait_until_current())
    first, second, *_ = sorted(stats_cache.snapshot.end_times)
    failing = Failing(monkeypatch)

    commands.delete(season.log, first, CommandMeta("away", BEGAN))
    for _ in range(5):
        with pytest.raises(StatsFailed):
            stats_cache.wait_until_current()
    shown = stats_cache.get_snapshot()
    assert (failing.tries, len(caplog.records)) == (1, 1)
    assert "a result cannot be counted" in caplog.text
    assert shown.has_failed
    assert plain_values(shown) == old

    failing.failing = False
    commands.delete(season.log, second, CommandMeta("away too", BEGAN))
    assert not stats_cache.wait_until_current().has_failed
    assert plain_values(stats_cache.get_snapshot()) == recomputed_values(store)


def test_a_failed_recomputation_is_tried_again_after_a_while(
    store, season, low_limits, monkeypatch
):
    stats_cache, failing = StatsCache(store), Failing(monkeypatch)
    monkeypatch.setattr(stats_cache_module, "RETRY_AFTER_S", 0.0)
    stats_cache.get_snapshot()

    failing.failing = False

    assert plain_values(stats_cache.wait_until_current()) == recomputed_values(store)


def test_a_failure_while_results_are_added_loses_none_and_adds_none_twice(
    store, season, monkeypatch
):
    stats_cache = StatsCache(store)
    stats_cache.wait_until_current()
    add = LeagueStats.add

    def add_and_fail(league_stats, played):
        add(league_stats, played)
        raise ArithmeticError("a result cannot be counted")

    monkeypatch.setattr(LeagueStats, "add", add_and_fail)
    play_last_match(season)
    assert stats_cache.get_snapshot().has_failed

    monkeypatch.setattr(LeagueStats, "add", add)
    play_last_match(season)
    assert plain_values(stats_cache.wait_until_current()) == recomputed_values(store)
