"""Refuse the writes of late requests: requests of a phone that has lost its right meanwhile.

A request can wait between the check of its right and its transaction: for a lock, for a thread, or
while a large file is read.
"""

from dataclasses import replace

from sqlalchemy import Connection, select

from scorekeeper.access.devices import refuse_former_owner
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues


def store_of_owner(store: Store, number: int) -> Store:
    """Return a store whose transactions raise PermissionLost unless this phone owns the league.

    Each transaction locks the league's row first: a concurrent change of the phone's right has
    either finished or waits.
    """
    league = store.league_id
    lock = select(Leagues.id).where(Leagues.id == league).with_for_update(key_share=True)

    def check(connection: Connection) -> None:
        connection.execute(lock)
        refuse_former_owner(connection, league, number)

    return replace(store, check=check)
