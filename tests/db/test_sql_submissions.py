"""Submissions are stored beside the log and expire with the stage they were made for."""

import threading

import pytest

from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.live.hub import Hub, Topic
from scorekeeper.match import commands, submissions
from scorekeeper.match.commands import CommandMeta, Refused, Stale
from scorekeeper.match.log import MemoryLog
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import add_phone

BIDS = {"1": 1, "2": 0, "3": 1}


@pytest.fixture
def match(log, people):
    """Start a match of three cards each; Bruno bids first, the dealer Ana last."""
    return commands.start_match(
        log, "jabberwocky", people, {"schedule": [3, 3]}, CommandMeta("start", 0)
    )


def says(log, match, seat, number, *, deal=1, stage="bids", device=None):
    answers = {} if number is None else {stage: number}
    submissions.save_submission(log, match, deal, stage, seat, answers, CommandMeta("", 0, device))


def waiting(log, match):
    """Return {seat: answers} of the submissions that the scorer's form would show."""
    found = submissions.pending_submissions(log.sheet(match), log.seats(match).slips)
    return {seat: slip.answers for seat, slip in found.items()}


def record(log, match, key="bids", **answers):
    stage = next(iter(answers))
    deal = log.sheet(match).asked.round
    return commands.record_stage(log, match, deal, stage, answers, CommandMeta(key, 0))


def test_each_has_one_slip_and_may_change_it_or_take_it_back(app, log, match, another_process):
    phone = add_phone(app, Right.VIEWER, "bruno", "Bruno’s phone")
    says(log, match, "2", 1, device=phone)
    says(log, match, "3", 0)
    says(log, match, "2", 2, device=phone)

    assert waiting(another_process(), match) == {"2": {"bids": 2}, "3": {"bids": 0}}
    phones = {slip.seat: slip.phone for slip in log.seats(match).slips}
    assert phones == {"2": "Bruno’s phone", "3": ""}
    says(log, match, "3", None)
    assert waiting(log, match) == {"2": {"bids": 2}}
    assert log.sheet(match).version == 1


def test_slips_are_over_with_what_they_answer(log, match):
    says(log, match, "2", 1)
    record(log, match, bids=BIDS)
    assert waiting(log, match) == {}
    says(log, match, "2", 1, stage="tricks")
    assert [slip.stage for slip in log.seats(match).slips] == ["tricks"]

    commands.undo(log, match, log.sheet(match).last_step.version, CommandMeta("undo", 0))

    assert log.sheet(match).asked.stage == "bids"
    assert waiting(log, match) == {}


def test_a_slip_from_before_an_undo_does_not_come_back(log, match):
    says(log, match, "2", 1)
    record(log, match, bids=BIDS)

    commands.undo(log, match, log.sheet(match).last_step.version, CommandMeta("undo", 0))

    assert waiting(log, match) == {}
    says(log, match, "2", 2)
    assert waiting(log, match) == {"2": {"bids": 2}}


def test_a_correction_of_an_older_deal_takes_no_slip_away(log, match):
    record(log, match, bids=BIDS)
    sheet = record(log, match, "tricks", tricks={"1": 1, "2": 1, "3": 1})
    says(log, match, "3", 2, deal=2)
    stages = (("bids", {"bids": BIDS}), ("tricks", {"tricks": {"1": 0, "2": 2, "3": 1}}))

    commands.correct_deal(log, match, 1, stages, sheet.version, CommandMeta("correction", 0))

    assert waiting(log, match) == {"3": {"bids": 2}}


def test_nothing_is_left_of_slips_when_the_match_has_ended(log, match):
    says(log, match, "2", 1)

    commands.close(log, match, "unfinished", CommandMeta("end", 0))

    assert log.seats(match).slips == []


def refused(log, match, *said, **more):
    with pytest.raises(Refused) as refusal:
        says(log, match, *said, **more)
    return [(each.code, each.field) for each in refusal.value.problems]


def test_a_slip_is_judged_by_the_rules_as_far_as_the_others_are_known(log, match):
    assert refused(log, match, "2", 4) == [("out_of_range", "bids")]
    assert refused(log, match, "9", 1) == [("bad_field", None)]
    says(log, match, "1", 2)
    says(log, match, "1", None)
    says(log, match, "2", 1)
    says(log, match, "3", 0)

    assert refused(log, match, "1", 2) == [("forbidden", "bids")]
    with pytest.raises(Stale):
        says(log, match, "2", 1, stage="tricks")
    assert waiting(log, match) == {"2": {"bids": 1}, "3": {"bids": 0}}


def test_many_at_the_same_moment_are_each_told_of(app, log, match, another_process):
    """Concurrent submissions get different serial numbers and are all reported."""
    begin = threading.Barrier(3)

    def hand_in(log, seat):
        begin.wait()
        says(log, match, seat, 2)  # allowed to the last bidder too

    threads = [
        threading.Thread(target=hand_in, args=(another_process(), seat)) for seat in ("1", "2", "3")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(slip.serial for slip in log.seats(match).slips) == [1, 2, 3]
    assert Hub(engines.engine_of(app)).now(Topic(FIRST_LEAGUE_ID, match)) == "1-3"
    record(log, match, bids=BIDS)
    assert Hub(engines.engine_of(app)).now(Topic(FIRST_LEAGUE_ID, match)) == "2-3"


def test_a_log_in_memory_keeps_them_alike():
    log = MemoryLog({seat: seat for seat in ("1", "2", "3")}, phones={7: "Bruno’s phone"})
    match = commands.start_match(log, "jabberwocky", ("1", "2", "3"), {}, CommandMeta("start", 0))
    says(log, match, "2", 1, device=7)
    says(log, match, "2", 2, device=7)

    assert [(slip.answers, slip.phone, slip.serial) for slip in log.seats(match).slips] == [
        ({"bids": 2}, "Bruno’s phone", 2)
    ]
