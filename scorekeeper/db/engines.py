"""The database: one SQLite file, or PostgreSQL by its URL; how it is opened and brought up to date.

Whoever writes takes SQLite's write lock with the first word of the transaction, so that two
phones queue up instead of failing half-way. Whoever reads takes no lock and no transaction.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from flask import Flask, current_app
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase

from scorekeeper import paths
from scorekeeper.config import ConfigError
from scorekeeper.messages import Message, say

PRAGMAS = (
    "busy_timeout=10000",  # milliseconds a write waits for another one
    "journal_mode=WAL",  # reading never waits for writing
    "synchronous=FULL",  # what was acknowledged survives a power cut
    "foreign_keys=ON",
)
JSON_DECODER = json.JSONDecoder()
POOL_SIZE = 16  # connections kept open by one process
READER_KEY = "scorekeeper.reader"  # where an engine has its own
CHANNEL = "scorekeeper_saved"  # what PostgreSQL calls out, to every process, when one has committed


class Base(DeclarativeBase):
    """Every table. Constraints are named, so that later migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)
migrate = Migrate()


def init_app(app: Flask) -> None:
    """Open the database of `SQLALCHEMY_DATABASE_URI`, lazily, with the first thing asked of it."""
    on_sqlite = app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite:")
    options: dict[str, Any] = {
        "hide_parameters": True,  # what goes wrong is logged, names and hashes are not
        # Keys stay in the order they were put in; names stay readable in the file.
        "json_serializer": json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
    }
    if on_sqlite:
        options["json_deserializer"] = decode_json
        # No BEGIN of the driver's own: `take_write_lock` says it.
        options["connect_args"] = {"isolation_level": None}
    else:
        # The server may have been started anew since a connection was last used.
        options["pool_pre_ping"] = True
    if app.config["SQLALCHEMY_DATABASE_URI"] != "sqlite://":
        options["pool_size"] = POOL_SIZE
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    db.init_app(app)
    migrate.init_app(app, db, directory=str(paths.migrations_dir()), render_as_batch=True)
    engine = engine_of(app)
    if on_sqlite:
        event.listen(engine, "connect", set_pragmas)
        event.listen(engine, "begin", take_write_lock)
    else:
        event.listen(engine, "commit", notify_commit)


def decode_json(text: str) -> Any:
    """JSON of our own, which has no spaces around it to look for."""
    return JSON_DECODER.raw_decode(text)[0]


def engine_of(app: Flask) -> Engine:
    """What the application's database is written through: `with engine.begin() as connection`."""
    with app.app_context():
        return db.engine


def dispose_before_fork(engine: Engine) -> None:
    """Before processes are made that answer: a connection that two of them have is neither's. One
    that is killed would leave its session to the next, in the middle of a word.
    """
    if engine.url.database:  # in memory the connection is the database
        engine.dispose()


def autocommit_engine(engine: Engine) -> Engine:
    """The same database for single questions: no transaction, so no lock and no round trip. It is
    made once: making one takes half as long as what is asked through it.
    """
    found: Engine | None = vars(engine).get(READER_KEY)
    if found is None:
        on_sqlite = engine.dialect.name == "sqlite"
        how = {"reads": True} if on_sqlite else {"isolation_level": "AUTOCOMMIT"}
        found = vars(engine)[READER_KEY] = engine.execution_options(**how)
    return found


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """The database as it is now, for many questions that belong together; others may write
    meanwhile, and nothing of that is seen.
    """
    if engine.dialect.name == "sqlite":
        with autocommit_engine(engine).connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")
        return
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.execution_options(**options).connect() as connection:
        yield connection


def set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def take_write_lock(connection: Connection) -> None:
    """Begin by taking the lock: a transaction that only asks for it later can be refused it."""
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def notify_commit(connection: Connection) -> None:
    """Part of every transaction, so that nobody who writes can forget it."""
    connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


# On PostgreSQL two who wait for each other are both held up until one of them fails. So whoever
# takes several of these takes them in this order: the log, by its first entry or by one of the two
# below; the league's row (derived.next_change); rows of imports, of matches, of players.


def lock_log_for_append(connection: Connection) -> None:
    """For who takes the league's row before he writes into the log: nobody shuts it meanwhile."""
    lock_log(connection, "ROW EXCLUSIVE")


def lock_log_exclusive(connection: Connection) -> None:
    """Nobody else writes until this is done; SQLite's transactions see to it by themselves."""
    lock_log(connection, "SHARE ROW EXCLUSIVE")


def lock_log(connection: Connection, mode: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"LOCK TABLE match_event IN {mode} MODE")


def upgrade(app: Flask) -> None:
    """Make the tables, or bring them up to date. Raises CannotStart, also where nothing can be
    written.
    """
    with app.app_context():
        create_private_file(db.engine)
        settings = current_app.extensions["migrate"].migrate.get_config()
        try:
            with db_errors_as_config_error(db.engine):
                refuse_newer(db.engine, ScriptDirectory.from_config(settings))
                command.upgrade(settings, "head")
                refuse_unwritable(db.engine)
        finally:
            # A server process that is forked from this one must open connections of its own.
            db.engine.dispose()


def create_private_file(engine: Engine) -> None:
    """Make a SQLite file that is not there yet, for its owner alone before a byte is in it."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        if not file.exists():
            file.touch(mode=0o600)


def refuse_unwritable(engine: Engine) -> None:
    """Raises DBAPIError where nothing can be written; only a write shows that, and it is undone."""
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        connection.rollback()


@contextmanager
def db_errors_as_config_error(engine: Engine) -> Iterator[None]:
    """What the database does not do in this block, for a lock or a full disk, is a CannotStart."""
    try:
        yield
    except DBAPIError as error:
        raise ConfigError(unusable_database_message(engine, error)) from None


def refuse_newer(engine: Engine, scripts: ScriptDirectory) -> None:
    """A database with a migration nobody here knows is left alone."""
    with autocommit_engine(engine).connect() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
    try:
        for head in heads:
            scripts.get_revision(head)
    except CommandError:
        raise ConfigError(
            say(
                "The database {place} is from a newer version of Scorekeeper:"
                " update this one, or name another database in SCOREKEEPER_DATABASE.",
                place=database_location(engine),
            )
        ) from None


def unusable_database_message(engine: Engine, error: DBAPIError) -> Message:
    """One sentence about a file or server that does not let us in."""
    reason = str(error.orig).strip().splitlines()[0].rstrip(".")
    return say(
        "The database {place} cannot be used: {reason}."
        " Mend that, or name another in SCOREKEEPER_DATABASE.",
        place=database_location(engine),
        reason=reason,
    )


def database_location(engine: Engine) -> str:
    """The file, or the server's address without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "in memory"
    return engine.url.render_as_string(hide_password=True)
