"""Commands are applied once, and only to the current version."""

import pytest
from hypothesis import assume, given

from scorekeeper.cli import simulated_players
from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import DraftDropped, RoundCorrected, StageRecorded
from scorekeeper.match.log import MemoryLog, NewEntry, VersionConflict
from scorekeeper.rules import GAMES
from tests.match.commands.matches import SEEDS, OvertakenLog, deal, every_game
from tests.match.random_match import RandomMatch
from tests.refusals import reasons_of
from tests.replayed import replayed_sheet
from tests.sample import examples


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_a_stage_recorded_twice_with_one_key_is_written_once(game, seed):
    random_match = RandomMatch(game, seed).run_random_commands(15).make_playable()
    assume(not random_match.sheet.is_over)
    stage, answers = simulated_players.next_answers(random_match.sheet, random_match.rng)
    tap, number = random_match.next_meta(), random_match.sheet.position.number

    once = commands.record_stage(random_match.log, random_match.match, number, stage, answers, tap)
    twice = commands.record_stage(random_match.log, random_match.match, number, stage, answers, tap)

    assert once == twice == replayed_sheet(random_match.log, random_match.match)
    assert len(random_match.entries) == once.version


VERBS = {
    "undo": (commands.undo, lambda sheet: (sheet.last_step.version,)),
    "correct": (
        correction_commands.correct_deal,
        lambda sheet: (1, sheet.deal_answers[0], sheet.version),
    ),
    "draft": (correction_commands.save_draft, lambda sheet: (1, sheet.deal_answers[0])),
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


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_the_second_of_two_answers_to_one_stage_is_stale(game, seed):
    random_match = RandomMatch(game, seed).run_random_commands(15).make_playable()
    assume(not random_match.sheet.is_over)
    asked = random_match.sheet.asked_stage
    first = simulated_players.random_answers(GAMES[game], asked, random_match.rng)
    second = simulated_players.random_answers(GAMES[game], asked, random_match.rng)

    after = random_match.run_command(commands.record_stage, asked.round, asked.stage, first)
    with pytest.raises(Stale) as late:
        random_match.run_command(commands.record_stage, asked.round, asked.stage, second)

    assert late.value.sheet == after == random_match.sheet


def test_a_command_that_loses_a_race_is_retried_on_the_new_sheet(chinchon):
    log = OvertakenLog(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    stages = log.sheet(1).deal_answers[0]
    log.faster(
        3,
        lambda n: correction_commands.save_draft(
            chinchon, 1, 1, stages, CommandMeta(f"faster {n}", 8)
        ),
    )

    after = commands.undo(log, 1, 4, CommandMeta("undo", 9))

    assert after.version == 8
    assert len(after.played_deals) == 2


def test_a_correction_with_a_draft_that_loses_a_race_keeps_its_key(chinchon):
    stages = chinchon.sheet(1).deal_answers[0]
    correction_commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 4))
    log = OvertakenLog(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    log.faster(
        1,
        lambda n: correction_commands.save_draft(
            chinchon, 1, 2, log.sheet(1).deal_answers[1], CommandMeta("faster", 5)
        ),
    )
    seen = log.sheet(1).version
    changed = (("cards", deal(closer="1", left={"1": 2, "2": 5, "3": 40})),)

    once = correction_commands.correct_deal(log, 1, 1, changed, seen, CommandMeta("fix", 6))
    twice = correction_commands.correct_deal(log, 1, 1, changed, seen, CommandMeta("fix", 7))

    assert log.entry_by_key(1, "fix").event == RoundCorrected(1, changed)
    assert log.entry_by_key(1, "fix-draft").event == DraftDropped(1)
    assert once == twice
    assert once.drafts.keys() == {2}


def test_undo_of_an_earlier_step_and_redo_without_an_undo_are_stale(chinchon):
    with pytest.raises(Stale):
        commands.undo(chinchon, 1, 3, CommandMeta("undo", 9))
    with pytest.raises(Stale):
        commands.redo(chinchon, 1, 4, CommandMeta("redo", 9))


def test_nothing_can_be_undone_at_the_start_or_redone_after_a_new_answer():
    random_match = RandomMatch("jabberwocky", 1, usual=True)
    with pytest.raises(Stale):
        random_match.run_command(commands.undo, 1)
    step = random_match.record().version
    random_match.run_command(commands.undo, step)

    random_match.record()

    assert random_match.sheet.undone == ()
    with pytest.raises(Stale):
        random_match.run_command(commands.redo, step)


def test_an_invalid_answer_is_refused_and_not_written(chinchon):
    with pytest.raises(Refused):
        commands.record_stage(chinchon, 1, 4, "cards", deal("9", {}), CommandMeta("wrong", 9))

    assert len(chinchon.entries_by_match[1]) == 4


def test_a_match_with_too_few_players_is_refused_and_not_written():
    log = MemoryLog({})

    with pytest.raises(Refused) as refused:
        commands.start_match(log, "jabberwocky", ("1", "2"), {}, CommandMeta("start", 0))

    assert reasons_of(refused) == [("bad_players", "Jabberwocky is for 3 to 5 players.")]
    assert log.entries_by_match == {}


def test_the_memory_log_accepts_only_the_next_version_with_a_new_key(chinchon):
    sheet = chinchon.sheet(1)
    entry = sheet.steps[-1]
    for version, key in ((4, "new"), (6, "new"), (5, "deal 1")):
        late = entry._replace(version=version)
        with pytest.raises(VersionConflict):
            chinchon.append(1, NewEntry(late, key, sheet))

    assert len(chinchon.entries_by_match[1]) == 4


def test_the_answer_that_completes_a_deal_is_one_step():
    random_match = RandomMatch("jabberwocky", 1, usual=True).play(2)

    last = random_match.entries[-1]

    assert isinstance(last.event, StageRecorded)
    assert random_match.sheet.last_step == last
