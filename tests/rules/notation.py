"""Notation shared by the tests of all games: players, sentences, refusals and fields."""

from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.validation import problems

NAMES = {
    "1": "Ana",
    "2": "Bruno",
    "3": "Chus",
    "4": "Dina",
    "5": "Edu",
    "1+3": "Ana + Chus",
    "2+4": "Bruno + Dina",
}
TWO, THREE, FOUR = ("1", "2"), ("1", "2", "3"), ("1", "2", "3", "4")
FIVE = (*FOUR, "5")


def text(sentence):
    """Return a sentence in which the names of players replace their seats.

    A seat that has no name is not replaced.
    """
    return sentence and render(sentence, NAMES)


def refusals(position, answers, stage=None):
    """Return (code, field, seat, reason) of each problem with these answers."""
    game = GAMES[position.setup.game]
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(game, position, answers, stage)
    ]


def refused_option(setup):
    """Return (code, option, reason) of a setup that was refused."""
    assert isinstance(setup, Problem)
    return setup.code, setup.field, text(setup.reason)


def field(position, answers, name, stage=None):
    """Return the first field with this name in this stage.

    If `stage` is None, the field may be in any stage.
    """
    fields = GAMES[position.setup.game].deal.fields(position, answers)
    return next(f for f in fields if f.name == name and stage in (None, f.stage))
