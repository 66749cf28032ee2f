"""Stakes: each player's gain or loss after a match, in cents or counters.

In games with their own net amounts (`MatchEnd.net_amounts`, in stakes or points), gains and losses
follow from these amounts. In all other games, each player who did not win pays the stake, and the
winners share the stakes. A match's amounts, including a remainder that cannot be shared, sum to 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.stats.results import PlayerResult

CENTS, COUNTERS = "cents", "counters"
STAKE_UNITS = (CENTS, COUNTERS)
REMAINDER = ""  # the key of the amount that cannot be shared equally and stays on the table


@dataclass(frozen=True, slots=True)
class Stakes:
    """The amounts that are played for, by game, in `unit`.

    An amount is for a stake of 1, per point or per match. It is 1 or more. A game that is missing
    from `amounts` has no stakes.
    """

    unit: str = CENTS
    amounts: Mapping[str, int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.unit, tuple(sorted(self.amounts.items()))))

    def __bool__(self) -> bool:
        """Return whether any game is played for a stake."""
        return any(self.amounts.values())

    def to_json(self) -> dict[str, Any]:
        return {"unit": self.unit, "amounts": dict(self.amounts)}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "Stakes":
        return cls(body.get("unit", CENTS), dict(body.get("amounts", {})))


NO_STAKES = Stakes()


def match_balances(seats: Iterable[PlayerResult], amount: int, *, by_net: bool) -> dict[str, int]:
    """Return each player's gain (positive) or loss. All amounts sum to 0.

    If there is a remainder, its amount is under the key `REMAINDER`. `amount` is the stake in cents
    or counters. With `by_net`, it is multiplied by each player's net amount.
    """
    seats = tuple(seats)
    if by_net:
        balances = {seat.player: seat.net * amount for seat in seats}
    else:
        winners = [seat.player for seat in seats if seat.finish.won]
        losers = [seat.player for seat in seats if not seat.finish.won]
        share = len(losers) * amount // len(winners) if winners else 0
        balances = dict.fromkeys(winners, share) | dict.fromkeys(losers, -amount if winners else 0)
    remainder = -sum(balances.values())
    return balances | ({REMAINDER: remainder} if remainder else {})
