"""Loading a document into an existing league adds everything that is new, or nothing at all."""

import pytest

from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.league import roster
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.filled_league import fill_league
from tests.transfer.exports import decode_document, encode_document, export_league, import_league
from tests.transfer.league_json.compared import change_count, season_tables
from tests.transfer.random_leagues import fill_random_league


def test_loading_a_leagues_own_export_changes_nothing(app):
    fill_random_league(app, matches=6, seed=5)
    before, change = export_league(app), change_count(app)

    report = import_league(app, before)

    assert not report
    assert export_league(app) == before
    assert change_count(app) == change


def test_an_existing_statistics_cache_includes_loaded_changes(app, another_league, log):
    fill_random_league(app, matches=6, seed=5)
    import_league(another_league, export_league(app))
    stats_cache = StatsCache(engines.store_of(another_league))
    before = stats_cache.wait_until_current().league_stats.all_time.aggregate.matches
    counted = [row.id for row in rows(app, Matches) if row.result is not None]
    commands.delete(log, counted[0], CommandMeta("elsewhere", 2_000_000_000))

    import_league(another_league, export_league(app))

    assert stats_cache.wait_until_current().league_stats.all_time.aggregate.matches == before - 1


def test_new_entries_of_an_existing_match_are_loaded(app, another_league, log, people):
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("start", 1000)
    )
    import_league(another_league, export_league(app))
    standings_before = season_tables(another_league)
    bids, tricks = {"1": 1, "2": 1, "3": 0}, {"1": 1, "2": 0, "3": 0}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("bids", 1001))
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("tricks", 1002))

    report = import_league(another_league, export_league(app))

    assert (report.matches, report.entries, report.players) == (1, 2, 0)
    assert export_league(another_league) == export_league(app)
    assert standings_before == [[]]  # of all time, without players
    assert season_tables(another_league) == season_tables(app)
    assert [row.points for row in rows(another_league, MatchPlayers)] == [1, 0, 1]


def test_loading_an_older_export_keeps_later_matches(app, another_league, log, people):
    commands.start_match(log, "gin", people[:2], {}, CommandMeta("start", 1000))
    earlier = export_league(app)
    commands.start_match(log, "gin", people[:2], {}, CommandMeta("later", 2000))
    later = export_league(app)

    assert not import_league(app, earlier)
    assert export_league(app) == later


def test_the_statistics_cache_includes_loaded_matches(app, another_league):
    fill_league(app, matches=30, seed=2)
    stats_cache = StatsCache(engines.store_of(another_league))
    assert stats_cache.wait_until_current().league_stats.matches == 0

    import_league(another_league, export_league(app))

    assert stats_cache.wait_until_current().league_stats.matches == 28  # 2 of 30 do not count


def test_ids_of_removed_players_are_not_reused_after_loading(store, app, another_league, people):
    roster.remove_player(store, 3)
    import_league(another_league, export_league(app))

    assert roster.add_player(engines.store_of(another_league), "Dina").id == 4


def test_an_export_with_an_invalid_last_entry_changes_nothing(app, another_league):
    fill_league(app, matches=12, seed=1)
    whole = decode_document(export_league(app))
    whole["log"][-1]["body"] = {"round": 1, "stage": "nonsense", "answers": {}}
    whole["log"][-1]["kind"] = "stage recorded"
    empty = export_league(another_league)

    with pytest.raises(ImportConflict):
        import_league(another_league, encode_document(whole))

    assert export_league(another_league) == empty
    assert change_count(another_league) == 0
    assert rows(another_league, Matches) == []


def test_an_export_without_the_hidden_players_of_a_closed_season_can_be_loaded_again(app):
    fill_random_league(app, matches=6, seed=5)
    before = export_league(app)
    document = decode_document(before)
    assert [season.pop("hidden_players") for season in document["seasons"]] == [[], None]

    import_league(app, encode_document(document))

    assert export_league(app) == before
