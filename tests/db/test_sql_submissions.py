"""Submissions are stored beside the log and expire with the stage they were made for."""

import threading

import pytest

from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.errors import Refused
from scorekeeper.live.hub import Hub
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands, correction_commands, submissions
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.log import MemoryLog, Submission
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import add_phone

BIDS = {"1": 1, "2": 0, "3": 1}


@pytest.fixture
def match(log, people):
    """A match with two deals of three cards, in which Bruno bids first and Ana deals."""
    return commands.start_match(
        log, "jabberwocky", people, {"schedule": [3, 3]}, CommandMeta("start", 0)
    )


def submit(log, match, seat, number, *, deal=1, stage="bids", device=None):
    answers = {} if number is None else {stage: number}
    submission = Submission(seat, deal, stage, answers)
    submissions.save_submission(log, match, submission, CommandMeta("", 0, device))


def waiting_answers(log, match):
    """Return {seat: answers} of the submissions that the scorer's form would show."""
    pending = submissions.pending_submissions(log.sheet(match), log.table_state(match).submissions)
    return {seat: submission.answers for seat, submission in pending.items()}


def record(log, match, key="bids", **answers):
    stage = next(iter(answers))
    deal = log.sheet(match).asked_stage.round
    return commands.record_stage(log, match, deal, stage, answers, CommandMeta(key, 0))


def test_each_seat_has_one_submission_that_can_be_changed_or_withdrawn(
    app, log, match, another_process
):
    phone = add_phone(app, Right.VIEWER, "bruno", "Bruno’s phone")
    submit(log, match, "2", 1, device=phone)
    submit(log, match, "3", 0)
    submit(log, match, "2", 2, device=phone)

    assert waiting_answers(another_process(), match) == {"2": {"bids": 2}, "3": {"bids": 0}}
    phones = {
        submission.seat: submission.phone for submission in log.table_state(match).submissions
    }
    assert phones == {"2": "Bruno’s phone", "3": ""}
    submit(log, match, "3", None)
    assert waiting_answers(log, match) == {"2": {"bids": 2}}
    assert log.sheet(match).version == 1


def test_submissions_expire_when_their_stage_is_saved_or_undone(log, match):
    submit(log, match, "2", 1)
    record(log, match, bids=BIDS)
    assert waiting_answers(log, match) == {}
    submit(log, match, "2", 1, stage="tricks")
    assert [submission.stage for submission in log.table_state(match).submissions] == ["tricks"]

    commands.undo(log, match, log.sheet(match).last_step.version, CommandMeta("undo", 0))

    assert log.sheet(match).asked_stage.stage == "bids"
    assert waiting_answers(log, match) == {}


def test_undoing_a_stage_does_not_bring_its_submissions_back(log, match):
    submit(log, match, "2", 1)
    record(log, match, bids=BIDS)

    commands.undo(log, match, log.sheet(match).last_step.version, CommandMeta("undo", 0))

    assert waiting_answers(log, match) == {}
    submit(log, match, "2", 2)
    assert waiting_answers(log, match) == {"2": {"bids": 2}}


def test_correcting_an_older_deal_keeps_submissions_for_the_current_deal(log, match):
    record(log, match, bids=BIDS)
    sheet = record(log, match, "tricks", tricks={"1": 1, "2": 1, "3": 1})
    submit(log, match, "3", 2, deal=2)
    stages = (("bids", {"bids": BIDS}), ("tricks", {"tricks": {"1": 0, "2": 2, "3": 1}}))

    correction_commands.correct_deal(
        log, match, 1, stages, sheet.version, CommandMeta("correction", 0)
    )

    assert waiting_answers(log, match) == {"3": {"bids": 2}}


def test_a_closed_match_has_no_submissions(log, match):
    submit(log, match, "2", 1)

    commands.close(log, match, "unfinished", CommandMeta("end", 0))

    assert log.table_state(match).submissions == []


def refusals_of(log, match, *said, **more):
    with pytest.raises(Refused) as refusal:
        submit(log, match, *said, **more)
    return [(each.code, each.field) for each in refusal.value.problems]


def test_a_submission_is_validated_together_with_the_other_submissions(log, match):
    assert refusals_of(log, match, "2", 4) == [("out_of_range", "bids")]
    assert refusals_of(log, match, "9", 1) == [("bad_field", None)]
    submit(log, match, "1", 2)
    submit(log, match, "1", None)
    submit(log, match, "2", 1)
    submit(log, match, "3", 0)

    assert refusals_of(log, match, "1", 2) == [("forbidden", "bids")]
    with pytest.raises(Stale):
        submit(log, match, "2", 1, stage="tricks")
    assert waiting_answers(log, match) == {"2": {"bids": 1}, "3": {"bids": 0}}


def test_concurrent_submissions_get_distinct_serials_that_the_hub_reports(
    app, log, match, another_process
):
    begin = threading.Barrier(3)

    def save_submission(log, seat):
        begin.wait()
        submit(log, match, seat, 2)  # allowed for the last bidder too

    threads = [
        threading.Thread(target=save_submission, args=(another_process(), seat))
        for seat in ("1", "2", "3")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(submission.serial for submission in log.table_state(match).submissions) == [
        1,
        2,
        3,
    ]
    assert Hub(engines.engine_of(app)).current_token(Topic(FIRST_LEAGUE_ID, match)) == "1-3"
    record(log, match, bids=BIDS)
    assert Hub(engines.engine_of(app)).current_token(Topic(FIRST_LEAGUE_ID, match)) == "2-3"


def test_the_memory_log_stores_submissions_like_the_sql_log():
    log = MemoryLog({seat: seat for seat in ("1", "2", "3")}, phones={7: "Bruno’s phone"})
    match = commands.start_match(log, "jabberwocky", ("1", "2", "3"), {}, CommandMeta("start", 0))
    submit(log, match, "2", 1, device=7)
    submit(log, match, "2", 2, device=7)

    assert [
        (submission.answers, submission.phone, submission.serial)
        for submission in log.table_state(match).submissions
    ] == [({"bids": 2}, "Bruno’s phone", 2)]
