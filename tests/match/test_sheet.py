"""The sheet is the same event by event, in one replay, and according to a match document."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.match import commands, correction_commands, document
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import Entry, MatchDeleted, decode_event, encode_event
from scorekeeper.match.replay import apply_entry, initial_sheet, replay
from scorekeeper.rules import GAMES
from tests.match.random_match import RandomMatch
from tests.sample import examples

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)


def comparable_sheet(sheet, **changed):
    """Return the sheet with `changed`, and without the fields that every event or undo changes."""
    usual = {
        "version": 0,
        "changed_at": 0,
        "undo_versions": {},
        "first_answered_at": {},
        "withdrawn": {},
    }
    return replace(sheet, **usual, **changed)


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_the_sheet_is_the_same_entry_by_entry_from_a_replay_and_from_a_document(game, seed):
    entries = RandomMatch(game, seed).run_random_commands(40).entries

    sheet = initial_sheet(entries[0])
    for number, entry in enumerate(entries[1:], start=2):
        sheet = apply_entry(sheet, entry)
        assert sheet == replay(entries[:number])
    assert_agrees_with_document(sheet)
    for entry in entries:
        assert decode_event(*encode_event(entry.event)) == entry.event


def assert_agrees_with_document(sheet):
    """Check that a match document with the same setup and deals gives the same result."""
    closed = sheet.ended == "closed" and sheet.game.is_open(sheet.setup)

    result = document.score_document(
        {
            "game": sheet.game.slug,
            "players": list(sheet.setup.players),
            "options": dict(sheet.setup.options),
            "rounds": [dict(played.answers) for played in sheet.played_deals],
            "closed": closed,
        }
    )

    assert "error" not in result
    assert result["totals"] == sheet.position.totals
    assert result["out"] == list(sheet.position.eliminated)
    assert result["finished"] == (closed or any(each.after.is_over for each in sheet.played_deals))


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_undo_restores_the_sheet_before_the_answer(game, seed):
    random_match = RandomMatch(game, seed).run_random_commands(20).make_playable()
    assume(not random_match.sheet.is_over)
    before = random_match.sheet

    step = random_match.record().version
    after = random_match.run_command(commands.undo, step)

    assert comparable_sheet(after, undone=()) == comparable_sheet(before, undone=())
    assert after.undone[-1].version == step
    undone = after.undone[-1].event
    assert after.withdrawn[undone.round, undone.stage].answers == undone.answers


@every_game
@examples(25, 10)
@given(seed=SEEDS, steps=st.integers(1, 4))
def test_redo_restores_the_sheet_before_the_undo(game, seed, steps):
    random_match = RandomMatch(game, seed).run_random_commands(30).make_playable()
    steps = min(steps, len(random_match.sheet.steps))
    before = random_match.sheet

    for _ in range(steps):
        random_match.run_command(commands.undo, random_match.sheet.last_step.version)
    for _ in range(steps):
        random_match.run_command(commands.redo, random_match.sheet.undone[-1].version)

    assert comparable_sheet(random_match.sheet) == comparable_sheet(before)


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_correcting_a_deal_to_its_own_values_changes_nothing(game, seed):
    random_match = RandomMatch(game, seed).run_random_commands(20).make_playable().play(3)
    before = random_match.sheet
    assume(before.deal_answers)
    number = random_match.rng.randint(1, len(before.deal_answers))

    after = random_match.run_command(
        correction_commands.correct_deal, number, before.deal_answers[number - 1], before.version
    )

    same = {"steps": (), "undone": (), "written": (), "drafts": {}}
    assert comparable_sheet(after, **same) == comparable_sheet(before, **same)


@every_game
def test_a_new_match_asks_its_first_question(game):
    sheet = RandomMatch(game, 1, usual=True).sheet

    assert (sheet.version, sheet.played_deals, sheet.deal_answers, sheet.steps) == (1, (), (), ())
    assert sheet.asked_stage.round == 1
    assert sheet.answerable_stage(1, sheet.asked_stage.stage) == sheet.asked_stage
    assert sheet.answerable_stage(2, sheet.asked_stage.stage) is None
    assert sheet.answerable_stage(1, "no such stage") is None


def test_an_unfinished_match_has_no_winner_and_asks_nothing():
    random_match = RandomMatch("jabberwocky", 1, usual=True).play(30)
    assert random_match.sheet.winners

    again = RandomMatch("jabberwocky", 1, usual=True).play(4)
    again.run_command(commands.close, "unfinished")

    assert again.sheet.is_over
    assert again.sheet.winners == ()
    assert again.sheet.asked_stage is None


def test_a_log_begins_with_the_start_and_starts_once():
    [start] = RandomMatch("gin", 1, usual=True).entries
    away = Entry(1, MatchDeleted(), 0)

    with pytest.raises(ValueError, match="begins with its start"):
        replay([away])
    with pytest.raises(ValueError, match="begins with its start"):
        initial_sheet(away)
    with pytest.raises(ValueError, match="starts only once"):
        replay([start, start])


def test_the_log_finds_an_entry_by_its_key():
    random_match = RandomMatch("gin", 1, usual=True)

    assert random_match.log.entry_by_key(random_match.match, "tap 2") is None
    random_match.record()
    assert random_match.log.entry_by_key(random_match.match, "tap 2").version == 2
    assert random_match.next_meta() == CommandMeta("tap 3", 1003)


EVERY_OPTION = [(game, option.name) for game in GAMES for option in GAMES[game].options]


@pytest.mark.parametrize(
    ("game", "option"), [*EVERY_OPTION, *((game, "first_dealer") for game in GAMES)]
)
def test_a_match_stored_without_an_option_is_replayed_with_its_default(game, option):
    for seed in range(500):
        random_match = RandomMatch(game, seed)
        start = random_match.entries[0].event
        before = {name: value for name, value in start.options.items() if name != option}
        usual = {"first_dealer": start.players[0], **GAMES[game].all_options(start.players, before)}
        if usual[option] == start.options[option]:
            break
    else:
        pytest.fail("no table plays with the default")

    entries = random_match.run_random_commands(12).entries
    older = replay([entries[0]._replace(event=replace(start, options=before)), *entries[1:]])

    assert older == replay(entries)
