"""Back up the SQLite database to one file, and restore it from such a file.

A backup uses SQLite's backup API, so it is one consistent snapshot even while other connections
write. A restore checks the file first and keeps the replaced database in the same folder, under
another name.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from scorekeeper import paths
from scorekeeper.db.schema_check import SCHEMA_QUERY_SQLITE
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.transfer.database_copy import SIDECAR_SUFFIXES, copy_database
from scorekeeper.transfer.overwrite_check import refuse_overwrite

SQLITE_MAGIC = b"SQLite format 3\0"
BEFORE_RESTORE_SUFFIX = ".before-restore-"
DAMAGED_SUFFIX = ".damaged-"  # suffix for the copy of a database that SQLite cannot read
DATA_SUFFIXES = ("-wal", "-journal")  # suffixes of the sidecar files that contain data
REQUIRED_TABLES = {"league", "player", "match_event", "alembic_version"}


def is_sqlite_file(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def back_up(database: Path, file: Path, *, overwrite: bool = False) -> None:
    """Copy `database` to `file` as one consistent snapshot.

    Raises DamagedDatabase if SQLite cannot read `database`, or ConfigError if `file` cannot be
    written, or must not be replaced (`overwrite_check.refuse_overwrite`).
    """
    refuse_overwrite(file, database, overwrite=overwrite)
    with atomic_write(file) as copy:
        copy_database(database, copy)


def copy_damaged_files(database: Path, file: Path) -> Path:
    """Copy the bytes of a database that SQLite cannot read, and return the path of the copy.

    The copy is in the folder of `file`, under an unused name, so it does not replace a backup. The
    write-ahead log and the rollback journal are copied too, because they may contain data that the
    database does not. Raises ConfigError if a copy cannot be written.
    """
    copy, database = next_free_path(file, DAMAGED_SUFFIX), database.resolve()
    for part in ("", *DATA_SUFFIXES):
        beside = database.with_name(database.name + part)
        if not part or (beside.exists() and beside.stat().st_size > 0):
            with atomic_write(copy.with_name(copy.name + part)) as written:
                shutil.copyfile(beside, written)
    return copy


@contextmanager
def atomic_write(file: Path) -> Iterator[Path]:
    """Yield a temporary file in the same folder, and rename it to `file` if the block succeeds.

    Raises ConfigError if the file cannot be written, for example because the disk is full.
    """
    with write_errors_as_config_error(file):
        number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(number)
        beside = Path(name)
        try:
            yield beside
            fsync_path(beside)
            beside.replace(file)
            fsync_path(file.parent)
        finally:
            for part in ("", *SIDECAR_SUFFIXES):
                beside.with_name(beside.name + part).unlink(missing_ok=True)


@contextmanager
def write_errors_as_config_error(file: Path) -> Iterator[None]:
    """Raise ConfigError with the reason if the block cannot write this file."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(
            say("{file} cannot be written: {reason}.", file=str(file), reason=str(reason))
        ) from None


def fsync_path(path: Path) -> None:
    """Flush a file or folder to disk, so that it survives a power cut.

    A new name is durable only once its folder is flushed too.
    """
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# ---------------------------------------------------------------- restore


def check_database(file: Path) -> bool:
    """Return whether the file has the current schema. An older file needs migrations.

    Raises ConfigError if it is not a Scorekeeper database, is damaged or is from a newer
    version.
    """
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not {name for (name,) in tables} >= REQUIRED_TABLES:
                raise ConfigError(say("{file} is not a Scorekeeper database.", file=str(file)))
            is_current = check_schema_version(connection, file)
            is_intact = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            if is_current and not has_all_columns(connection):
                is_intact = False
            if not is_intact or connection.execute("PRAGMA foreign_key_check").fetchone():
                raise ConfigError(say("{file} is damaged. Use an older backup.", file=str(file)))
            return is_current
    except sqlite3.Error as error:
        raise ConfigError(
            say("{file} cannot be read: {reason}.", file=str(file), reason=str(error))
        ) from None


def has_all_columns(connection: sqlite3.Connection) -> bool:
    """Return whether the database has all tables and columns of the newest version."""
    try:
        connection.execute(SCHEMA_QUERY_SQLITE)
    except sqlite3.OperationalError:
        return False
    return True


def is_valid_database(database: Path) -> bool:
    """Return whether `check_database` accepts this file."""
    try:
        check_database(database)
    except ConfigError:
        return False
    return True


def check_schema_version(connection: sqlite3.Connection, file: Path) -> bool:
    """Return whether the newest migration was applied.

    Raises ConfigError for an unknown migration, which means that the file is from a newer
    version.
    """
    scripts = ScriptDirectory(str(paths.migrations_dir()))
    try:
        applied = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
        for revision in applied:
            scripts.get_revision(revision)
        return applied == scripts.get_heads()
    except CommandError:
        raise ConfigError(
            say(
                "{file} is from a newer version of Scorekeeper. Update Scorekeeper, then try "
                "again.",
                file=str(file),
            )
        ) from None


def may_have_matches(database: Path, league: int | None = None) -> bool:
    """Return whether the file may contain matches of this league.

    If `league` is None, matches of any league count. Also returns True for a file that cannot
    be read.
    """
    if not database.exists():
        return False
    with closing(
        sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
    ) as connection:
        try:
            query = "SELECT 1 FROM match_event WHERE league_id = coalesce(?, league_id) LIMIT 1"
            return connection.execute(query, (league,)).fetchone() is not None
        except sqlite3.Error:  # not a database, or damaged, so keep it anyway
            return True


def replace_database(new: Path, database: Path) -> Path | None:
    """Replace `database` with the file `new`, and return the path where the old database is kept.

    If only sidecar files of the old database exist, return the path of the first one. If there is
    nothing to keep, return None. Raises ConfigError if another process has the database open. The
    swap is atomic: at every moment, the path holds either the whole old or the whole new database.
    """
    old_copy = next_free_path(database)
    if not database.exists():
        moved = move_sidecar_files(database, old_copy)
        move_into_place(new, database)
        return moved[0] if moved else None
    # Keep this handle open, because closing any handle of a file drops the POSIX locks that SQLite
    # holds on it.
    with exclusive_access(database), database.open("rb") as opened:
        keep_old_database(database, opened, old_copy)
        move_sidecar_files(database, old_copy)
        move_into_place(new, database)
    return old_copy


def keep_old_database(database: Path, opened: IO[bytes], old_copy: Path) -> None:
    """Give the old database a second name, so that it has a name at every moment.

    The second name is a hard link, or a copy if the file system has no hard links.
    """
    try:
        old_copy.hardlink_to(database)
    except OSError:  # a file system without hard links
        with atomic_write(old_copy) as beside, beside.open("wb") as copy:
            shutil.copyfileobj(opened, copy)


def move_sidecar_files(database: Path, old_copy: Path) -> list[Path]:
    """Rename the old database's sidecar files to match its kept copy, and return their new paths.

    If they were not renamed, SQLite would apply the old log to the new database.
    """
    moved = []
    for part in SIDECAR_SUFFIXES:
        beside = database.with_name(database.name + part)
        if beside.exists():
            moved.append(beside.rename(old_copy.with_name(old_copy.name + part)))
    return moved


def move_into_place(new: Path, database: Path) -> None:
    fsync_path(database.parent)  # a power cut must not pair the new file with old sidecars
    new.replace(database)
    fsync_path(database)
    fsync_path(database.parent)


@contextmanager
def exclusive_access(database: Path) -> Iterator[None]:
    """Lock the database exclusively. Raises ConfigError if any other process has it open.

    SQLite leaves WAL mode and merges the log into the file only if no other connection is open.
    """
    with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as connection:
        try:
            alone = connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
            if alone:
                connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            alone = False
        except sqlite3.DatabaseError:
            alone = True  # the file is not a database, so no process uses it as one
        if not alone:
            raise ConfigError(
                say("{file} is in use. Stop the server, then try again.", file=str(database))
            )
        yield


def next_free_path(database: Path, suffix: str = BEFORE_RESTORE_SUFFIX) -> Path:
    """Return the first unused path in the database's folder: ….before-restore-1, -2 and so on."""
    taken = {file.name for file in database.parent.iterdir()}
    number = 1
    while taken & {f"{database.name}{suffix}{number}{part}" for part in ("", *SIDECAR_SUFFIXES)}:
        number += 1
    return database.with_name(f"{database.name}{suffix}{number}")
