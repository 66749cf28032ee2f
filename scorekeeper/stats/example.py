"""One match that every scheme is shown on: five at the table, the third place shared."""

from typing import NamedTuple

from scorekeeper.stats.aggregate import Keep, Rate, Scope
from scorekeeper.stats.results import Result, Seat, finish
from scorekeeper.stats.scheme_text import written
from scorekeeper.stats.schemes import Scheme, worth

SHEET = (
    ("Ana", 1, 1, 8),
    ("Bruno", 2, 1, 6),
    ("Chus", 3, 2, 5),
    ("Dina", 3, 2, 5),
    ("Edu", 5, 1, 3),
)


class Shown(NamedTuple):
    """What one player of the example gets: `figure` as people read it."""

    name: str
    place: int
    points: int
    figure: str


def result() -> Result:
    seats = tuple(
        Seat(name, side, finish(place, level, len(SHEET), place == 1), points)
        for side, (name, place, level, points) in enumerate(SHEET)
    )
    return Result(1, "", 0, "2026-10-01", False, seats)


def example(scheme: Scheme, rate: Rate) -> list[Shown]:
    """What the scheme makes of that match, worked out as the season would."""
    scope = Scope(Keep(rate if scheme.rates else None))
    scope.add(result())
    tallies = scope.sums.tallies
    return [
        Shown(name, place, points, written(scheme, worth(scheme, tallies[name])))
        for name, place, _, points in SHEET
    ]
