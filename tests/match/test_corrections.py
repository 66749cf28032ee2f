"""A correction that later deals cannot stand: they are replaced with it, in one step."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Refused, Sent, Stale
from scorekeeper.match.corrections import after_the_end, first_stop
from scorekeeper.match.events import CorrectionDrafted, RoundCorrected, decode, encode
from scorekeeper.match.log import MemoryLog
from scorekeeper.messages import spell
from scorekeeper.rules import GAMES
from tests.match.random_tables import Evening

BOOK = settings(deadline=None, max_examples=40, derandomize=True)
SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus"}


def played_from_the_start(evening):
    """Where a new match stands in which the deals were answered as they are on the sheet now."""
    sheet = evening.sheet
    log = MemoryLog(dict(evening.log.names))
    setup = sheet.setup
    match = commands.start(log, setup.game, setup.players, setup.options, Sent("start", 0))
    for number, stages in enumerate(sheet.said, start=1):
        for stage, answers in stages:
            if log.sheet(match).asked_for(number, stage):
                commands.record(log, match, number, stage, answers, Sent(f"{number} {stage}", 1))
    return log.sheet(match)


def told(sheet):
    """All that a match comes to: each deal with its points, and where it stands after it."""
    deals = [(played.before, played.points, played.after) for played in sheet.rounds]
    return deals, sheet.position, sheet.asked


def but(sheet):
    """The sheet without what every entry changes, and an undo does."""
    return replace(sheet, version=0, changed_at=0, turned={}, undone=())


@every_game
@BOOK
@given(seed=SEEDS)
def test_a_correction_walked_through_is_the_match_played_so_from_the_start(game, seed):
    evening = Evening(game, seed, usual=seed % 2 == 0).play(18)
    if not evening.sheet.rounds:
        return
    before = evening.sheet
    number, stages = evening.another_deal()
    later = evening.walked(number, stages)

    after = commands.correct(evening.log, 1, number, stages, before.version, evening.tap(), later)

    assert told(after) == told(played_from_the_start(evening))
    assert after.version == before.version + 1
    assert but(evening.do(commands.undo, after.version)) == but(before)


# ---------------------------------------------------------------- a table worked by hand


def cards(went_out, left):
    return (("cards", {"went_out": went_out, "deadwood": left}),)


@pytest.fixture
def loba():
    """Out at 20 for good. Chus is out after the first deal, Bruno wins with the third."""
    log = MemoryLog(NAMES)
    agreed = {"limit": 20, "max_reenlist": 0}
    commands.start(log, "loba", ("1", "2", "3"), agreed, Sent("start", 0))
    deals = [
        cards("1", {"1": 0, "2": 5, "3": 30}),
        cards("2", {"1": 4, "2": 0}),
        cards("2", {"1": 16, "2": 0}),
    ]
    for number, stages in enumerate(deals, start=1):
        commands.record(log, 1, number, "cards", stages[0][1], Sent(f"deal {number}", number))
    return log


IN_AGAIN = cards("1", {"1": 0, "2": 5, "3": 3})
SECOND = cards("2", {"1": 4, "2": 0, "3": 2})
THIRD = cards("2", {"1": 16, "2": 0, "3": 2})


def refusals(refused):
    return [(p.code, spell(p.reason, NAMES)) for p in refused.value.problems]


def test_who_is_in_again_is_missing_in_the_next_deal(loba):
    stop = first_stop(loba.sheet(1), {1: IN_AGAIN})

    assert stop.number == 2
    assert [spell(each.reason, NAMES) for each in stop.problems] == ["Cards left: Chus is missing."]
    assert not stop.is_after_the_end


def test_each_deal_is_asked_until_all_can_stay(loba):
    sheet = loba.sheet(1)

    assert first_stop(sheet, {1: IN_AGAIN, 2: SECOND}).number == 3
    assert first_stop(sheet, {1: IN_AGAIN, 2: SECOND, 3: THIRD}) is None


def test_all_of_it_is_one_step_that_one_undo_takes_back(loba):
    before = loba.sheet(1)

    sheet = commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 9), ((2, SECOND), (3, THIRD)))

    assert loba.entries[1][4:] == [sheet.last_step]
    assert sheet.last_step.event == RoundCorrected(1, IN_AGAIN, ((2, SECOND), (3, THIRD)))
    assert sheet.position.totals == {"1": 20, "2": 5, "3": 7}
    assert not sheet.is_over
    assert but(commands.undo(loba, 1, 5, Sent("undo", 10))) == but(before)
    assert commands.redo(loba, 1, 5, Sent("redo", 11)).position == sheet.position


def test_all_deals_that_were_written_anew_say_so(loba):
    sheet = commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 9), ((2, SECOND), (3, THIRD)))

    assert [entry.version for entry in sheet.written] == [5, 5, 5]


def test_what_is_missing_in_the_second_of_them_is_refused_by_its_number(loba):
    with pytest.raises(Refused) as refused:
        commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 9), ((2, SECOND),))

    assert refused.value.round == 3
    assert refusals(refused) == [("missing_player", "Cards left: Chus is missing.")]
    assert loba.sheet(1).version == 4


def test_deals_after_the_end_no_longer_count(loba):
    over = cards("2", {"1": 30, "2": 0, "3": 30})
    before = loba.sheet(1)

    stop = first_stop(before, {1: over})
    later = tuple(after_the_end(before, stop).items())
    sheet = commands.correct(loba, 1, 1, over, 4, Sent("fix", 9), later)

    assert stop.is_after_the_end
    assert later == ((2, ()), (3, ()))
    assert (len(sheet.said), sheet.winners) == (1, ("2",))
    assert sheet == loba.rebuilt(1)
    assert but(commands.undo(loba, 1, 5, Sent("undo", 10))) == but(before)


def test_a_deal_counts_as_long_as_the_match_is_not_over(loba):
    with pytest.raises(Refused, match=r"^incomplete$") as refused:
        commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 9), ((2, SECOND), (3, ())))

    assert refused.value.round == 3


def test_who_corrects_a_deal_that_another_phone_wrote_anew_with_an_earlier_one_is_late(loba):
    commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("theirs", 9), ((2, SECOND), (3, THIRD)))

    with pytest.raises(Stale):
        commands.correct(loba, 1, 3, THIRD, 4, Sent("mine", 10))
    with pytest.raises(Stale):
        commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("mine too", 11), ((2, SECOND), (3, THIRD)))


def test_an_undo_turns_every_deal_of_the_correction(loba):
    commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 9), ((2, SECOND), (3, THIRD)))
    commands.undo(loba, 1, 5, Sent("undo", 10))

    with pytest.raises(Stale):
        commands.correct(loba, 1, 2, cards("1", {"1": 0, "2": 4}), 5, Sent("late", 11))


def test_a_draft_keeps_several_deals(loba):
    sheet = commands.draft(loba, 1, 1, IN_AGAIN, Sent("draft", 9), ((2, SECOND),))

    assert sheet.drafts[1].event == CorrectionDrafted(1, IN_AGAIN, ((2, SECOND),))
    assert sheet.rounds == loba.sheet(1).rounds
    with pytest.raises(Stale):
        commands.draft(loba, 1, 1, IN_AGAIN, Sent("too far", 10), ((4, SECOND),))


EVENTS = {
    "alone": RoundCorrected(1, IN_AGAIN),
    "with later deals": RoundCorrected(1, IN_AGAIN, ((2, SECOND), (3, ()))),
    "a draft": CorrectionDrafted(1, IN_AGAIN, ((2, SECOND),)),
}


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_a_correction_comes_back_from_the_log_as_it_was(event):
    kind, body = encode(event)

    assert decode(kind, body) == event


def test_a_correction_of_one_deal_is_written_as_it_always_was():
    kind, body = encode(RoundCorrected(1, IN_AGAIN))

    assert (kind, body) == ("round corrected", {"round": 1, "stages": IN_AGAIN})
    assert decode(kind, body) == RoundCorrected(1, IN_AGAIN)


# ---------------------------------------------------------------- how long it was played


def test_a_match_lasts_until_its_last_deal_was_first_entered(loba):
    assert outcome.played_for(loba.sheet(1)) == 3


def test_corrections_undo_and_redo_do_not_make_it_longer(loba):
    commands.correct(loba, 1, 1, IN_AGAIN, 4, Sent("fix", 1_000), ((2, SECOND), (3, THIRD)))
    commands.undo(loba, 1, 5, Sent("undo", 2_000))
    commands.undo(loba, 1, 4, Sent("undo more", 3_000))
    assert outcome.played_for(loba.sheet(1)) == 2

    commands.redo(loba, 1, 4, Sent("redo", 4_000))
    assert outcome.played_for(loba.sheet(1)) == 3


def test_nor_does_an_answer_that_is_given_once_more_after_an_undo(loba):
    commands.undo(loba, 1, 4, Sent("undo", 2_000))

    sheet = commands.record(
        loba, 1, 3, "cards", cards("2", {"1": 5, "2": 0})[0][1], Sent("b", 9_000)
    )

    assert outcome.played_for(sheet) == 3
    assert outcome.played_for(loba.rebuilt(1)) == 3


def test_before_the_first_deal_it_lasted_no_time():
    log = MemoryLog(NAMES)
    commands.start(log, "loba", ("1", "2", "3"), {}, Sent("start", 50))

    assert outcome.played_for(log.sheet(1)) == 0
