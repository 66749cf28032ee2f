"""The rating list: all players by strength, with the change in the last month."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.stats.aggregate import Strength
from scorekeeper.stats.career import RECENT_MATCHES, Career
from scorekeeper.stats.strength import ROUGH_UNTIL_MATCHES, displayed_deviation, displayed_strength


class RatedPlayer(NamedTuple):
    """A row of the list, with the displayed strength and deviation.

    `place` is None for a player with fewer than `ROUGH_UNTIL_MATCHES` matches. `is_shared` tells
    whether others have the same place. `change` is the change in strength in the last month. It is
    None for a player who had no strength a month ago.
    """

    player: str
    place: int | None
    is_shared: bool
    strength: int
    deviation: int
    matches: int
    change: int | None


def rating_list(
    strengths: Mapping[str, Strength],
    careers: Mapping[str, Career],
    hidden: frozenset[str],
    since: str,
) -> list[RatedPlayer]:
    """Return the rated players: strongest first, and players without a place last.

    Hidden players are left out. `since` is the evening after which changes are counted.
    """
    rated = [
        RatedPlayer(
            player,
            None,
            False,
            displayed_strength(mean),
            displayed_deviation(deviation),
            careers[player].matches,
            change_since(careers[player], mean, since),
        )
        for player, (mean, deviation) in strengths.items()
        if player not in hidden
    ]
    rated.sort(key=lambda each: (-each.strength, -each.matches, int(each.player)))
    ranked = [each for each in rated if each.matches >= ROUGH_UNTIL_MATCHES]
    return with_places(ranked) + [each for each in rated if each.matches < ROUGH_UNTIL_MATCHES]


def with_places(rows: list[RatedPlayer]) -> list[RatedPlayer]:
    """Return the sorted rows with their places. Equal strengths share a place."""
    values = [row.strength for row in rows]
    return [
        row._replace(place=values.index(row.strength) + 1, is_shared=values.count(row.strength) > 1)
        for row in rows
    ]


def change_since(career: Career, mean: float, evening: str) -> int | None:
    """Return the change in displayed strength since an evening.

    Returns None if the player had no strength by then.
    """
    mean_before = mean_after(career, evening, mean)
    return (
        None if mean_before is None else displayed_strength(mean) - displayed_strength(mean_before)
    )


def mean_after(career: Career, evening: str, now: float) -> float | None:
    """Return a player's mean strength at the end of an evening, or None before their first match.

    The strength is exact if one of the player's recent matches was played by then. Otherwise, the
    strength comes from the thinned-out history. It may then be the value after an earlier evening.
    """
    later = next((step for step in career.recent if step.evening > evening), None)
    if later is None:
        return now
    if later is not career.recent[0]:
        return later.mean_before
    if len(career.recent) < RECENT_MATCHES:
        return None
    index = bisect_right(career.strength_history.evenings, evening)
    return career.strength_history.values[index - 1] if index else None
