"""CSV imports in the database: the uploaded file, the user's choices and the state.

An upload that is only previewed is kept for one day. The state of the import decides whether its
matches count. They count from the transaction that writes them until the import is undone.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from scorekeeper.db.column_types import is_unreadable
from scorekeeper.db.ids import next_id
from scorekeeper.db.import_tables import ImportJobs, ImportState
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.errors import NotFound
from scorekeeper.messages import say
from scorekeeper.transfer.results_csv import ImportChoices, Role

UPLOAD_TTL_S = 24 * 60 * 60  # seconds until a previewed upload is deleted
MAX_UPLOADS = 20  # the maximum number of previewed uploads per league
UPLOAD_NOT_FOUND = say("This file is no longer stored. Choose it again.")


@dataclass(frozen=True, slots=True)
class ImportJob:
    """A row of `ImportJobs`, without the file."""

    id: int
    name: str
    state: ImportState
    choices: Mapping[str, Any]
    lines: int
    bad: int
    matches: int
    ranges: list[list[int]]
    newcomers: list[int]
    at: int
    undone_at: int | None

    @property
    def is_previewed(self) -> bool:
        """Whether the import has not written anything yet."""
        return self.state is ImportState.PREVIEWED

    @property
    def is_written(self) -> bool:
        return self.state is ImportState.WRITTEN

    @property
    def is_undone(self) -> bool:
        return self.state is ImportState.UNDONE

    @property
    def is_unreadable(self) -> bool:
        """Whether the import's state or the ids of its matches cannot be read."""
        return self.state is ImportState.UNREADABLE or is_unreadable(self.ranges)


class WrongImportState(Exception):
    """The import is not in the required state, for example because another request came first."""


IMPORTS_QUERY = select_rows(ImportJob, ImportJobs)


def import_conditions(
    import_id: int, league: int
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return ImportJobs.league_id == league, ImportJobs.id == import_id


def store_upload(store: Store, name: str, data: bytes, key: str, at: int) -> int:
    """Store an uploaded file and return the import's id.

    If the key is repeated, the id of the existing import is returned.
    """
    league = store.league_id
    with store.write() as connection:
        number = next_id(connection, league, Leagues.last_import)
        existing_job: int | None = connection.scalar(
            select(ImportJobs.id).where(ImportJobs.league_id == league, ImportJobs.key == key)
        )
        if existing_job is not None:
            return existing_job
        delete_old_uploads(connection, at, league)
        connection.execute(
            insert(ImportJobs).values(
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
    """Delete previewed uploads that are older than a day or not among the 19 newest."""
    only_previewed = (ImportJobs.league_id == league, ImportJobs.state == ImportState.PREVIEWED)
    newest = (
        select(ImportJobs.id)
        .where(*only_previewed)
        .order_by(ImportJobs.id.desc())
        .limit(MAX_UPLOADS - 1)
    )
    newest_ids = connection.scalars(newest).all()
    connection.execute(
        delete(ImportJobs).where(
            *only_previewed, (ImportJobs.at < at - UPLOAD_TTL_S) | ImportJobs.id.not_in(newest_ids)
        )
    )


def get_import(store: Store, import_id: int) -> ImportJob:
    """Return the import with this id.

    Raises NotFound if there is none, or if it was only previewed and has expired.
    """
    with store.read() as connection:
        return select_import(connection, import_id, store.league_id)


def select_import(connection: Connection, import_id: int, league: int) -> ImportJob:
    """Return an import within a transaction. Raises NotFound, as `get_import` does."""
    row = connection.execute(IMPORTS_QUERY.where(*import_conditions(import_id, league))).first()
    if row is None or (row.state == ImportState.PREVIEWED and row.at < time.time() - UPLOAD_TTL_S):
        raise NotFound(UPLOAD_NOT_FOUND)
    return ImportJob(*row)


def recent_imports(store: Store, limit: int = 20) -> list[ImportJob]:
    """Return up to `limit` imports, newest first. Previewed uploads are left out."""
    query = (
        IMPORTS_QUERY.where(
            ImportJobs.league_id == store.league_id, ImportJobs.state != ImportState.PREVIEWED
        )
        .order_by(ImportJobs.id.desc())
        .limit(limit)
    )
    with store.read() as connection:
        return [ImportJob(*row) for row in connection.execute(query)]


def uploaded_data(store: Store, import_id: int) -> bytes:
    """Return the uploaded file.

    Raises NotFound if there is no such import, or if it is already written.
    """
    query = select(ImportJobs.data).where(*import_conditions(import_id, store.league_id))
    with store.read() as connection:
        data: bytes | None = connection.scalar(query)
    if data is None:
        raise NotFound(UPLOAD_NOT_FOUND)
    return data


def save_choices(store: Store, import_id: int, choices: Mapping[str, Any]) -> None:
    """Store the user's choices, unless the import is already written."""
    with store.write() as connection:
        connection.execute(
            update(ImportJobs)
            .where(
                *import_conditions(import_id, store.league_id),
                ImportJobs.state == ImportState.PREVIEWED,
            )
            .values(choices=dict(choices))
        )


def choices_from_json(stored: Mapping[str, Any]) -> ImportChoices:
    """Return the stored choices as ImportChoices."""
    return ImportChoices(
        roles={
            int(index): Role(role)
            for index, role in stored.get("roles", {}).items()
            if index.isdecimal() and role in set(Role)
        },
        names=stored.get("names", {}),
        games=stored.get("games", {}),
        game=stored.get("game", ""),
        heading_lines=stored.get("headed"),
    )


def transition(
    connection: Connection,
    import_id: int,
    league: int,
    state: ImportState,
    values: Mapping[str, Any],
) -> None:
    """Update the import's row with `values`. Raises WrongImportState unless it is in `state`."""
    conditions = (*import_conditions(import_id, league), ImportJobs.state == state)
    if connection.execute(update(ImportJobs).where(*conditions).values(**values)).rowcount != 1:
        raise WrongImportState
