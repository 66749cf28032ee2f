"""Matches that are closed, reopened, deleted and restored."""

import pytest

from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import MatchClosed
from scorekeeper.match.log import MatchNotFound, MemoryLog
from scorekeeper.match.outcome import MatchState
from tests.match.commands.matches import deal
from tests.match.random_match import RandomMatch


def test_a_deleted_match_can_only_be_restored(chinchon):
    commands.delete(chinchon, 1, CommandMeta("away", 9))
    cards = deal("1", {"1": 0, "2": 0, "3": 0})

    with pytest.raises(Stale):
        commands.record_stage(chinchon, 1, 4, "cards", cards, CommandMeta("late", 10))
    with pytest.raises(Stale):
        commands.undo(chinchon, 1, 4, CommandMeta("undo", 10))
    with pytest.raises(Stale):
        commands.delete(chinchon, 1, CommandMeta("again", 10))

    assert not commands.restore(chinchon, 1, CommandMeta("back", 11)).is_deleted
    with pytest.raises(Stale):
        commands.restore(chinchon, 1, CommandMeta("back again", 12))


def test_only_an_open_match_can_be_closed_and_only_a_closed_match_reopened(chinchon):
    with pytest.raises(Stale):
        commands.reopen(chinchon, 1, CommandMeta("open", 9))

    commands.close(chinchon, 1, "unfinished", CommandMeta("stop", 10))
    with pytest.raises(Stale):
        commands.close(chinchon, 1, "unfinished", CommandMeta("stop again", 11))
    sheet = commands.reopen(chinchon, 1, CommandMeta("open", 12))

    assert sheet.asked_stage.round == 4


def test_a_command_on_an_unknown_match_raises_match_not_found():
    with pytest.raises(MatchNotFound):
        commands.undo(MemoryLog({}), 1, 1, CommandMeta("undo", 0))


def test_closing_an_open_game_sets_its_winners_and_reopening_clears_them():
    random_match = RandomMatch("jaguar", 3, usual=True).play(5)

    closed = random_match.run_command(commands.close, "closed")
    assert closed.is_over
    assert closed.winners

    opened = random_match.run_command(commands.reopen)
    assert opened.winners == ()
    assert opened.asked_stage.round == 6


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
    assert (closed.ended, closed.winners, closed.asked_stage) == ("unfinished", (), None)
    assert (outcome.match_state(closed), outcome.counted_result(closed)) == (
        MatchState.UNFINISHED,
        (),
    )
    assert outcome.summary(closed)["winners"] == []

    undone = commands.undo(log, 1, closed.version, CommandMeta("undo", 3))
    assert (undone.ended, undone.asked_stage.round) == (None, 1)
    assert commands.redo(log, 1, closed.version, CommandMeta("redo", 4)).ended == "unfinished"
    assert commands.reopen(log, 1, CommandMeta("open", 5)).asked_stage.round == 1
