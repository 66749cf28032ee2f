"""Load results from the database, each with the season it belongs to and its stakes."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, func, select

from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.tables import Matches, SnapshotResults, Terms
from scorekeeper.league.seasons import SEASON_COLUMNS, TERMS_JOIN, Season
from scorekeeper.league.state import LeagueState
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.results import MatchResult, seats_from_json
from scorekeeper.stats.stakes import NO_STAKES, Stakes

ResultOrder = tuple[int, int]  # (ended_at, match id): the order in which results are added up
BEGINNING: ResultOrder = (BEFORE_ALL_EVENINGS, 0)
# Matches with their terms. Matches without a result are included (`readable_results`).
MATCHES_QUERY = select(
    Matches.id,
    Matches.game,
    Matches.ended_at,
    Matches.state,
    Matches.result,
    Terms.stake,
    *SEASON_COLUMNS,
).outerjoin(Terms, TERMS_JOIN)


SNAPSHOT_RESULTS_QUERY = select(
    SnapshotResults.season_id,
    SnapshotResults.match_id,
    SnapshotResults.game,
    SnapshotResults.ended_at,
    SnapshotResults.result,
    SnapshotResults.stake,
).order_by(SnapshotResults.ended_at, SnapshotResults.match_id)

COUNT_QUERY = select(func.count()).select_from(
    select(Matches.id)
    .where(
        Matches.league_id == bindparam("league"),
        Matches.ended_at >= bindparam("since"),
        Matches.result.is_not(None),
    )
    .limit(bindparam("at_most", type_=Integer))
    .subquery()
)
LAST_RESULT_QUERY = select(func.max(Matches.ended_at)).where(
    Matches.league_id == bindparam("league")
)


class ChangedResult(NamedTuple):
    """A match whose result or season has changed. `played` is None if the match does not count."""

    match: int
    played: LeagueResult | None


def changes_since(
    connection: Connection, seen: int, league_state: LeagueState, league: int
) -> Iterator[ChangedResult]:
    """Yield each match whose result or season changed after `seen`, up to `league_state.change`."""
    query = MATCHES_QUERY.where(
        Matches.league_id == league,
        Matches.result_change > seen,
        Matches.result_change <= league_state.change,
    )
    for row in connection.execute(query.order_by(Matches.result_change)):
        yield ChangedResult(
            row.id, played_from_row(row, league_state) if has_readable_result(row) else None
        )


def results_after(
    connection: Connection, order: ResultOrder, league_state: LeagueState, league: int
) -> Iterator[LeagueResult]:
    """Yield all results after `order` as of `league_state`, in order.

    Results of closed seasons are yielded without a season, because closed seasons count the results
    in their snapshots.
    """
    query = MATCHES_QUERY.where(
        Matches.league_id == league,
        Matches.ended_at >= order[0],
        Matches.result.is_not(None),
        Matches.result_change <= league_state.change,
    ).order_by(Matches.ended_at, Matches.id)
    # `yield_per` is not an execution option here, because on PostgreSQL that would open a
    # server-side cursor, which needs a transaction.
    for row in readable_results(connection.execute(query).yield_per(1000)):
        if (row.ended_at, row.id) > order:
            yield without_closed_season(league_state, played_from_row(row, league_state))


def readable_results(rows: Iterable[Any]) -> Iterator[Any]:
    """Yield the rows whose result and game can be read. Other rows do not count."""
    return filter(has_readable_result, rows)


def has_readable_result(row: Any) -> bool:
    return bool(row.result) and row.game in GAMES


def count_results_after(
    connection: Connection, order: ResultOrder, league: int, at_most: int
) -> int:
    """Return the approximate number of results after `order`, at most `at_most`.

    Results that ended in the same second as `order` are included.
    """
    parameters = {"league": league, "since": order[0], "at_most": at_most}
    return connection.execute(COUNT_QUERY, parameters).scalar_one()


def last_result_at(connection: Connection, league: int) -> int:
    """Return when the last match ended (seconds since 1970), or 0 if none has."""
    return connection.execute(LAST_RESULT_QUERY, {"league": league}).scalar_one() or 0


def load_season_snapshot(
    connection: Connection, season: Season, league_state: LeagueState, league: int
) -> Iterator[LeagueResult]:
    """Yield the results in a closed season's snapshot, in order, with their stakes."""
    query = SNAPSHOT_RESULTS_QUERY.where(
        SnapshotResults.league_id == league, SnapshotResults.season_id == season.id
    )
    for row in readable_results(connection.execute(query)):
        yield played_from_snapshot_row(row, season, league_state)


def played_from_snapshot_row(row: Any, season: Season, league_state: LeagueState) -> LeagueResult:
    """Build a result from a row of SNAPSHOT_RESULTS_QUERY of this season, with its stakes."""
    result = match_result(row.match_id, row.game, row.ended_at, row.result, league_state)
    match_stakes = None if row.stake is None else Stakes.from_json(row.stake)
    return LeagueResult(result, season.id, season.stakes if match_stakes is None else match_stakes)


def match_result(
    match: int, game: str, at: int, packed: Any, league_state: LeagueState
) -> MatchResult:
    return MatchResult(
        match,
        game,
        at,
        league_state.clock.evening(at),
        GAMES[game].low_wins,
        seats_from_json(packed, league_state.current_keys),
    )


def played_from_row(row: Any, league_state: LeagueState) -> LeagueResult:
    """Build a result from a row of MATCHES_QUERY, with its season and stakes."""
    result = match_result(row.id, row.game, row.ended_at, row.result, league_state)
    season = league_state.calendar.effective_season_id(row, result.evening)
    return LeagueResult(result, season, stakes_of(row, league_state.season(season)))


def stakes_of(row: Any, season: Season | None) -> Stakes:
    """Return a match's own stakes or, if it has none, the stakes of its season.

    Imported results have no stakes.
    """
    if row.state == MatchState.IMPORTED:
        return NO_STAKES
    if row.stake is not None:
        return Stakes.from_json(row.stake)
    return season.stakes if season else NO_STAKES


def is_in_closed_season(league_state: LeagueState, played: LeagueResult) -> bool:
    season = league_state.season(played.season_id)
    return season is not None and season.closed_at is not None


def without_closed_season(league_state: LeagueState, played: LeagueResult) -> LeagueResult:
    """Return the result without its season if that season is closed.

    A closed season counts the results in its snapshot. The season's id is stored in
    `closed_season_id` instead.
    """
    if is_in_closed_season(league_state, played):
        return played._replace(season_id=None, closed_season_id=played.season_id)
    return played
