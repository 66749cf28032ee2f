"""The snapshot of a closed season: its results and hidden players at the time of closing."""

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    case,
    delete,
    insert,
    literal,
    select,
    update,
)

from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.tables import Matches, Players, Seasons, SnapshotResults, Terms
from scorekeeper.errors import Refused
from scorekeeper.league.seasons import SEASON_COLUMNS, TERMS_JOIN, SeasonCalendar, all_seasons
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.stakes import NO_STAKES

BATCH_SIZE = 500  # results
# The results to insert into a snapshot, and the columns to insert them into.
SNAPSHOT_QUERY = select(
    Matches.league_id,
    Matches.id,
    Matches.ended_at,
    Matches.game,
    Matches.result,
    case(
        (Matches.state == MatchState.IMPORTED, literal(NO_STAKES.to_json(), JSON)),
        else_=Terms.stake,
    ),
).outerjoin(Terms, TERMS_JOIN)
SNAPSHOT_COLUMNS = ["league_id", "match_id", "ended_at", "game", "result", "stake", "season_id"]


def snapshot_results(connection: Connection, season_id: int, league: int) -> None:
    """Copy every result of this season to `SnapshotResults`.

    Replaces the season's old rows, and the rows that open seasons hold for the same matches.
    """
    calendar = SeasonCalendar(all_seasons(connection, league), load_clock(connection, league))
    is_open = [season.id for season in calendar.seasons if season.closed_at is None]
    match_ids = match_ids_of_season(connection, season_id, calendar, league)
    delete_snapshot_rows(connection, SnapshotResults.season_id == season_id, league)
    for start in range(0, len(match_ids), BATCH_SIZE):
        batch = match_ids[start : start + BATCH_SIZE]
        elsewhere = SnapshotResults.match_id.in_(batch) & SnapshotResults.season_id.in_(is_open)
        delete_snapshot_rows(connection, elsewhere, league)
        copies = SNAPSHOT_QUERY.where(Matches.league_id == league, Matches.id.in_(batch))
        copies = copies.add_columns(literal(season_id))
        connection.execute(insert(SnapshotResults).from_select(SNAPSHOT_COLUMNS, copies))


def match_ids_of_season(
    connection: Connection, season_id: int, calendar: SeasonCalendar, league: int
) -> list[int]:
    """Return the ids of all matches with a result that belong to the season now."""
    query = (
        select(Matches.id, Matches.game, Matches.ended_at, *SEASON_COLUMNS)
        .outerjoin(Terms, TERMS_JOIN)
        .where(Matches.league_id == league, Matches.result.is_not(None))
        .order_by(Matches.id)
    )
    return [
        row.id
        for row in connection.execute(query)
        if calendar.effective_season_id(row, calendar.clock.evening(row.ended_at)) == season_id
    ]


def hidden_player_ids(connection: Connection, league: int) -> list[int]:
    """Return the ids of the players who are hidden now, for `Seasons.hidden_players`."""
    query = select(Players.id).where(Players.league_id == league, Players.hidden).order_by("id")
    return list(connection.scalars(query))


def keep_hidden_players(connection: Connection, league: int) -> None:
    """Store the hidden players in closed seasons for which they are unknown.

    Call this before a player is hidden or shown again. Older versions did not store the hidden
    players when a season was closed.
    """
    unknown = (
        Seasons.league_id == league,
        Seasons.closed_at.is_not(None),
        Seasons.hidden_players.is_(None),
    )
    hidden = hidden_player_ids(connection, league)
    connection.execute(update(Seasons).where(*unknown).values(hidden_players=hidden))


def delete_snapshot_rows(
    connection: Connection, condition: ColumnElement[bool], league: int
) -> None:
    connection.execute(
        delete(SnapshotResults).where(SnapshotResults.league_id == league, condition)
    )


def remove_from_snapshots(connection: Connection, match: int, league: int) -> None:
    """Delete a match from the snapshots of open seasons.

    Raises Refused if a closed season holds it.
    """
    refuse_if_in_closed_season(connection, match, league)
    delete_snapshot_rows(connection, SnapshotResults.match_id == match, league)


def refuse_if_in_closed_season(connection: Connection, match: int, league: int) -> None:
    """Raise Refused if the snapshot of a closed season holds the match."""
    query = select(SnapshotResults.season_id).where(
        SnapshotResults.league_id == league, SnapshotResults.match_id == match
    )
    season_ids = set(connection.scalars(query))
    for season in all_seasons(connection, league):
        if season.id in season_ids and season.closed_at is not None:
            reason = say(
                "This match belongs to {season}, which is closed. Reopen the season first.",
                season=season.name,
            )
            raise Refused([Problem("closed", reason)])
