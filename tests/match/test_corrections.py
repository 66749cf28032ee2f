"""If a correction makes later deals impossible, the same event replaces these deals."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands, outcome
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.corrections import first_invalid_deal, uncounted_deals
from scorekeeper.match.events import CorrectionDrafted, RoundCorrected, decode_event, encode_event
from scorekeeper.match.log import MemoryLog
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.corrected_matches import derived_values, replay_in_new_match, without_change_fields
from tests.match.random_match import RandomMatch
from tests.refusals import reasons_of
from tests.replayed import replayed_sheet
from tests.sample import examples

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus"}


@every_game
@examples(40, 15)
@given(seed=SEEDS)
def test_a_correction_with_later_deals_equals_a_match_played_with_these_answers(game, seed):
    random_match = RandomMatch(game, seed, usual=seed % 2 == 0).play(18)
    assume(random_match.sheet.played_deals)
    before = random_match.sheet
    number, stages = random_match.random_correction()
    later = random_match.answers_for_later_deals(number, stages)

    after = correction_commands.correct_deal(
        random_match.log, 1, number, stages, before.version, random_match.next_meta(), later
    )

    assert derived_values(after) == derived_values(replay_in_new_match(random_match))
    assert after.version == before.version + 1
    assert without_change_fields(
        random_match.run_command(commands.undo, after.version)
    ) == without_change_fields(before)


# ---------------------------------------------------------------- worked by hand


def cards(went_out, left):
    return (("cards", {"went_out": went_out, "deadwood": left}),)


@pytest.fixture
def loba():
    """The log of a match of Loba with limit 20.

    Chus is out after the first deal, and Bruno wins in the third deal.
    """
    log = MemoryLog(NAMES)
    agreed = {"limit": 20, "max_reenlist": 0}
    commands.start_match(log, "loba", ("1", "2", "3"), agreed, CommandMeta("start", 0))
    deals = [
        cards("1", {"1": 0, "2": 5, "3": 30}),
        cards("2", {"1": 4, "2": 0}),
        cards("2", {"1": 16, "2": 0}),
    ]
    for number, stages in enumerate(deals, start=1):
        commands.record_stage(
            log, 1, number, "cards", stages[0][1], CommandMeta(f"deal {number}", number)
        )
    return log


IN_AGAIN = cards("1", {"1": 0, "2": 5, "3": 3})
SECOND = cards("2", {"1": 4, "2": 0, "3": 2})
THIRD = cards("2", {"1": 16, "2": 0, "3": 2})


def test_a_player_no_longer_out_after_a_correction_is_missing_in_the_next_deal(loba):
    stop = first_invalid_deal(loba.sheet(1), {1: IN_AGAIN})

    assert stop.number == 2
    assert [render(each.reason, NAMES) for each in stop.problems] == [
        "Points left: enter a number for Chus."
    ]
    assert not stop.is_after_the_end


def test_the_first_invalid_deal_advances_until_all_later_deals_are_valid(loba):
    sheet = loba.sheet(1)

    assert first_invalid_deal(sheet, {1: IN_AGAIN, 2: SECOND}).number == 3
    assert first_invalid_deal(sheet, {1: IN_AGAIN, 2: SECOND, 3: THIRD}) is None


def test_a_correction_of_several_deals_is_one_step_for_undo_and_redo(loba):
    before = loba.sheet(1)

    sheet = correction_commands.correct_deal(
        loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 9), ((2, SECOND), (3, THIRD))
    )

    assert loba.entries_by_match[1][4:] == [sheet.last_step]
    assert sheet.last_step.event == RoundCorrected(1, IN_AGAIN, ((2, SECOND), (3, THIRD)))
    assert sheet.position.totals == {"1": 20, "2": 5, "3": 7}
    assert not sheet.is_over
    assert without_change_fields(
        commands.undo(loba, 1, 5, CommandMeta("undo", 10))
    ) == without_change_fields(before)
    assert commands.redo(loba, 1, 5, CommandMeta("redo", 11)).position == sheet.position


def test_every_deal_rewritten_by_a_correction_refers_to_its_log_entry(loba):
    sheet = correction_commands.correct_deal(
        loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 9), ((2, SECOND), (3, THIRD))
    )

    assert [entry.version for entry in sheet.written] == [5, 5, 5]


def test_a_correction_without_a_needed_later_deal_is_refused_with_its_number(loba):
    with pytest.raises(Refused) as refused:
        correction_commands.correct_deal(
            loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 9), ((2, SECOND),)
        )

    assert refused.value.round == 3
    assert reasons_of(refused) == [("missing_player", "Points left: enter a number for Chus.")]
    assert loba.sheet(1).version == 4


def test_deals_after_the_corrected_end_no_longer_count(loba):
    over = cards("2", {"1": 30, "2": 0, "3": 30})
    before = loba.sheet(1)

    stop = first_invalid_deal(before, {1: over})
    later = tuple(uncounted_deals(before, stop).items())
    sheet = correction_commands.correct_deal(loba, 1, 1, over, 4, CommandMeta("fix", 9), later)

    assert stop.is_after_the_end
    assert later == ((2, ()), (3, ()))
    assert (len(sheet.deal_answers), sheet.winners) == (1, ("2",))
    assert sheet == replayed_sheet(loba, 1)
    assert without_change_fields(
        commands.undo(loba, 1, 5, CommandMeta("undo", 10))
    ) == without_change_fields(before)


def test_a_later_deal_cannot_be_dropped_while_the_match_is_not_over(loba):
    with pytest.raises(Refused, match=r"^incomplete$") as refused:
        correction_commands.correct_deal(
            loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 9), ((2, SECOND), (3, ()))
        )

    assert refused.value.round == 3


def test_a_correction_of_a_deal_rewritten_by_another_correction_is_stale(loba):
    correction_commands.correct_deal(
        loba, 1, 1, IN_AGAIN, 4, CommandMeta("theirs", 9), ((2, SECOND), (3, THIRD))
    )

    with pytest.raises(Stale):
        correction_commands.correct_deal(loba, 1, 3, THIRD, 4, CommandMeta("mine", 10))
    with pytest.raises(Stale):
        correction_commands.correct_deal(
            loba, 1, 1, IN_AGAIN, 4, CommandMeta("mine too", 11), ((2, SECOND), (3, THIRD))
        )


def test_a_correction_of_a_later_deal_is_stale_after_undo_of_the_whole_correction(loba):
    correction_commands.correct_deal(
        loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 9), ((2, SECOND), (3, THIRD))
    )
    commands.undo(loba, 1, 5, CommandMeta("undo", 10))

    with pytest.raises(Stale):
        correction_commands.correct_deal(
            loba, 1, 2, cards("1", {"1": 0, "2": 4}), 5, CommandMeta("late", 11)
        )


def test_a_draft_stores_several_deals(loba):
    sheet = correction_commands.save_draft(
        loba, 1, 1, IN_AGAIN, CommandMeta("draft", 9), ((2, SECOND),)
    )

    assert sheet.drafts[1].event == CorrectionDrafted(1, IN_AGAIN, ((2, SECOND),))
    assert sheet.played_deals == loba.sheet(1).played_deals
    with pytest.raises(Stale):
        correction_commands.save_draft(
            loba, 1, 1, IN_AGAIN, CommandMeta("too far", 10), ((4, SECOND),)
        )


EVENTS = {
    "alone": RoundCorrected(1, IN_AGAIN),
    "with later deals": RoundCorrected(1, IN_AGAIN, ((2, SECOND), (3, ()))),
    "a draft": CorrectionDrafted(1, IN_AGAIN, ((2, SECOND),)),
}


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_correction_events_survive_encoding_and_decoding(event):
    kind, body = encode_event(event)

    assert decode_event(kind, body) == event


def test_a_correction_of_one_deal_is_encoded_without_later_deals():
    kind, body = encode_event(RoundCorrected(1, IN_AGAIN))

    assert (kind, body) == ("round corrected", {"round": 1, "stages": IN_AGAIN})
    assert decode_event(kind, body) == RoundCorrected(1, IN_AGAIN)


# ---------------------------------------------------------------- duration


def test_the_duration_ends_when_the_last_deal_was_first_entered(loba):
    assert outcome.duration_s(loba.sheet(1)) == 3


def test_corrections_undo_and_redo_do_not_increase_the_duration(loba):
    correction_commands.correct_deal(
        loba, 1, 1, IN_AGAIN, 4, CommandMeta("fix", 1_000), ((2, SECOND), (3, THIRD))
    )
    commands.undo(loba, 1, 5, CommandMeta("undo", 2_000))
    commands.undo(loba, 1, 4, CommandMeta("undo more", 3_000))
    assert outcome.duration_s(loba.sheet(1)) == 2

    commands.redo(loba, 1, 4, CommandMeta("redo", 4_000))
    assert outcome.duration_s(loba.sheet(1)) == 3


def test_answering_again_after_an_undo_does_not_increase_the_duration(loba):
    commands.undo(loba, 1, 4, CommandMeta("undo", 2_000))

    sheet = commands.record_stage(
        loba, 1, 3, "cards", cards("2", {"1": 5, "2": 0})[0][1], CommandMeta("b", 9_000)
    )

    assert outcome.duration_s(sheet) == 3
    assert outcome.duration_s(replayed_sheet(loba, 1)) == 3


def test_the_duration_is_0_before_the_first_deal():
    log = MemoryLog(NAMES)
    commands.start_match(log, "loba", ("1", "2", "3"), {}, CommandMeta("start", 50))

    assert outcome.duration_s(log.sheet(1)) == 0


def test_the_answers_of_an_incomplete_deal_do_not_increase_the_duration():
    log = MemoryLog(NAMES)
    commands.start_match(log, "jabberwocky", ("1", "2", "3"), {}, CommandMeta("start", 50))

    bids = {"bids": {"1": 1, "2": 0, "3": 0}}
    sheet = commands.record_stage(log, 1, 1, "bids", bids, CommandMeta("bids", 80))

    assert outcome.duration_s(sheet) == 0
