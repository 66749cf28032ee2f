"""Write a league as a document, for the command `export` and for other commands."""

import os
import shutil
import sys
import tempfile
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO

from flask import Flask
from sqlalchemy import func, select

from scorekeeper.cli.database import open_app_for_reading
from scorekeeper.cli.leagues import refuse_missing_league
from scorekeeper.config import configured_database_file
from scorekeeper.db.connections import db_errors_as_config_error
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.db.tables import Matches
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.runtime.progress import progress_bar
from scorekeeper.server.engines import store_of
from scorekeeper.transfer import backups, integrity
from scorekeeper.transfer.findings import Finding
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.overwrite_check import refuse_overwrite
from scorekeeper.transfer.value_findings import exported_value_findings, type_findings

STDIO = "-"  # standard input and output


def export_league(
    file: str, league: int = FIRST_LEAGUE_ID, *, overwrite: bool = False
) -> dict[int, list[Finding]]:
    """Write a league as a document to a file or standard output.

    The document is written even if the league has problems, unless a value cannot be read. Returns
    the findings of `check` that need no replay, by league id. Raises ConfigError if there is no
    such league, if a value cannot be read, or if the document cannot be written.
    """
    with open_app_for_reading() as app:
        store = store_of(app, league)
        refuse_missing_league(store)
        if file == STDIO:
            write_to_stdout(app, league)
        else:
            write_document_file(app, Path(file), league, overwrite=overwrite)
        with db_errors_as_config_error(store.engine):
            return {league: integrity.quick_findings(store)}


def write_to_stdout(app: Flask, league: int) -> None:
    """Write a league as a document to standard output.

    The document is first written to a temporary file. The database snapshot can therefore be closed
    early, even if the program that reads the output is slow.
    """
    with tempfile.TemporaryFile() as copy:
        write_document(app, copy, league)
        copy.seek(0)
        shutil.copyfileobj(copy, sys.stdout.buffer)
    sys.stdout.flush()


def write_document_file(
    app: Flask,
    file: Path,
    league: int = FIRST_LEAGUE_ID,
    *,
    overwrite: bool = False,
    replaces_unreadable: bool = False,
) -> bytes:
    """Write a league as a document to a file, and return its SHA-256 digest.

    Raises ConfigError if the file cannot be written or must not be replaced, or if a value cannot
    be read. With `replaces_unreadable`, such a value is replaced with a default.
    """
    refuse_overwrite(file, configured_database_file(os.environ), overwrite=overwrite)
    with backups.atomic_write(file) as beside, beside.open("wb") as opened:
        return write_document(app, opened, league, replaces_unreadable=replaces_unreadable)


def write_document(
    app: Flask,
    out: IO[bytes],
    league: int = FIRST_LEAGUE_ID,
    *,
    replaces_unreadable: bool = False,
) -> bytes:
    """Write a league as a document and return its SHA-256 digest, like `write_document_file`."""
    store, most, digest = store_of(app, league), approximate_match_count(app), sha256()
    with db_errors_as_config_error(store.engine), progress_bar(most) as progress:
        if not replaces_unreadable:
            refuse_unreadable_values(store)
        for chunk in dump_league(store, progress=progress):
            out.write(chunk)
            digest.update(chunk)
    return digest.digest()


def refuse_unreadable_values(store: Store) -> None:
    """Raise ConfigError with the reason if an export would replace a value with a default."""
    with store.snapshot() as connection:
        of_types = type_findings(connection, store.league_id, exported_only=True)
        for finding in chain(of_types, exported_value_findings(connection, store.league_id)):
            raise ConfigError(
                say(
                    "The league cannot be exported. {reason} {advice}",
                    reason=finding.problem,
                    advice=finding.advice,
                )
            )


def approximate_match_count(app: Flask) -> int:
    """Return the highest match id of any league, as an estimate for progress bars."""
    with store_of(app).read() as connection:
        return connection.scalar(select(func.max(Matches.id))) or 0
