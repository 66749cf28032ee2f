"""Short notation for the Chinchón tests: setups, deals, and results."""

from scorekeeper.match.document import play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import FIVE

GAME = GAMES["chinchon"]


def table(seats=FIVE, **agreed):
    return build_setup(GAME, seats, agreed)


def deal(closer, *left, close=None, seats=FIVE, **more):
    """Return the answers of a deal.

    deal("3", 21, 18, 3) means that Chus closed, and that Ana has 21 points left, Bruno 18 and Chus
    3.
    """
    answers = {"closer": closer, "deadwood": dict(zip(seats, left, strict=False)), **more}
    return answers | ({"close": close} if close else {})


def after(*deals, seats=FIVE, **agreed):
    """Play these deals, which must be legal, and return (rounds, position)."""
    setup = table(seats=seats, **agreed)
    rounds, position = play_deals(GAME, setup, list(deals), False)
    return rounds, position


TWO_DEALS = (  # Ana 58, Bruno 85, Chus 1, Dina 79, Edu 66
    deal("3", 30, 45, 0, 39, 33),
    deal("3", 28, 40, 1, 40, 33),
)

TO_THE_END = (
    *TWO_DEALS,
    deal("3", 21, 18, 3, 8, 12, reenlist=["2"]),  # Bruno 103, back at 87
    deal("3", 1, 9, 2, 14, 23, reenlist=["5"]),  # Dina 101 out, Edu 101 back at 96
    {"closer": "3", "deadwood": {"1": 11, "2": 7, "3": 2, "5": 6}},  # Bruno 103, Edu 102 out
    {"closer": "3", "deadwood": {"1": 15, "3": 0}},  # Ana 106 out
)
