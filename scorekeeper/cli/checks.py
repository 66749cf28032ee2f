"""Find problems in the leagues and repair them if possible, for the command `check`."""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from sqlalchemy import select

from scorekeeper.cli.database import closing_database, open_app, open_app_for_reading, sqlite_file
from scorekeeper.cli.export import write_document_file
from scorekeeper.cli.leagues import refuse_missing_league
from scorekeeper.config import SQLITE_PREFIX
from scorekeeper.db.connections import db_errors_as_config_error
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.db.tables import Leagues
from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import say
from scorekeeper.server import engines
from scorekeeper.server.bare_app import create_bare_app
from scorekeeper.server.engines import engine_of, store_of
from scorekeeper.transfer import backups, integrity, references
from scorekeeper.transfer.findings import Finding
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.match_findings import marked_match_findings
from scorekeeper.transfer.value_findings import type_findings, value_findings

COPY_INFIX = ".before-repair-"


class CheckResult(NamedTuple):
    """The findings by league id, and the paths of the copies made before a repair.

    `copies` is empty if nothing was repaired.
    """

    findings: dict[int, list[Finding]]
    copies: tuple[Path, ...] = ()

    @property
    def has_no_findings(self) -> bool:
        return not any(self.findings.values())


def check(league: int | None = None, *, repair: bool = False) -> CheckResult:
    """Check one league, or all leagues if `league` is None, and return the findings that remain.

    If `repair` is true, every problem that can be repaired is repaired, after the database is
    copied. Nothing is repaired if the log of a match has lost entries, because only the stored
    result still contains their effects. Raises ConfigError if there is no such league, or if the
    database cannot be used.
    """
    opened = open_app() if repair else open_app_for_reading()
    with opened as app, db_errors_as_config_error(engine_of(app)):
        if league is not None:
            refuse_missing_league(store_of(app, league))
        before = findings_by_league(app, league)
        if not repair or not any(each.repair for some in before.values() for each in some):
            return CheckResult(before)
        # A rebuild replaces the rows of all leagues.
        everywhere = before if league is None else findings_by_league(app)
        if any(each.forbids_rebuild for some in everywhere.values() for each in some):
            return CheckResult(before)
        copies = back_up_before_repair(app, before)
        for number, findings in before.items():
            integrity.unmerge_players(store_of(app, number), findings)
        rebuild(engine_of(app), check_answers=True)
        for number in before:
            references.repair_references(store_of(app, number))
        return CheckResult(findings_by_league(app, league), copies)


def findings_by_league(app: Flask, league: int | None = None) -> dict[int, list[Finding]]:
    """Return the findings by league id, for one league of the app's database.

    If `league` is None, the findings of all leagues are returned.
    """
    return {
        store.league_id: all_findings(store)
        for store in stores_of(app)
        if league in (None, store.league_id)
    }


def all_findings(store: Store) -> list[Finding]:
    """Return all findings about a league.

    If a value has the wrong type, the other checks are skipped, because they would fail. The
    export is checked only if all values can be read.
    """
    with store.snapshot() as connection:
        if types := list(type_findings(connection, store.league_id)):
            return types
        values = list(value_findings(connection, store.league_id))
    return [*integrity.findings(store), *(values or export_findings(store))]


def findings_after_rebuild(app: Flask) -> dict[int, list[Finding]]:
    """Return the findings about matches that a rebuild could not compute, by league id."""
    by_league = {}
    for store in stores_of(app):
        with store.snapshot() as connection:
            by_league[store.league_id] = list(marked_match_findings(connection, store.league_id))
    return by_league


def stores_of(app: Flask) -> list[Store]:
    """Return the stores of all leagues in the app's database."""
    with store_of(app).read() as connection:
        leagues = connection.scalars(select(Leagues.id).order_by(Leagues.id)).all()
    return [store_of(app, league) for league in leagues]


def export_findings(store: Store) -> Iterator[Finding]:
    """Yield a finding if an export cannot be restored, or if restoring it changes the data."""
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        file = Path(folder) / "export.jsonl"
        with file.open("wb") as out:
            out.writelines(dump_league(store))
        yield from document_findings(file)


def document_findings(file: Path) -> Iterator[Finding]:
    """Yield a finding if this export cannot be restored, or if restoring it changes the data.

    The export is restored to a new database, and the restored league is exported again. The two
    exports are compared byte by byte, unless the league has matches that are missing or cannot be
    read.
    """
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        address = f"{SQLITE_PREFIX}{folder}/copy.sqlite"
        copy = create_bare_app({"SQLALCHEMY_DATABASE_URI": address})
        with (
            closing_database(copy),
            db_errors_as_config_error(engine_of(copy)),  # errors in the copy, not in the league
            file.open("rb") as opened,
        ):
            engines.create_tables(copy)
            try:
                report = load_league(store_of(copy), opened)
            except (InvalidDocuments, ImportConflict) as reason:
                yield Finding(
                    say(
                        "An export of this league cannot be restored: {reason}", reason=str(reason)
                    ),
                    say(
                        "If there are no other problems, report this problem to the developers. "
                        "Otherwise, fix the others first."
                    ),
                )
                return
            again = b"".join(dump_league(store_of(copy)))
        if not (report.unreadable or report.useless) and again != file.read_bytes():
            yield Finding(
                say("Restoring an export of this league produces a different league."),
                say(
                    "Keep backups of the database as well, and report this problem to the "
                    "developers."
                ),
            )


def back_up_before_repair(app: Flask, leagues: Iterable[int]) -> tuple[Path, ...]:
    """Copy the database to a file in the same folder, and return the paths of all copies.

    On PostgreSQL, each of these leagues is exported to the current folder instead.
    """
    database = sqlite_file(app)
    if database is not None:
        copy = backups.next_free_path(database, COPY_INFIX)
        backups.back_up(database, copy)
        return (copy,)
    return tuple(export_before_repair(app, number) for number in leagues)


def export_before_repair(app: Flask, league: int) -> Path:
    """Export a league to a new file in the current folder, and return its path."""
    name = "scorekeeper.jsonl" if league == FIRST_LEAGUE_ID else f"scorekeeper-{league}.jsonl"
    copy = backups.next_free_path(Path.cwd() / name, COPY_INFIX)
    write_document_file(app, copy, league)
    return copy
