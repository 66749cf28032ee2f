"""Undo and redo a CSV import, and delete what an interrupted import has written.

Undo and redo change all matches of an import in one transaction. If a server dies while it writes
an import, the next request for that import deletes the part that was written.
"""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    exists,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from scorekeeper.db import match_rows
from scorekeeper.db.engines import autocommit_engine, db, lock_log_for_append
from scorekeeper.db.models import Import as Row
from scorekeeper.db.models import Match, MatchEvent, MatchPlayer, Payment, Player
from scorekeeper.match import imported
from scorekeeper.match.events import KIND_BY_EVENT, ResultImported
from scorekeeper.match.outcome import MatchState as Standing
from scorekeeper.stats.results import seats_to_json
from scorekeeper.transfer.results_import import jobs
from scorekeeper.transfer.results_import.jobs import ImportJob, ImportState, by_id
from scorekeeper.web.current_league import current_league_id

PAUSE_BETWEEN_BATCHES_S = 0.05  # seconds between two batches, so that others can write
PUBLISH_MATCH = (
    update(Match)
    .where(Match.league_id == bindparam("league"), Match.id == bindparam("match"))
    .values(
        state=Standing.NOTED.value,
        ended_at=Match.started_at,
        result=bindparam("came_to"),
        counted=bindparam("change"),
    )
)


class WrongImportState(Exception):
    """The import is not in the state that the operation needs: another request was faster."""


def transition(
    connection: Connection,
    import_id: int,
    league: int,
    state: ImportState,
    values: dict[str, Any],
    done: int | None = None,
) -> None:
    """Update the import's row with `values` if it is in `state` with `done` matches written.

    Raises WrongImportState otherwise: another process may have taken it for stuck and restarted it.
    """
    here = [*by_id(import_id, league), Row.state == state]
    if done is not None:
        here.append(Row.done == done)
    moved = connection.execute(update(Row).where(*here).values(**values))
    if moved.rowcount != 1:
        raise WrongImportState


def results_in_ranges(
    connection: Connection, league: int, ranges: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """The result of each match in these ranges, as parameters of PUBLISH_MATCH.

    It takes time, so it is read before the transaction that takes the write lock.
    """
    found = []
    for first, last in ranges:
        ask = select(MatchEvent.match_id, *match_rows.ENTRY_COLUMNS).where(
            MatchEvent.league_id == league,
            MatchEvent.match_id.between(first, last),
            MatchEvent.version == 1,
        )
        for row in connection.execute(ask):
            seats = imported.replay_imported([match_rows.entry_from_row(row)]).seats
            found.append({"league": league, "match": row.match_id, "came_to": seats_to_json(seats)})
    return found


def publish_results(
    connection: Connection,
    import_id: int,
    league: int,
    results: Sequence[dict[str, Any]],
    change: int,
) -> None:
    if results:
        connection.execute(PUBLISH_MATCH, [{**result, "change": change} for result in results])
    new = jobs.select_import(connection, import_id, league).newcomers
    set_players_hidden(connection, new, league, hidden=False)


def set_players_hidden(
    connection: Connection, players: Sequence[int], league: int, *, hidden: bool
) -> None:
    """Show or hide players who came with an import; those who have played stay visible."""
    some = update(Player).where(Player.league_id == league, Player.id.in_(players))
    if hidden:
        some = some.where(~has_played(league))
    connection.execute(some.values(hidden=hidden))


def has_played(league: int) -> ColumnElement[bool]:
    """A condition on Player: has a match that is not thrown away."""
    return exists().where(
        MatchPlayer.league_id == league,
        MatchPlayer.player_id == Player.id,
        Match.league_id == league,
        Match.id == MatchPlayer.match_id,
        Match.state != Standing.THROWN_AWAY.value,
    )


def undo(import_id: int, at: int) -> None:
    """Throw away all matches of an import. Raises WrongImportState unless it is written."""
    league = current_league_id()
    with db.engine.begin() as connection:
        change = match_rows.increment_changes(connection, league)
        transition(
            connection,
            import_id,
            league,
            ImportState.WRITTEN,
            {"state": ImportState.UNDONE, "undone_at": at},
        )
        was = jobs.select_import(connection, import_id, league)
        for first, last in was.ranges:
            connection.execute(
                update(Match)
                .where(Match.league_id == league, Match.id.between(first, last))
                .values(
                    state=Standing.THROWN_AWAY.value, ended_at=None, result=None, counted=change
                )
            )
        set_players_hidden(connection, was.newcomers, league, hidden=True)


def redo(import_id: int) -> None:
    """Make the matches count again. Raises WrongImportState unless the import is undone."""
    league = current_league_id()
    was = jobs.get_import(import_id)
    with autocommit_engine(db.engine).connect() as connection:
        results = results_in_ranges(connection, league, was.ranges)
    with db.engine.begin() as connection:
        change = match_rows.increment_changes(connection, league)
        transition(
            connection,
            import_id,
            league,
            ImportState.UNDONE,
            {"state": ImportState.WRITTEN, "undone_at": None},
        )
        publish_results(connection, import_id, league, results, change)


# ---------------------------------------------------------------- interrupted imports


def request_stop(import_id: int) -> None:
    """Make the writing process stop and delete what it wrote.

    Raises WrongImportState unless the import is being written.
    """
    league = current_league_id()
    with db.engine.begin() as connection:
        transition(
            connection, import_id, league, ImportState.WRITING, {"state": ImportState.STOPPING}
        )


def delete_partial(import_id: int) -> None:
    """Delete the matches of a partly written import, batch by batch, and reset the import.

    The matches were never visible. Several processes may do this at once: each batch is taken from
    what is left, under a lock.
    """
    league = current_league_id()
    with db.engine.begin() as connection:
        connection.execute(
            update(Row)
            .where(
                *by_id(import_id, league),
                Row.state.in_((ImportState.WRITING, ImportState.STOPPING)),
            )
            .values(state=ImportState.STOPPING, at=int(time.time()))
        )
    while delete_batch(import_id, league):
        time.sleep(PAUSE_BETWEEN_BATCHES_S)
    reset_import(import_id, league)


def delete_batch(import_id: int, league: int) -> bool:
    """Delete the next batch; False if there is none."""
    with db.engine.begin() as connection:
        lock_log_for_append(connection)
        was = lock_stopping_import(connection, import_id, league)
        if was is None or not was.ranges:
            return False
        matches = matches_in_batch(connection, import_id, league, was.ranges[0])
        for table, number in (
            (MatchPlayer, MatchPlayer.match_id),
            (Match, Match.id),
            (MatchEvent, MatchEvent.match_id),
        ):
            connection.execute(delete(table).where(table.league_id == league, number.in_(matches)))
        connection.execute(
            update(Row)
            .where(*by_id(import_id, league))
            .values(ranges=was.ranges[1:], at=int(time.time()))
        )
    return True


def lock_stopping_import(connection: Connection, import_id: int, league: int) -> ImportJob | None:
    """The import, its row locked until the transaction ends; None unless it is being deleted."""
    ask = select(*jobs.COLUMNS).where(*by_id(import_id, league), Row.state == ImportState.STOPPING)
    row = connection.execute(ask.with_for_update()).first()
    return None if row is None else jobs.import_from_row(row)


def matches_in_batch(
    connection: Connection, import_id: int, league: int, piece: Sequence[int]
) -> Sequence[int]:
    """Ids of this import's matches in a range, without others that got an id of that range."""
    first, last = piece
    ask = select(MatchEvent.match_id).where(
        MatchEvent.league_id == league,
        MatchEvent.match_id.between(first, last),
        MatchEvent.version == 1,
        MatchEvent.kind == KIND_BY_EVENT[ResultImported],
        MatchEvent.body["batch"].as_integer() == import_id,
    )
    return connection.scalars(ask).all()


def reset_import(import_id: int, league: int) -> None:
    """Set the import back to PREVIEWED and delete the players that came with it."""
    with db.engine.begin() as connection:
        match_rows.increment_changes(connection, league)
        was = lock_stopping_import(connection, import_id, league)
        if was is None or was.ranges:
            return
        delete_newcomers(connection, was.newcomers, league)
        connection.execute(
            update(Row)
            .where(*by_id(import_id, league))
            .values(state=ImportState.PREVIEWED, done=0, newcomers=[])
        )


def delete_newcomers(connection: Connection, players: Sequence[int], league: int) -> None:
    """Delete players of an import; those that are used elsewhere stay and become visible."""
    newcomers = (Player.league_id == league, Player.id.in_(players))
    sat_down = exists().where(MatchPlayer.league_id == league, MatchPlayer.player_id == Player.id)
    connection.execute(delete(Player).where(*newcomers, ~sat_down, ~is_referenced(league)))
    connection.execute(
        update(Player)
        .where(*newcomers, has_played(league) | is_referenced(league))
        .values(hidden=False)
    )


def is_referenced(league: int) -> ColumnElement[bool]:
    """A condition on Player: has payments, or another player is merged into them."""
    also = aliased(Player)
    return or_(
        exists().where(also.league_id == league, also.merged_into == Player.id),
        exists().where(
            Payment.league_id == league,
            or_(Payment.payer_id == Player.id, Payment.payee_id == Player.id),
        ),
    )
