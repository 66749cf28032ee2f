"""Refuse to write a copy over a file that must not be replaced."""

import stat
from pathlib import Path

from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.transfer.database_copy import SIDECAR_SUFFIXES


def refuse_overwrite(file: Path, database: Path | None, *, overwrite: bool) -> None:
    """Raise ConfigError if a copy must not be written to `file`.

    It must not be written if the file exists and `overwrite` is false, if it is a folder or a
    device, or if it is the database itself. If the database were replaced, a running server would
    continue to write to the old file, and everything that it saves would be lost. `database` is
    None if the database is not a file.
    """
    refuse_existing(file, overwrite)
    try:
        # A symbolic link to a file is replaced, but its target is not. A link to a device is not
        # replaced, because the operating system needs links such as /dev/stdout.
        is_file = stat.S_ISREG(file.stat().st_mode)
    except OSError:  # a missing file, or a name that `atomic_write` refuses
        is_file = True
    if not is_file:
        raise ConfigError(say("{file} is not a file. Choose another name.", file=str(file)))
    if database is not None and is_database_file(file, database):
        raise ConfigError(
            say("{file} is the database itself. Choose another name.", file=str(file))
        )


def refuse_existing(file: Path, overwrite: bool) -> None:
    if not overwrite and exists(file):
        raise ConfigError(
            say(
                "{file} already exists. Choose another name, or use --overwrite to replace it.",
                file=str(file),
            )
        )


def exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # for example a name that is too long
        return False


def is_database_file(file: Path, database: Path) -> bool:
    """Return whether `file` is the path of the database or of one of its sidecar files.

    If the database's path is a symbolic link, the link and its target both count.
    """
    path = file.absolute().parent.resolve() / file.name
    database_paths = (database.absolute().parent.resolve() / database.name, database.resolve())
    return any(
        path == database_path.with_name(database_path.name + suffix)
        for database_path in database_paths
        for suffix in ("", *SIDECAR_SUFFIXES)
    )
