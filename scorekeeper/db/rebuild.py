"""Throw away all that follows from the log and compute it again."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Row, delete, insert, select

from scorekeeper.db import match_rows, unreadable
from scorekeeper.db.engines import engine_of, reader, wait_for_writers
from scorekeeper.db.models import Import, League, Match, MatchEvent, MatchPlayer
from scorekeeper.match import imported, outcome
from scorekeeper.match.log import Noted, Unreadable
from scorekeeper.runtime.gc_tuning import Progress, nobody_looks, without_pauses

AT_ONCE = 500  # matches
EVENTS = select(
    MatchEvent.league_id, MatchEvent.match_id, MatchEvent.key, *match_rows.ENTRY
).order_by(MatchEvent.league_id, MatchEvent.match_id, MatchEvent.version)
ITS_MATCH = itemgetter(0, 1)
# The imports that count.
WRITTEN = select(Import.league_id, Import.id).where(Import.state == "written")


def rebuild(app: Flask, progress: Progress = nobody_looks) -> int:
    """Compute every derived row anew, in one transaction; returns how many matches there are.

    `progress` is told how many are done.
    """
    engine = engine_of(app)
    with (
        without_pauses(),
        reader(engine).connect() as stored,
        engine.begin() as connection,
    ):
        wait_for_writers(connection)
        changes = next_changes(connection)
        connection.execute(delete(MatchPlayer))
        connection.execute(delete(Match))
        done = 0
        matches: list[dict[str, Any]] = []
        players: list[dict[str, Any]] = []
        for match, its_players in rows(connection, stored, changes):
            matches.append(match)
            players += its_players
            done += 1
            progress(done)
            if len(matches) == AT_ONCE:
                write(connection, matches, players)
        write(connection, matches, players)
    return done


def is_behind(app: Flask) -> bool:
    """Whether there are matches of an older version, which kept no results."""
    ask = select(Match.id).where(Match.state.in_(outcome.COUNTS), Match.result.is_(None)).limit(1)
    with reader(engine_of(app)).connect() as connection:
        return connection.execute(ask).first() is not None


def next_changes(connection: Connection) -> dict[int, int]:
    """By league, the change with which everything counts anew: who has added it up before
    notices.
    """
    leagues = connection.scalars(select(League.id).order_by(League.id)).all()
    return {league: match_rows.next_change(connection, league) for league in leagues}


def rows(
    connection: Connection, stored: Connection, changes: Mapping[int, int]
) -> Iterator[match_rows.Rows]:
    """The rows of each match in the log. `stored` still sees what was there before: of a match that
    cannot be read, that is all there is.
    """
    written = {(row.league_id, row.id) for row in connection.execute(WRITTEN)}
    events = connection.execute(EVENTS, execution_options={"yield_per": 5000})
    for (league, match), lines in groupby(events, ITS_MATCH):
        of_match, change = list(lines), changes[league]
        try:
            yield rows_of_match(written, league, match, of_match, change)
        except Unreadable as found:
            known = unreadable.rows_of(stored, league, found, of_match, change)
            if known is not None:
                yield known


def rows_of_match(
    written: Collection[tuple[int, int]],
    league: int,
    match: int,
    lines: Sequence[Row[Any]],
    change: int | None,
) -> match_rows.Rows:
    """The row of a match and those of its players, from the lines of its log. `written` are the
    imports that count, as (league, import). Raises Unreadable.
    """
    try:
        sheet = unreadable.folded(match, lines)
    except Noted:
        sheet = None
    key = lines[0].key
    try:
        if sheet is not None:
            return match_rows.rows_of(league, match, key, sheet, change)
        old = imported.replay(map(match_rows.entry, lines))
        counted = change if (league, old.noted.batch) in written else None
        return (
            match_rows.noted_row(league, match, key, old, counted),
            match_rows.noted_player_rows(league, match, old),
        )
    except Exception as error:  # as in unreadable.folded
        raise Unreadable(match, lines[-1].at) from error


def write(
    connection: Connection, matches: list[dict[str, Any]], players: list[dict[str, Any]]
) -> None:
    """Insert what was gathered, and begin gathering anew."""
    if matches:
        connection.execute(insert(Match), matches)
        connection.execute(insert(MatchPlayer), players)
    matches.clear()
    players.clear()
