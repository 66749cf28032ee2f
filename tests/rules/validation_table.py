"""Positions and answers for the validation tests."""

from scorekeeper.match.document import play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import FOUR


def begin(slug, seats, **agreed):
    return GAMES[slug].begin(build_setup(GAMES[slug], seats, agreed))


def dina_is_out():
    """Return a position in a match of Chinchón to 30, after a deal that put Dina out."""
    first = {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5, "4": 30}}
    setup = build_setup(GAMES["chinchon"], FOUR, {"limit": 30})
    return play_deals(GAMES["chinchon"], setup, [first], False)[1]


LEGAL = {"closer": "1", "deadwood": {"1": 4, "2": 5, "3": 6}}
JAGUAR = {"jaguar": "1", "friend": "2", "points": 61}
JAMON = {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5}}
PAIRS = [
    {"pair": ["1", "2"], "result": "draw"},
    {"pair": ["3", "4"], "result": "draw"},
]
