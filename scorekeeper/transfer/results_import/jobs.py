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

from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import Import as Row
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.transfer.results_csv import ImportChoices, Role
from scorekeeper.web.current_league import current_league_id

UPLOAD_TTL_S = 24 * 60 * 60  # seconds that a file is kept which is only looked through
MAX_UPLOADS = 20  # such files
WRITER_TIMEOUT_S = 30  # seconds after which who writes and says nothing has stopped


class ImportState(StrEnum):
    """Where an import is in its life."""

    PREVIEWED = "looked through"  # nothing is written
    WRITING = "writing"  # some of it is, and nobody sees it yet
    STOPPING = "stopping"  # that is being taken out again
    WRITTEN = "written"  # its matches count
    UNDONE = "undone"  # all of them are thrown away


@dataclass(frozen=True, slots=True)
class ImportJob:
    """A row without the file; the columns are explained in models."""

    id: int
    name: str
    state: ImportState
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
        return (
            self.state in (ImportState.WRITING, ImportState.STOPPING)
            and now - self.at > WRITER_TIMEOUT_S
        )


class ImportNotFound(Exception):
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


def by_id(import_id: int, league: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Row.league_id == league, Row.id == import_id


def store_upload(name: str, data: bytes, key: str, at: int) -> int:
    """The import of a file that was chosen; the same key again gives the same import."""
    league = current_league_id()
    with db.engine.begin() as connection:
        number = next_id(connection, league, LeagueRow.last_import)
        known: int | None = connection.scalar(
            select(Row.id).where(Row.league_id == league, Row.key == key)
        )
        if known is not None:
            return known
        delete_old_uploads(connection, at, league)
        connection.execute(
            insert(Row).values(
                league_id=league,
                id=number,
                name=name,
                key=key,
                state=ImportState.PREVIEWED,
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


def delete_old_uploads(connection: Connection, at: int, league: int) -> None:
    """Files that were only looked through go after a day, and the oldest of too many."""
    only_looked = (Row.league_id == league, Row.state == ImportState.PREVIEWED)
    newest = select(Row.id).where(*only_looked).order_by(Row.id.desc()).limit(MAX_UPLOADS - 1)
    kept = connection.scalars(newest).all()
    connection.execute(
        delete(Row).where(*only_looked, (Row.at < at - UPLOAD_TTL_S) | Row.id.not_in(kept))
    )


def get_import(import_id: int) -> ImportJob:
    """Raises NoImport."""
    league = current_league_id()
    with autocommit_engine(db.engine).connect() as connection:
        return select_import(connection, import_id, league)


def select_import(connection: Connection, import_id: int, league: int) -> ImportJob:
    row = connection.execute(select(*COLUMNS).where(*by_id(import_id, league))).first()
    if row is None or (row.state == ImportState.PREVIEWED and row.at < time.time() - UPLOAD_TTL_S):
        raise ImportNotFound
    return import_from_row(row)


def import_from_row(row: Any) -> ImportJob:
    return ImportJob(**{**row._mapping, "state": ImportState(row.state)})


def recent_imports(limit: int = 20) -> list[ImportJob]:
    """Those that were written, or are being, the last first."""
    league = current_league_id()
    ask = (
        select(*COLUMNS)
        .where(Row.league_id == league, Row.state != ImportState.PREVIEWED)
        .order_by(Row.id.desc())
        .limit(limit)
    )
    with autocommit_engine(db.engine).connect() as connection:
        return [import_from_row(row) for row in connection.execute(ask)]


def uploaded_data(import_id: int) -> bytes:
    """The file; raises NoImport once it is written."""
    league = current_league_id()
    ask = select(Row.data).where(*by_id(import_id, league))
    with autocommit_engine(db.engine).connect() as connection:
        data: bytes | None = connection.scalar(ask)
    if data is None:
        raise ImportNotFound
    return data


def save_choices(import_id: int, choices: Mapping[str, Any]) -> None:
    """Keep what was chosen over what was guessed."""
    league = current_league_id()
    with db.engine.begin() as connection:
        connection.execute(
            update(Row)
            .where(*by_id(import_id, league), Row.state == ImportState.PREVIEWED)
            .values(choices=dict(choices))
        )


def choices_from_json(kept: Mapping[str, Any]) -> ImportChoices:
    """What was chosen, as old_results needs it."""
    return ImportChoices(
        roles={int(index): Role(role) for index, role in kept.get("roles", {}).items()},
        names=kept.get("names", {}),
        games=kept.get("games", {}),
        game=kept.get("game", ""),
        headed=kept.get("headed"),
    )
