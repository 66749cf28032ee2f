"""What a season keeps when it is closed: a copy of every result that belongs to it then."""

from sqlalchemy import JSON, ColumnElement, Connection, case, delete, insert, literal, select

from scorekeeper.db.evenings import night_of
from scorekeeper.db.models import KeptResult, Match, Terms
from scorekeeper.league.seasons import BELONGING, TERMS, Calendar, all_seasons
from scorekeeper.match.names import refused
from scorekeeper.match.outcome import State
from scorekeeper.messages import say
from scorekeeper.stats.stakes import NO_STAKES

AT_ONCE = 500  # results
# A result as a season keeps it, and where its columns go.
COPIES = select(
    Match.league_id,
    Match.id,
    Match.ended_at,
    Match.game,
    Match.result,
    case((Match.state == State.NOTED, literal(NO_STAKES.as_json(), JSON)), else_=Terms.stake),
).outerjoin(Terms, TERMS)
COLUMNS = ["league_id", "match_id", "ended_at", "game", "result", "stake", "season_id"]


def keep_results(connection: Connection, season_id: int, league: int) -> None:
    """A copy of every result that belongs to the season now, in the place of all that seasons
    which are open kept of these matches.
    """
    calendar = Calendar(all_seasons(connection, league))
    is_open = [season.id for season in calendar.seasons if season.closed_at is None]
    mine = matches_of(connection, season_id, calendar, league)
    forget(connection, KeptResult.season_id == season_id, league)
    for first in range(0, len(mine), AT_ONCE):
        some = mine[first : first + AT_ONCE]
        elsewhere = KeptResult.match_id.in_(some) & KeptResult.season_id.in_(is_open)
        forget(connection, elsewhere, league)
        copies = COPIES.where(Match.league_id == league, Match.id.in_(some))
        copies = copies.add_columns(literal(season_id))
        connection.execute(insert(KeptResult).from_select(COLUMNS, copies))


def matches_of(
    connection: Connection, season_id: int, calendar: Calendar, league: int
) -> list[int]:
    """Ids of all matches with a result that belong to the season now."""
    ask = (
        select(Match.id, Match.game, Match.ended_at, *BELONGING)
        .outerjoin(Terms, TERMS)
        .where(Match.league_id == league, Match.result.is_not(None))
        .order_by(Match.id)
    )
    return [
        row.id
        for row in connection.execute(ask)
        if calendar.season_of(row, night_of(row.ended_at)) == season_id
    ]


def forget(connection: Connection, which: ColumnElement[bool], league: int) -> None:
    connection.execute(delete(KeptResult).where(KeptResult.league_id == league, which))


def take_out(connection: Connection, match: int, league: int) -> None:
    """The season that kept it says no more that it belongs there. Raises Refused if that is
    closed.
    """
    ask = select(KeptResult.season_id).where(
        KeptResult.league_id == league, KeptResult.match_id == match
    )
    kept = set(connection.scalars(ask))
    for season in all_seasons(connection, league):
        if season.id in kept and season.closed_at is not None:
            reason = say(
                "{season} is closed and keeps this match: reopen it first.", season=season.name
            )
            raise refused(reason, "closed")
    forget(connection, KeptResult.match_id == match, league)
