"""Rows gathered to be written many at once."""

from typing import Any

from sqlalchemy import Connection, Insert
from sqlalchemy.exc import IntegrityError

from scorekeeper.messages import say
from scorekeeper.transfer.league_json.header import ImportConflict

BATCH_SIZE = 500  # rows


class Batch:
    """Rows of one table. `before` is written before it, since these rows refer to those. Without a
    connection nothing is written.
    """

    def __init__(
        self, connection: Connection | None, statement: Insert, before: "Batch | None" = None
    ) -> None:
        self.connection, self.statement, self.before = connection, statement, before
        self.waiting: list[dict[str, Any]] = []
        self.first = self.last = 0

    def add(self, row: dict[str, Any], line: int) -> None:
        """One more, from this line of the document; raises Contradiction if they clash."""
        if not self.waiting:
            self.first = line
        self.waiting.append(row)
        self.last = line
        if len(self.waiting) >= BATCH_SIZE:
            self.write()

    def write(self) -> None:
        """All that waits."""
        if self.before:
            self.before.write()
        waiting, self.waiting = self.waiting, []
        try:
            if waiting and self.connection:
                self.connection.execute(self.statement, waiting)
        except IntegrityError:
            raise ImportConflict(
                say(
                    "Between line {first} and line {last} something stands twice, or is here"
                    " already under another number.",
                    first=self.first,
                    last=self.last,
                )
            ) from None
