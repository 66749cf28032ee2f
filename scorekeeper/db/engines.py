"""The database engine, SQLite or PostgreSQL: connections, locks, migrations.

On SQLite, a writing transaction takes the write lock when it begins (`BEGIN IMMEDIATE`), so that
concurrent writers wait instead of failing half-way. Single reads use no lock and no transaction.
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
    "busy_timeout=10000",  # milliseconds that a write waits for another one
    "journal_mode=WAL",  # reads never wait for writes
    "synchronous=FULL",  # a confirmed write survives a power cut
    "foreign_keys=ON",
)
JSON_DECODER = json.JSONDecoder()
POOL_SIZE = 16  # connections kept open per process
READER_KEY = "scorekeeper.reader"  # the attribute of an engine that holds its autocommit engine
CHANNEL = "scorekeeper_saved"  # PostgreSQL notifies this channel with every commit


class Base(DeclarativeBase):
    """Base class of all tables. Constraints have names, so that migrations can refer to them."""

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
    """Configure the engine for `SQLALCHEMY_DATABASE_URI`; it connects with the first query."""
    on_sqlite = app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite:")
    options: dict[str, Any] = {
        "hide_parameters": True,  # logged errors contain no names or hashes
        # Keys keep their order; non-ASCII names stay readable in the database.
        "json_serializer": json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
    }
    if on_sqlite:
        options["json_deserializer"] = decode_json
        # The driver sends no BEGIN of its own: `take_write_lock` does.
        options["connect_args"] = {"isolation_level": None}
    else:
        # The server may have restarted since a connection was last used.
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
    """Decode JSON that we wrote; faster than `json.loads`, as there is no whitespace around it."""
    return JSON_DECODER.raw_decode(text)[0]


def engine_of(app: Flask) -> Engine:
    """The application's engine. For writes: `with engine_of(app).begin() as connection`."""
    with app.app_context():
        return db.engine


def dispose_before_fork(engine: Engine) -> None:
    """Close pooled connections before a fork.

    A connection that two processes share corrupts the protocol of both.
    """
    if engine.url.database:  # a database in memory is lost with its connection
        engine.dispose()


def autocommit_engine(engine: Engine) -> Engine:
    """The same database in autocommit mode, for single reads without a transaction or lock.

    Created once per engine: creating it takes half as long as a query through it.
    """
    found: Engine | None = vars(engine).get(READER_KEY)
    if found is None:
        on_sqlite = engine.dialect.name == "sqlite"
        how = {"reads": True} if on_sqlite else {"isolation_level": "AUTOCOMMIT"}
        found = vars(engine)[READER_KEY] = engine.execution_options(**how)
    return found


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, for several queries that belong together.

    Others can write meanwhile; their changes are not visible here. Meant for reads; on PostgreSQL
    the transaction is read-only.
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
    """Take SQLite's write lock at the start: taking it later in a transaction can fail."""
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def notify_commit(connection: Connection) -> None:
    """Notify other processes of a commit; an event listener, so no writer can forget it."""
    connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


# Lock order on PostgreSQL, to avoid deadlocks: a transaction that takes several of these locks
# takes them in this order: the log (by its first entry or by one of the two functions below), the
# league's row (match_rows.increment_changes), rows of imports, of matches, of players.


def lock_log_for_append(connection: Connection) -> None:
    """Lock the log in the mode of an INSERT, before taking the lock on the league's row.

    For transactions that append to the log after that; keeps the lock order.
    """
    lock_log(connection, "ROW EXCLUSIVE")


def lock_log_exclusive(connection: Connection) -> None:
    """Block all other writers of the log until the transaction ends; on SQLite they always wait."""
    lock_log(connection, "SHARE ROW EXCLUSIVE")


def lock_log(connection: Connection, mode: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"LOCK TABLE match_event IN {mode} MODE")


def upgrade(app: Flask) -> None:
    """Create the tables or migrate them to the newest version.

    Raises ConfigError if the database cannot be used or written, or is from a newer version.
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
            # A server process that is forked from this one must open its own connections.
            db.engine.dispose()


def create_private_file(engine: Engine) -> None:
    """Create a missing SQLite file with mode 0600 before anything is written to it."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        if not file.exists():
            file.touch(mode=0o600)


def refuse_unwritable(engine: Engine) -> None:
    """Raise DBAPIError if the database is not writable; tries a write and rolls it back."""
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        connection.rollback()


@contextmanager
def db_errors_as_config_error(engine: Engine) -> Iterator[None]:
    """Turn a DBAPIError of this block (a lock, a full disk) into a ConfigError."""
    try:
        yield
    except DBAPIError as error:
        raise ConfigError(unusable_database_message(engine, error)) from None


def refuse_newer(engine: Engine, scripts: ScriptDirectory) -> None:
    """Raise ConfigError for a database with a migration that this version does not know."""
    with autocommit_engine(engine).connect() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
    try:
        for head in heads:
            scripts.get_revision(head)
    except CommandError:
        raise ConfigError(
            say(
                "The database {place} is from a newer version of Scorekeeper: update "
                "Scorekeeper, or set SCOREKEEPER_DATABASE to another database.",
                place=database_location(engine),
            )
        ) from None


def unusable_database_message(engine: Engine, error: DBAPIError) -> Message:
    """The sentence for a database file or server that cannot be used, with the driver's reason."""
    reason = str(error.orig).strip().splitlines()[0].rstrip(".")
    return say(
        "The database {place} cannot be used: {reason}. Fix that, or set "
        "SCOREKEEPER_DATABASE to another database.",
        place=database_location(engine),
        reason=reason,
    )


def database_location(engine: Engine) -> str:
    """The path of the SQLite file, or the server's URL without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "in memory"
    return engine.url.render_as_string(hide_password=True)
