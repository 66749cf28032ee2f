"""Write several entries of the log, and rows of other tables, in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import Store
from scorekeeper.match.events import Entry
from scorekeeper.match.log import Log
from scorekeeper.match.sheet import Scoresheet


@contextmanager
def log_transaction(store: Store, log: Log) -> Iterator[tuple[Connection, SqlLog]]:
    """Yield a connection and a log that read and write in one transaction.

    Other writers of the log wait until the transaction ends. The listener of `log` is called after
    the commit. Later, `log` reads the new entries from the database, in the same way as entries
    that other processes write. To fill a league with matches, use `SqlLog.bulk_transaction`, which
    does not lock the log.
    """
    written: list[tuple[int, Entry, Scoresheet | None, Scoresheet]] = []
    with store.write(lock_log_exclusive) as connection:
        transaction_log = SqlLog(store, connection)
        transaction_log.listener = lambda *entry: written.append(entry)
        yield connection, transaction_log
    if isinstance(log, SqlLog) and log.listener is not None:
        for entry in written:
            log.listener(*entry)
