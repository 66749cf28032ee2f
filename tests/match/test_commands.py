"""Commands on a match: applied once, only on the current version, only if the rules allow."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.cli import simulated_players
from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import CommandMeta, Refused, Stale
from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    MatchClosed,
    RoundCorrected,
    StageRecorded,
)
from scorekeeper.match.log import MatchNotFound, MemoryLog, VersionConflict, initials
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.random_tables import Evening
from tests.replayed import replayed_sheet

BOOK = settings(deadline=None, max_examples=25, derandomize=True)
SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def chinchon():
    """Three deals of Chinchón; player 3 has 60 after the first and 90 at the end."""
    log = MemoryLog({"1": "Ana", "2": "Bruno", "3": "Chus"})
    match = commands.start_match(log, "chinchon", ("1", "2", "3"), {}, CommandMeta("start", 0))
    for number, left in enumerate([60, 20, 10], start=1):
        cards = deal(closer="1", left={"1": 2, "2": 5, "3": left})
        commands.record_stage(
            log, match, number, "cards", cards, CommandMeta(f"deal {number}", number)
        )
    return log


def deal(closer, left):
    return {"closer": closer, "close": "normal", "deadwood": left}


def refusals(refused):
    return [
        (p.code, render(p.reason, {"1": "Ana", "2": "Bruno", "3": "Chus"}))
        for p in refused.value.problems
    ]


# ---------------------------------------------------------------- idempotent


@every_game
@BOOK
@given(seed=SEEDS)
def test_a_stage_recorded_twice_with_one_key_is_written_once(game, seed):
    evening = Evening(game, seed).wander(15).wake()
    assume(not evening.sheet.is_over)
    stage, answers = simulated_players.next_answers(evening.sheet, evening.dice)
    tap, number = evening.tap(), evening.sheet.position.number

    once = commands.record_stage(evening.log, evening.match, number, stage, answers, tap)
    twice = commands.record_stage(evening.log, evening.match, number, stage, answers, tap)

    assert once == twice == replayed_sheet(evening.log, evening.match)
    assert len(evening.entries) == once.version


VERBS = {
    "undo": (commands.undo, lambda sheet: (sheet.last_step.version,)),
    "correct": (commands.correct_deal, lambda sheet: (1, sheet.deal_answers[0], sheet.version)),
    "draft": (commands.save_draft, lambda sheet: (1, sheet.deal_answers[0])),
    "close": (commands.close, lambda sheet: ("unfinished",)),
    "delete": (commands.delete, lambda sheet: ()),
}


@pytest.mark.parametrize(("verb", "details"), VERBS.values(), ids=VERBS)
def test_a_command_sent_twice_with_one_key_is_written_once(chinchon, verb, details):
    wanted = details(chinchon.sheet(1))

    once = verb(chinchon, 1, *wanted, CommandMeta("tap", 9))
    twice = verb(chinchon, 1, *wanted, CommandMeta("tap", 10))

    assert once == twice
    assert len(chinchon.entries_by_match[1]) == 5


def test_starting_a_match_twice_with_one_key_creates_one_match():
    log = MemoryLog({"1": "Ana", "2": "Bruno"})

    first = commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta("tap", 0))
    again = commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta("tap", 1))
    other = commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta("another", 2))

    assert (first, again, other) == (1, 1, 2)


# ---------------------------------------------------------------- stale


@every_game
@BOOK
@given(seed=SEEDS)
def test_the_second_of_two_answers_to_one_stage_is_stale(game, seed):
    evening = Evening(game, seed).wander(15).wake()
    assume(not evening.sheet.is_over)
    asked = evening.sheet.asked
    first = simulated_players.random_answers(GAMES[game], asked, evening.dice)
    second = simulated_players.random_answers(GAMES[game], asked, evening.dice)

    after = evening.do(commands.record_stage, asked.round, asked.stage, first)
    with pytest.raises(Stale) as late:
        evening.do(commands.record_stage, asked.round, asked.stage, second)

    assert late.value.sheet == after == evening.sheet


class Hasty(MemoryLog):
    """A log in which another writer is faster for the given number of times."""

    def faster(self, times, write):
        self.times, self.write = times, write

    def append(self, match, entry, key, sheet):
        if self.times:
            self.times -= 1
            self.write(self.times)
        super().append(match, entry, key, sheet)


def test_a_command_that_loses_a_race_is_retried_on_the_new_sheet(chinchon):
    log = Hasty(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    stages = log.sheet(1).deal_answers[0]
    log.faster(
        3, lambda n: commands.save_draft(chinchon, 1, 1, stages, CommandMeta(f"faster {n}", 8))
    )

    after = commands.undo(log, 1, 4, CommandMeta("undo", 9))

    assert after.version == 8
    assert len(after.rounds) == 2


def test_undo_of_an_earlier_step_and_redo_without_an_undo_are_stale(chinchon):
    with pytest.raises(Stale):
        commands.undo(chinchon, 1, 3, CommandMeta("undo", 9))
    with pytest.raises(Stale):
        commands.redo(chinchon, 1, 4, CommandMeta("redo", 9))


def test_nothing_can_be_undone_at_the_start_or_redone_after_a_new_answer():
    evening = Evening("jabberwocky", 1, usual=True)
    with pytest.raises(Stale):
        evening.do(commands.undo, 1)
    step = evening.record().version
    evening.do(commands.undo, step)

    evening.record()

    assert evening.sheet.undone == ()
    with pytest.raises(Stale):
        evening.do(commands.redo, step)


def test_a_correction_of_a_deal_corrected_in_the_meantime_is_stale(chinchon):
    seen = chinchon.sheet(1).version
    stages = chinchon.sheet(1).deal_answers[0]
    commands.correct_deal(chinchon, 1, 1, stages, seen, CommandMeta("first", 9))

    with pytest.raises(Stale):
        commands.correct_deal(chinchon, 1, 1, stages, seen, CommandMeta("second", 10))
    commands.correct_deal(
        chinchon, 1, 2, chinchon.sheet(1).deal_answers[1], seen, CommandMeta("another deal", 11)
    )


def test_a_correction_of_a_deal_changed_by_undo_or_redo_in_the_meantime_is_stale(chinchon):
    stages = chinchon.sheet(1).deal_answers
    fixed = commands.correct_deal(chinchon, 1, 1, stages[0], 4, CommandMeta("first", 9)).version

    undone = commands.undo(chinchon, 1, fixed, CommandMeta("undo", 10)).version
    with pytest.raises(Stale):
        commands.correct_deal(
            chinchon, 1, 1, stages[0], fixed, CommandMeta("as before the undo", 11)
        )
    commands.redo(chinchon, 1, fixed, CommandMeta("redo", 12))
    with pytest.raises(Stale):
        commands.correct_deal(
            chinchon, 1, 1, stages[0], undone, CommandMeta("as before the redo", 13)
        )

    commands.correct_deal(chinchon, 1, 2, stages[1], fixed, CommandMeta("another deal", 14))


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_deal_that_was_not_played_cannot_be_corrected(chinchon, number):
    stages = chinchon.sheet(1).deal_answers[0]

    with pytest.raises(Stale):
        commands.correct_deal(chinchon, 1, number, stages, 4, CommandMeta("fix", 9))
    with pytest.raises(Stale):
        commands.save_draft(chinchon, 1, number, stages, CommandMeta("draft", 9))


def test_a_deleted_match_can_only_be_restored(chinchon):
    commands.delete(chinchon, 1, CommandMeta("away", 9))
    cards = deal("1", {"1": 0, "2": 0, "3": 0})

    with pytest.raises(Stale):
        commands.record_stage(chinchon, 1, 4, "cards", cards, CommandMeta("late", 10))
    with pytest.raises(Stale):
        commands.undo(chinchon, 1, 4, CommandMeta("undo", 10))
    with pytest.raises(Stale):
        commands.delete(chinchon, 1, CommandMeta("again", 10))

    assert not commands.restore(chinchon, 1, CommandMeta("back", 11)).deleted
    with pytest.raises(Stale):
        commands.restore(chinchon, 1, CommandMeta("back again", 12))


def test_only_an_open_match_can_be_closed_and_only_a_closed_match_reopened(chinchon):
    with pytest.raises(Stale):
        commands.reopen(chinchon, 1, CommandMeta("open", 9))

    commands.close(chinchon, 1, "unfinished", CommandMeta("stop", 10))
    with pytest.raises(Stale):
        commands.close(chinchon, 1, "unfinished", CommandMeta("stop again", 11))
    sheet = commands.reopen(chinchon, 1, CommandMeta("open", 12))

    assert sheet.asked.round == 4


def test_a_command_on_an_unknown_match_raises_match_not_found():
    with pytest.raises(MatchNotFound):
        commands.undo(MemoryLog({}), 1, 1, CommandMeta("undo", 0))


# ---------------------------------------------------------------- against the rules


@every_game
@BOOK
@given(seed=SEEDS)
def test_a_correction_is_applied_completely_or_refused_without_any_change(game, seed):
    evening = Evening(game, seed).wander(15).wake().play(6)
    before = evening.sheet
    assume(before.rounds)
    number, stages = evening.another_deal()

    refused = None
    try:
        evening.do(commands.correct_deal, number, stages, before.version)
    except Refused as refusal:
        refused = refusal

    after = evening.sheet
    assert after == replayed_sheet(evening.log, evening.match)
    if refused:
        assert after == before
        assert refused.round is None or refused.round > number
    else:
        assert after.deal_answers == (
            *before.deal_answers[: number - 1],
            stages,
            *before.deal_answers[number:],
        )


def test_a_correction_that_makes_a_later_deal_invalid_names_that_deal(chinchon):
    before = chinchon.sheet(1)
    stages = (
        ("cards", deal("1", {"1": 2, "2": 5, "3": 61})),
        ("back", {"reenlist": []}),
    )
    with pytest.raises(Refused) as refused:
        commands.correct_deal(chinchon, 1, 2, stages, before.version, CommandMeta("fix", 9))

    assert refused.value.round == 3
    assert refusals(refused) == [
        ("not_active", "Chus is out and takes no part in this deal."),
    ]
    assert chinchon.sheet(1) == before


def test_an_invalid_correction_names_no_later_deal(chinchon):
    stages = (("cards", deal("1", {"1": 5, "2": 5, "3": 5})),)

    with pytest.raises(Refused) as refused:
        commands.correct_deal(chinchon, 1, 2, stages, 4, CommandMeta("fix", 9))

    assert refused.value.round is None
    assert refusals(refused) == [("out_of_range", "Ana closed and can have at most 4 left.")]


def test_a_correction_after_which_a_player_is_out_asks_whether_they_come_back(
    chinchon,
):
    stages = (("cards", deal("1", {"1": 2, "2": 5, "3": 20})),)

    sheet = commands.correct_deal(chinchon, 1, 3, stages, 4, CommandMeta("fix", 9))

    assert (sheet.asked.round, sheet.asked.stage) == (3, "back")
    assert len(sheet.rounds) == 2


def test_saving_a_correction_deletes_its_draft(chinchon):
    stages = chinchon.sheet(1).deal_answers[0]
    commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    assert chinchon.sheet(1).drafts[1].event == CorrectionDrafted(1, stages)

    sheet = commands.correct_deal(chinchon, 1, 1, stages, 4, CommandMeta("fix", 10))
    again = commands.correct_deal(chinchon, 1, 1, stages, 4, CommandMeta("fix", 10))

    assert sheet.drafts == {}
    assert again == sheet
    assert sheet.version == 7


def test_a_correction_is_saved_if_its_draft_was_discarded_in_the_meantime(chinchon):
    log = Hasty(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    stages = log.sheet(1).deal_answers[0]
    commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    drop = [lambda: commands.drop_draft(chinchon, 1, 1, CommandMeta("drop", 10)), lambda: None]
    log.faster(2, lambda n: drop[n]())

    sheet = commands.correct_deal(log, 1, 1, stages, 5, CommandMeta("fix", 11))

    assert sheet == replayed_sheet(log, 1)
    assert [type(entry.event) for entry in log.entries_by_match[1][5:]] == [
        RoundCorrected,
        DraftDropped,
    ]


def test_a_draft_changes_no_score_and_can_be_discarded(chinchon):
    before = chinchon.sheet(1)
    stages = before.deal_answers[0]

    drafted = commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    dropped = commands.drop_draft(chinchon, 1, 1, CommandMeta("drop", 10))

    assert drafted.position == before.position
    assert dropped.drafts == {}
    with pytest.raises(Stale):
        commands.drop_draft(chinchon, 1, 1, CommandMeta("drop again", 11))


def test_closing_an_open_game_sets_its_winners_and_reopening_clears_them():
    evening = Evening("jaguar", 3, usual=True).play(5)

    closed = evening.do(commands.close, "closed")
    assert closed.is_over
    assert closed.winners

    opened = evening.do(commands.reopen)
    assert opened.winners == ()
    assert opened.asked.round == 6


@pytest.mark.parametrize(
    ("game", "seats", "agreed"),
    [
        ("jaguar", "12345", {}),
        ("jaguar", "12345", {"hands": 2}),
        ("jamon", "12", {"deals": None}),
        ("jamon", "12", {}),
        ("gin", "12", {}),
        ("loba", "12", {}),
        ("jabberwocky", "123", {}),
        ("chinchon", "123", {}),
    ],
)
def test_closing_a_match_without_deals_leaves_it_unfinished(game, seats, agreed):
    log = MemoryLog({seat: seat for seat in seats})
    commands.start_match(log, game, tuple(seats), agreed, CommandMeta("start", 1))

    closed = commands.close(log, 1, "closed", CommandMeta("close", 2))
    assert log.entries_by_match[1][-1].event == MatchClosed("closed")
    assert (closed.ended, closed.winners, closed.asked) == ("unfinished", (), None)
    assert (outcome.match_state(closed), outcome.counted_result(closed)) == (
        MatchState.UNFINISHED,
        (),
    )
    assert outcome.summary(closed)["winners"] == []

    undone = commands.undo(log, 1, closed.version, CommandMeta("undo", 3))
    assert (undone.ended, undone.asked.round) == (None, 1)
    assert commands.redo(log, 1, closed.version, CommandMeta("redo", 4)).ended == "unfinished"
    assert commands.reopen(log, 1, CommandMeta("open", 5)).asked.round == 1


def test_an_invalid_answer_is_refused_and_not_written(chinchon):
    with pytest.raises(Refused):
        commands.record_stage(chinchon, 1, 4, "cards", deal("9", {}), CommandMeta("wrong", 9))

    assert len(chinchon.entries_by_match[1]) == 4


def test_a_match_with_too_few_players_is_refused_and_not_written():
    log = MemoryLog({})

    with pytest.raises(Refused) as refused:
        commands.start_match(log, "jabberwocky", ("1", "2"), {}, CommandMeta("start", 0))

    assert refusals(refused) == [("bad_players", "Jabberwocky is for 3 to 5 players.")]
    assert log.entries_by_match == {}


# ---------------------------------------------------------------- the log in memory


def test_the_memory_log_accepts_only_the_next_version_with_a_new_key(chinchon):
    sheet = chinchon.sheet(1)
    entry = sheet.steps[-1]
    for version, key in ((4, "new"), (6, "new"), (5, "deal 1")):
        late = entry._replace(version=version)
        with pytest.raises(VersionConflict):
            chinchon.append(1, late, key, sheet)

    assert len(chinchon.entries_by_match[1]) == 4


def test_players_of_a_match_have_distinct_initials(chinchon):
    people = chinchon.table_state(1).people

    assert [(p.name, p.initials, p.colour) for p in people.values()] == [
        ("Ana", "A", 1),
        ("Bruno", "B", 2),
        ("Chus", "C", 3),
    ]
    names = {"1": "Ana", "2": "Amaia", "3": "Bruno", "4": "Ana B", "5": ""}

    assert initials(names) == {"1": "An", "2": "Am", "3": "B", "4": "A2", "5": "?"}


def test_initials_do_not_depend_on_the_order_of_play():
    assert initials({"9": "Anna", "10": "Anne"}) == {"9": "An", "10": "A2"}
    assert initials({"10": "Anne", "9": "Anna"}) == {"9": "An", "10": "A2"}


def test_initials_differ_in_more_than_an_accent():
    names = {"1": "Álvaro", "2": "Alba", "3": "Ñico", "4": "Nuria", "5": "Émile", "6": "Bo"}

    assert initials(names) == {"1": "Ál", "2": "A2", "3": "Ñi", "4": "Nu", "5": "É", "6": "B"}


def test_the_answer_that_completes_a_deal_is_one_step():
    evening = Evening("jabberwocky", 1, usual=True).play(2)

    last = evening.entries[-1]

    assert isinstance(last.event, StageRecorded)
    assert evening.sheet.last_step == last
