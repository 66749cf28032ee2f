"""A league's database and id: the first argument of its queries and commands."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Engine

from scorekeeper.db.connections import autocommit_engine, snapshot

FIRST_LEAGUE_ID = 1  # created by the first migration; other leagues have a URL prefix, as in /l/2


@dataclass(frozen=True, slots=True)
class Store:
    """One league in one database. Cheap to create; has no state of its own."""

    engine: Engine
    league_id: int = FIRST_LEAGUE_ID

    def read(self) -> Connection:
        """A connection for single reads, without a transaction: `with store.read() as connection`.

        For several reads that must agree, use `snapshot`.
        """
        return autocommit_engine(self.engine).connect()

    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection that sees a single state of the database (`connections.snapshot`)."""
        return snapshot(self.engine)

    def write(self) -> AbstractContextManager[Connection]:
        """A transaction: committed at the end of the `with` block, rolled back by an exception."""
        return self.engine.begin()

    def of_league(self, league_id: int) -> "Store":
        """Another league in the same database."""
        return replace(self, league_id=league_id)
