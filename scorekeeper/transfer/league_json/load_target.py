"""Compare the rows of a document with the league that it is loaded into, and insert new rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from scorekeeper.messages import Message, say
from scorekeeper.transfer.league_json.batch import Batch
from scorekeeper.transfer.league_json.incoming_match import canonical_json
from scorekeeper.transfer.league_json.row_check import row_conflict
from scorekeeper.transfer.league_json.section import Section
from scorekeeper.transfer.league_json.sections import (
    SECTIONS,
)

RowsById = dict[int, tuple[int, dict[str, Any]]]  # each as (line, row)


@dataclass(frozen=True)
class Target:
    """The league to load into, in its current state.

    `change` is the number of this change to the league. If it is None, rows are only checked
    and not written.
    """

    connection: Connection
    league: int
    change: int | None
    was_empty: bool

    @property
    def write_connection(self) -> Connection | None:
        """The connection to write to, or None if rows are only checked."""
        return None if self.change is None else self.connection

    def batch(self, section: Section) -> Batch:
        return Batch(self.write_connection, insert(section.table))

    def has_row(self, section: Section, row: Mapping[str, Any], line: int) -> bool:
        """Return whether the league has a row with this key.

        Raises ImportConflict if that row has other values.
        """
        if self.was_empty:
            return False
        query = section.query(self.league).where(
            *(section.column(name) == row[name] for name in section.keys)
        )
        stored = self.connection.execute(query).mappings().first()
        if stored is None:
            return False
        for name in section.columns:
            if row[name] is None and name in section.null_if_unknown:
                continue
            if canonical_json({"": stored[name]}) != canonical_json({"": row[name]}):
                raise row_conflict(line, section.name, difference_text(name, row, dict(stored)))
        return True

    def column_by_id(self, section: Section, column: str, coming: RowsById) -> dict[int, Any]:
        """Return the values of one column by id, from rows of the league and of the document."""
        query = select(section.column("id"), section.column(column)).where(
            section.table.__table__.c.league_id == self.league
        )
        stored = {row.id: row[1] for row in self.connection.execute(query)}
        return stored | {number: row[column] for number, (_, row) in coming.items()}


def open_target(connection: Connection, league: int, change: int | None = None) -> Target:
    was_empty = not any(
        connection.execute(section.query(league).limit(1)).first() for section in SECTIONS
    )
    return Target(connection, league, change, was_empty)


def difference_text(name: str, row: Mapping[str, Any], stored: Mapping[str, Any]) -> Message:
    """Return the sentence that names the differing column."""
    number = row.get("id", row.get("match"))
    if name == "name":
        return say(
            "id {n} is called {theirs} in this file but {ours} in this league. If both names "
            "refer to the same thing, use one name in both places.",
            n=number,
            theirs=row[name],
            ours=stored[name],
        )
    return say(
        "the value of “{column}” for id {n} differs between the league and the file.",
        n=number,
        column=name,
    )
