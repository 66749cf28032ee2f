"""Each player's winnings and losses on the evenings before a date, back to the first evening.

The statistics keep only the latest evenings. Older evenings are read from the database, one page at
a time.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select

from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, SnapshotResults
from scorekeeper.league.result_queries import (
    MATCHES_QUERY,
    SNAPSHOT_RESULTS_QUERY,
    played_from_row,
    played_from_snapshot_row,
    readable_results,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import GAMES_PAID_BY_NET
from scorekeeper.stats.league_stats import MAX_MONEY_EVENINGS, Balances, LeagueResult
from scorekeeper.stats.stakes import match_balances

MAX_RESULTS = 2000  # results read for one page; the next page continues after them


class OlderEvenings(NamedTuple):
    """Amounts by unit, evening (newest first) and player, in cents or counters.

    `before` is the date for the next page, or None if there are no older evenings.
    """

    by_evening: dict[str, dict[str, dict[str, int]]]
    before: str | None


def older_evenings(
    store: Store, league_state: LeagueState, season: Season | None, before: str
) -> OlderEvenings:
    """Return one page of a season's evenings with stakes, before this date.

    If `season` is None, return evenings of all time. The results of a closed season are read from
    its snapshot.
    """
    balances, evenings, last = Balances(), set[str](), before
    with store.read() as connection:
        results = results_before(connection, league_state, season, before, store.league_id)
        for number, played in enumerate(results):
            result = played.result
            is_full = number >= MAX_RESULTS or len(evenings) == MAX_MONEY_EVENINGS
            if is_full and result.evening != last:
                return OlderEvenings(balances.by_evening, last)
            last = result.evening
            amount = played.stakes.amounts.get(result.game, 0)
            if amount:
                evenings.add(result.evening)
                by_net = result.game in GAMES_PAID_BY_NET
                amounts = match_balances(result.seats, amount, by_net=by_net)
                balances.add(result.evening, played.stakes.unit, amounts)
    return OlderEvenings(balances.by_evening, None)


def results_before(
    connection: Connection,
    league_state: LeagueState,
    season: Season | None,
    before: str,
    league: int,
) -> Iterator[LeagueResult]:
    """Yield the results before this evening, newest first."""
    end = league_state.clock.evening_start(before)
    if season is not None and season.closed_at is not None:
        query: Select[Any] = SNAPSHOT_RESULTS_QUERY.order_by(None).where(
            SnapshotResults.league_id == league,
            SnapshotResults.season_id == season.id,
            SnapshotResults.ended_at < end,
        )
        query = query.order_by(SnapshotResults.ended_at.desc(), SnapshotResults.match_id.desc())
        for row in readable_results(connection.execute(query).yield_per(500)):
            yield played_from_snapshot_row(row, season, league_state)
        return
    query = MATCHES_QUERY.where(
        Matches.league_id == league,
        Matches.ended_at < end,
        Matches.ended_at > BEFORE_ALL_EVENINGS,
        Matches.result.is_not(None),
    ).order_by(Matches.ended_at.desc(), Matches.id.desc())
    if season is not None and season.starts is not None:
        query = query.where(Matches.ended_at >= league_state.clock.evening_start(season.starts))
    for row in readable_results(connection.execute(query).yield_per(500)):
        played = played_from_row(row, league_state)
        if season is None or played.season_id == season.id:
            yield played
