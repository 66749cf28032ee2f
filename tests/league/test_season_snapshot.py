"""Closing a season keeps its results as they are, even if matches are corrected later."""

from dataclasses import replace

import pytest

from scorekeeper.db.tables import SnapshotResults
from scorekeeper.errors import Refused
from scorekeeper.league import (
    match_terms_commands,
    player_merge,
    roster,
    season_commands,
    season_snapshot,
    seasons,
)
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import Stakes
from scorekeeper.transfer.results_import import import_undo
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.league.season_changes import matches_in, season, table_of
from tests.refusals import reason_of
from tests.transfer.result_files import NOW, TWO_RESULTS, import_results


def money(stats_cache, one=None):
    """Return the balances in cents for one season or for all time."""
    league_stats = stats_cache.get_snapshot().league_stats
    season_stats = league_stats.seasons[one.id] if one else league_stats.all_time
    return season_stats.balances.totals.get("cents", {})


CLOSED = "1 1 12½ | 2 2 10 | 3 3 7½"


def test_a_closed_season_keeps_its_standings(stats_cache, closed_season):
    # Ana 5 + 2½ + 5, Bruno 2½ + 5 + 2½, Chus three times 2½.
    assert table_of(stats_cache, closed_season) == CLOSED
    assert stats_cache.get_snapshot().league_state.season(
        closed_season.id
    ).closed_at == evening_timestamp("2026-10-31")


def test_a_correction_after_closing_changes_everything_but_the_season(
    store, stats_cache, log, closed_season
):
    wins = stats_cache.get_snapshot().league_stats.all_time.aggregate.totals.tallies["1"].wins
    sheet = log.sheet(1)
    stages = (
        ("bids", {"bids": dict.fromkeys("123", 1)}),
        ("tricks", {"tricks": {"1": 0, "2": 1, "3": 0}}),
    )

    correction_commands.correct_deal(log, 1, 1, stages, sheet.version, CommandMeta("c", 1))

    assert wins == 2
    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.totals.tallies["1"].wins == 1
    assert table_of(stats_cache, closed_season) == CLOSED
    season_commands.reopen_season(store, closed_season.id)
    assert table_of(stats_cache, closed_season) == "1 2 12½ | 2 1 10 | 3 3 7½"


def test_a_match_recorded_after_closing_is_not_in_the_season(stats_cache, play, closed_season):
    play("2026-10-20", "3")

    assert table_of(stats_cache, closed_season) == CLOSED
    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.matches == 4


def test_a_match_deleted_after_closing_stays_in_the_season(store, stats_cache, log, closed_season):
    commands.delete(log, 2, CommandMeta("away", 1))

    assert table_of(stats_cache, closed_season) == CLOSED
    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.matches == 2
    season_commands.reopen_season(store, closed_season.id)
    assert matches_in(stats_cache, closed_season) == 2


@pytest.mark.parametrize(
    "elsewhere", [MatchTerms(is_season_chosen=True, season_id=None), MatchTerms(True, 2)]
)
def test_a_match_of_a_closed_season_cannot_be_moved_until_it_is_reopened(
    store, stats_cache, closed_season, elsewhere
):
    winter = season(store, "Winter", None, None)

    with pytest.raises(Refused) as refused:
        match_terms_commands.set_match_terms(store, 1, elsewhere)
    assert (
        reason_of(refused)
        == "This match belongs to Autumn, which is closed. Reopen the season first."
    )
    season_commands.reopen_season(store, closed_season.id)
    match_terms_commands.set_match_terms(store, 1, elsewhere)

    assert [matches_in(stats_cache, one) for one in (closed_season, winter)] == [
        2,
        int(elsewhere.season_id == 2),
    ]
    match_terms_commands.set_match_terms(
        store, 1, MatchTerms()
    )  # its date is in both seasons; the season created last wins
    assert [matches_in(stats_cache, one) for one in (closed_season, winter)] == [3, 0]


def test_the_stake_of_a_match_in_a_closed_season_changes_only_after_it_is_reopened(
    store, stats_cache, play
):
    autumn = season(store, stakes=Stakes("cents", {"jabberwocky": 10}))
    play("2026-10-01")
    play("2026-10-08")
    match_terms_commands.set_match_terms(
        store, 2, MatchTerms(stake=Stakes("cents", {"jabberwocky": 500}))
    )
    assert money(stats_cache, autumn) == {"1": 1020, "2": -510, "3": -510}

    season_commands.close_season(store, autumn.id)
    with pytest.raises(Refused) as refused:
        match_terms_commands.set_match_terms(store, 2, MatchTerms(stake=Stakes()))

    [problem] = refused.value.problems
    assert (problem.code, problem.field) == ("closed", None)
    assert money(stats_cache, autumn) == {"1": 1020, "2": -510, "3": -510}
    season_commands.reopen_season(store, autumn.id)
    match_terms_commands.set_match_terms(store, 2, MatchTerms(stake=Stakes()))
    assert money(stats_cache, autumn) == {"1": 20, "2": -10, "3": -10}


def test_imported_results_have_no_stake_in_a_closed_season(store, stats_cache):
    for name in ("Ana", "Bruno"):
        roster.add_player(store, name)
    autumn = season(store, starts=None, stakes=Stakes("cents", {"loba": 50}))
    import_results(store, "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n")

    season_commands.close_season(store, autumn.id)

    assert matches_in(stats_cache, autumn) == 1
    assert money(stats_cache, autumn) == {}


def test_reentering_an_answer_after_closing_does_not_move_the_match(
    store, stats_cache, log, closed_season
):
    winter = season(store, "Winter", "2026-11-01", None)
    commands.undo(
        log, 3, log.sheet(3).steps[-1].version, CommandMeta("u", evening_timestamp("2026-11-05"))
    )
    tricks = {"1": 0, "2": 0, "3": 1}
    commands.record_stage(
        log, 3, 1, "tricks", {"tricks": tricks}, CommandMeta("t", evening_timestamp("2026-11-06"))
    )

    assert table_of(stats_cache, closed_season) == CLOSED
    assert matches_in(stats_cache, winter) == 0


def test_closing_a_closed_season_changes_nothing(store, app, closed_season):
    snapshot_rows = rows(app, SnapshotResults)

    season_commands.close_season(store, closed_season.id, at=evening_timestamp("2026-11-30"))

    assert rows(app, SnapshotResults) == snapshot_rows
    assert seasons.seasons(store)[0].closed_at == evening_timestamp("2026-10-31")


def test_a_snapshot_has_one_row_per_match_and_is_removed_with_the_season(store, app, closed_season):
    snapshot_rows = rows(app, SnapshotResults)

    assert [(row.season_id, row.match_id, row.game) for row in snapshot_rows] == [
        (closed_season.id, match, "jabberwocky") for match in (1, 2, 3)
    ]
    assert snapshot_rows[0].ended_at == evening_timestamp("2026-10-01")
    assert [seat[:6] for seat in snapshot_rows[0].result] == [
        ["1", 0, 1, 1, 3, 1],
        ["2", 1, 2, 2, 3, 0],
        ["3", 2, 2, 2, 3, 0],
    ]
    assert snapshot_rows[0].stake is None
    season_commands.remove_season(store, closed_season.id)
    assert rows(app, SnapshotResults) == []


def test_a_snapshot_larger_than_one_batch_is_complete(store, app, stats_cache, play, monkeypatch):
    monkeypatch.setattr(season_snapshot, "BATCH_SIZE", 2)
    autumn = season(store)
    for day in range(10, 15):
        play(f"2026-10-{day}")
    play("2026-11-10")

    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-31"))

    assert [row.match_id for row in rows(app, SnapshotResults)] == [1, 2, 3, 4, 5]


def test_only_the_name_of_a_closed_season_can_be_changed(store, closed_season):
    there = seasons.seasons(store)[0]

    season_commands.change_season(store, replace(there, name="Autumn 2026"))
    with pytest.raises(Refused) as refused:
        season_commands.change_season(store, replace(there, name="Gold", starts=None))

    assert reason_of(refused) == "Autumn 2026 is closed and cannot be changed. Reopen it first."
    assert seasons.seasons(store)[0] == replace(there, name="Autumn 2026")


def test_merged_players_count_as_one_in_a_closed_season(store, stats_cache, closed_season, log):
    twin = roster.add_player(store, "Anita").key
    match = commands.start_match(
        log,
        "jabberwocky",
        (twin, "2", "3"),
        {"schedule": [1]},
        CommandMeta("twin", evening_timestamp("2026-10-20")),
    )
    at = evening_timestamp("2026-10-20")
    bids, tricks = dict.fromkeys((twin, "2", "3"), 1), {twin: 1, "2": 0, "3": 0}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("tb", at))
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("tt", at))
    season_commands.reopen_season(store, closed_season.id)
    season_commands.close_season(store, closed_season.id, at=evening_timestamp("2026-10-31"))

    player_merge.merge_players(store, int(twin), 1)

    assert table_of(stats_cache, closed_season) == "1 1 17½ | 2 2 12½ | 3 3 10"


def test_players_of_an_undone_import_stay_in_a_closed_season(store, stats_cache):
    roster.add_player(store, "Ana")
    autumn = season(store, starts=None)
    number = import_results(store, TWO_RESULTS)
    season_commands.close_season(store, autumn.id)

    import_undo.undo(store, number, at=NOW)

    league_state = stats_cache.get_snapshot().league_state
    assert league_state.hidden_players == {"2"}
    assert league_state.hidden_in(league_state.season(autumn.id)) == frozenset()
