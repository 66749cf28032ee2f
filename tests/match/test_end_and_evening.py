"""The end time of a match, and the event that moves the match to another evening."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands, evening_command, outcome
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import EveningSet, decode_event, encode_event, is_step
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.replay import replay
from scorekeeper.messages import render

DAY = 24 * 60 * 60
TODAY = "2026-11-24"


class Match:
    """A match in an in-memory log, in which each command has a time in seconds."""

    def __init__(self, game="gin", players=("1", "2"), **options):
        self.log = MemoryLog({seat: f"Player {seat}" for seat in players})
        commands.start_match(self.log, game, players, options, CommandMeta("start", 100))

    def run_command(self, verb, *details, at):
        return verb(self.log, 1, *details, CommandMeta(f"{at}", at))

    def record(self, number, stage, answers, at):
        return self.run_command(commands.record_stage, number, stage, answers, at=at)

    @property
    def ended(self):
        sheet = self.log.sheet(1)
        assert replay(self.log.entries_by_match[1]) == sheet
        return outcome.ended_at(sheet)


BIDS = {"bids": {"1": 1, "2": 1, "3": 0}}
TRICKS = {"tricks": {"1": 1, "2": 0, "3": 0}}
OTHER_TRICKS = {"tricks": {"1": 0, "2": 1, "3": 0}}


@pytest.fixture
def ended_match():
    """A match of one deal. It ended at time 300, and its last step has version 3."""
    match = Match("jabberwocky", ("1", "2", "3"), schedule=[1])
    match.record(1, "bids", BIDS, at=200)
    match.record(1, "tricks", TRICKS, at=300)
    assert match.ended == 300
    return match


@pytest.fixture
def closed_match():
    """A match that the players closed at time 400, after one of its three deals."""
    match = Match("jabberwocky", ("1", "2", "3"), schedule=[1, 1, 1])
    match.record(1, "bids", BIDS, at=200)
    match.record(1, "tricks", TRICKS, at=300)
    match.run_command(commands.close, "closed", at=400)
    assert match.ended == 400
    return match


@pytest.mark.parametrize("tricks", [TRICKS, OTHER_TRICKS], ids=["the same", "others"])
def test_a_match_keeps_its_end_if_its_last_answer_is_undone_and_entered_months_later(
    ended_match, tricks
):
    ended_match.run_command(commands.undo, 3, at=100 * DAY)
    assert ended_match.ended is None
    ended_match.record(1, "tricks", tricks, at=100 * DAY + 60)

    assert ended_match.ended == 300


def test_a_match_keeps_its_end_if_all_answers_are_undone_and_entered_again(ended_match):
    for step in (3, 2):
        ended_match.run_command(commands.undo, step, at=100 * DAY + step)
    ended_match.record(1, "bids", BIDS, at=101 * DAY)
    ended_match.record(1, "tricks", OTHER_TRICKS, at=102 * DAY)

    assert ended_match.ended == 300


def test_a_correction_and_its_undo_and_redo_keep_the_end(ended_match):
    stages = (("bids", BIDS), ("tricks", OTHER_TRICKS))
    ended_match.run_command(correction_commands.correct_deal, 1, stages, 3, at=100 * DAY)
    assert ended_match.ended == 300
    ended_match.run_command(commands.undo, 4, at=101 * DAY)
    assert ended_match.ended == 300
    ended_match.run_command(commands.redo, 4, at=102 * DAY)
    assert ended_match.ended == 300


def test_a_closed_match_keeps_its_end_if_the_closing_is_undone_or_repeated(closed_match):
    closed_match.run_command(commands.undo, 4, at=100 * DAY)
    assert closed_match.ended is None
    closed_match.run_command(commands.redo, 4, at=101 * DAY)
    assert closed_match.ended == 400
    closed_match.run_command(commands.undo, 4, at=102 * DAY)
    closed_match.run_command(commands.close, "unfinished", at=103 * DAY)
    assert closed_match.ended == 400
    closed_match.run_command(commands.reopen, at=104 * DAY)
    assert closed_match.ended is None
    closed_match.run_command(commands.close, "closed", at=105 * DAY)
    assert closed_match.ended == 400


def test_a_match_that_is_continued_ends_with_the_new_answers(closed_match):
    closed_match.run_command(commands.reopen, at=100 * DAY)
    closed_match.record(2, "bids", BIDS, at=100 * DAY + 60)
    closed_match.record(2, "tricks", TRICKS, at=100 * DAY + 120)
    closed_match.run_command(commands.close, "closed", at=100 * DAY + 180)

    assert closed_match.ended == 100 * DAY + 180


def test_the_end_of_a_match_does_not_depend_on_the_evening_that_was_set(ended_match):
    sheet = ended_match.run_command(evening_command.set_evening, "2026-11-12", TODAY, at=100 * DAY)

    assert sheet.evening == "2026-11-12"
    assert ended_match.ended == 300
    assert outcome.summary(sheet)["evening"] == "2026-11-12"


def test_undo_and_redo_leave_the_set_evening_unchanged(ended_match):
    ended_match.run_command(evening_command.set_evening, "2026-11-12", TODAY, at=400)

    assert not is_step(EveningSet("2026-11-12"))
    sheet = ended_match.run_command(commands.undo, 3, at=500)
    assert (sheet.evening, sheet.asked_stage.stage) == ("2026-11-12", "tricks")
    assert ended_match.run_command(commands.redo, 3, at=600).evening == "2026-11-12"


def test_the_last_evening_that_was_set_counts_while_a_match_runs_too():
    match = Match()
    assert match.log.sheet(1).evening is None
    match.run_command(evening_command.set_evening, "2026-11-12", TODAY, at=200)
    match.run_command(evening_command.set_evening, TODAY, TODAY, at=300)

    assert match.log.sheet(1).evening == TODAY
    assert replay(match.log.entries_by_match[1]) == match.log.sheet(1)


@pytest.mark.parametrize(
    ("evening", "reason"),
    [
        ("", "Enter a date such as 2026-11-19."),
        ("19/11/2026", "Enter a date such as 2026-11-19."),
        ("2026-02-29", "Enter a date such as 2026-11-19."),
        ("1066-10-14", "Enter a date such as 2026-11-19."),
        ("2026-11-25", "Choose the current evening or an earlier one."),
    ],
)
def test_an_invalid_or_future_evening_is_refused(ended_match, evening, reason):
    with pytest.raises(Refused) as refused:
        ended_match.run_command(evening_command.set_evening, evening, TODAY, at=400)

    [problem] = refused.value.problems
    assert (render(problem.reason, {}), problem.field) == (reason, "evening")
    assert ended_match.log.sheet(1).evening is None


def test_a_deleted_match_cannot_be_moved(ended_match):
    ended_match.run_command(commands.delete, at=400)

    with pytest.raises(Stale):
        ended_match.run_command(evening_command.set_evening, "2026-11-12", TODAY, at=500)


def test_the_evening_event_is_stored_as_a_date():
    event = EveningSet("2026-11-12")

    assert encode_event(event) == ("evening set", {"evening": "2026-11-12"})
    assert decode_event("evening set", {"evening": "2026-11-12"}) == event
