"""Collect rows and insert them in batches."""

from typing import Any

from sqlalchemy import Connection, Insert
from sqlalchemy.exc import IntegrityError

from scorekeeper.messages import say
from scorekeeper.transfer.league_json.row_check import ImportConflict

BATCH_SIZE = 500  # rows


class Batch:
    """Rows of one table, inserted 500 at a time. Without a connection, they are discarded.

    `before` is the batch of the rows that these rows refer to. It is always written first.
    """

    def __init__(
        self, connection: Connection | None, statement: Insert, before: "Batch | None" = None
    ) -> None:
        self.connection, self.statement, self.before = connection, statement, before
        self.waiting: list[dict[str, Any]] = []
        self.first = self.last = 0

    def add(self, row: dict[str, Any], line: int) -> None:
        """Add a row from this line of the document, and write the batch once it is full.

        Raises ImportConflict as `write` does.
        """
        if not self.waiting:
            self.first = line
        self.waiting.append(row)
        self.last = line
        if len(self.waiting) >= BATCH_SIZE:
            self.write()

    def write(self) -> None:
        """Insert all waiting rows. Raises ImportConflict if a row violates a constraint."""
        if self.before:
            self.before.write()
        waiting, self.waiting = self.waiting, []
        try:
            if waiting and self.connection:
                self.connection.execute(self.statement, waiting)
        except IntegrityError:
            raise ImportConflict(
                say(
                    "An entry between lines {first} and {last} is in the file twice, or "
                    "already exists in this league with a different id.",
                    first=self.first,
                    last=self.last,
                )
            ) from None
