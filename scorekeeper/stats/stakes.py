"""Who is up and who is down: stakes of matches in cents or counters. Every match sums to 0.

Games that say what changes hands (`Game.net`, in stakes or points) are paid by that; in all
others everybody who did not win pays the stake, and the winners share it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.stats.results import PlayerResult

CENTS, COUNTERS = "cents", "counters"
STAKE_UNITS = (CENTS, COUNTERS)
REMAINDER = ""  # the key of what stays on the table: cents that cannot be shared


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is played for, by game: so many cents or counters a stake, a point, or a match.

    `amounts` are 1 or more; a game that is not in it is played for nothing.
    """

    unit: str = CENTS
    amounts: Mapping[str, int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.unit, tuple(sorted(self.amounts.items()))))

    def __bool__(self) -> bool:
        """Whether there is anything to win."""
        return any(self.amounts.values())

    def to_json(self) -> dict[str, Any]:
        return {"unit": self.unit, "amounts": dict(self.amounts)}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "Stakes":
        return cls(body["unit"], dict(body["amounts"])) if body else cls()


NO_STAKES = Stakes()


def match_balances(seats: Iterable[PlayerResult], amount: int, *, by_net: bool) -> dict[str, int]:
    """What each is up (positive) or down after a match at this stake; sums to 0 with TABLE.

    `by_net`: the game itself says what changes hands.
    """
    seats = tuple(seats)
    if by_net:
        found = {seat.player: seat.net * amount for seat in seats}
    else:
        winners = [seat.player for seat in seats if seat.finish.won]
        losers = [seat.player for seat in seats if not seat.finish.won]
        share = len(losers) * amount // len(winners) if winners else 0
        found = dict.fromkeys(winners, share) | dict.fromkeys(losers, -amount if winners else 0)
    left = -sum(found.values())
    return found | ({REMAINDER: left} if left else {})
