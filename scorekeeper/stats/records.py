"""Records of a league: the highest or lowest values in a match, with player, match and evening.

A game declares its kinds of records in `RECORD_KINDS` of its `statistics.py`. The records across
all games are in `league_stats.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.rules.variants import split_record_name
from scorekeeper.stats.results import MatchResult

MAX_HOLDERS = 6  # the number of latest holders kept per record


class RecordHolder(NamedTuple):
    """A player who set or equalled a record, with the match and the evening ("2026-11-19")."""

    player: str
    match: int
    evening: str


@dataclass(slots=True)
class BestValue:
    """The best value so far.

    `holders` are the latest `MAX_HOLDERS` players who reached it, oldest first. `before` is the
    previous record, or None.
    """

    value: int
    holders: list[RecordHolder]
    before: int | None = None
    holder_count: int = 1  # all holders, including those that are not in `holders`
    times_reached: int = 1  # the number of matches in which the value was reached


class OwnBest(NamedTuple):
    """A player's own best value, with the match and the evening in which they first reached it."""

    value: int
    match: int
    evening: str


class Records:
    """The records of one scope, by game and record name (`rules.variants.record_name`).

    Records of different variants of a game are not compared. `low` maps each game to the records
    (`record_kinds`) for which the lowest value is best. `best` is in the order in which the values
    were first reached. `own_bests` contains each player's best
    value, under the same keys as in `best`.
    """

    def __init__(self, low: Mapping[str, frozenset[str]]) -> None:
        self.low = low
        self.best: dict[tuple[str, str], BestValue] = {}
        self.own_bests: dict[tuple[str, str], dict[str, OwnBest]] = {}

    def copy(self) -> "Records":
        """Return an independent copy."""
        other = Records(self.low)
        other.best = {key: replace(record) for key, record in self.best.items()}
        other.own_bests = {key: bests.copy() for key, bests in self.own_bests.items()}
        return other

    def add(self, result: MatchResult) -> None:
        low = self.low.get(result.game, frozenset())
        offered: dict[str, dict[str, int]] = {}
        for seat in result.seats:
            for name, value in seat.record_values.items():
                offered.setdefault(name, {})[seat.player] = value
        for name, values in offered.items():
            kind, _ = split_record_name(name)
            self.add_values((result.game, name), values, result, -1 if kind in low else 1)

    def add_values(
        self, key: tuple[str, str], values: Mapping[str, int], result: MatchResult, sign: int = 1
    ) -> None:
        """Compare one match's values, by player, with a record.

        `key` is (game, record name). Only the match's best value counts, regardless of the seat
        order, because otherwise a match could break its own record. Each player's own best is
        updated too. `sign` is -1 if the lowest is best.
        """
        best = max(values.values(), key=lambda value: sign * value, default=0)
        best_of_player = self.own_bests.setdefault(key, {})
        for player, value in values.items():
            before = best_of_player.get(player)
            if before is None or sign * value > sign * before.value:
                best_of_player[player] = OwnBest(value, result.match, result.evening)
            if value == best:
                self.add_value(key, value, RecordHolder(player, result.match, result.evening), sign)

    def add_streak(
        self, key: tuple[str, str], values: Mapping[str, int], result: MatchResult
    ) -> None:
        """Compare the current streaks of a match's players with the record `key`.

        A streak that already holds the record raises it with each match. `before` remains the
        record from before this streak.
        """
        before = self.best.get(key)
        self.add_values(key, values, result)
        now = self.best.get(key)
        if before is None or now is None or now is before:
            return
        holders = {holder.player for holder in before.holders}
        if len(holders) == before.holder_count and holders <= {
            holder.player for holder in now.holders
        }:
            now.before = before.before

    def add_value(
        self, key: tuple[str, str], value: int, holder: RecordHolder, sign: int = 1
    ) -> None:
        """Store a value that breaks the record, or add its holder if it equals the record."""
        best = self.best.get(key)
        if best is None or sign * value > sign * best.value:
            self.best.pop(key, None)  # so that the new value is the last one
            self.best[key] = BestValue(value, [holder], None if best is None else best.value)
        elif value == best.value:
            best.times_reached += holder.match != best.holders[-1].match
            best.holder_count += 1
            best.holders = [*best.holders, holder][-MAX_HOLDERS:]
