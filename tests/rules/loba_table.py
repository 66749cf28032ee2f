"""Short notation for the Loba tests: setups, deals, and results."""

from scorekeeper.match.document import play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import THREE

GAME = GAMES["loba"]


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def deal(went_out, *left, seats=THREE, **more):
    """Return the answers of a deal.

    deal("3", 15, 41, 0) means that Chus went out, and that Ana has 15 points left and Bruno 41.
    """
    return {"went_out": went_out, "deadwood": dict(zip(seats, left, strict=False)), **more}


def after(*deals, seats=THREE, **agreed):
    """Play these deals, which must be legal, and return (rounds, position)."""
    return play_deals(GAME, table(seats, **agreed), list(deals), False)
