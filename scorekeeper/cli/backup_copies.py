"""Copy the database and then check the copy, for the command `backup`."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from itertools import chain
from pathlib import Path

from flask import Flask
from sqlalchemy.exc import DBAPIError

from scorekeeper.cli.checks import document_findings, findings_by_league
from scorekeeper.cli.database import closing_database, open_app
from scorekeeper.cli.export import write_document_file
from scorekeeper.config import SQLITE_PREFIX, configured_database_file
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.server.bare_app import create_bare_app
from scorekeeper.server.engines import store_of
from scorekeeper.transfer import backups, integrity
from scorekeeper.transfer.database_copy import DamagedDatabase
from scorekeeper.transfer.findings import RESTORE_ADVICE, Finding
from scorekeeper.transfer.overwrite_check import exists, refuse_overwrite
from scorekeeper.transfer.value_findings import value_findings

FindingsByLeague = dict[int, list[Finding]]
OLDER_SUFFIX = ".older"  # for an older backup whose replacement is damaged


def backup(file: str, *, overwrite: bool = False, verify: bool = True) -> FindingsByLeague:
    """Copy the whole SQLite database to one file, or export the first league from PostgreSQL.

    The copy is written even if the leagues have problems. If a damaged copy replaces an earlier
    backup, the earlier backup is kept in the same folder, with OLDER_SUFFIX added to its name.
    Returns the findings of `check` by league id, or no findings if `verify` is false. Raises
    ConfigError if the copy cannot be written, if there is no database, or if SQLite cannot read it.
    In the last case, the database files are copied as they are, under another name.
    """
    copy = Path(file)
    database = configured_database_file(os.environ)
    if database is None:
        with open_app() as app:
            return back_up_postgresql(app, copy, overwrite=overwrite, verify=verify)
    if not database.exists():
        raise ConfigError(say("There is no database at {file}.", file=str(database)))
    try:
        return back_up_sqlite(database, copy, overwrite=overwrite, verify=verify)
    except DamagedDatabase as damage:
        damaged = backups.copy_damaged_files(database, copy)
        raise ConfigError(
            say(
                "{reason} No backup was written. The damaged file was copied unchanged to {file}.",
                reason=str(damage),
                file=str(damaged),
            )
        ) from None


def back_up_postgresql(
    app: Flask, copy: Path, *, overwrite: bool, verify: bool
) -> FindingsByLeague:
    """Do what `backup` does, for a PostgreSQL database.

    With `verify`, values that cannot be read are replaced with defaults in the copy and listed in
    the findings. Without `verify`, nothing would report them, so ConfigError is raised instead.
    """
    if not verify:
        write_document_file(app, copy, overwrite=overwrite)
        return {}
    refuse_overwrite(copy, None, overwrite=overwrite)  # before `older_copy` writes a file
    with older_copy(copy) as older:
        written = write_document_file(app, copy, overwrite=overwrite, replaces_unreadable=True)
    store = store_of(app)
    with store.snapshot() as connection:
        findings = list(value_findings(connection, store.league_id))
    findings += integrity.findings(store)
    in_copy = list(findings_in_document(copy, written))
    if older is not None and not in_copy and is_sound(findings):
        older.unlink()
    return {FIRST_LEAGUE_ID: [*findings, *in_copy]}


def is_sound(findings: Iterable[Finding]) -> bool:
    """Return whether no finding advises restoring another backup."""
    return all(each.advice != RESTORE_ADVICE for each in findings)


def back_up_sqlite(
    database: Path, copy: Path, *, overwrite: bool, verify: bool
) -> FindingsByLeague:
    """Do what `backup` does, for an SQLite database.

    Raises DamagedDatabase if SQLite cannot read the database.
    """
    refuse_overwrite(copy, database, overwrite=overwrite)  # before `older_copy` writes a file
    if not verify:
        backups.back_up(database, copy, overwrite=overwrite)
        return {}
    with older_copy(copy) as older:
        backups.back_up(database, copy, overwrite=overwrite)
    findings, is_copy_sound = findings_in_copy(copy)  # the older copy is kept if this fails
    if older is not None and is_copy_sound:
        older.unlink()
    return findings


@contextmanager
def older_copy(file: Path) -> Iterator[Path | None]:
    """Copy the existing backup and yield the path of the copy.

    Yields None if there is no backup yet. The caller deletes the copy if the new backup is usable.
    A copy that was kept because an earlier backup was damaged is not replaced, because it may be
    the last good copy. If no new backup is written, the copy is deleted, unless it existed before.
    """
    if not exists(file):
        yield None
        return
    older = file.with_name(file.name + OLDER_SUFFIX)
    is_new = not older.exists()
    if is_new:
        with backups.atomic_write(older) as beside:
            shutil.copy2(file, beside)
    try:
        yield older
    except BaseException:
        if is_new:  # the backup itself was not replaced
            older.unlink(missing_ok=True)
        raise


def findings_in_document(copy: Path, written: bytes) -> Iterator[Finding]:
    """Read an export again, restore it to a new database, and yield the findings.

    `written` is the SHA-256 digest of the data that was written.
    """
    try:
        with copy.open("rb") as opened:
            if file_digest(opened, "sha256").digest() != written:
                reason = say("{file} does not contain what was written to it.", file=str(copy))
                yield untrusted_copy_finding(copy, ConfigError(reason))
                return
        yield from document_findings(copy)
    except OSError as error:
        yield untrusted_copy_finding(copy, error)


def findings_in_copy(copy: Path) -> tuple[FindingsByLeague, bool]:
    """Return the findings of `check` in this copy, by league id, and whether the copy is usable.

    A copy is not usable if it cannot be restored, or if a finding advises restoring another backup.
    If the copy has an older schema, only the file is checked, not the leagues.
    """
    try:
        if not backups.check_database(copy):
            return {}, True
        app = create_bare_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE_PREFIX}{copy.absolute()}"})
        with closing_database(app):
            findings = findings_by_league(app)
        with backups.exclusive_access(copy):  # merges the write-ahead log into the file
            return findings, is_sound(chain.from_iterable(findings.values()))
    except (ConfigError, DBAPIError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        return {FIRST_LEAGUE_ID: [untrusted_copy_finding(copy, reason)]}, False


def untrusted_copy_finding(copy: Path, reason: BaseException | None) -> Finding:
    return Finding(
        say(
            "The copy was written to {file}, but it failed the check: {reason}.",
            file=str(copy),
            reason=str(reason),
        ),
        say("Keep your older backups."),
    )
