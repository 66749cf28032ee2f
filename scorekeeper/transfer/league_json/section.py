"""The rows of one table in a league document, and how they differ from the table's rows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, select, true

from scorekeeper.db.base import Base
from scorekeeper.transfer.league_json import json_types as types

TAG = "section"  # the field of a row that names its section


@dataclass(frozen=True, eq=False)
class Section:
    """The rows of one table, ordered by `keys`, which are unique unless `has_unique_keys` is false.

    `columns` maps the document's column names to types. `stored` maps the document's names to the
    table's names if they differ. `only` selects the rows to export. `defaults` contains values for
    columns of the table that documents do not contain. `added` maps each column that older
    documents lack to a pair: the first version with the column, and the value for older versions.
    Null in the columns `null_if_unknown` does not contradict a value that the league has. `since`
    is the first version with this section: older documents may lack it. `league` is the table's
    column with the league's id.
    """

    name: str
    table: type[Base]
    columns: Mapping[str, Any]
    keys: tuple[str, ...] = ("id",)
    stored: Mapping[str, str] = field(default_factory=dict)
    only: ColumnElement[bool] = field(default_factory=true)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    added: Mapping[str, tuple[int, Any]] = field(default_factory=dict)
    null_if_unknown: Collection[str] = ()
    since: int = 1
    league: str = "league_id"
    has_unique_keys: bool = True

    @cached_property
    def row_type(self) -> type[Struct]:
        return types.struct(self.name, self.columns, tag_field=TAG, tag=self.name)

    def column(self, name: str) -> Any:
        return self.table.__table__.c[self.stored.get(name, name)]

    def query(self, league: int) -> Select[Any]:
        """Return a query for all rows of a league, in order, with the document's column names."""
        return (
            select(*(self.column(name).label(name) for name in self.columns))
            .where(self.table.__table__.c[self.league] == league, self.only)
            .order_by(*(self.column(name) for name in self.keys))
        )

    def add_missing(self, row: dict[str, Any], version: int) -> None:
        """Add the columns that documents of this version may lack."""
        for name, (first_version, earlier_value) in self.added.items():
            if version < first_version:
                row.setdefault(name, earlier_value)

    def to_store(self, row: Mapping[str, Any], league: int) -> dict[str, Any]:
        """Return a row of the document as a row of the table."""
        named = {self.stored.get(name, name): value for name, value in row.items()}
        return {"league_id": league, **self.defaults, **named}
