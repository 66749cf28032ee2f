"""Table sizes for a number of people, and the people who sit out if not everyone has a seat."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

Sizes = tuple[int, ...]

MAX_TABLES = 56  # at most this many tables get a QR code and are shown on the TV page


def table_sizes(people: int, allowed: Collection[int], preferred: int) -> Sizes:
    """Return the number of players at each table, largest first, for this many people.

    Each size is one of `allowed`. As few people as possible are left without a seat. The others are
    seated at tables whose sizes are as close as possible to `preferred` (the sum of the squared
    differences is smallest). The result is empty if there are not enough people for one table.
    """
    for seated in range(people, 0, -1):
        sizes = closest_sizes(seated, tuple(sorted(set(allowed))), preferred)
        if sizes is not None:
            return sizes
    return ()


@lru_cache(256)
def closest_sizes(people: int, allowed: Sizes, preferred: int) -> Sizes | None:
    """Return the sizes closest to `preferred` that seat exactly this many people, or None."""
    best: list[tuple[int, Sizes] | None] = [(0, ())]  # the cost and the sizes, by number of people
    for n in range(1, people + 1):
        ways = [
            (before[0] + (size - preferred) ** 2, tuple(sorted((*before[1], size), reverse=True)))
            for size in allowed
            if 0 < size <= n and (before := best[n - size]) is not None
        ]
        best.append(min(ways, key=lambda way: (way[0], len(way[1])), default=None))
    closest = best[people]
    return None if closest is None else closest[1]


def sitting_out(
    people: Sequence[str],
    count: int,
    sat_out: Mapping[str, int],
    played: Mapping[str, int],
    rng: "Random",
) -> tuple[str, ...]:
    """Return the `count` people who sit out this round, in the same order as in `people`.

    They are the people who have sat out the fewest rounds this evening (`sat_out`). Among equals,
    the people who have played the most rounds (`played`) sit out first, so a person who arrived
    late plays. If both numbers are equal, chance decides.
    """
    order = list(people)
    rng.shuffle(order)
    order.sort(key=lambda player: (sat_out.get(player, 0), -played.get(player, 0)))
    chosen = set(order[:count])
    return tuple(player for player in people if player in chosen)
