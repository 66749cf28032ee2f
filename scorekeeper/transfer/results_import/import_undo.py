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
from scorekeeper.db.engines import db, keep_log_open, reader
from scorekeeper.db.models import Import as Row
from scorekeeper.db.models import Match, MatchEvent, MatchPlayer, Payment, Player
from scorekeeper.match import imported
from scorekeeper.match.events import KIND_OF, ResultNoted
from scorekeeper.match.outcome import State as Standing
from scorekeeper.stats.results import packed
from scorekeeper.transfer.results_import import jobs
from scorekeeper.transfer.results_import.jobs import Import, State, this
from scorekeeper.web.current_league import here

A_BREATH = 0.05  # seconds between two pieces, in which others write
COUNT = (
    update(Match)
    .where(Match.league_id == bindparam("league"), Match.id == bindparam("match"))
    .values(
        state=Standing.NOTED.value,
        ended_at=Match.started_at,
        result=bindparam("came_to"),
        counted=bindparam("change"),
    )
)


class NotNow(Exception):
    """It is in another state by now: written already, being written, or given up."""


def move(
    connection: Connection,
    import_id: int,
    league: int,
    state: State,
    values: dict[str, Any],
    done: int | None = None,
) -> None:
    """Bring the import on from this state, and so many matches. Raises NotNow if it is not there:
    perhaps somebody took it for left behind, and has begun again.
    """
    here = [*this(import_id, league), Row.state == state]
    if done is not None:
        here.append(Row.done == done)
    moved = connection.execute(update(Row).where(*here).values(**values))
    if moved.rowcount != 1:
        raise NotNow


def coming_to(
    connection: Connection, league: int, ranges: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """What each match in these ranges came to; read before anybody is kept waiting."""
    found = []
    for first, last in ranges:
        ask = select(MatchEvent.match_id, *match_rows.ENTRY).where(
            MatchEvent.league_id == league,
            MatchEvent.match_id.between(first, last),
            MatchEvent.version == 1,
        )
        for row in connection.execute(ask):
            seats = imported.replay([match_rows.entry(row)]).seats
            found.append({"league": league, "match": row.match_id, "came_to": packed(seats)})
    return found


def let_count(
    connection: Connection,
    import_id: int,
    league: int,
    results: Sequence[dict[str, Any]],
    change: int,
) -> None:
    if results:
        connection.execute(COUNT, [{**result, "change": change} for result in results])
    new = jobs.one(connection, import_id, league).newcomers
    hide(connection, new, league, hidden=False)


def hide(connection: Connection, players: Sequence[int], league: int, *, hidden: bool) -> None:
    """Who came with an import is offered as long as it counts, or if he has played besides."""
    some = update(Player).where(Player.league_id == league, Player.id.in_(players))
    if hidden:
        some = some.where(~played(league))
    connection.execute(some.values(hidden=hidden))


def played(league: int) -> ColumnElement[bool]:
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
    league = here()
    with db.engine.begin() as connection:
        change = match_rows.next_change(connection, league)
        move(connection, import_id, league, State.WRITTEN, {"state": State.UNDONE, "undone_at": at})
        was = jobs.one(connection, import_id, league)
        for first, last in was.ranges:
            connection.execute(
                update(Match)
                .where(Match.league_id == league, Match.id.between(first, last))
                .values(
                    state=Standing.THROWN_AWAY.value, ended_at=None, result=None, counted=change
                )
            )
        hide(connection, was.newcomers, league, hidden=True)


def redo(import_id: int) -> None:
    """They count again. Raises NotNow if they do so already."""
    league = here()
    was = jobs.found(import_id)
    with reader(db.engine).connect() as connection:
        results = coming_to(connection, league, was.ranges)
    with db.engine.begin() as connection:
        change = match_rows.next_change(connection, league)
        move(
            connection, import_id, league, State.UNDONE, {"state": State.WRITTEN, "undone_at": None}
        )
        let_count(connection, import_id, league, results, change)


# ---------------------------------------------------------------- given up half-way


def stop(import_id: int) -> None:
    """Whoever writes takes it out again. Raises NotNow if nobody writes any more."""
    league = here()
    with db.engine.begin() as connection:
        move(connection, import_id, league, State.WRITING, {"state": State.STOPPING})


def take_out_if_stuck(import_id: int, now: int) -> Import:
    """The import, after what a server left half-way that is not there any more is taken out."""
    found = jobs.found(import_id)
    if found.is_stuck(now):
        take_out(import_id)
        return jobs.found(import_id)
    return found


def take_out(import_id: int) -> None:
    """What was written of it, piece by piece; nobody has seen any of it.

    Several may do this at once: each piece is what is left when it is its turn.
    """
    league = here()
    with db.engine.begin() as connection:
        connection.execute(
            update(Row)
            .where(*this(import_id, league), Row.state.in_((State.WRITING, State.STOPPING)))
            .values(state=State.STOPPING, at=int(time.time()))
        )
    while take_out_piece(import_id, league):
        time.sleep(A_BREATH)
    forget(import_id, league)


def take_out_piece(import_id: int, league: int) -> bool:
    """The next piece; False if there is none."""
    with db.engine.begin() as connection:
        keep_log_open(connection)
        was = stopping(connection, import_id, league)
        if was is None or not was.ranges:
            return False
        matches = still_there(connection, import_id, league, was.ranges[0])
        for table, number in (
            (MatchPlayer, MatchPlayer.match_id),
            (Match, Match.id),
            (MatchEvent, MatchEvent.match_id),
        ):
            connection.execute(delete(table).where(table.league_id == league, number.in_(matches)))
        connection.execute(
            update(Row)
            .where(*this(import_id, league))
            .values(ranges=was.ranges[1:], at=int(time.time()))
        )
    return True


def stopping(connection: Connection, import_id: int, league: int) -> Import | None:
    """The import as it is, which is nobody else's until the end of the transaction; None if it
    is not being taken out any more.
    """
    ask = select(*jobs.COLUMNS).where(*this(import_id, league), Row.state == State.STOPPING)
    row = connection.execute(ask.with_for_update()).first()
    return None if row is None else jobs.as_import(row)


def still_there(
    connection: Connection, import_id: int, league: int, piece: Sequence[int]
) -> Sequence[int]:
    """The matches of this import in a piece: not one that has begun with a number of them."""
    first, last = piece
    ask = select(MatchEvent.match_id).where(
        MatchEvent.league_id == league,
        MatchEvent.match_id.between(first, last),
        MatchEvent.version == 1,
        MatchEvent.kind == KIND_OF[ResultNoted],
        MatchEvent.body["batch"].as_integer() == import_id,
    )
    return connection.scalars(ask).all()


def forget(import_id: int, league: int) -> None:
    """The file can be looked through again; who would have come with it and did not is gone."""
    with db.engine.begin() as connection:
        match_rows.next_change(connection, league)
        was = stopping(connection, import_id, league)
        if was is None or was.ranges:
            return
        take_out_newcomers(connection, was.newcomers, league)
        connection.execute(
            update(Row)
            .where(*this(import_id, league))
            .values(state=State.LOOKED_THROUGH, done=0, newcomers=[])
        )


def take_out_newcomers(connection: Connection, players: Sequence[int], league: int) -> None:
    """Whoever somebody has needed meanwhile stays, and is offered like anybody else."""
    newcomers = (Player.league_id == league, Player.id.in_(players))
    sat_down = exists().where(MatchPlayer.league_id == league, MatchPlayer.player_id == Player.id)
    connection.execute(delete(Player).where(*newcomers, ~sat_down, ~named(league)))
    connection.execute(
        update(Player).where(*newcomers, played(league) | named(league)).values(hidden=False)
    )


def named(league: int) -> ColumnElement[bool]:
    """Whether somebody counts as this player, or has paid or been paid by him."""
    also = aliased(Player)
    return or_(
        exists().where(also.league_id == league, also.merged_into == Player.id),
        exists().where(
            Payment.league_id == league,
            or_(Payment.payer_id == Player.id, Payment.payee_id == Player.id),
        ),
    )
