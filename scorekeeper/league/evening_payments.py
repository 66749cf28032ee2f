"""The payments that settle an evening."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.league.stats_snapshot import GAMES_PAID_BY_NET
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.settlement import Payment, is_fewest, payments
from scorekeeper.stats.stakes import REMAINDER, STAKE_UNITS, match_balances


class Settlement(NamedTuple):
    """The payments in one unit; `left` is the remainder that stays on the table."""

    unit: str
    payments: list[Payment]
    is_fewest: bool
    left: int


def settlements_of(matches: Iterable[LeagueResult]) -> list[Settlement]:
    """Return the settlements for these matches alone, one for each unit with stakes."""
    found = []
    for unit in STAKE_UNITS:
        net: dict[str, int] = {}
        for played in matches:
            result, stakes = played.result, played.stakes
            amount = stakes.amounts.get(result.game, 0) if stakes.unit == unit else 0
            if amount:
                by_net = result.game in GAMES_PAID_BY_NET
                for player, change in match_balances(result.seats, amount, by_net=by_net).items():
                    net[player] = net.get(player, 0) + change
        left = net.pop(REMAINDER, 0)
        if net:
            found.append(Settlement(unit, payments(net), is_fewest(net), left))
    return found
