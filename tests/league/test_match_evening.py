"""A match that was entered late can be moved to the evening on which it was played."""

import pytest

from scorekeeper.clock import clock_in
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, SnapshotResults
from scorekeeper.errors import Refused
from scorekeeper.league import season_commands
from scorekeeper.league.evening import load_evening
from scorekeeper.league.match_evening import set_match_evening
from scorekeeper.league.seasons import Season
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer import integrity
from tests.clocks import MACHINE, ZONES, evening_timestamp
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.league.season_changes import matches_in
from tests.refusals import reason_of
from tests.transfer.exports import export_league, import_league
from tests.transfer.result_files import import_results as old_results

NOW = evening_timestamp("2026-11-24")


@pytest.fixture
def move(store, log):
    """A function that moves a match to another evening.

    It does so at 20:00 on 24 November 2026.
    """

    def move(match, evening, key="move"):
        set_match_evening(store, log, match, evening, CommandMeta(f"{key} {evening}", NOW))

    return move


@pytest.fixture
def seasons(store):
    """The season Autumn, which lasts until 31 October, and the season Winter after it."""
    autumn = season_commands.create_season(store, Season(0, "Autumn", ends="2026-10-31"), at=0)
    winter = season_commands.create_season(store, Season(0, "Winter", "2026-11-01"), at=0)
    return autumn, winter


def is_rebuilt_alike(app, store):
    before = derived_rows(app)
    assert integrity.findings(store) == []
    rebuild(engines.engine_of(app))
    return derived_rows(app) == before


@pytest.mark.parametrize("hours", [0, 3.5, 8.9, -14])
def test_a_moved_match_keeps_its_time_of_day_and_counts_for_the_new_season(
    store, app, stats_cache, play, seasons, move, dates, hours
):
    match = play("2026-11-19", hours=hours)
    assert [matches_in(stats_cache, one) for one in seasons] == [0, 1]
    before = rows(app, Matches)[0]

    move(match, "2026-10-29")

    assert [matches_in(stats_cache, one) for one in seasons] == [1, 0]
    assert dates() == ["2026-10-29"]
    after = rows(app, Matches)[0]
    assert MACHINE.evening(after.ended_at) == "2026-10-29"
    assert MACHINE.time_of_day(after.ended_at) == MACHINE.time_of_day(before.ended_at)
    assert (after.result, after.started_at) == (before.result, before.started_at)
    assert after.counted > before.counted
    assert is_rebuilt_alike(app, store)


def test_the_order_of_the_results_follows_the_new_evening(stats_cache, play, move):
    for evening, winner in (("2026-11-17", "1"), ("2026-11-18", "2"), ("2026-11-19", "3")):
        play(evening, winner)
    stats_cache.get_snapshot()

    move(3, "2026-11-10")

    aggregate = stats_cache.get_snapshot().league_stats.all_time.aggregate
    assert aggregate.evenings == ["2026-11-10", "2026-11-17", "2026-11-18"]
    assert [result.match for result, _ in aggregate.newest_evening_results] == [2]


def test_a_moved_match_keeps_its_evening_through_corrections_undo_and_another_process(
    store, app, log, another_process, play, move, dates
):
    match = play("2026-11-19")
    move(match, "2026-11-12")
    tricks = {"1": 0, "2": 1, "3": 0}
    stages = (("bids", {"bids": dict.fromkeys("123", 1)}), ("tricks", {"tricks": tricks}))

    correction_commands.correct_deal(
        another_process(), match, 1, stages, 4, CommandMeta("fix", NOW)
    )
    assert dates() == ["2026-11-12"]
    commands.undo(log, match, 5, CommandMeta("undo", NOW + 1))
    assert dates() == ["2026-11-12"]
    commands.delete(log, match, CommandMeta("delete", NOW + 2))
    assert dates() == []
    commands.restore(log, match, CommandMeta("restore", NOW + 3))
    assert dates() == ["2026-11-12"]
    assert is_rebuilt_alike(app, store)


def test_a_match_undone_and_entered_again_months_later_stays_on_its_evening(
    store, app, log, play, dates
):
    match = play("2026-06-11")
    commands.undo(log, match, 3, CommandMeta("undo", NOW))
    tricks = {"1": 0, "2": 1, "3": 0}
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("again", NOW))

    assert dates() == ["2026-06-11"]
    assert is_rebuilt_alike(app, store)


@pytest.mark.parametrize("zone", [*ZONES, None])
def test_a_moved_match_stays_on_its_evening_in_every_zone_even_in_a_closed_season(
    store, app, log, stats_cache, people, play, seasons, move, dates, zone
):
    autumn, _ = seasons
    for number, hours in enumerate((0, 8.5, -14)):
        move(play("2026-11-19", hours=hours), f"2026-10-{20 + number}")
    season_commands.close_season(store, autumn.id, at=NOW)
    commands.delete(log, 2, CommandMeta("delete", NOW))
    set_time_zone(store, "America/New_York")

    set_time_zone(store, zone)

    assert dates() == ["2026-10-22", "2026-10-20"]
    clock = clock_in(zone)
    kept = [clock.evening(row.ended_at) for row in rows(app, SnapshotResults)]
    assert kept == ["2026-10-20", "2026-10-21", "2026-10-22"]
    assert matches_in(stats_cache, autumn) == 3
    assert is_rebuilt_alike(app, store)


def test_a_moved_match_keeps_its_evening_in_an_export(
    store, app, another_league, play, move, dates
):
    set_time_zone(store, "Europe/Madrid")
    move(play("2026-11-19"), "2026-11-12")
    before = export_league(app)

    import_league(another_league, before)

    assert export_league(another_league) == before
    assert derived_rows(another_league) == derived_rows(app)
    assert dates() == ["2026-11-12"]


def test_a_log_without_a_set_evening_has_the_same_rows_as_before(store, app, play):
    """Logs of older versions contain no event that sets the evening."""
    play("2026-11-19", hours=3)
    [row] = rows(app, Matches)

    assert {each.kind for each in rows(app, MatchEvents)} == {"match started", "stage recorded"}
    assert row.ended_at == evening_timestamp("2026-11-19") + 3 * 3600
    assert set(row.summary) == {"deals", "totals", "winners", "net"}
    assert is_rebuilt_alike(app, store)


def test_a_running_match_can_be_moved_before_it_ends(store, app, log, people, move, dates):
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("start", NOW - 100)
    )
    move(match, "2026-11-19")
    assert dates() == []
    for stage, said in (("bids", dict.fromkeys("123", 1)), ("tricks", {"1": 1, "2": 0, "3": 0})):
        commands.record_stage(log, match, 1, stage, {stage: said}, CommandMeta(stage, NOW))

    assert dates() == ["2026-11-19"]
    assert is_rebuilt_alike(app, store)


def test_the_hours_of_an_evening_leave_out_a_match_that_was_moved_there(
    store, stats_cache, play, move
):
    play("2026-11-19")
    move(play("2026-11-20", hours=-10), "2026-11-19")  # entered the next morning

    league_state = stats_cache.wait_until_current().league_state
    evening = load_evening(store, league_state, "2026-11-19")

    at = evening_timestamp("2026-11-19")
    assert evening.hours == (at, at)
    assert {match.id: match.is_moved for match in evening.matches} == {1: False, 2: True}


# ---------------------------------------------------------------- refused


def test_the_evening_of_a_match_in_a_closed_season_can_be_set_once_it_is_reopened(
    store, play, seasons, move, dates
):
    autumn, _ = seasons
    match = play("2026-10-29")
    season_commands.close_season(store, autumn.id, at=NOW)

    with pytest.raises(Refused) as refused:
        move(match, "2026-11-05")
    assert reason_of(refused) == (
        "This match belongs to Autumn, which is closed. Reopen the season first."
    )
    assert dates() == ["2026-10-29"]

    season_commands.reopen_season(store, autumn.id)
    move(match, "2026-11-05", "again")
    assert dates() == ["2026-11-05"]


@pytest.mark.parametrize(
    ("zone", "last"), [("Pacific/Kiritimati", "2026-11-25"), ("America/Lima", "2026-11-24")]
)
def test_the_last_evening_that_can_be_set_is_the_current_one_in_the_zone(
    store, log, play, zone, last
):
    """At 20:00 UTC, it is 10:00 of the next day in Kiritimati, and 15:00 in Lima."""
    set_time_zone(store, zone)
    sent = CommandMeta("move", clock_in("UTC").evening_timestamp("2026-11-24"))
    match = play("2026-11-19")

    set_match_evening(store, log, match, last, sent)
    with pytest.raises(Refused) as refused:
        set_match_evening(store, log, match, "2026-11-26", sent._replace(key="later"))

    assert reason_of(refused) == "Choose the current evening or an earlier one."


def test_an_imported_result_and_a_deleted_match_cannot_be_moved(store, app, log, play, move):
    old_results(store, "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n")
    match = play("2026-11-19")
    commands.delete(log, match, CommandMeta("delete", NOW))
    before, changes = rows(app, MatchEvents), rows(app, Leagues)[0].changes

    with pytest.raises(Refused) as refused:
        move(1, "2025-12-31")
    assert reason_of(refused) == (
        "An old result keeps the date from its file. To change it, undo the import and import a "
        "corrected file."
    )
    with pytest.raises(Refused) as refused:
        move(match, "2026-11-12")
    assert reason_of(refused) == "This match was deleted. Restore it first."
    assert (rows(app, MatchEvents), rows(app, Leagues)[0].changes) == (before, changes)


def test_the_same_command_sent_twice_moves_a_match_once(store, app, log, play):
    match = play("2026-11-19")
    for _ in range(2):
        set_match_evening(store, log, match, "2026-11-12", CommandMeta("once", NOW))

    assert [each.kind for each in rows(app, MatchEvents)].count("evening set") == 1
    assert SqlLog(store).sheet(match) == log.sheet(match)
