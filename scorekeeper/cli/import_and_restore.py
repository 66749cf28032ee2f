"""Import documents and restore backups, for the commands `import` and `restore`."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from flask import Flask
from sqlalchemy import Connection, Engine, delete, event, select, text, update

from scorekeeper.access.admissions import ALREADY_EXPIRED
from scorekeeper.cli.database import closing_database, open_app, sqlite_file
from scorekeeper.cli.export import STDIO, write_document_file
from scorekeeper.cli.leagues import refuse_missing_league
from scorekeeper.config import SQLITE_PREFIX
from scorekeeper.db import connections
from scorekeeper.db.access_tables import (
    Admissions,
    Devices,
    Invitations,
    PasskeyPhones,
    Passkeys,
    PushKeys,
    PushSubscriptions,
)
from scorekeeper.db.base import Base
from scorekeeper.db.club_tables import ClubNights
from scorekeeper.db.connections import database_location, db_errors_as_config_error
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues, Matches
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.runtime.progress import progress_bar
from scorekeeper.server import engines
from scorekeeper.server.bare_app import create_bare_app, with_migrated_database
from scorekeeper.server.engines import engine_of, store_of
from scorekeeper.transfer import backups, database_copy
from scorekeeper.transfer.league_json.load import READ_PASSES, load_league
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.sections import LEAGUE

# A restore keeps the rows of these tables, so that phones keep their access and their
# notifications.
KEPT_TABLES = {
    each.__table__
    for each in (
        Leagues,
        Devices,
        Invitations,
        Admissions,
        Passkeys,
        PasskeyPhones,
        PushKeys,
        PushSubscriptions,
    )
}
# PostgreSQL's background processes have no user, so the query leaves them out.
OTHER_SESSIONS_QUERY = text(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND usesysid IS NOT NULL AND pid <> ALL(:ours) LIMIT 1"
)


def import_(file: str, league: int = FIRST_LEAGUE_ID) -> LoadReport:
    """Import a document into a league, and return a report on what was new.

    Raises ConfigError, OSError, InvalidDocuments or ImportConflict.
    """
    with open_seekable(file) as document_file, open_app() as app:
        refuse_missing_league(store_of(app, league))
        return import_document(app, document_file, league)


def import_document(
    app: Flask,
    file: IO[bytes],
    league: int = FIRST_LEAGUE_ID,
    first: Callable[[Connection], None] | None = None,
) -> LoadReport:
    size = file.seek(0, 2)
    store = store_of(app, league)
    with db_errors_as_config_error(store.engine), progress_bar(READ_PASSES * size) as progress:
        return load_league(store, file, progress=progress, first=first)


@contextmanager
def open_seekable(file: str) -> Iterator[IO[bytes]]:
    """Yield an open file that can be read more than once.

    Standard input is first copied to a temporary file.
    """
    if file != STDIO:
        with Path(file).open("rb") as source:
            yield source
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        yield copy


# ---------------------------------------------------------------- restore


def restore(file: str, *, overwrite: bool = False) -> Path | None:
    """Replace the database with a backup, or the first league with a document.

    Returns the path of the file with the old data, or None if there was no old data. If it raises
    ConfigError, OSError, InvalidDocuments or ImportConflict, nothing has changed.
    """
    is_database = backups.is_sqlite_file(Path(file))
    if is_database:
        backups.check_database(Path(file))
    app = create_bare_app()
    database = sqlite_file(app)
    if database is None:
        return restore_on_server(app, Path(file), is_database=is_database, overwrite=overwrite)
    database = database.resolve()  # replaces the target of a symbolic link, not the link itself
    replaced = None if is_database else FIRST_LEAGUE_ID  # a document contains only one league
    refuse_existing_matches(backups.may_have_matches(database, replaced), overwrite)
    with (
        backups.write_errors_as_config_error(database),
        tempfile.TemporaryDirectory(prefix=".restore-", dir=database.parent) as folder,
    ):
        new = Path(folder) / "new.sqlite"
        if is_database:
            database_copy.copy_database(Path(file), new)
        elif backups.is_valid_database(database):
            database_copy.copy_database(database, new)  # a document has no phones or other leagues
        bare = create_bare_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE_PREFIX}{new}"})
        engines.upgrade(bare)
        if not is_database:
            with Path(file).open("rb") as source:
                import_document(bare, source, first=delete_league_rows)
        engine_of(bare).dispose()
        with backups.exclusive_access(new):
            pass  # merges the write-ahead log, so that the database is one file
        return backups.replace_database(new, database)


def refuse_existing_matches(has_matches: bool, overwrite: bool) -> None:
    if has_matches and not overwrite:
        raise ConfigError(
            say(
                "The database already contains matches. Use --overwrite to replace them. The "
                "current data will be saved to another file."
            )
        )


def restore_on_server(app: Flask, file: Path, *, is_database: bool, overwrite: bool) -> Path | None:
    """Replace the league's rows on PostgreSQL with a document, in one transaction.

    If the league has matches, it is first exported to a file. Returns the path of this file, or
    None if the league has no matches.
    """
    if is_database:
        raise ConfigError(
            say(
                "An SQLite file cannot be restored to PostgreSQL. To export it, set "
                "SCOREKEEPER_DATABASE to the file and run `scorekeeper export league.jsonl`. Then "
                "set SCOREKEEPER_DATABASE to the PostgreSQL database again and run `scorekeeper "
                "restore league.jsonl`."
            )
        )
    engine = engine_of(app)
    ours = track_session_ids(engine)
    with closing_database(app):
        with (
            db_errors_as_config_error(engine),
            connections.autocommit_engine(engine).connect() as connection,
        ):
            refuse_other_sessions(connection, ours)
        with_migrated_database(app)
        with connections.autocommit_engine(engine).connect() as connection:
            query = select(Matches.id).where(Matches.league_id == FIRST_LEAGUE_ID).limit(1)
            has_matches = connection.scalar(query) is not None
        refuse_existing_matches(has_matches, overwrite)
        old_data = backups.next_free_path(file) if has_matches else None
        if old_data:
            write_document_file(app, old_data)
        with file.open("rb") as source:
            import_document(app, source, first=partial(lock_and_clear, ours))
    return old_data


def track_session_ids(engine: Engine) -> set[int]:
    """Return a set that collects the PostgreSQL process ids of the engine's new connections."""
    ours: set[int] = set()
    event.listen(engine, "connect", lambda opened, _: ours.add(opened.info.backend_pid))
    return ours


def refuse_other_sessions(connection: Connection, ours: set[int]) -> None:
    """Raise ConfigError if another session is connected to this database.

    A running server would continue to use cached data of matches that no longer exist.
    """
    connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")  # discards cached statistics
    if connection.scalar(OTHER_SESSIONS_QUERY, {"ours": sorted(ours)}):
        raise ConfigError(
            say(
                "The database {place} is in use. Stop the server and all other programs that are "
                "connected to it, then try again.",
                place=database_location(connection.engine),
            )
        )


def lock_and_clear(ours: set[int], connection: Connection) -> None:
    """Lock the match tables and delete the league's rows.

    From then on, new sessions wait until the new rows are committed. Raises ConfigError if another
    session is already connected.
    """
    refuse_other_sessions(connection, ours)
    connection.exec_driver_sql("LOCK TABLE match, match_event")
    refuse_other_sessions(connection, ours)
    delete_league_rows(connection)


def delete_league_rows(connection: Connection) -> None:
    """Delete the first league's rows, except those in KEPT_TABLES.

    Phones no longer belong to a player. The league's current season and the counters that documents
    contain are reset. Public links are deleted. The table codes of club nights expire now. A
    restored night does not refer to its codes, so ending the night would not make the codes
    invalid.
    """
    codes = select(ClubNights.invitation_id).where(ClubNights.league_id == FIRST_LEAGUE_ID)
    connection.execute(
        update(Invitations)
        .where(Invitations.league_id == FIRST_LEAGUE_ID, Invitations.id.in_(codes))
        .values(open_until=ALREADY_EXPIRED)
    )
    for table in reversed(Base.metadata.sorted_tables):
        if table not in KEPT_TABLES:
            connection.execute(delete(table).where(table.c.league_id == FIRST_LEAGUE_ID))
    connection.execute(
        update(Devices).where(Devices.league_id == FIRST_LEAGUE_ID).values(player_id=None)
    )
    counters = dict.fromkeys((name for name in LEAGUE.columns if name.startswith("last_")), 0)
    connection.execute(
        update(Leagues)
        .where(Leagues.id == FIRST_LEAGUE_ID)
        .values(**counters, current_season=None, current_season_since=None)
    )
