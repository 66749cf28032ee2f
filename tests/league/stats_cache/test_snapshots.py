"""The statistics snapshot for pages: when it is reused and frozen, and its limits."""

import gc

import pytest

from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.league.comparable_statistics import plain_values
from tests.league.random_league import BEGAN, RandomLeague, play_last_match


def test_the_snapshot_is_reused_while_nothing_changes(store, log):
    stats_cache = StatsCache(store)
    RandomLeague(log, "quiet").run_random_steps(30)

    assert stats_cache.get_snapshot() is stats_cache.get_snapshot()


def test_a_new_result_leaves_the_snapshot_that_pages_are_reading_as_it_is(store, season):
    stats_cache = StatsCache(store)
    old = stats_cache.get_snapshot()
    before = plain_values(old)

    for _ in range(2):  # on a new evening, and on the same one
        play_last_match(season)
        assert stats_cache.get_snapshot().league_stats.matches > old.league_stats.matches

    assert plain_values(old) == before


def import_results(store, matches):
    """Import this many old results, with two players each."""
    lines = ["date;game;player;place;points"]
    for number in range(matches):
        day = f"20{10 + number // 336}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
        lines += [f"{day};gin;Ana;1;", f"{day};gin;Bruno;2;"]
    data = "\n".join(lines).encode()
    seen = preview.build_preview(store, data, ImportChoices(), "2027-01-01", again=True)
    import_id = jobs.store_upload(store, "old.csv", data, "file", BEGAN)
    import_write.write(
        WriteJob(store, import_id, seen.matches, seen.lines, len(seen.bad_lines), BEGAN)
    )


@pytest.mark.thorough
def test_only_the_statistics_of_the_start_are_frozen(store, log):
    import_results(store, 600)
    frozen = gc.get_freeze_count()

    assert StatsCache(store).wait_until_current().league_stats.matches == 600
    assert gc.get_freeze_count() <= frozen

    StatsCache(store).load_and_freeze()
    assert gc.get_freeze_count() > frozen


def test_the_number_of_cached_values_and_pages_is_limited(stats_cache):
    snapshot = stats_cache.get_snapshot()
    for number in range(1000):
        assert snapshot.cached(number, lambda number=number: number + 1) == number + 1
        snapshot.cache_page(number, f"page {number}")

    assert len(snapshot.cached_values) == 400
    assert len(snapshot.pages) == 100
    assert snapshot.cached(999, lambda: "made again") == 1000
    assert snapshot.cached_page(999) == "page 999"
