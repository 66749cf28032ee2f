"""Processes share one log, and each process reads the entries that the others wrote."""

import pytest

from scorekeeper.league import player_renames
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Stale
from tests.db.sql_log.deals import SHORT, play, record


def test_another_process_reads_the_same_sheet(log, match, another_process):
    record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0})

    assert another_process().sheet(match) == log.sheet(match)


def test_a_cached_sheet_is_updated_with_entries_of_another_process(log, match, another_process):
    other = another_process()
    other.sheet(match)

    play(log, match, 1)

    assert other.sheet(match) == log.sheet(match)
    assert other.sheet(match).version == 3


def test_an_answer_based_on_an_outdated_cached_sheet_is_stale(log, match, another_process):
    other = another_process()
    other.sheet(match)
    record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0})

    with pytest.raises(Stale) as late:
        record(other, match, 1, "bids", {"1": 0, "2": 0, "3": 0}, key="another phone")

    assert late.value.sheet.version == 2


def test_a_cached_sheet_is_kept_while_there_are_no_newer_entries(log, match):
    play(log, match, 1)
    seen = log.sheet(match)

    assert log.sheet(match) is seen  # the same object, so nothing is computed again


def test_a_cached_sheet_is_reread_only_if_it_is_older_than_the_requested_version(
    log, match, another_process
):
    seen = log.sheet(match)
    play(another_process(), match, 1)
    now = log.table_state(match).version

    assert log.sheet(match, seen.version) is seen
    assert (now, log.sheet(match, now).version) == (seen.version + 2, seen.version + 2)
    assert log.sheet(match, now) is log.sheet(match, now)


def test_renaming_a_player_changes_the_name_in_running_matches_at_once(store, log, match):
    assert [person.name for person in log.table_state(match).people.values()] == [
        "Ana",
        "Bruno",
        "Chus",
    ]

    player_renames.rename_players(store, {2: "Berta"})

    berta = log.table_state(match).people["2"]
    assert (berta.name, berta.initials, berta.colour) == ("Berta", "B", 2)


def test_matches_evicted_from_the_sheet_cache_are_read_again(log, people):
    log.sheet_cache.size = 2
    ids = [
        commands.start_match(log, "jabberwocky", people, SHORT, CommandMeta(f"k{n}", n))
        for n in range(5)
    ]
    for match in ids:
        play(log, match, 1)

    assert len(log.sheet_cache.entries) == 2
    assert [log.sheet(match).version for match in ids] == [3] * 5


@pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.pg)], indirect=True
)
def test_the_log_reconnects_after_postgresql_terminates_its_connections(app, log, match, server):
    log.sheet(match)
    with server.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname <> current_database()"
        )

    record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0})

    assert log.sheet(match).version == 2
