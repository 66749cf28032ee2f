"""The result of one match, as input for seasons, records and ratings, and as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Finish:
    """The finish of a side in a match.

    `place` counts from 1. `sides_on_place` is the number of sides that share it. Equal finishes are
    the same object, so create them with `finish`.
    """

    place: int
    sides_on_place: int
    sides: int
    won: bool


@cache
def finish(place: int, sides_on_place: int, sides: int, won: bool) -> Finish:
    """Return the shared Finish with these values.

    Sharing saves memory, because 100,000 matches have only about 100 different finishes.
    """
    return Finish(place, sides_on_place, sides, bool(won))


class PlayerResult(NamedTuple):
    """One player's result in a match.

    Partners have the same finish and the same `side`, a number from 0. `points` are the game's
    final points, or None for an imported result with only places. `net` is the player's gain or
    loss, in stakes or points of the game. `statistics` are the game's own statistics, by name.
    `record_values` are the candidates for records, by `rules.variants.record_name`.
    """

    player: str
    side: int
    finish: Finish
    points: int | None
    net: int = 0
    statistics: Mapping[str, Sequence[int]] = {}
    record_values: Mapping[str, int] = {}


class MatchResult(NamedTuple):
    """The result of one match that counts.

    `at` is when the match ended, in seconds since 1970, and `evening` is the date of its evening,
    such as "2026-11-19". `low_wins` tells whether fewer points are better.
    """

    match: int
    game: str
    at: int
    evening: str
    low_wins: bool
    seats: tuple[PlayerResult, ...]

    @property
    def order(self) -> tuple[int, int]:
        """The key for sorting results in the order in which the matches ended."""
        return self.at, self.match

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats)


class PackedSeat(NamedTuple):
    """The values of a seat in a stored match, in the same order as in its compact JSON list.

    `won` is 0 or 1. `place`, `sides_on_place` and `sides` have the same meaning as in `Finish`, and
    the other values have the same meaning as in `PlayerResult`.
    """

    player: str
    side: int
    place: int
    sides_on_place: int
    sides: int
    won: int
    points: int | None
    net: int
    statistics: Mapping[str, Sequence[int]]
    record_values: Mapping[str, int]


def packed_seats(result: Iterable[Sequence[Any]]) -> list[PackedSeat]:
    """Return the seats from a result's JSON, with names for their values."""
    return [PackedSeat(*seat) for seat in result]


def seats_to_json(seats: Sequence[PlayerResult]) -> list[Any]:
    """Return the seats as compact JSON lists (`PackedSeat`)."""
    return [
        list(
            PackedSeat(
                s.player,
                s.side,
                s.finish.place,
                s.finish.sides_on_place,
                s.finish.sides,
                int(s.finish.won),
                s.points,
                s.net,
                {name: list(counts) for name, counts in s.statistics.items()},
                dict(s.record_values),
            )
        )
        for s in seats
    ]


def seats_from_json(
    rows: Sequence[Any], current_keys: Mapping[str, str]
) -> tuple[PlayerResult, ...]:
    """Return the seats from JSON, with the current keys of merged players."""
    return tuple(
        PlayerResult(
            current_keys.get(player, player),
            side,
            finish(place, on_place, sides, won),
            points,
            net,
            statistics,
            records,
        )
        for player, side, place, on_place, sides, won, points, net, statistics, records in rows
    )
