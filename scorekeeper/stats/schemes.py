"""How a season counts: what a tally is worth, said in a sentence and shown on one match.

A scheme measures every match (a win, points for the place, the share of the table beaten, the
game's own points) and adds up, or divides by the matches played; or it rates strength.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.stats.results import Finish
from scorekeeper.stats.tally import Tally

STRENGTH_START, STRENGTH_STEP = 1000, 30  # strength on the page of a mean of 25, and of one more
DEFAULT_MEAN, DEFAULT_DEVIATION = 25.0, 25 / 3  # openskill's own beginning
ROUGH_UNTIL_MATCHES = 10  # matches, until which a strength is called rough
MAX_PLACES, MAX_POINTS, MAX_MATCHES = 20, 1000, 1000


class Measure(NamedTuple):
    """What one match is worth to who finished so. `each` is None where it is not by finish."""

    name: str
    title: Message
    line: Message


WINS = Measure("wins", say("Wins"), say("One for each match won; a shared win is one for each."))
PLACES = Measure(
    "places",
    say("Points for places"),
    say("A table of points, the first place first. Who is further down gets none."),
)
BEATEN = Measure(
    "beaten",
    say("Share of the table beaten"),
    say("1 for beating everybody, 0 for the last place: fair between tables of three and of six."),
)
POINTS = Measure(
    "points",
    say("Points of the game itself"),
    say("What the score sheet says at the end. For one game, or games that count the same way."),
)
STRENGTH = Measure(
    "strength",
    say("Strength"),
    say(
        "A rating: everybody starts at {start}, and beating the strong lifts more than beating"
        " the weak. Rough until about ten matches.",
        start=STRENGTH_START,
    ),
)
MEASURES: Mapping[str, Measure] = {
    measure.name: measure for measure in (PLACES, WINS, BEATEN, POINTS, STRENGTH)
}


@dataclass(frozen=True, slots=True)
class Scheme:
    """A season's own way of counting.

    `table` are the points for places, first place first; those who share one get the average of
    the places they take up, or the `shared` "higher". `a_match` divides by the matches played.
    `which` of a player's matches count: "all", the "best" `count`, or all but the worst `count`
    ("drop"; one always counts). `bonus` is in hundredths, for each match played. Who has fewer
    than `minimum` matches is not ranked yet. `ties` name what separates who is level, in order.
    """

    measure: str = "places"
    a_match: bool = True
    table: tuple[int, ...] = (5, 3, 2, 1)
    shared: str = "average"
    which: str = "all"
    count: int = 10
    bonus: int = 0
    minimum: int = 0
    ties: tuple[str, ...] = ("head", "wins", "last")

    @property
    def rates(self) -> bool:
        return self.measure == STRENGTH.name

    @property
    def has_decimals(self) -> bool:
        """Whether figures are written with two decimals: averages and shares."""
        return not self.rates and (self.a_match or self.measure == BEATEN.name)


DEFAULT_SCHEME = Scheme()
ALL_TIME_SCHEME = Scheme(measure="beaten", a_match=True, ties=("wins", "head"))
ALL_TIME_GAME_SCHEME = Scheme(measure="beaten", a_match=True, ties=("wins",))


def single_game_scheme(scheme: Scheme) -> Scheme:
    """How a single game of a season is counted: without a minimum; strength is of all games
    together, so there it is the share of the table beaten.
    """
    if scheme.rates:
        return Scheme(measure=BEATEN.name, ties=scheme.ties)
    return replace(scheme, minimum=0)


def single_match_scheme(scheme: Scheme) -> Scheme:
    """The same way of counting for a single match."""
    return Scheme(scheme.measure, False, scheme.table, scheme.shared)


def is_negated(scheme: Scheme, tally: Tally) -> bool:
    """Whether figures are the game's own and the lower ones win: then they are kept negative."""
    return scheme.measure == POINTS.name and tally.low_wins > 0


# Points are added up in whole numbers: a place is shared by twenty at most, and the share of a
# table is in halves of its sides. A bonus is in hundredths.
UNITS_PER_POINT = 2 * lcm(*range(1, 21)) * 5  # of one point


class FinishUnits(dict[Finish, int]):
    """What each finish is worth by one scheme, in units of a point; ask `units` for it."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def __missing__(self, finish: Finish) -> int:
        self[finish] = found = finish_units(self.scheme, finish)
        return found


cached_finish_units = lru_cache(256)(
    FinishUnits
)  # a scheme takes longer to compare than all else here


def finish_units(scheme: Scheme, finish: Finish) -> int:
    if scheme.measure == WINS.name:
        return UNITS_PER_POINT * finish.won
    if scheme.measure == BEATEN.name:
        return share_beaten(finish)
    points = scheme.table + (0,) * (finish.place + finish.level)
    taken = points[finish.place - 1 : finish.place - 1 + finish.level]
    return (
        UNITS_PER_POINT * taken[0]
        if scheme.shared == "higher"
        else UNITS_PER_POINT * sum(taken) // finish.level
    )


def share_beaten(finish: Finish) -> int:
    """The share of the other sides that finished behind, level is half beaten; in units."""
    if finish.sides < 2:
        return 0
    halves = 2 * (finish.sides - finish.place) - (finish.level - 1)
    return UNITS_PER_POINT * halves // (2 * (finish.sides - 1))


def tally_value(scheme: Scheme, tally: Tally) -> Fraction:
    """What a tally is worth; more is better."""
    total, parts = value_ratio(scheme, tally)
    return Fraction(total, parts)


def approximate_value(scheme: Scheme, tally: Tally) -> float:
    """The same for a drawing."""
    total, parts = value_ratio(scheme, tally)
    return total / parts


def value_ratio(scheme: Scheme, tally: Tally) -> tuple[int, int]:
    """What a tally is worth, as a whole number and what to divide it by."""
    known = tally.worth
    if known is not None and (known[0] is scheme or known[0] == scheme) and not scheme.rates:
        return known[1]
    found = compute_value_ratio(scheme, tally)
    tally.worth = scheme, found
    return found


def compute_value_ratio(scheme: Scheme, tally: Tally) -> tuple[int, int]:
    if scheme.rates:
        mean, _ = tally.strength or (DEFAULT_MEAN, DEFAULT_DEVIATION)
        return displayed_strength(mean), 1
    values = select_counted(scheme, match_values(scheme, tally))
    total = sum(value * n for value, n in values)
    parts = max(sum(n for _, n in values), 1) if scheme.a_match else 1
    return (
        total + scheme.bonus * tally.matches * parts * UNITS_PER_POINT // 100,
        parts * UNITS_PER_POINT,
    )


def match_values(scheme: Scheme, tally: Tally) -> list[tuple[int, int]]:
    """What his matches were worth, in units, and how many were worth so much."""
    if scheme.measure == POINTS.name:
        return [(points * UNITS_PER_POINT, n) for points, n in tally.points.items()]
    worth = cached_finish_units(scheme)
    return [(worth[finish], n) for finish, n in tally.finishes.items()]


def select_counted(scheme: Scheme, values: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those matches that count: all, the best, or all but the worst."""
    if scheme.which == "all":
        return values
    matches = sum(n for _, n in values)
    left = scheme.count if scheme.which == "best" else max(matches - scheme.count, 1)
    found = []
    for value, n in sorted(values, reverse=True):
        taken = min(n, left)
        if taken:
            found.append((value, taken))
        left -= taken
    return found


def displayed_strength(mean: float) -> int:
    """A rating's mean as people read it."""
    return round(STRENGTH_START + STRENGTH_STEP * (mean - DEFAULT_MEAN))


def displayed_deviation(deviation: float) -> int:
    """How far off a strength may be, as people read it."""
    return round(STRENGTH_STEP * deviation)
