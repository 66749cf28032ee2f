"""Refuse the writes of a request if its phone has lost its permission since the request arrived.

A request can wait between the check of its permission and its transaction: for a lock, for a
thread, or until a large file is read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection, bindparam, select

from scorekeeper.access.devices import refuse_insufficient_right
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right

# This query is built only once, because every write of a phone executes it.
LOCK_LEAGUE = (
    select(Leagues.id).where(Leagues.id == bindparam("league")).with_for_update(key_share=True)
)


def store_of_phone(store: Store, device_id: int, required_right: Right) -> Store:
    """Return a store whose transactions raise PermissionLost unless the phone has this permission.

    Each transaction locks the league's row first, so a concurrent change of the phone's permission
    either has finished or waits.
    """

    def check(connection: Connection) -> None:
        connection.execute(LOCK_LEAGUE, {"league": store.league_id})
        refuse_insufficient_right(connection, store.league_id, device_id, required_right)

    return replace(store, check=check)


class LogOfPhone(SqlLog):
    """A log whose writes raise PermissionLost if the phone has lost the permission that they need.

    This log shares the caches of the log that it was created from. The phone's permission is read
    at the end of a transaction, when the transaction holds all its locks. Locking the phone's row
    at that point would violate the lock order (`db/connections.py`). On SQLite, no other
    transaction can write in the meantime. On PostgreSQL, a change of the permission can still
    finish while this transaction commits.
    """

    def __init__(self, log: SqlLog, device_id: int, required_right: Right) -> None:
        vars(self).update(vars(log))
        self.device_id, self.required_right = device_id, required_right

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with super().writing() as connection:
            yield connection
            refuse_insufficient_right(connection, self.league, self.device_id, self.required_right)
