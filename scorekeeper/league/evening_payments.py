"""The payments that settle an evening.

Matches of a closed season are settled with the results in its snapshot, even if the results were
corrected later. The money page uses the same results.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from scorekeeper.clock import LeagueClock
from scorekeeper.db.tables import SnapshotResults
from scorekeeper.league.result_queries import (
    SNAPSHOT_RESULTS_QUERY,
    is_in_closed_season,
    played_from_snapshot_row,
    readable_results,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import GAMES_PAID_BY_NET
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.settlement import SettlingPayment, finds_fewest_payments, settling_payments
from scorekeeper.stats.stakes import REMAINDER, STAKE_UNITS, match_balances

BATCH_SIZE = 500  # matches in one query


class SettledResults(NamedTuple):
    """The results from which an evening's payments are computed, in order.

    `corrected` are the ids of seasons in which a result or stake has changed since the season was
    closed.
    """

    results: tuple[LeagueResult, ...]
    corrected: tuple[int, ...]


class Settlement(NamedTuple):
    """The payments that settle the stakes in one unit.

    `has_fewest_payments` is true if the number of payments is known to be the smallest possible.
    `remainder` is the amount that cannot be shared and stays on the table.
    """

    unit: str
    payments: list[SettlingPayment]
    has_fewest_payments: bool
    remainder: int


def settlements_of(matches: Iterable[LeagueResult]) -> list[Settlement]:
    """Return the settlements for these matches alone, one for each unit with stakes."""
    settlements = []
    for unit in STAKE_UNITS:
        net: dict[str, int] = {}
        for played in matches:
            result, stakes = played.result, played.stakes
            amount = stakes.amounts.get(result.game, 0) if stakes.unit == unit else 0
            if amount:
                by_net = result.game in GAMES_PAID_BY_NET
                for player, change in match_balances(result.seats, amount, by_net=by_net).items():
                    net[player] = net.get(player, 0) + change
        remainder = net.pop(REMAINDER, 0)
        if net:
            settlements.append(
                Settlement(unit, settling_payments(net), finds_fewest_payments(net), remainder)
            )
    return settlements


# ---------------------------------------------------------------- closed seasons


def settled_results(
    connection: Connection,
    league_state: LeagueState,
    date: str,
    played: Mapping[int, LeagueResult],
    league: int,
) -> SettledResults:
    """Return the results from which an evening's payments are computed.

    `played` are the evening's current results, by match. Results of closed seasons come from their
    snapshots, even if the match has since been deleted or moved to another evening.
    """
    kept = {
        each.result.match: each
        for each in closed_season_results(connection, league_state, date, played, league)
        if each.result.evening == date
    }
    current = [each for each in played.values() if not is_in_closed_season(league_state, each)]
    corrected = dict.fromkeys(
        each.season_id
        for match, each in kept.items()
        if match not in played or not settles_equally(each, played[match])
    )
    return SettledResults(
        tuple(sorted((*current, *kept.values()), key=lambda each: each.result.order)),
        tuple(season for season in corrected if season is not None),
    )


def closed_season_results(
    connection: Connection,
    league_state: LeagueState,
    date: str,
    matches: Iterable[int],
    league: int,
) -> Iterator[LeagueResult]:
    """Yield results in closed seasons, for these matches and for matches that ended on this date.

    Matches that ended on the date are searched for only in seasons that include the date.
    """
    closed = {each.id: each for each in league_state.seasons if each.closed_at is not None}
    if not closed:
        return
    start, end = league_state.clock.evening_bounds(date)
    ids = list(matches)
    conditions = [
        SnapshotResults.season_id.in_(closed)
        & SnapshotResults.match_id.in_(ids[index : index + BATCH_SIZE])
        for index in range(0, len(ids), BATCH_SIZE)
    ]
    open_then = [
        each.id for each in closed.values() if includes_date(each, date, league_state.clock)
    ]
    conditions.append(
        SnapshotResults.season_id.in_(open_then)
        & (SnapshotResults.ended_at >= start)
        & (SnapshotResults.ended_at < end)
    )
    for condition in conditions:
        query = SNAPSHOT_RESULTS_QUERY.where(SnapshotResults.league_id == league, condition)
        for row in readable_results(connection.execute(query)):
            yield played_from_snapshot_row(row, closed[row.season_id], league_state)


def includes_date(season: Season, date: str, clock: LeagueClock) -> bool:
    """Return whether the evening is between the first and the last evening of the season."""
    last = season.final_evening(clock)
    return (season.starts is None or season.starts <= date) and (last is None or date <= last)


def settles_equally(one: LeagueResult, other: LeagueResult) -> bool:
    """Return whether two results of a match show the same values and settle the same amounts."""
    return one.stakes == other.stakes and shown_seats(one) == shown_seats(other)


def shown_seats(played: LeagueResult) -> list[Any]:
    return [
        (seat.player, seat.side, seat.finish, seat.points, seat.net) for seat in played.result.seats
    ]
