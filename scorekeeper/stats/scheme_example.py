"""An example match that shows the effect of a scheme.

Two of its five players share third place.
"""

from typing import NamedTuple

from scorekeeper.stats.aggregate import Aggregate, AggregateOptions, RateFunction
from scorekeeper.stats.results import MatchResult, PlayerResult, finish
from scorekeeper.stats.scheme_text import format_value, needs_decimals
from scorekeeper.stats.scheme_values import tally_value
from scorekeeper.stats.schemes import Scheme

# Name, place, number of players in that place, points.
EXAMPLE_SHEET = (
    ("Ana", 1, 1, 8),
    ("Bruno", 2, 1, 6),
    ("Chus", 3, 2, 5),
    ("Dina", 3, 2, 5),
    ("Edu", 5, 1, 3),
)


class ExampleRow(NamedTuple):
    """One player of the example: place, points in the match, and the formatted value."""

    name: str
    place: int
    points: int
    figure: str


def example_result() -> MatchResult:
    seats = tuple(
        PlayerResult(
            name, side, finish(place, sides_on_place, len(EXAMPLE_SHEET), place == 1), points
        )
        for side, (name, place, sides_on_place, points) in enumerate(EXAMPLE_SHEET)
    )
    return MatchResult(1, "", 0, "2026-10-01", False, seats)


def example_rows(scheme: Scheme, rate: RateFunction) -> list[ExampleRow]:
    """Return the players of the example match, with their values under this scheme."""
    aggregate = Aggregate(AggregateOptions(rate if scheme.uses_rating else None))
    aggregate.add(example_result())
    values = {name: tally_value(scheme, tally) for name, tally in aggregate.totals.tallies.items()}
    decimals = needs_decimals(scheme, values.values())
    return [
        ExampleRow(name, place, points, format_value(scheme, values[name], decimals=decimals))
        for name, place, _, points in EXAMPLE_SHEET
    ]
