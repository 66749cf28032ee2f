"""Whether old results count, all of an import at once; and what was given up half-way.

Undo and redo turn all matches of an import over in one transaction. What a server left behind
that died while it wrote is taken out by who comes next.
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

PAUSE_BETWEEN_BATCHES_S = 0.05  # seconds between two pieces, in which others write
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
    """It is in another state by now: written already, being written, or given up."""


def transition(
    connection: Connection,
    import_id: int,
    league: int,
    state: ImportState,
    values: dict[str, Any],
    done: int | None = None,
) -> None:
    """Bring the import on from this state, and so many matches. Raises NotNow if it is not there:
    perhaps somebody took it for left behind, and has begun again.
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
    """What each match in these ranges came to; read before anybody is kept waiting."""
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
    """Who came with an import is offered as long as it counts, or if he has played besides."""
    some = update(Player).where(Player.league_id == league, Player.id.in_(players))
    if hidden:
        some = some.where(~has_played(league))
    connection.execute(some.values(hidden=hidden))


def has_played(league: int) -> ColumnElement[bool]:
    """Whether a player sat down to a match that was not thrown away."""
    return exists().where(
        MatchPlayer.league_id == league,
        MatchPlayer.player_id == Player.id,
        Match.league_id == league,
        Match.id == MatchPlayer.match_id,
        Match.state != Standing.THROWN_AWAY.value,
    )


def undo(import_id: int, at: int) -> None:
    """All its matches count for nothing. Raises NotNow if they do so already."""
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
    """They count again. Raises NotNow if they do so already."""
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


# ---------------------------------------------------------------- given up half-way


def request_stop(import_id: int) -> None:
    """Whoever writes takes it out again. Raises NotNow if nobody writes any more."""
    league = current_league_id()
    with db.engine.begin() as connection:
        transition(
            connection, import_id, league, ImportState.WRITING, {"state": ImportState.STOPPING}
        )


def take_out_if_stuck(import_id: int, now: int) -> ImportJob:
    """The import, after what a server left half-way that is not there any more is taken out."""
    found = jobs.get_import(import_id)
    if found.is_stuck(now):
        delete_partial(import_id)
        return jobs.get_import(import_id)
    return found


def delete_partial(import_id: int) -> None:
    """What was written of it, piece by piece; nobody has seen any of it.

    Several may do this at once: each piece is what is left when it is its turn.
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
    """The next piece; False if there is none."""
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
    """The import as it is, which is nobody else's until the end of the transaction; None if it
    is not being taken out any more.
    """
    ask = select(*jobs.COLUMNS).where(*by_id(import_id, league), Row.state == ImportState.STOPPING)
    row = connection.execute(ask.with_for_update()).first()
    return None if row is None else jobs.import_from_row(row)


def matches_in_batch(
    connection: Connection, import_id: int, league: int, piece: Sequence[int]
) -> Sequence[int]:
    """The matches of this import in a piece: not one that has begun with a number of them."""
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
    """The file can be looked through again; who would have come with it and did not is gone."""
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
    """Whoever somebody has needed meanwhile stays, and is offered like anybody else."""
    newcomers = (Player.league_id == league, Player.id.in_(players))
    sat_down = exists().where(MatchPlayer.league_id == league, MatchPlayer.player_id == Player.id)
    connection.execute(delete(Player).where(*newcomers, ~sat_down, ~is_referenced(league)))
    connection.execute(
        update(Player)
        .where(*newcomers, has_played(league) | is_referenced(league))
        .values(hidden=False)
    )


def is_referenced(league: int) -> ColumnElement[bool]:
    """Whether somebody counts as this player, or has paid or been paid by him."""
    also = aliased(Player)
    return or_(
        exists().where(also.league_id == league, also.merged_into == Player.id),
        exists().where(
            Payment.league_id == league,
            or_(Payment.payer_id == Player.id, Payment.payee_id == Player.id),
        ),
    )
