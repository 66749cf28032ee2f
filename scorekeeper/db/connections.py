"""Connections for reads, snapshots of the database, locks, and the driver's errors.

On SQLite, a writing transaction takes the write lock when it begins (`server/engines.py`).
Concurrent writers therefore wait instead of failing half-way. Single reads do not use a lock or a
transaction.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from scorekeeper.errors import ConfigError
from scorekeeper.messages import Message, say

READER_KEY = "scorekeeper.reader"  # the attribute of an engine that holds its autocommit engine
PRIMARY_CODE = 0xFF  # mask for the primary code in an extended SQLite error code
CHANNEL = "scorekeeper_saved"  # PostgreSQL notifies this channel of every commit


def autocommit_engine(engine: Engine) -> Engine:
    """Return the engine in autocommit mode, for single reads without a transaction or lock.

    The autocommit engine is created once per engine, because creating it takes half as long as a
    query.
    """
    reader: Engine | None = vars(engine).get(READER_KEY)
    if reader is None:
        on_sqlite = engine.dialect.name == "sqlite"
        how = {"reads": True} if on_sqlite else {"isolation_level": "AUTOCOMMIT"}
        reader = vars(engine)[READER_KEY] = engine.execution_options(**how)
    return reader


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that sees one state of the database, for several reads that must agree.

    Other connections can write at the same time, but their changes are not visible here. Use it
    only for reads, because the transaction is read-only on PostgreSQL, and rolled back on SQLite.

    The connection is opened for this purpose and then closed. It is not returned to the pool,
    because reading a whole league takes a long time, and saves need the pool.
    """
    if engine.dialect.name == "sqlite":
        with autocommit_engine(engine).connect() as connection:
            leave_pool(engine, connection)
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")
        return
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.execution_options(**options).connect() as connection:
        leave_pool(engine, connection)
        yield connection


def leave_pool(engine: Engine, connection: Connection) -> None:
    """Remove the connection from the pool, so that the pool can open another connection.

    The pool keeps at least one connection open, because `restore` recognises a running server by
    its connections.
    """
    # If the connection of an in-memory database is closed, the data is lost.
    if not isinstance(engine.pool, QueuePool):
        return
    connection.detach()
    if engine.pool.checkedout() == 0:
        autocommit_engine(engine).connect().close()


def dispose_before_fork(engine: Engine) -> None:
    """Close pooled connections before a fork.

    If two processes used the same connection, their messages would corrupt the protocol.
    """
    if engine.url.database:  # an in-memory database would be lost
        engine.dispose()


# Lock order on PostgreSQL. To avoid deadlocks, a transaction takes these locks in this order: the
# log (when it inserts an entry or calls `lock_log_exclusive`), the league's row
# (match_rows.increment_changes), then the rows of imports, matches and players.


def lock_log_exclusive(connection: Connection) -> None:
    """Block all other writers of the log until the transaction ends.

    This does nothing on SQLite, where writing transactions always wait for each other.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("LOCK TABLE match_event IN SHARE ROW EXCLUSIVE MODE")


@contextmanager
def db_errors_as_config_error(engine: Engine) -> Iterator[None]:
    """Convert a DBAPIError in this block, for example on a full disk, to a ConfigError."""
    try:
        yield
    except DBAPIError as error:
        raise ConfigError(unusable_database_message(engine, error)) from None


def unusable_database_message(engine: Engine, error: DBAPIError) -> Message:
    """Return the message for an unusable database file or server, with the driver's reason."""
    return database_error_message(database_location(engine), error.orig)


def database_error_message(place: str, error: BaseException | None) -> Message:
    """Return the message for an error of the driver, with advice. `place` is the file or URL."""
    reason = str(error).strip().splitlines()[0].rstrip(".")
    if is_damage(error):
        return say(
            "The database {place} cannot be used: {reason}. Restore a backup with `scorekeeper "
            "restore`, or set SCOREKEEPER_DATABASE to another database.",
            place=place,
            reason=reason,
        )
    return say(
        "The database {place} cannot be used: {reason}. Fix this problem, or set "
        "SCOREKEEPER_DATABASE to another database.",
        place=place,
        reason=reason,
    )


def is_damage(error: BaseException | None) -> bool:
    """Return whether SQLite found that the file is damaged, or not a database at all."""
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & PRIMARY_CODE in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def database_location(engine: Engine) -> str:
    """Return the path of the SQLite file, or the server's URL without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "in memory"
    return engine.url.render_as_string(hide_password=True)
