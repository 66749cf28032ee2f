"""A league's database and id, which queries and commands take as their first argument."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Engine

from scorekeeper.db.connections import autocommit_engine, snapshot

FIRST_LEAGUE_ID = 1  # created by the first migration; other leagues have a URL prefix, as in /l/2


@dataclass(frozen=True, slots=True)
class Store:
    """One league in one database. It is cheap to create and holds no other state.

    `check` runs at the start of each writing transaction. It locks the league's row, and raises an
    exception if the transaction must not write (`access/late_requests.py`).
    """

    engine: Engine
    league_id: int = FIRST_LEAGUE_ID
    check: Callable[[Connection], None] | None = None

    def read(self) -> Connection:
        """Return a connection for single reads without a transaction, to use in a `with` block.

        For several reads that must agree, use `snapshot`.
        """
        return autocommit_engine(self.engine).connect()

    def snapshot(self) -> AbstractContextManager[Connection]:
        """Return a connection for several reads that must agree (`connections.snapshot`)."""
        return snapshot(self.engine)

    def write(
        self, first: Callable[[Connection], None] | None = None
    ) -> AbstractContextManager[Connection]:
        """Return a transaction, to use in a `with` block.

        The end of the block commits the transaction, and an exception rolls it back. `first` takes
        the locks that must be taken before the lock of the league's row (`connections.py`).
        """
        if first is None and self.check is None:
            return self.engine.begin()
        return self.begin_with(first, self.check)

    @contextmanager
    def begin_with(self, *steps: Callable[[Connection], None] | None) -> Iterator[Connection]:
        """Begin a transaction and run these steps in it, skipping any that are None."""
        with self.engine.begin() as connection:
            for step in filter(None, steps):
                step(connection)
            yield connection

    def of_league(self, league_id: int) -> "Store":
        """Return the store for a league in the same database.

        It has no check, because a check concerns one phone of one league.
        """
        return Store(self.engine, league_id)

    def without_check(self) -> "Store":
        """Return the store without its check, for work that continues after the request."""
        return replace(self, check=None)
