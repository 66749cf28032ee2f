"""Short notation for the Jabberwocky tests: setups, deals, and results."""

from scorekeeper.match.document import play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import NAMES, THREE

GAME = GAMES["jabberwocky"]


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def by_seat(numbers, seats=THREE):
    """Return {seat: number}. The numbers in by_seat((1, 1, 0)) are for Ana, Bruno and Chus."""
    return dict(zip(seats, numbers, strict=True))


def deal(bids, tricks, seats=THREE, **reneges):
    """Return a deal's answers. In deal((1, 1, 0), (0, 2, 1), Chus=1), Chus reneged once."""
    answers = {"bids": by_seat(bids, seats), "tricks": by_seat(tricks, seats)}
    if not reneges:
        return answers
    seat_of = {name: seat for seat, name in NAMES.items()}
    return answers | {"reneges": {seat_of[who]: n for who, n in reneges.items()}}


def start(seats=THREE, **agreed):
    return GAME.begin(table(seats, **agreed))


def after(*deals, seats=THREE, **agreed):
    """Play these deals, which must be legal, and return (rounds, position)."""
    return play_deals(GAME, table(seats, **agreed), list(deals), False)
