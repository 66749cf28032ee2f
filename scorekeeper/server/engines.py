"""The database engine of a Flask application, SQLite or PostgreSQL, and its migrations."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from flask import Flask, current_app
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, insert, inspect

from scorekeeper import paths
from scorekeeper.db import schema_check
from scorekeeper.db.base import Base
from scorekeeper.db.connections import (
    CHANNEL,
    autocommit_engine,
    database_location,
    db_errors_as_config_error,
)
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.db.tables import Leagues, MatchEvents
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say

PRAGMAS = (
    "busy_timeout=10000",  # milliseconds that a write waits for another write
    "journal_mode=WAL",  # reads never wait for writes
    "synchronous=FULL",  # a confirmed write survives a power cut
    "foreign_keys=ON",
    "journal_size_limit=67108864",  # bytes of the -wal file that are kept after a checkpoint
)
JSON_DECODER = json.JSONDecoder()
POOL_SIZE = 16  # connections kept open per process


db = SQLAlchemy(model_class=Base)
migrate = Migrate()


def init_app(app: Flask) -> None:
    """Configure the engine for `SQLALCHEMY_DATABASE_URI`.

    The engine connects to the database on the first query.
    """
    on_sqlite = app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite:")
    options: dict[str, Any] = {
        "hide_parameters": True,  # logged errors contain no names or hashes
        # JSON keys keep their order, and non-ASCII names are readable in the database.
        "json_serializer": json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
    }
    if on_sqlite:
        options["json_deserializer"] = decode_json
        # The driver must not send BEGIN, because `take_write_lock` sends it.
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
    """Decode JSON from the database.

    `raw_decode` is faster than `json.loads`, because it does not skip whitespace.
    """
    return JSON_DECODER.raw_decode(text)[0]


def engine_of(app: Flask) -> Engine:
    """Return the application's engine. For writes: `with engine_of(app).begin() as connection`."""
    with app.app_context():
        return db.engine


def store_of(app: Flask, league_id: int = FIRST_LEAGUE_ID) -> Store:
    """Return the store of a league in the application's database."""
    return Store(engine_of(app), league_id)


def set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    connection.text_factory = decode_stored_text


def decode_stored_text(stored: bytes) -> str:
    """Decode text from SQLite. Bytes that are not UTF-8 become escapes.

    Otherwise, one damaged byte would make every query that returns its row fail.
    """
    return stored.decode("utf-8", "backslashreplace")


def take_write_lock(connection: Connection) -> None:
    """Take SQLite's write lock when a transaction begins, because taking it later can fail.

    Connections that are only for reading do not take the lock.
    """
    if not connection.get_execution_options().get("reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def notify_commit(connection: Connection) -> None:
    """Notify other processes of a commit.

    This is an event listener, so no writer can skip it.
    """
    connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


def upgrade(app: Flask) -> None:
    """Create the tables or migrate them to the newest version.

    Raises ConfigError if the database cannot be used or written, lacks a table, or is from a newer
    version.
    """
    with app.app_context():
        create_private_file(db.engine)
        settings = current_app.extensions["migrate"].migrate.get_config()
        try:
            with db_errors_as_config_error(db.engine):
                refuse_newer(db.engine, ScriptDirectory.from_config(settings))
                command.upgrade(settings, "head")
                schema_check.refuse_incomplete(db.engine)
                refuse_unwritable(db.engine)
        finally:
            # A server process that is forked from this one must open its own connections.
            db.engine.dispose()


def create_tables(app: Flask) -> None:
    """Create the tables and the first league of a temporary database.

    This takes a fraction of the time that all migrations take, and creates the same tables.
    """
    with engine_of(app).begin() as connection:
        Base.metadata.create_all(connection)
        connection.execute(insert(Leagues).values(id=FIRST_LEAGUE_ID, name="", last_player=0))


def create_private_file(engine: Engine) -> None:
    """Create a missing SQLite file with mode 0600 before anything is written to it."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        if not file.exists():
            file.touch(mode=0o600)


def refuse_unwritable(engine: Engine) -> None:
    """Raise DBAPIError if the database is not writable.

    To find out, a write is tried and rolled back.
    """
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        connection.rollback()


def refuse_newer(engine: Engine, scripts: ScriptDirectory) -> None:
    """Raise ConfigError for a database with a migration that this version does not have.

    Also raises it for a database that has our tables but no record of the applied migrations.
    """
    with autocommit_engine(engine).connect() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
        if not heads and inspect(connection).has_table(MatchEvents.__tablename__):
            raise schema_check.incomplete_database(engine, "no such table: alembic_version")
    try:
        for head in heads:
            scripts.get_revision(head)
    except CommandError:
        raise ConfigError(
            say(
                "The database {place} is from a newer version of Scorekeeper. Update "
                "Scorekeeper, or set SCOREKEEPER_DATABASE to another database.",
                place=database_location(engine),
            )
        ) from None
