"""Players' statistics over all their matches, and the league records that a match can set.

A game declares both as functions of a match. They must work for every match, even one without a
deal.

Values belong to seats, never to sides. The game decides whether a number belongs to one seat (the
number of gins) or to both partners (the final score). For partners, its function returns the same
number twice.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scorekeeper.messages import Message
from scorekeeper.rules.kernel import PlayedDeal, Position

# Numbers by seat, from the deals of a match and its last position; seats may be left out.
BySeat = Callable[[tuple[PlayedDeal, ...], Position], Mapping[str, int]]


class Statistic(NamedTuple):
    """A count for each seat in a match, such as bids made. It is summed over a player's matches.

    `name` is stored and never changes. `out_of` counts the opportunities ("21 of 26"). It returns a
    number for every seat that `count_by_seat` returns.

    Like the values of a `RecordKind`, the counts are stored, so a new statistic needs a migration
    too.
    """

    name: str
    label: Message
    count_by_seat: BySeat
    out_of: BySeat | None = None


class RecordKind(NamedTuple):
    """A league record that a match can set, such as "Lowest winning total".

    `name` is stored and never changes. `value_by_seat` has only the seats that qualify. The record
    is the highest value or, with `is_lowest`, the lowest.

    The values are stored with the result of each match. A new kind therefore needs a migration that
    removes the stored results, so that they are computed again.
    """

    name: str
    label: Message
    value_by_seat: BySeat
    is_lowest: bool = False


def match_statistics(
    statistics: Iterable[Statistic], played_deals: tuple[PlayedDeal, ...], position: Position
) -> dict[str, dict[str, list[int]]]:
    """Return a match's statistics by seat and name, as [count] or [count, possible].

    Seats are in order of play, and names are in the order in which the game declares them. Seats
    without values are left out.
    """
    by_seat: dict[str, dict[str, list[int]]] = {}
    counted = [
        (
            each.name,
            each.count_by_seat(played_deals, position),
            each.out_of and each.out_of(played_deals, position),
        )
        for each in statistics
    ]
    for seat in position.players:
        values = {
            name: [counts[seat]] if possible is None else [counts[seat], possible[seat]]
            for name, counts, possible in counted
            if seat in counts
        }
        if values:
            by_seat[seat] = values
    return by_seat


def record_values(
    kinds: Iterable[RecordKind], played_deals: tuple[PlayedDeal, ...], position: Position
) -> dict[str, dict[str, int]]:
    """Return candidates for records by seat and name, in the same order as `match_statistics`."""
    offered = [(kind.name, kind.value_by_seat(played_deals, position)) for kind in kinds]
    by_seat = {
        seat: {name: values[seat] for name, values in offered if seat in values}
        for seat in position.players
    }
    return {seat: values for seat, values in by_seat.items() if values}


# ---------------------------------------------------------------- shared by games


def count_by_seat(position: Position, named: Iterable[str | None]) -> dict[str, int]:
    """Return how often each seat occurs in `named`. None is ignored."""
    counts = dict.fromkeys(position.players, 0)
    for seat in named:
        if seat is not None:
            counts[seat] += 1
    return counts


def deals_played(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of deals for every seat, for games in which every seat plays each deal."""
    return dict.fromkeys(position.players, len(played_deals))


def longest_streaks(position: Position, tries: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """Return the longest streak of each seat. Streaks shorter than 2 are left out.

    `tries` are (seat, success) in chronological order.
    """
    row = dict.fromkeys(position.players, 0)
    best = dict(row)
    for seat, done in tries:
        row[seat] = row[seat] + 1 if done else 0
        best[seat] = max(best[seat], row[seat])
    return {seat: longest for seat, longest in best.items() if longest > 1}


def winner_totals(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the winners' totals by seat, for games in which each seat is a side."""
    return {seat: position.totals[seat] for seat in position.winners}
