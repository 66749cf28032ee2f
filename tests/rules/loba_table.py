"""Short notation for the tests of Loba: setups, deals, and results."""

from scorekeeper.match.document import play_records
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["loba"]
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
TWO, THREE, FIVE = ("1", "2"), ("1", "2", "3"), tuple(NAMES)


def text(sentence):
    return sentence and render(sentence, NAMES)


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def deal(went_out, *left, seats=THREE, **more):
    """deal("3", 15, 41, 0) is a record: Chus went out, Ana has 15 left, Bruno 41."""
    return {"went_out": went_out, "deadwood": dict(zip(seats, left, strict=False)), **more}


def after(*records, seats=THREE, **agreed):
    """Play these deals, each of which must be legal; return (rounds, position)."""
    return play_records(GAME, table(seats, **agreed), list(records), False)


def refusals(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(GAME, position, record, stage)
    ]


def field(position, record, name):
    return next(f for f in GAME.deal.fields(position, record) if f.name == name)
