"""Copy an SQLite database into one file, even while other connections write to it."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from scorekeeper.db.connections import database_error_message, is_damage
from scorekeeper.errors import ConfigError

# Files that SQLite keeps next to a database. A crash or power cut leaves them behind.
SIDECAR_SUFFIXES = (
    "-wal",
    "-shm",
    "-journal",
)


class DamagedDatabase(ConfigError):
    """SQLite cannot read the database. The message says why and what to do."""


def is_writable(database: Path) -> bool:
    """Return whether the file and its folder are writable."""
    database = database.resolve()
    return os.access(database, os.W_OK) and os.access(database.parent, os.W_OK)


def copy_database(database: Path, copy: Path) -> None:
    """Copy a whole SQLite database into one file, as one consistent snapshot.

    Raises DamagedDatabase if `database` is damaged, or sqlite3.Error if `copy` cannot be written.
    """
    try:
        if is_writable(database):
            copy_with_sqlite(database, copy)
        else:
            copy_read_only(database, copy)
    except sqlite3.Error as error:
        if is_damage(error):
            raise DamagedDatabase(database_error_message(str(database), error)) from None
        raise


def copy_read_only(database: Path, copy: Path) -> None:
    """Copy a database whose file or folder cannot be written.

    SQLite opens a database with a write-ahead log only if it can write to the folder. The database
    and its sidecar files are therefore copied first, assuming that no process writes to them.
    """
    database = database.resolve()  # SQLite writes the log beside the file, not beside a link to it
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
        target.execute("PRAGMA journal_mode=DELETE")  # a single file, no sidecar files
