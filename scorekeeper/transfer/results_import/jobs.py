"""Imports: files of old results, what was chosen about them, and how far each has come.

A file is kept for a day while somebody looks through it. Its matches are there for everybody
once all of them are written, and gone when the import is undone: the row here decides it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from scorekeeper.db.engines import db, reader
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import Import as Row
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.transfer.results_csv import Choices, Role
from scorekeeper.web.current_league import here

KEPT = 24 * 60 * 60  # seconds that a file is kept which is only looked through
MOST_KEPT = 20  # such files
DEAD = 30  # seconds after which who writes and says nothing has stopped


class State(StrEnum):
    """Where an import is in its life."""

    LOOKED_THROUGH = "looked through"  # nothing is written
    WRITING = "writing"  # some of it is, and nobody sees it yet
    STOPPING = "stopping"  # that is being taken out again
    WRITTEN = "written"  # its matches count
    UNDONE = "undone"  # all of them are thrown away


@dataclass(frozen=True, slots=True)
class Import:
    """A row without the file; the columns are explained in models."""

    id: int
    name: str
    state: State
    choices: Mapping[str, Any]
    lines: int
    bad: int
    matches: int
    done: int
    ranges: list[list[int]]
    newcomers: list[int]
    at: int
    undone_at: int | None

    def is_stuck(self, now: int) -> bool:
        """Whether it was being written by somebody who is not there any more."""
        return self.state in (State.WRITING, State.STOPPING) and now - self.at > DEAD


class NoImport(Exception):
    """There is no such import, or its file was kept no longer."""


COLUMNS = (
    Row.id,
    Row.name,
    Row.state,
    Row.choices,
    Row.lines,
    Row.bad,
    Row.matches,
    Row.done,
    Row.ranges,
    Row.newcomers,
    Row.at,
    Row.undone_at,
)


def this(import_id: int, league: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Row.league_id == league, Row.id == import_id


def keep(name: str, data: bytes, key: str, at: int) -> int:
    """The import of a file that was chosen; the same key again gives the same import."""
    league = here()
    with db.engine.begin() as connection:
        number = next_id(connection, league, LeagueRow.last_import)
        known: int | None = connection.scalar(
            select(Row.id).where(Row.league_id == league, Row.key == key)
        )
        if known is not None:
            return known
        tidy_up(connection, at, league)
        connection.execute(
            insert(Row).values(
                league_id=league,
                id=number,
                name=name,
                key=key,
                state=State.LOOKED_THROUGH,
                data=data,
                choices={},
                lines=0,
                bad=0,
                matches=0,
                done=0,
                ranges=[],
                newcomers=[],
                at=at,
            )
        )
    return number


def tidy_up(connection: Connection, at: int, league: int) -> None:
    """Files that were only looked through go after a day, and the oldest of too many."""
    only_looked = (Row.league_id == league, Row.state == State.LOOKED_THROUGH)
    newest = select(Row.id).where(*only_looked).order_by(Row.id.desc()).limit(MOST_KEPT - 1)
    kept = connection.scalars(newest).all()
    connection.execute(delete(Row).where(*only_looked, (Row.at < at - KEPT) | Row.id.not_in(kept)))


def found(import_id: int) -> Import:
    """Raises NoImport."""
    league = here()
    with reader(db.engine).connect() as connection:
        return one(connection, import_id, league)


def one(connection: Connection, import_id: int, league: int) -> Import:
    row = connection.execute(select(*COLUMNS).where(*this(import_id, league))).first()
    if row is None or (row.state == State.LOOKED_THROUGH and row.at < time.time() - KEPT):
        raise NoImport
    return as_import(row)


def as_import(row: Any) -> Import:
    return Import(**{**row._mapping, "state": State(row.state)})


def latest(limit: int = 20) -> list[Import]:
    """Those that were written, or are being, the last first."""
    league = here()
    ask = (
        select(*COLUMNS)
        .where(Row.league_id == league, Row.state != State.LOOKED_THROUGH)
        .order_by(Row.id.desc())
        .limit(limit)
    )
    with reader(db.engine).connect() as connection:
        return [as_import(row) for row in connection.execute(ask)]


def data_of(import_id: int) -> bytes:
    """The file; raises NoImport once it is written."""
    league = here()
    ask = select(Row.data).where(*this(import_id, league))
    with reader(db.engine).connect() as connection:
        data: bytes | None = connection.scalar(ask)
    if data is None:
        raise NoImport
    return data


def choose(import_id: int, choices: Mapping[str, Any]) -> None:
    """Keep what was chosen over what was guessed."""
    league = here()
    with db.engine.begin() as connection:
        connection.execute(
            update(Row)
            .where(*this(import_id, league), Row.state == State.LOOKED_THROUGH)
            .values(choices=dict(choices))
        )


def choices_of(kept: Mapping[str, Any]) -> Choices:
    """What was chosen, as old_results needs it."""
    return Choices(
        roles={int(index): Role(role) for index, role in kept.get("roles", {}).items()},
        names=kept.get("names", {}),
        games=kept.get("games", {}),
        game=kept.get("game", ""),
        headed=kept.get("headed"),
    )
