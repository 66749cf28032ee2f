"""The database as a file of its own, and back: while people write, whole, and never over another.

SQLite copies itself (its backup interface), so that the copy is of one moment. What is put back
is looked at first, and what was there before stays beside it.
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
from scorekeeper.config import ConfigError
from scorekeeper.messages import say

SQLITE_MAGIC = b"SQLite format 3\0"
BEFORE_RESTORE_SUFFIX = ".before-restore-"
SIDECAR_SUFFIXES = (
    "-wal",
    "-shm",
    "-journal",
)  # what SQLite keeps beside a file, and leaves in a power cut
REQUIRED_TABLES = {"league", "player", "match_event", "alembic_version"}


def is_sqlite_file(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def back_up(database: Path, file: Path, *, overwrite: bool = False) -> None:
    """A copy of the database as it is now. Raises CannotStart if there is a file already."""
    refuse_existing(file, overwrite)
    with atomic_write(file) as copy:
        copy_database(database, copy)


def refuse_existing(file: Path, overwrite: bool) -> None:
    if file.exists() and not overwrite:
        raise ConfigError(
            say("{file} is there already: choose another name, or say --overwrite.", file=str(file))
        )


@contextmanager
def atomic_write(file: Path) -> Iterator[Path]:
    """A file beside this one to be written; at the end, and not before, it takes its place.

    Raises CannotStart where that cannot be, as on a disk that is full.
    """
    try:
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
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(
            say("{file} cannot be written: {reason}.", file=str(file), reason=str(reason))
        ) from None


def fsync_path(path: Path) -> None:
    """So that it is still there after a power cut; a folder too, since names stand in it."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def is_writable(database: Path) -> bool:
    """Whether the file and its folder can be."""
    return os.access(database, os.W_OK) and os.access(database.parent, os.W_OK)


def copy_database(database: Path, copy: Path) -> None:
    """All of a SQLite database in one file; others may write to it meanwhile."""
    if is_writable(database):
        copy_with_sqlite(database, copy)
        return
    # SQLite reads a database with a log beside it only where it can write: it gets a copy of all
    # these files, which nobody writes meanwhile.
    with tempfile.TemporaryDirectory(prefix="database-") as folder:
        apart = Path(folder) / database.name
        for part in ("", *SIDECAR_SUFFIXES):
            beside = database.with_name(database.name + part)
            if beside.exists():
                shutil.copyfile(beside, apart.with_name(apart.name + part))
        copy_with_sqlite(apart, copy)


def copy_with_sqlite(database: Path, copy: Path) -> None:
    address = f"{database.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it


# ---------------------------------------------------------------- and back


def check_database(file: Path) -> bool:
    """Whether this is a database as this version writes it; an older one it would bring up to date.

    Raises CannotStart unless it is whole and of a version that is known here.
    """
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not {name for (name,) in tables} >= REQUIRED_TABLES:
                raise ConfigError(say("{file} is no database of Scorekeeper.", file=str(file)))
            is_current = check_schema_version(connection, file)
            whole = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            if not whole or connection.execute("PRAGMA foreign_key_check").fetchone():
                raise ConfigError(say("{file} is damaged: take an older backup.", file=str(file)))
            return is_current
    except sqlite3.Error as error:
        raise ConfigError(
            say("{file} cannot be read: {reason}.", file=str(file), reason=str(error))
        ) from None


def is_valid_database(database: Path) -> bool:
    """Whether this is a whole database that is known here."""
    try:
        check_database(database)
    except ConfigError:
        return False
    return True


def check_schema_version(connection: sqlite3.Connection, file: Path) -> bool:
    """Whether the last migration was applied; one that nobody here knows is of a newer program."""
    scripts = ScriptDirectory(str(paths.migrations_dir()))
    try:
        applied = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
        for revision in applied:
            scripts.get_revision(revision)
        return applied == scripts.get_heads()
    except CommandError:
        raise ConfigError(
            say(
                "{file} is from a newer version of Scorekeeper: update this one, then try again.",
                file=str(file),
            )
        ) from None


def has_matches(database: Path) -> bool:
    """Whether anything was ever played into this database."""
    if not database.exists():
        return False
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as there:
        try:
            return there.execute("SELECT 1 FROM match_event LIMIT 1").fetchone() is not None
        except sqlite3.Error:  # something else, or damaged: it is kept beside all the same
            return True


def replace_database(new: Path, database: Path) -> Path | None:
    """Let this file be the database; where the one before is kept, if there was one.

    At every moment there is a whole database in its place, the old one or the new one.
    """
    kept = next_free_path(database)
    if not database.exists():
        moved = move_sidecar_files(database, kept)
        move_into_place(new, database)
        return moved[0] if moved else None
    # Open to the end: closing any handle of a file gives up the locks SQLite has on it.
    with exclusive_access(database), database.open("rb") as opened:
        keep_old_database(database, opened, kept)
        move_sidecar_files(database, kept)
        move_into_place(new, database)
    return kept


def keep_old_database(database: Path, opened: IO[bytes], kept: Path) -> None:
    """The old database under another name as well, without a moment in which it has none."""
    try:
        kept.hardlink_to(database)
    except OSError:  # not every disk can give a file two names
        with atomic_write(kept) as beside, beside.open("wb") as copy:
            shutil.copyfileobj(opened, copy)


def move_sidecar_files(database: Path, kept: Path) -> list[Path]:
    """What the old database left beside it goes where that is kept: SQLite would take it for the
    new one's and write it over that. Where each part is now.
    """
    moved = []
    for part in SIDECAR_SUFFIXES:
        beside = database.with_name(database.name + part)
        if beside.exists():
            moved.append(beside.rename(kept.with_name(kept.name + part)))
    return moved


def move_into_place(new: Path, database: Path) -> None:
    fsync_path(database.parent)  # a power cut may not leave the new one with the parts of the old
    new.replace(database)
    fsync_path(database)
    fsync_path(database.parent)


@contextmanager
def exclusive_access(database: Path) -> Iterator[None]:
    """Raises CannotStart while a server, or anybody else, has the database open.

    SQLite leaves its write-ahead log, and merges it into the one file, only for somebody who is
    alone with it.
    """
    with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as connection:
        try:
            alone = connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
            if alone:
                connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            alone = False
        except sqlite3.DatabaseError:
            alone = True  # no database at all: nobody can have it open
        if not alone:
            raise ConfigError(
                say("{file} is in use: stop the server, then try again.", file=str(database))
            )
        yield


def next_free_path(database: Path, before: str = BEFORE_RESTORE_SUFFIX) -> Path:
    """Beside the database: league.sqlite.before-restore-1, or the next number that is free."""
    taken = {file.name for file in database.parent.iterdir()}
    number = 1
    while taken & {f"{database.name}{before}{number}{part}" for part in ("", *SIDECAR_SUFFIXES)}:
        number += 1
    return database.with_name(f"{database.name}{before}{number}")
