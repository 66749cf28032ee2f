"""The effect of an evening on season standings, and the value of a match in the standings."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, Terms
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import (
    MATCHES_QUERY,
    load_season_snapshot,
    played_from_row,
    readable_results,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.ranking import StandingsRow, rank_players
from scorekeeper.stats.scheme_values import tally_value
from scorekeeper.stats.schemes import Scheme, single_match_scheme
from scorekeeper.stats.tally import Tally


class StandingsChange(NamedTuple):
    """A player's row in a season's standings, before and after an evening.

    `places_gained` is the number of places gained, or None if the player had no place before or has
    none after. `is_affected` means that the player played that evening or changed places.
    """

    before: StandingsRow | None
    after: StandingsRow
    places_gained: int | None
    is_affected: bool


def standings_changes(
    store: Store, snapshot: StatsSnapshot, season: Season, date: str
) -> list[StandingsChange]:
    """Return a season's standings after an evening, with each player's row before that evening.

    The list is empty if the season has no result on that evening.
    """
    key = ("evening", season.id, date)
    if key in snapshot.cached_values or is_newest_evening_of_season(snapshot, season, date):
        return snapshot.cached(
            key,
            lambda: compare_standings(snapshot, season, snapshot.season_stats(season).aggregate),
        )
    # An earlier evening is computed from the database, without holding the cache's lock.
    aggregate = aggregate_until(store, snapshot.league_state, season, date)
    changes = (
        compare_standings(snapshot, season, aggregate) if is_newest_evening(aggregate, date) else []
    )
    return snapshot.cached(key, lambda: changes)


def is_newest_evening_of_season(snapshot: StatsSnapshot, season: Season, date: str) -> bool:
    return is_newest_evening(snapshot.season_stats(season).aggregate, date)


def is_newest_evening(aggregate: Aggregate, date: str) -> bool:
    return bool(aggregate.evenings) and aggregate.evenings[-1] == date


def compare_standings(
    snapshot: StatsSnapshot, season: Season, aggregate: Aggregate
) -> list[StandingsChange]:
    """Compare the standings of an aggregate with the standings before its last evening."""
    before, after = aggregate.before_newest_evening, aggregate.totals
    hidden = snapshot.league_state.hidden_in(season)
    played = {player for result, _ in aggregate.newest_evening_results for player in result.players}
    rows_before = {
        row.player: row
        for row in rank_players(season.scheme, before.tallies, before.meetings, hidden)
    }
    changes = []
    for row in rank_players(season.scheme, after.tallies, after.meetings, hidden):
        places = places_gained(rows_before.get(row.player), row)
        is_affected = bool(places) or row.player in played
        changes.append(StandingsChange(rows_before.get(row.player), row, places, is_affected))
    return changes


def places_gained(before: StandingsRow | None, after: StandingsRow) -> int | None:
    if before is None or before.place is None or after.place is None:
        return None
    return before.place - after.place


def aggregate_until(
    store: Store, league_state: LeagueState, season: Season, date: str
) -> Aggregate:
    """Aggregate a season's results up to the end of an evening."""
    aggregate = Aggregate(AggregateOptions(rate if season.scheme.uses_rating else None))
    with store.read() as connection:
        for played in results_until(connection, league_state, season, date, store.league_id):
            aggregate.add(played.result)
    return aggregate


def results_until(
    connection: Connection, league_state: LeagueState, season: Season, date: str, league: int
) -> Iterator[LeagueResult]:
    """Yield the results that count in a season up to the end of an evening, in order."""
    clock = league_state.clock
    end = clock.evening_bounds(date)[1]
    if season.closed_at is not None:
        for played in load_season_snapshot(connection, season, league_state, league):
            if played.result.at < end:
                yield played
        return
    season_start = clock.evening_start(season.starts) if season.starts else BEFORE_ALL_EVENINGS
    counting = MATCHES_QUERY.where(Matches.league_id == league, Matches.result.is_not(None))
    counting = counting.order_by(Matches.ended_at, Matches.id)
    moved_in = counting.where(
        Terms.season_id == season.id,
        Matches.ended_at < min(season_start, end),
        Matches.ended_at > BEFORE_ALL_EVENINGS,
    )
    by_date = counting.where(Matches.ended_at >= season_start, Matches.ended_at < end)
    for query in (moved_in, by_date):
        for row in readable_results(connection.execute(query).yield_per(1000)):
            played = played_from_row(row, league_state)
            if played.season_id == season.id:
                yield played


def match_value_by_player(scheme: Scheme, played: LeagueResult) -> dict[str, Fraction]:
    """Return each player's value in the standings as if this match were the only one.

    The dictionary is empty if the scheme rates strength.
    """
    if scheme.uses_rating:
        return {}
    values = {}
    for seat in played.result.seats:
        tally = Tally()
        tally.add(played.result, seat)
        values[seat.player] = tally_value(single_match_scheme(scheme), tally)
    return values
