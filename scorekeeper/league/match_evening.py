"""Move a match to another evening, so that it counts towards the season of that evening."""

from sqlalchemy import Connection, select

from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.season_snapshot import refuse_if_in_closed_season
from scorekeeper.match import evening_command
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem

DELETED = say("This match was deleted. Restore it first.")
IMPORTED = say(
    "An old result keeps the date from its file. To change it, undo the import and import a "
    "corrected file."
)


def set_match_evening(store: Store, log: Log, match: int, evening: str, meta: CommandMeta) -> None:
    """Move a match to another evening, such as "2026-11-19".

    Raises the errors of `refuse_evening`.
    """
    with store.read() as connection:
        write_match_evening(connection, store.league_id, log, match, evening, meta)


def write_match_evening(
    connection: Connection, league: int, log: Log, match: int, evening: str, meta: CommandMeta
) -> None:
    """Move a match to another evening, like `set_match_evening`.

    The match and its season are read with this connection, within its transaction.
    """
    check_evening(connection, league, match, evening, meta.at)
    today = load_clock(connection, league).evening(meta.at)
    evening_command.set_evening(log, match, evening, today, meta)


def refuse_evening(store: Store, match: int, evening: str, now: int) -> None:
    """Raise Refused if the match cannot be moved to this evening.

    Raises NotFound if the match does not exist. The reasons for Refused are an invalid date, an
    evening after `now` (seconds since 1970), a deleted match, an imported result, and a closed
    season that holds the match.
    """
    with store.read() as connection:
        check_evening(connection, store.league_id, match, evening, now)


def check_evening(connection: Connection, league: int, match: int, evening: str, now: int) -> None:
    query = select(Matches.state, Matches.summary).where(
        Matches.league_id == league, Matches.id == match
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound(say("This match does not exist."))
    today = load_clock(connection, league).evening(now)
    if problem := evening_command.evening_problem(evening, today):
        raise Refused([problem])
    if row.state == MatchState.DELETED:
        raise Refused([Problem("deleted", DELETED)])
    if "batch" in row.summary:
        raise Refused([Problem("imported", IMPORTED)])
    refuse_if_in_closed_season(connection, match, league)
