"""What one match came to, as seasons, records and strengths need it, and its JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Finish:
    """How a side stood at the end: its place from 1, how many sides share it, of how many.

    The same finish is the same object: ask `finish` for it.
    """

    place: int
    level: int
    sides: int
    won: bool


@cache
def finish(place: int, level: int, sides: int, won: bool) -> Finish:
    """There are some hundred, in a hundred thousand matches."""
    return Finish(place, level, sides, bool(won))


class PlayerResult(NamedTuple):
    """One player's part in a result.

    Who plays together has the same `side` (from 0) and the same finish. `points` are those of
    the game with all that is added at the end; None where an old result has places alone. `net`
    is what changed hands, in stakes or points of the game. `figures` and `feats` are what the
    game counts besides.
    """

    player: str
    side: int
    finish: Finish
    points: int | None
    net: int = 0
    figures: Mapping[str, Sequence[int]] = {}
    feats: Mapping[str, int] = {}


class MatchResult(NamedTuple):
    """One match that counts. `at` is when it ended, in seconds since 1970; `night` the evening it
    belongs to, "2026-11-19". `low_wins` says which way its points go.
    """

    match: int
    game: str
    at: int
    night: str
    low_wins: bool
    seats: tuple[PlayerResult, ...]

    @property
    def order(self) -> tuple[int, int]:
        """Results are folded in this order: as they ended."""
        return self.at, self.match

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats)


def seats_to_json(seats: Sequence[PlayerResult]) -> list[Any]:
    """Seats as JSON, short: a league keeps one such list for each match."""
    return [
        [
            s.player,
            s.side,
            s.finish.place,
            s.finish.level,
            s.finish.sides,
            int(s.finish.won),
            s.points,
            s.net,
            {name: list(counts) for name, counts in s.figures.items()},
            dict(s.feats),
        ]
        for s in seats
    ]


def seats_from_json(rows: Sequence[Any], now: Mapping[str, str]) -> tuple[PlayerResult, ...]:
    """Seats from JSON. `now` says who somebody is today: players that were merged."""
    return tuple(
        PlayerResult(
            now.get(player, player),
            side,
            finish(place, level, sides, won),
            points,
            net,
            figures,
            feats,
        )
        for player, side, place, level, sides, won, points, net, figures, feats in rows
    )
