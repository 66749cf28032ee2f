"""Records: the most or the least of what games count, with who, when, and the match behind."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.stats.results import MatchResult

MAX_HOLDERS = 6  # that are named, the latest


class RecordHolder(NamedTuple):
    """Who did it, in which match and on which evening."""

    player: str
    match: int
    night: str


@dataclass(slots=True)
class BestValue:
    """The best so far, who reached it, the first first, how often; and what it was before."""

    value: int
    holders: list[RecordHolder]
    before: int | None = None
    reached: int = 1  # how often


class Records:
    """Of one scope. `low` says by game which feats the lowest wins."""

    def __init__(self, low: Mapping[str, frozenset[str]]) -> None:
        self.low = low
        self.best: dict[tuple[str, str], BestValue] = {}

    def copy(self) -> "Records":
        """The same, apart from these from now on."""
        other = Records(self.low)
        other.best = {key: replace(record) for key, record in self.best.items()}
        return other

    def add(self, result: MatchResult) -> None:
        low = self.low.get(result.game, frozenset())
        offered: dict[str, dict[str, int]] = {}
        for seat in result.seats:
            for feat, value in seat.feats.items():
                offered.setdefault(feat, {})[seat.player] = value
        for feat, values in offered.items():
            self.offered((result.game, feat), values, result, -1 if feat in low else 1)

    def offered(
        self, key: tuple[str, str], values: Mapping[str, int], result: MatchResult, sign: int = 1
    ) -> None:
        """What players did in one match. Only the best of it is looked at, in whatever seat it
        was done: a match does not beat itself.
        """
        best = max(values.values(), key=lambda value: sign * value, default=0)
        for player, value in values.items():
            if value == best:
                self.reached(key, value, RecordHolder(player, result.match, result.night), sign)

    def reached(
        self, key: tuple[str, str], value: int, holder: RecordHolder, sign: int = 1
    ) -> None:
        """Somebody did so much; is it a record?"""
        known = self.best.get(key)
        if known is None or sign * value > sign * known.value:
            self.best[key] = BestValue(value, [holder], None if known is None else known.value)
        elif value == known.value:
            known.holders = [*known.holders, holder][-MAX_HOLDERS:]
            known.reached += 1
