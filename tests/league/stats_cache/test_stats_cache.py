"""Statistics that are updated match by match equal those computed from scratch."""

from threading import Event, Thread

import pytest

from scorekeeper.db.rebuild import rebuild
from scorekeeper.league import recompute, roster
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.league import short_matches
from tests.league.comparable_statistics import plain_values, recomputed_values
from tests.league.random_league import BEGAN, RandomLeague, count_results
from tests.league_fixtures import in_turn


@in_turn("seed", range(2))
def test_incremental_statistics_equal_a_full_recomputation(store, log, seed):
    league, stats_cache = RandomLeague(log, f"day to day {seed}"), StatsCache(store)
    league.run_random_steps(10).play_under_two_entries()

    for _ in range(25):
        league.run_random_steps(league.rng.randint(1, 4))
        values = plain_values(stats_cache.get_snapshot())
        assert values == recomputed_values(store)

    assert values["matches"] == count_results(store) > 5


def test_a_new_result_shares_the_end_times_of_old_matches(store, log, monkeypatch):
    monkeypatch.setattr(recompute, "MAX_RECENT", 3)
    people = tuple(roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))
    stats_cache, copied = StatsCache(store), []
    stats_cache.wait_until_current()

    for at in range(1_000, 9_000, 1_000):
        match = short_matches.start(log, people, at=at, **short_matches.SHORT)
        short_matches.finish(log, match, at=at + 500)
        snapshot = stats_cache.get_snapshot()
        copied.append(len(snapshot.end_times.maps[0]))
        assert plain_values(snapshot) == recomputed_values(store)

    assert copied == [1, 2, 3, 1, 2, 3, 1, 2]


@in_turn("seed", range(2))
def test_recomputing_from_checkpoints_equals_a_full_recomputation(store, log, low_limits, seed):
    league, stats_cache, most = RandomLeague(log, f"marks {seed}"), StatsCache(store), 0

    for _ in range(25):
        league.run_random_steps(league.rng.randint(1, 4))
        snapshot = stats_cache.wait_until_current()
        assert plain_values(snapshot) == recomputed_values(store)
        most = max(most, len(snapshot.checkpoints))

    assert snapshot.league_stats.matches == count_results(store) > 5
    assert most > 1


def checkpoint_orders(stats_cache):
    return [checkpoint.last for checkpoint in stats_cache.wait_until_current().checkpoints]


def test_a_change_keeps_the_checkpoints_before_it(store, season, low_limits):
    stats_cache = StatsCache(store)
    checkpoints = checkpoint_orders(stats_cache)
    latest = max(stats_cache.snapshot.end_times.items(), key=lambda item: item[::-1])[0]
    assert len(checkpoints) > 1

    for tap in ("away", "away again"):
        commands.delete(season.log, latest, CommandMeta(tap, BEGAN))
        stats_cache.wait_until_current()
        commands.restore(season.log, latest, CommandMeta(f"back after {tap}", BEGAN))

    assert checkpoint_orders(stats_cache)[: len(checkpoints)] == checkpoints
    assert plain_values(stats_cache.get_snapshot()) == recomputed_values(store)


def test_two_processes_that_read_at_different_times_agree(store, log, database):
    other = create_bare_app(database)
    often, seldom = StatsCache(store), StatsCache(engines.store_of(other))
    league = RandomLeague(log, "two processes")

    for _ in range(5):
        for _ in range(5):
            league.run_random_steps(3)
            often.get_snapshot()
        assert plain_values(often.get_snapshot()) == plain_values(seldom.get_snapshot())

    assert plain_values(often.get_snapshot()) == recomputed_values(store)
    engines.engine_of(other).dispose()


def test_statistics_are_the_same_after_a_rebuild(store, app, log):
    stats_cache = StatsCache(store)
    RandomLeague(log, "rebuild").run_random_steps(80)
    before = plain_values(stats_cache.get_snapshot())

    rebuild(engines.engine_of(app))
    after = plain_values(stats_cache.get_snapshot())

    assert after.pop("league state").change > before.pop("league state").change
    assert after == before


@pytest.mark.thorough
@in_turn("many", [False, True], ids=["small league", "large league"])
def test_concurrent_reads_do_not_fail_during_writes(store, log, many, request):
    if many:
        request.getfixturevalue("low_limits")
    stats_cache, league = StatsCache(store), RandomLeague(log, "readers")
    done, wrong, looks = Event(), [], []

    def read():
        try:
            while not done.is_set():
                snapshot = stats_cache.get_snapshot()
                snapshot.cached("all of it", lambda snapshot=snapshot: plain_values(snapshot))
                looks.append(snapshot.league_state.change)
        except Exception as error:  # the test checks it
            wrong.append(error)

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        rounds = 0
        # On a busy machine, the readers read less often.
        while rounds < 30 or (len(set(looks)) <= 5 and not wrong):
            league.run_random_steps(2)
            rounds += 1
    finally:
        done.set()
        for reader in readers:
            reader.join()

    assert wrong == []
    assert len(set(looks)) > 5
    assert plain_values(stats_cache.wait_until_current()) == recomputed_values(store)
