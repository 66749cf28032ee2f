"""The effect of each command on the log and the sheet, and what a stale command does."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    Entry,
    StepRedone,
    StepUndone,
)
from tests.match.memory_match import Match
from tests.replayed import replayed_sheet

THREE, FIVE = ("1", "2", "3"), ("1", "2", "3", "4", "5")
BIDS = {"1": 2, "2": 2, "3": 0}
TRICKS = {"1": 2, "2": 1, "3": 0}
MORE_BIDS, MORE_TRICKS = {"1": 1, "2": 0, "3": 1}, {"1": 4, "2": 0, "3": 0}
A_DEAL = (("bids", {"bids": BIDS}), ("tricks", {"tricks": TRICKS}))
NO_CALLS = {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5}}


@pytest.fixture
def jaguar():
    """A match of three hands. Player 1 wins each of them, with player 2 as friend.

    The hands have versions 2 to 4.
    """
    match = Match("jaguar", FIVE)
    for number in (1, 2, 3):
        match.run_command(
            commands.record_stage, number, "hand", {"jaguar": "1", "friend": "2", "points": 61}
        )
    return match


@pytest.fixture
def jabberwocky():
    """A match of one deal, followed by the bids of the second.

    These three stages have versions 2 to 4.
    """
    match = Match("jabberwocky", THREE)
    for stage, answers in A_DEAL:
        match.run_command(commands.record_stage, 1, stage, answers)
    match.run_command(commands.record_stage, 2, "bids", {"bids": MORE_BIDS})
    return match


# ---------------------------------------------------------------- stale

LATE = {
    "an answer to another deal": (commands.record_stage, 9, "hand", {}),
    "a correction of a deal that was not played": (
        correction_commands.correct_deal,
        4,
        (("hand", {}),),
        4,
    ),
    "a correction of an older version": (correction_commands.correct_deal, 3, (("hand", {}),), 3),
    "a draft for a deal that was not played": (correction_commands.save_draft, 4, ()),
    "discarding a missing draft": (correction_commands.drop_draft, 1),
    "undo of another step": (commands.undo, 3),
    "redo without an undo": (commands.redo, 4),
    "reopening a match that is not closed": (commands.reopen,),
    "restoring a match that is not deleted": (commands.restore,),
}


@pytest.mark.parametrize(("verb", "details"), [(v[0], v[1:]) for v in LATE.values()], ids=LATE)
def test_a_stale_command_changes_nothing_and_reports_the_current_sheet(jaguar, verb, details):
    with pytest.raises(Stale, match=r"^stale$") as late:
        jaguar.run_command(verb, *details)

    assert late.value.sheet == jaguar.sheet
    assert jaguar.sheet.version == 4


def test_closing_a_closed_match_is_stale_and_reports_the_current_sheet(jaguar):
    jaguar.run_command(commands.close, "closed")

    with pytest.raises(Stale) as late:
        jaguar.run_command(commands.close, "unfinished")

    assert late.value.sheet == jaguar.sheet
    assert jaguar.sheet.ended == "closed"


def test_undo_in_a_deleted_match_is_stale_and_reports_the_current_sheet(jaguar):
    jaguar.run_command(commands.delete)

    with pytest.raises(Stale) as late:
        jaguar.run_command(commands.undo, 4)

    assert late.value.sheet == jaguar.sheet
    assert jaguar.sheet.is_deleted


def test_the_exception_text_of_a_refusal_is_its_code(jaguar):
    with pytest.raises(Refused, match=r"^impossible_total$"):
        jaguar.run_command(
            commands.record_stage, 4, "hand", {"jaguar": "1", "friend": "2", "points": 119}
        )


# ---------------------------------------------------------------- events written


def test_undo_and_redo_events_name_their_step(jaguar):
    jaguar.run_command(commands.undo, 4)
    jaguar.run_command(commands.undo, 3)
    jaguar.run_command(commands.redo, 3)

    assert [entry.event for entry in jaguar.log.entries_by_match[1][4:]] == [
        StepUndone(4),
        StepUndone(3),
        StepRedone(3),
    ]
    assert [step.version for step in jaguar.sheet.steps] == [2, 3]
    assert [step.version for step in jaguar.sheet.undone] == [4]


def test_a_correction_rewrites_only_its_own_deal(jaguar):
    lost = (("hand", {"jaguar": "1", "friend": "2", "points": 60}),)

    sheet = jaguar.run_command(correction_commands.correct_deal, 1, lost, 4)

    assert [entry.version for entry in sheet.written] == [5, 3, 4]
    assert [played.points["1"] for played in sheet.played_deals] == [-2, 2, 2]
    assert sheet.deal_answers[0] == lost


def test_the_last_deal_can_have_a_draft(jaguar):
    stages = (("hand", {"all_pass": True}),)

    assert jaguar.run_command(correction_commands.save_draft, 3, stages).drafts[
        3
    ].event == CorrectionDrafted(3, stages)


def test_undo_of_a_stage_restores_the_previous_entry_of_its_deal(jabberwocky):
    jabberwocky.run_command(correction_commands.correct_deal, 1, A_DEAL, 4)
    step = jabberwocky.run_command(
        commands.record_stage, 2, "tricks", {"tricks": MORE_TRICKS}
    ).version

    sheet = jabberwocky.run_command(commands.undo, step)

    assert [entry.version for entry in sheet.written] == [5, 4]
    assert (len(sheet.played_deals), sheet.current_answers) == (1, {"bids": MORE_BIDS})
    assert sheet == replayed_sheet(jabberwocky.log, 1)


def test_undo_after_a_reopening_restores_the_previous_entry_of_the_deal(jabberwocky):
    jabberwocky.run_command(commands.close, "unfinished")
    jabberwocky.run_command(commands.reopen)
    step = jabberwocky.run_command(
        commands.record_stage, 2, "tricks", {"tricks": MORE_TRICKS}
    ).version

    sheet = jabberwocky.run_command(commands.undo, step)

    assert [entry.version for entry in sheet.written] == [3, 4]
    assert sheet.asked_stage.stage == "tricks"


def test_the_sheet_has_the_times_of_its_start_and_its_last_change(jaguar):
    assert (jaguar.sheet.started_at, jaguar.sheet.changed_at) == (1, 4)
    assert jaguar.run_command(commands.undo, 4).changed_at == 5


def test_saving_a_correction_drops_its_draft_at_the_same_time(jaguar):
    stages = (("hand", {"all_pass": True}),)
    jaguar.run_command(correction_commands.save_draft, 1, stages)

    correction_commands.correct_deal(jaguar.log, 1, 1, stages, 5, CommandMeta("fix", 99))

    assert jaguar.log.entry_by_key(1, "fix-draft") == Entry(7, DraftDropped(1), 99)


# ---------------------------------------------------------------- a correction is a whole deal

REFUSED = {
    "tricks without bids": (1, (("tricks", {"tricks": TRICKS}),)),
    "bids without tricks": (1, (("bids", {"bids": BIDS}),)),
    "no tricks in the deal in progress": (
        2,
        (("bids", {"bids": MORE_BIDS}), ("tricks", {})),
    ),
    "no bids in the deal in progress": (2, (("bids", {}),)),
}


@pytest.mark.parametrize(("number", "stages"), REFUSED.values(), ids=REFUSED)
def test_an_incomplete_correction_is_refused(jabberwocky, number, stages):
    with pytest.raises(Refused, match=r"^bad_field$") as refused:
        jabberwocky.run_command(correction_commands.correct_deal, number, stages, 4)

    assert refused.value.round is None
    assert jabberwocky.sheet.version == 4


def test_an_incomplete_correction_of_the_last_deal_is_refused(jabberwocky):
    jabberwocky.run_command(commands.undo, 4)

    with pytest.raises(Refused, match=r"^bad_field$"):
        jabberwocky.run_command(
            correction_commands.correct_deal, 1, (("tricks", {"tricks": TRICKS}),), 5
        )


def test_a_deal_in_progress_can_be_corrected(jabberwocky):
    sheet = jabberwocky.run_command(
        correction_commands.correct_deal, 2, (("bids", {"bids": MORE_BIDS | {"1": 4}}),), 4
    )

    assert (sheet.asked_stage.round, sheet.asked_stage.stage) == (2, "tricks")
    assert sheet.current_answers == {"bids": {"1": 4, "2": 0, "3": 1}}


def test_a_correction_of_an_earlier_deal_without_the_coming_back_stage_is_refused():
    match = Match("chinchon", THREE, limit=20)
    for number in (1, 2):
        cards = {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}}
        match.run_command(commands.record_stage, number, "cards", cards)
    out = (("cards", {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 20}}),)

    with pytest.raises(Refused, match=r"^incomplete$") as refused:
        match.run_command(correction_commands.correct_deal, 1, out, 3)

    assert refused.value.round is None
    assert len(match.sheet.played_deals) == 2


# ---------------------------------------------------------------- closed


def test_a_closed_match_stays_closed_when_corrected():
    match = Match("jamon", THREE, deals=None)
    match.run_command(commands.record_stage, 1, "count", NO_CALLS)
    assert match.run_command(commands.close, "closed").winners == ("1",)

    stages = (("count", NO_CALLS | {"went_out": "2"}),)
    sheet = match.run_command(correction_commands.correct_deal, 1, stages, match.sheet.version)

    assert (sheet.is_over, sheet.winners) == (True, ("2",))
    assert sheet == replayed_sheet(match.log, 1)


# ---------------------------------------------------------------- deleted


def test_a_match_can_be_deleted_and_restored(jaguar):
    assert jaguar.run_command(commands.delete).is_deleted is True
    assert jaguar.run_command(commands.restore).is_deleted is False
