"""Undo or redo a CSV import, with all of its matches in one transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, select, update

from scorekeeper.db import log_rows, match_rows
from scorekeeper.db.import_tables import ImportState
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.league.season_snapshot import keep_hidden_players
from scorekeeper.match import imported
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats.results import seats_to_json
from scorekeeper.transfer.results_import import jobs

COUNT_AGAIN = (
    update(Matches)
    .where(Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
    .values(
        state=MatchState.IMPORTED.value,
        ended_at=Matches.started_at,
        result=bindparam("new_result"),
        result_change=bindparam("change"),
    )
)


def undo(store: Store, import_id: int, at: int) -> None:
    """Delete all matches of an import, and hide its new players who have no other matches.

    Raises WrongImportState if the import is not written, or if the ids of its matches cannot be
    read.
    """
    league = store.league_id
    done = {"state": ImportState.UNDONE, "undone_at": at}
    away = {"state": MatchState.DELETED.value, "ended_at": None, "result": None}
    with store.write() as connection:
        change = match_rows.increment_changes(connection, league)
        jobs.transition(connection, import_id, league, ImportState.WRITTEN, done)
        import_job = jobs.select_import(connection, import_id, league)
        if import_job.is_unreadable:
            raise jobs.WrongImportState
        for first_id, last_id in import_job.ranges:
            conditions = (Matches.league_id == league, Matches.id.between(first_id, last_id))
            connection.execute(
                update(Matches).where(*conditions).values(**away, result_change=change)
            )
        set_players_hidden(connection, import_job.newcomers, league, hidden=True)


def redo(store: Store, import_id: int) -> None:
    """Make an undone import's matches count again, and show the players that it added.

    Raises WrongImportState if the import is not undone, or if the ids of its matches cannot be
    read.
    """
    league = store.league_id
    done = {"state": ImportState.WRITTEN, "undone_at": None}
    with store.read() as connection:
        import_job = jobs.select_import(connection, import_id, league)
        if import_job.is_unreadable:
            raise jobs.WrongImportState
        results = results_in_ranges(connection, league, import_job.ranges)
    with store.write() as connection:
        change = match_rows.increment_changes(connection, league)
        jobs.transition(connection, import_id, league, ImportState.UNDONE, done)
        if results:
            connection.execute(COUNT_AGAIN, [{**result, "change": change} for result in results])
        set_players_hidden(connection, import_job.newcomers, league, hidden=False)


def results_in_ranges(
    connection: Connection, league: int, ranges: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """Return the result of each match in these ranges, as parameters of COUNT_AGAIN.

    Reading the results takes time, so it is done before the transaction that takes the write lock.
    """
    results = []
    for first_id, last_id in ranges:
        query = select(MatchEvents.match_id, *log_rows.ENTRY_COLUMNS).where(
            MatchEvents.league_id == league,
            MatchEvents.match_id.between(first_id, last_id),
            MatchEvents.version == 1,
        )
        for row in connection.execute(query):
            seats = imported.replay_imported([log_rows.entry_from_row(row)]).seats
            results.append(
                {"league": league, "match": row.match_id, "new_result": seats_to_json(seats)}
            )
    return results


def set_players_hidden(
    connection: Connection, players: Sequence[int], league: int, *, hidden: bool
) -> None:
    """Show or hide players that an import added. Players who have played are never hidden."""
    keep_hidden_players(connection, league)
    some = update(Players).where(Players.league_id == league, Players.id.in_(players))
    if hidden:
        some = some.where(~has_played(league))
    connection.execute(some.values(hidden=hidden))


def has_played(league: int) -> ColumnElement[bool]:
    """Return the SQL condition that a row of `Players` has a match that is not deleted."""
    return exists().where(
        MatchPlayers.league_id == league,
        MatchPlayers.player_id == Players.id,
        Matches.league_id == league,
        Matches.id == MatchPlayers.match_id,
        Matches.state != MatchState.DELETED.value,
    )
