"""The event log in SQL: every answer is written once, and either completely or not at all."""

import threading

import pytest
from sqlalchemy import event, func, select

from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import Entry, MatchStarted, StageRecorded
from scorekeeper.match.log import MatchNotFound, NewEntry, VersionConflict
from scorekeeper.match.replay import apply_entry
from scorekeeper.server import engines
from tests.databases import rows
from tests.db.sql_log.deals import SHORT, play, record


def test_an_entry_is_read_back_as_it_was_written(log, match):
    record(log, match, 1, "bids", {"3": 0, "1": 1, "2": 1}, key="k", at=1234)

    entry = log.entry_by_key(match, "k")

    assert entry == Entry(2, StageRecorded(1, "bids", {"bids": {"3": 0, "1": 1, "2": 1}}), 1234)
    assert list(entry.event.answers["bids"]) == ["3", "1", "2"]
    assert log.entry_by_key(match, "never sent") is None


def test_entries_are_stored_with_the_device_that_sent_them(log, people, another_process):
    match = commands.start_match(
        log, "jabberwocky", people, SHORT, CommandMeta("start", 1000, device=7)
    )
    bids = {"bids": {"1": 1, "2": 1, "3": 0}}
    commands.record_stage(log, match, 1, "bids", bids, CommandMeta("bids", 1001, device=8))
    commands.undo(log, match, 2, CommandMeta("undo", 1002))

    entries = another_process().entries(match)

    assert [(each.version, each.device) for each in entries] == [(1, 7), (2, 8), (3, None)]
    with pytest.raises(MatchNotFound):
        log.entries(match + 1)


def test_sending_a_start_twice_creates_one_match(app, log, people, match):
    again = commands.start_match(log, "jabberwocky", people, SHORT, CommandMeta("start", 2000))

    assert again == match
    assert len(rows(app, MatchEvents)) == 1


def test_match_ids_count_up_from_1(log, people):
    ids = [
        commands.start_match(log, "jabberwocky", people, {}, CommandMeta(f"k{n}", n))
        for n in range(3)
    ]

    assert ids == [1, 2, 3]


def test_sending_an_answer_twice_writes_one_entry(app, log, match):
    once = record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0}, key="tap")
    twice = record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0}, key="tap")

    assert once == twice
    assert [row.version for row in rows(app, MatchEvents)] == [1, 2]


@pytest.mark.parametrize(
    ("version", "key"),
    [
        pytest.param(2, "new", id="version taken"),
        pytest.param(3, "1-bids", id="key taken"),
        pytest.param(5, "new", id="version far ahead"),
    ],
)
def test_a_wrong_version_or_used_key_is_a_conflict_and_changes_nothing(
    app, log, match, version, key
):
    before = record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0})
    tricks = StageRecorded(1, "tricks", {"tricks": {"1": 1, "2": 0, "3": 0}})
    entry = Entry(version, tricks, 1002)

    with pytest.raises(VersionConflict):
        log.append(match, NewEntry(entry, key, apply_entry(before, entry)))

    assert log.sheet(match) == before
    assert len(rows(app, MatchEvents)) == 2
    assert rows(app, Matches)[0].version == 2


def test_reading_a_missing_match_raises_match_not_found(log):
    with pytest.raises(MatchNotFound):
        log.sheet(1)
    with pytest.raises(MatchNotFound):
        log.table_state(1)


def run_in_threads(work, threads=8):
    """Run work(n) in this many threads at once.

    Returns a list with an item for each thread: None, or the exception that the thread raised.
    """
    gate, raised = threading.Barrier(threads), [None] * threads

    def run(n):
        gate.wait()
        try:
            work(n)
        except Exception as error:
            raised[n] = error

    running = [threading.Thread(target=run, args=(n,)) for n in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return raised


def test_of_many_concurrent_answers_one_is_saved_and_the_others_are_stale(
    app, match, another_process
):
    logs = [another_process() for _ in range(4)]

    raised = run_in_threads(
        lambda n: record(logs[n % 4], match, 1, "bids", {"1": 1, "2": 1, "3": 0}, f"p{n}")
    )

    assert sorted(type(error).__name__ for error in raised) == ["NoneType"] + ["Stale"] * 7
    assert len(rows(app, MatchEvents)) == 2


def test_the_same_answer_sent_by_many_threads_is_written_once(app, match, another_process):
    logs = [another_process() for _ in range(4)]

    raised = run_in_threads(
        lambda n: record(logs[n % 4], match, 1, "bids", {"1": 1, "2": 1, "3": 0}, "tap")
    )

    assert raised == [None] * 8
    assert len(rows(app, MatchEvents)) == 2


def test_concurrent_starts_create_one_match_per_key(app, people, another_process):
    logs = [another_process() for _ in range(4)]

    raised = run_in_threads(
        lambda n: commands.start_match(
            logs[n % 4], "jabberwocky", people, {}, CommandMeta(f"s{n // 2}", 0)
        )
    )

    assert raised == [None] * 8
    assert sorted(row.id for row in rows(app, Matches)) == [1, 2, 3, 4]


def test_recording_a_stage_takes_three_sql_statements(app, log, match):
    asked = []
    event.listen(
        engines.engine_of(app),
        "before_cursor_execute",
        lambda *args: asked.append(args[2].split()[0]),
    )

    record(log, match, 1, "bids", {"1": 1, "2": 1, "3": 0})

    around = {"BEGIN", "NOTIFY"}  # NOTIFY runs in the same transaction
    assert [word for word in asked if word not in around] == ["SELECT", "INSERT", "UPDATE"]


def test_an_exception_in_a_bulk_transaction_of_the_log_writes_nothing(app, log, people):
    def fail_half_way():
        with log.bulk_transaction():
            play(
                log,
                commands.start_match(log, "jabberwocky", people, SHORT, CommandMeta("start", 0)),
                1,
            )
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    assert rows(app, MatchEvents) == rows(app, Matches) == rows(app, MatchPlayers) == []
    with pytest.raises(MatchNotFound):
        log.sheet(1)


def test_starting_a_match_with_an_unknown_player_is_refused(app, log, people):
    entry = Entry(1, MatchStarted("jabberwocky", ("1", "2", "77"), {"first_dealer": "1"}), 0)

    with pytest.raises(Exception, match=r"(?i)foreign key"):
        log.start(entry, "start")

    assert rows(app, MatchEvents) == []


def test_timestamps_after_2038_can_be_stored(app, log, people):
    commands.start_match(log, "jabberwocky", people, {}, CommandMeta("far", 2**33))

    with engines.engine_of(app).connect() as connection:
        assert connection.scalar(select(func.max(MatchEvents.at))) == 2**33
