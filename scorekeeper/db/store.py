"""A league's database and id: the first argument of its queries and commands."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Engine

from scorekeeper.db.connections import autocommit_engine, snapshot

FIRST_LEAGUE_ID = 1  # created by the first migration; other leagues have a URL prefix, as in /l/2


@dataclass(frozen=True, slots=True)
class Store:
    """One league in one database. It is cheap to create and holds no other state."""

    engine: Engine
    league_id: int = FIRST_LEAGUE_ID

    def read(self) -> Connection:
        """Return a connection for single reads without a transaction, to use in a `with` block.

        For several reads that must agree, use `snapshot`.
        """
        return autocommit_engine(self.engine).connect()

    def snapshot(self) -> AbstractContextManager[Connection]:
        """Return a connection for several reads that must agree (`connections.snapshot`)."""
        return snapshot(self.engine)

    def write(self) -> AbstractContextManager[Connection]:
        """Return a transaction: the `with` block commits it, or an exception rolls it back."""
        return self.engine.begin()

    def of_league(self, league_id: int) -> "Store":
        """Return the store of another league in the same database."""
        return replace(self, league_id=league_id)
