"""A tally's value under a scoring scheme."""

from fractions import Fraction
from functools import lru_cache
from math import lcm

from scorekeeper.stats.results import Finish
from scorekeeper.stats.schemes import BEATEN, POINTS, WINS, Scheme
from scorekeeper.stats.strength import DEFAULT_DEVIATION, DEFAULT_MEAN, displayed_strength
from scorekeeper.stats.tally import Tally

# Points are summed exactly, as integers in units of 1/UNITS_PER_POINT of a point. The constant is
# divisible by the number of players on a shared place (at most 20), by twice the number of other
# sides (a tied side counts half), and by 100 for the bonus.
UNITS_PER_POINT = 2 * lcm(*range(1, 21)) * 5


class FinishUnits(dict[Finish, int]):
    """A cache of `finish_units` under one scheme. Get it from `cached_finish_units`."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def __missing__(self, finish: Finish) -> int:
        self[finish] = units = finish_units(self.scheme, finish)
        return units


# There is one cache per scheme, because comparing schemes for each finish would take longer than
# computing values.
cached_finish_units = lru_cache(256)(FinishUnits)


def finish_units(scheme: Scheme, finish: Finish) -> int:
    """Return the value of a finish in units (`UNITS_PER_POINT`).

    This is for schemes that do not measure the games' own points.
    """
    if scheme.measure == WINS.name:
        return UNITS_PER_POINT * finish.won
    if scheme.measure == BEATEN.name:
        return share_beaten(finish)
    points = scheme.place_points + (0,) * (finish.place + finish.sides_on_place)
    taken = points[finish.place - 1 : finish.place - 1 + finish.sides_on_place]
    if scheme.shared_places == "higher":
        return UNITS_PER_POINT * taken[0]
    return UNITS_PER_POINT * sum(taken) // finish.sides_on_place


def share_beaten(finish: Finish) -> int:
    """Return the share of other sides that finished behind this side, in units (`UNITS_PER_POINT`).

    A tied side counts half.
    """
    if finish.sides < 2:
        return 0
    halves = 2 * (finish.sides - finish.place) - (finish.sides_on_place - 1)
    return UNITS_PER_POINT * halves // (2 * (finish.sides - 1))


def tally_value(scheme: Scheme, tally: Tally) -> Fraction:
    """Return a tally's exact value in points. Higher values are better."""
    total, parts = value_ratio(scheme, tally)
    return Fraction(total, parts)


def approximate_value(scheme: Scheme, tally: Tally) -> float:
    """Return a tally's value as a float, for charts."""
    total, parts = value_ratio(scheme, tally)
    return total / parts


def value_ratio(scheme: Scheme, tally: Tally) -> tuple[int, int]:
    """Return a tally's value as numerator and denominator.

    The value is cached in `tally.cached_value`. The cache is not used if the scheme rates strength.
    """
    cached = tally.cached_value
    if (
        cached is not None
        and (cached[0] is scheme or cached[0] == scheme)
        and not scheme.uses_rating
    ):
        return cached[1]
    ratio = compute_value_ratio(scheme, tally)
    tally.cached_value = scheme, ratio
    return ratio


def compute_value_ratio(scheme: Scheme, tally: Tally) -> tuple[int, int]:
    if scheme.uses_rating:
        mean, _ = tally.strength or (DEFAULT_MEAN, DEFAULT_DEVIATION)
        return displayed_strength(mean), 1
    values = select_counted(scheme, match_values(scheme, tally))
    total = sum(value * n for value, n in values)
    parts = max(sum(n for _, n in values), 1) if scheme.per_match else 1
    bonus = scheme.bonus_hundredths * tally.matches * parts * UNITS_PER_POINT // 100
    return total + bonus, parts * UNITS_PER_POINT


def match_values(scheme: Scheme, tally: Tally) -> list[tuple[int, int]]:
    """Return the values of a tally's matches, as (value in units, number of matches)."""
    if scheme.measure == POINTS.name:
        return [(points * UNITS_PER_POINT, n) for points, n in tally.points.items()]
    units_by_finish = cached_finish_units(scheme)
    return [(units_by_finish[finish], n) for finish, n in tally.finishes.items()]


def select_counted(scheme: Scheme, values: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the (value, number) pairs that count: all, the best, or all but the worst."""
    if scheme.counted_matches == "all":
        return values
    matches = sum(n for _, n in values)
    number = scheme.best_or_drop_count
    matches_left = number if scheme.counted_matches == "best" else max(matches - number, 1)
    counted = []
    for value, n in sorted(values, reverse=True):
        taken = min(n, matches_left)
        if taken:
            counted.append((value, taken))
        matches_left -= taken
    return counted
