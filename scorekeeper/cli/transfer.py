"""The commands that carry a league away and back: export, import, restore."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from flask import Flask
from sqlalchemy import Connection, Engine, delete, event, func, select, text, update

from scorekeeper import create_app
from scorekeeper.cli.leagues import refuse_missing
from scorekeeper.config import SQLITE, CannotStart, database_file, our_file
from scorekeeper.db import engines
from scorekeeper.db.access_models import Admission, Device, Invitation, Passkey, PasskeyPhone
from scorekeeper.db.engines import Base, engine_of, in_a_sentence, place_of
from scorekeeper.db.models import League, Match, MatchEvent
from scorekeeper.messages import say
from scorekeeper.runtime.progress import bar
from scorekeeper.server.database_app import migrated, migrated_app
from scorekeeper.transfer import backups
from scorekeeper.transfer.league_json.dump import document
from scorekeeper.transfer.league_json.load import READINGS, bring_in
from scorekeeper.transfer.league_json.load_report import BroughtIn
from scorekeeper.web.current_league import FIRST

STAYS = {  # documents know nothing of it
    each.__table__ for each in (League, Device, Invitation, Admission, Passkey, PasskeyPhone)
}
STANDARD = "-"  # standard input and output
# The server's own work has no user.
OTHERS = text(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND usesysid IS NOT NULL AND pid <> ALL(:ours) LIMIT 1"
)


@contextmanager
def the_app() -> Iterator[Flask]:
    """The application of the environment; its connections are closed at the end."""
    with done_with(migrated_app()) as app:
        yield app


@contextmanager
def done_with(app: Flask) -> Iterator[Flask]:
    try:
        yield app
    finally:
        engine_of(app).dispose()


@contextmanager
def app_to_read() -> Iterator[Flask]:
    """The same, of a database that may lie on a disk that cannot be written: then of a copy."""
    database = our_file(os.environ)
    if database is None or not database.exists() or backups.can_be_written(database):
        with the_app() as app:
            yield app
        return
    with tempfile.TemporaryDirectory(prefix="league-") as folder:
        copy = Path(folder) / database.name
        backups.copied(database, copy)
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE}{copy}"})
        with done_with(migrated(app)):
            yield app


def file_of(app: Flask) -> Path | None:
    """The file of the database, or None if it is on a server."""
    return database_file(app.config["SQLALCHEMY_DATABASE_URI"])


def export(file: str, league: int = FIRST, *, overwrite: bool = False) -> None:
    """A whole league as a document, in a file or on standard output. Raises CannotStart."""
    with app_to_read() as app:
        refuse_missing(engine_of(app), league)
        if file == STANDARD:
            write_document(app, sys.stdout.buffer, league)
            sys.stdout.flush()
            return
        write_copy(app, Path(file), league, overwrite=overwrite)


def write_copy(app: Flask, file: Path, league: int = FIRST, *, overwrite: bool = False) -> None:
    """A league as a document, in a file. Raises CannotStart."""
    backups.refuse_existing(file, overwrite)
    with backups.new_file(file) as beside, beside.open("wb") as opened:
        write_document(app, opened, league)


def write_document(app: Flask, out: IO[bytes], league: int = FIRST) -> None:
    engine = engine_of(app)
    with in_a_sentence(engine), bar(matches_of(app)) as progress:
        for chunk in document(engine, league, progress=progress):
            out.write(chunk)


def matches_of(app: Flask) -> int:
    """How many matches there are, about."""
    with engines.reader(engine_of(app)).connect() as connection:
        return connection.scalar(select(func.max(Match.id))) or 0


def import_(file: str, league: int = FIRST) -> BroughtIn:
    """Bring in a document; raises CannotStart, OSError, NotDocuments or Contradiction."""
    with opened(file) as document_file, the_app() as app:
        refuse_missing(engine_of(app), league)
        return brought_into(app, document_file, league)


def brought_into(
    app: Flask,
    file: IO[bytes],
    league: int = FIRST,
    first: Callable[[Connection], None] | None = None,
) -> BroughtIn:
    size = file.seek(0, 2)
    with in_a_sentence(engine_of(app)), bar(READINGS * size) as progress:
        return bring_in(engine_of(app), file, league, progress=progress, first=first)


@contextmanager
def opened(file: str) -> Iterator[IO[bytes]]:
    """A file that can be read twice; of standard input, a copy."""
    if file != STANDARD:
        with Path(file).open("rb") as found:
            yield found
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        yield copy


# ---------------------------------------------------------------- restore


def restore(file: str, *, overwrite: bool = False) -> Path | None:
    """Put a backup, or a document, in the place of the league; where what was there is kept.

    Raises CannotStart, OSError, NotDocuments or Contradiction, with nothing changed.
    """
    is_database = backups.is_database(Path(file))
    if is_database:
        backups.check(Path(file))
    app = create_app()
    database = file_of(app)
    if database is None:
        return restore_on_server(app, Path(file), is_database=is_database, overwrite=overwrite)
    refuse_matches(backups.matches_in(database), overwrite)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=database.parent) as folder:
        new = Path(folder) / "new.sqlite"
        if is_database:
            backups.copied(Path(file), new)
        elif backups.is_sound(database):
            backups.copied(database, new)  # for what no document has: phones, other leagues
        bare = create_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE}{new}"})
        engines.upgrade(bare)
        if not is_database:
            with Path(file).open("rb") as found:
                brought_into(bare, found, first=remove_all)
        engine_of(bare).dispose()
        with backups.nobody_else(new):
            pass  # alone with it, so that all of it is in the one file
        return backups.put_in_place(new, database)


def refuse_matches(there: bool, overwrite: bool) -> None:
    if there and not overwrite:
        raise CannotStart(
            say(
                "There are matches here already. Say --overwrite to put the file in their place;"
                " what is here is kept in a file of its own."
            )
        )


def restore_on_server(app: Flask, file: Path, *, is_database: bool, overwrite: bool) -> Path | None:
    """On PostgreSQL a document takes the place of the league's rows, in one transaction."""
    if is_database:
        raise CannotStart(
            say(
                "PostgreSQL takes an export, not a file of SQLite: run `scorekeeper export` on that"
                " file first."
            )
        )
    engine = engine_of(app)
    ours = sessions_of(engine)
    with done_with(app):
        with in_a_sentence(engine), engines.reader(engine).connect() as connection:
            refuse_others(connection, ours)
        migrated(app)
        with engines.reader(engine).connect() as connection:
            there = connection.scalar(select(MatchEvent.match_id).limit(1)) is not None
        refuse_matches(there, overwrite)
        kept = backups.free_name(file) if there else None
        if kept:
            write_copy(app, kept)
        with file.open("rb") as found:
            brought_into(app, found, first=partial(take_over, ours))
    return kept


def sessions_of(engine: Engine) -> set[int]:
    """The numbers the server gives to the connections of this engine, from now on."""
    ours: set[int] = set()
    event.listen(engine, "connect", lambda opened, _: ours.add(opened.info.backend_pid))
    return ours


def refuse_others(connection: Connection, ours: set[int]) -> None:
    """Raises CannotStart while anybody else is connected to this database: a server that runs
    would go on with sheets and tables of matches that are gone.
    """
    connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")  # as it is now
    if connection.scalar(OTHERS, {"ours": sorted(ours)}):
        raise CannotStart(
            say(
                "The database {place} is in use: stop the server, and whatever else is connected"
                " to it, then try again.",
                place=place_of(connection.engine),
            )
        )


def take_over(ours: set[int], connection: Connection) -> None:
    """Everything is gone; who connects from here on waits until the new is there."""
    refuse_others(connection, ours)
    connection.exec_driver_sql("LOCK TABLE match, match_event")
    refuse_others(connection, ours)
    remove_all(connection)


def remove_all(connection: Connection) -> None:
    """Every row of the league but its own, which begins anew, and those of who belongs to it: the
    phones, whose they are to be said again, and their links. What was shown to the world is not.
    """
    for table in reversed(Base.metadata.sorted_tables):
        if table not in STAYS:
            connection.execute(delete(table).where(table.c.league_id == FIRST))
    connection.execute(update(Device).where(Device.league_id == FIRST).values(player_id=None))
    connection.execute(
        update(League)
        .where(League.id == FIRST)
        .values(
            last_player=0,
            last_season=0,
            last_payment=0,
            last_import=0,
            current_season=None,
        )
    )
