"""A player is near the limit or target if they need at most a fifth of it to reach it."""

import pytest

from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup

SEATS = ("A", "B", "C", "D", "E")


def warnings_near_limit(name, totals, out=(), **options):
    """Return {side: sentence} for the sides that are near the limit with these totals."""
    game = GAMES[name]
    start = game.begin(build_setup(game, SEATS[: len(totals)], options))
    reached = dict(zip(start.totals, totals, strict=True))
    warnings = game.display.near_limit(start._replace(totals=reached, eliminated=out))
    return {side: render(words, {}) for side, words in warnings.items()}


@pytest.mark.parametrize(
    ("game", "totals", "options", "expected"),
    [
        ("chinchon", (79, 80, 99, -10), {}, {"B": "20 short of 100", "C": "1 short of 100"}),
        (
            "chinchon",
            (99, 100, 0),
            {"bust": "exceed"},
            {"A": "2 short of 101", "B": "1 short of 101"},
        ),
        ("loba", (40, 39, 0), {"limit": 50}, {"A": "10 short of 50"}),
        ("gin", (81, 12), {}, {"A": "19 short of 100"}),
        ("gin", (230, 12), {"hollywood": True}, {}),
        ("jaguar", (8, 7, -5, -5, -5), {"target": 10}, {"A": "2 short of 10"}),
        ("jaguar", (8, 7, -5, -5, -5), {}, {}),
        ("jamon", (80, 12), {}, {}),
        ("jabberwocky", (10, 2, 0), {}, {}),
    ],
    ids=[
        "a fifth of the limit is left",
        "out is only above the limit",
        "another limit",
        "the target of gin",
        "three games at once have no single total",
        "a target was agreed",
        "no target was agreed",
        "no limit to counters",
        "no limit to tricks",
    ],
)
def test_players_near_the_limit_see_the_distance(game, totals, options, expected):
    assert warnings_near_limit(game, totals, **options) == expected


def test_players_who_are_out_are_not_near_the_limit():
    assert warnings_near_limit("loba", (100, 95, 3), out=("A",)) == {"B": "5 short of 100"}
