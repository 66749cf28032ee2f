"""Short notation for the tests of Jabberwocky: setups, deals, and results."""

from scorekeeper.match.document import play_records
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["jabberwocky"]
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
THREE, FOUR, FIVE = ("1", "2", "3"), ("1", "2", "3", "4"), tuple(NAMES)


def text(sentence):
    return sentence and render(sentence, NAMES)


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def each(numbers, seats=THREE):
    """each((1, 1, 0)) is a value for Ana, Bruno and Chus, in that order."""
    return dict(zip(seats, numbers, strict=True))


def deal(bids, tricks, seats=THREE, **reneges):
    """deal((1, 1, 0), (0, 2, 1), Chus=1) is a record: Chus reneged once."""
    record = {"bids": each(bids, seats), "tricks": each(tricks, seats)}
    if not reneges:
        return record
    seat_of = {name: seat for seat, name in NAMES.items()}
    return record | {"reneges": {seat_of[who]: n for who, n in reneges.items()}}


def start(seats=THREE, **agreed):
    return GAME.begin(table(seats, **agreed))


def after(*records, seats=THREE, **agreed):
    """Play these deals, each of which must be legal; return (rounds, position)."""
    return play_records(GAME, table(seats, **agreed), list(records), False)


def refusals(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(GAME, position, record, stage)
    ]


def field(position, record, name):
    return next(f for f in GAME.deal.fields(position, record) if f.name == name)
