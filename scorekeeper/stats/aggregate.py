"""Totals of a scope (a season, a game, all time), added up from results in chronological order."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from scorekeeper.stats.results import MatchResult
from scorekeeper.stats.tally import ALL_COUNTS_MASK, MeetingIncrements, Tally, meeting_increments

Strength = tuple[float, float]
# (strengths of each side's players before a match, places of the sides) -> strengths after the
# match
RateFunction = Callable[[list[list[Strength | None]], list[int]], list[list[Strength]]]
ValueFunction = Callable[[Tally], float]


@dataclass(frozen=True, slots=True)
class AggregateOptions:
    """The data that a scope keeps in addition to finishes.

    `rate` computes strengths. If `points` is true, the games' own points are kept. If `meetings` is
    true, the meetings of every pair of players are kept. `value` computes a player's value after
    each evening. Charts show these values.
    """

    rate: RateFunction | None = None
    points: bool = True
    meetings: bool = True
    value: ValueFunction | None = None


DEFAULT_OPTIONS = AggregateOptions()


class AggregateTotals:
    """Tallies by player and meetings by pair of players, from the results added so far."""

    def __init__(self, options: AggregateOptions) -> None:
        self.options = options
        self.tallies: dict[str, Tally] = {}
        self.meetings: dict[tuple[str, str], int] = {}

    def add(self, result: MatchResult, pairs: MeetingIncrements) -> None:
        """Add the next result, with its meeting increments."""
        for seat in result.seats:
            tally = self.tallies.get(seat.player)
            if tally is None:
                tally = self.tallies[seat.player] = Tally()
            tally.add(result, seat, points=self.options.points)
        meetings = self.meetings
        for pair, more in pairs if self.options.meetings else ():
            meetings[pair] = (meetings.get(pair, 0) & ALL_COUNTS_MASK) + more
        if self.options.rate:
            rated = updated_strengths(
                self.options.rate,
                result,
                {player: self.tallies[player].strength for player in result.players},
            )
            for player, strength in rated.items():
                self.tallies[player].strength = strength

    def plus(self, results: Sequence[tuple[MatchResult, MeetingIncrements]]) -> "AggregateTotals":
        """Return new totals with these results added. The original is unchanged."""
        more = AggregateTotals(self.options)
        more.tallies, more.meetings = dict(self.tallies), dict(self.meetings)
        for player in {player for result, _ in results for player in result.players}:
            if player in more.tallies:
                more.tallies[player] = more.tallies[player].copy()
        for result, pairs in results:
            more.add(result, pairs)
        return more

    def copy(self) -> "AggregateTotals":
        """Return an independent copy."""
        other = AggregateTotals(self.options)
        other.tallies = {player: tally.copy() for player, tally in self.tallies.items()}
        other.meetings = self.meetings.copy()
        return other


def updated_strengths(
    rate: RateFunction, result: MatchResult, before: Mapping[str, Strength | None]
) -> dict[str, Strength]:
    """Return the players' new strengths after a result.

    The dictionary is empty if the result has only one side.
    """
    sides: dict[int, list[str]] = {}
    places: dict[int, int] = {}
    for seat in result.seats:
        sides.setdefault(seat.side, []).append(seat.player)
        places[seat.side] = seat.finish.place
    if len(sides) < 2:
        return {}
    strengths = [[before.get(player) for player in side] for side in sides.values()]
    after = rate(strengths, list(places.values()))
    return {
        player: strength
        for side, rated in zip(sides.values(), after, strict=True)
        for player, strength in zip(side, rated, strict=True)
    }


class Aggregate:
    """The totals of a scope before its last evening, and the results of the last evening.

    `evenings` contains each evening with a result, in order. `value_history` maps each player to
    the indexes of their evenings and to their values after these evenings. While `is_shared` is
    true, a copy uses the same `evenings`, `value_history` and `before_newest_evening`. These are
    therefore copied before they change.
    """

    def __init__(self, options: AggregateOptions = DEFAULT_OPTIONS) -> None:
        self.value = options.value
        self.before_newest_evening = AggregateTotals(options)
        self.newest_evening_results: list[tuple[MatchResult, MeetingIncrements]] = []
        self.evenings: list[str] = []
        self.value_history: dict[str, tuple[list[int], list[float]]] = {}
        self.matches = 0
        self.latest: AggregateTotals | None = None
        self.is_shared = False

    def copy(self) -> "Aggregate":
        """Return a copy.

        The copy shares the data before the last evening until a new evening begins.
        """
        other = copy(self)
        other.newest_evening_results = self.newest_evening_results.copy()
        self.is_shared = other.is_shared = True
        return other

    def unshare(self) -> None:
        """Copy the data that is shared with another aggregate."""
        if self.is_shared:
            self.is_shared = False
            self.before_newest_evening = self.before_newest_evening.copy()
            self.evenings = self.evenings.copy()
            self.value_history = {
                player: (indexes.copy(), values.copy())
                for player, (indexes, values) in self.value_history.items()
            }

    @property
    def totals(self) -> AggregateTotals:
        """The current totals, computed when first needed after a new result."""
        if self.latest is None:
            self.latest = self.before_newest_evening.plus(self.newest_evening_results)
        return self.latest

    def add(self, result: MatchResult, pairs: MeetingIncrements | None = None) -> None:
        """Add the next result, which must not be earlier than the last one."""
        if not self.evenings or self.evenings[-1] != result.evening:
            self.unshare()
            self.fold_newest_evening()
            self.evenings.append(result.evening)
        self.matches += 1
        self.newest_evening_results.append(
            (result, meeting_increments(result) if pairs is None else pairs)
        )
        self.latest = None

    def fold_newest_evening(self) -> None:
        """Add the last evening's results to the totals, and store its players' new values."""
        for result, pairs in self.newest_evening_results:
            self.before_newest_evening.add(result, pairs)
        if self.value:
            index = len(self.evenings) - 1
            for player in dict.fromkeys(
                p for result, _ in self.newest_evening_results for p in result.players
            ):
                indexes, values = self.value_history.setdefault(player, ([], []))
                indexes.append(index)
                values.append(self.value(self.before_newest_evening.tallies[player]))
        self.newest_evening_results = []

    def value_after(self, player: str, index: int) -> float | None:
        """Return a player's value after the evening at this index.

        Returns None before the player's first evening. Use this only for scopes with a `value`.
        """
        if self.value and index >= len(self.evenings) - 1:
            tally = self.totals.tallies.get(player)
            return None if tally is None else self.value(tally)
        indexes, values = self.value_history.get(player, ([], []))
        count = bisect_right(indexes, index)
        return values[count - 1] if count else None

    def values_of(self, player: str) -> list[tuple[int, float]]:
        """Return (index of the evening, value after it) for each of a player's evenings.

        The last evening is included even if the player was absent. Use this only for scopes with a
        `value`.
        """
        last = len(self.evenings) - 1
        now = self.value_after(player, last)
        before = zip(*self.value_history.get(player, ([], [])), strict=True)
        return [*before, *([] if now is None else [(last, now)])]
