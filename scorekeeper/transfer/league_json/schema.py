"""The sections of a league document: the table of each, its columns and their checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, select, true

from scorekeeper.db.base import Base
from scorekeeper.db.column_types import ImportState
from scorekeeper.db.tables import (
    ImportJobs,
    MatchEvents,
    Payments,
    Players,
    Seasons,
    SnapshotResults,
    Terms,
)
from scorekeeper.league.payments import MAX_AMOUNT
from scorekeeper.league.roster import COLOURS
from scorekeeper.match.events import EVENT_BY_KIND
from scorekeeper.stats.stakes import STAKE_UNITS
from scorekeeper.transfer.league_json import validators
from scorekeeper.transfer.league_json.validators import Check, optional

# States of imports with matches.
FINISHED_STATES = (
    ImportState.WRITTEN,
    ImportState.UNDONE,
)


@dataclass(frozen=True)
class Section:
    """A list in the document: rows of one table, ordered by `keys`.

    `columns` maps the document's names to checks; `stored` maps those names to the table's where
    they differ. `only` selects the rows to export. `usual` has values for columns of the table that
    no document has, `earlier` has defaults for columns that older documents lack.
    """

    name: str
    table: type[Base]
    columns: Mapping[str, Check]
    keys: tuple[str, ...] = ("id",)
    stored: Mapping[str, str] = field(default_factory=dict)
    only: ColumnElement[bool] = field(default_factory=true)
    usual: Mapping[str, Any] = field(default_factory=dict)
    earlier: Mapping[str, Any] = field(default_factory=dict)

    def column(self, name: str) -> Any:
        return self.table.__table__.c[self.stored.get(name, name)]

    def ask(self, league: int) -> Select[Any]:
        """A query for all rows of a league, in order, with the document's column names."""
        return (
            select(*(self.column(name).label(name) for name in self.columns))
            .where(self.table.__table__.c.league_id == league, self.only)
            .order_by(*(self.column(name) for name in self.keys))
        )

    def to_store(self, row: Mapping[str, Any], league: int) -> dict[str, Any]:
        """A row of the document as a row of the table."""
        named = {self.stored.get(name, name): value for name, value in row.items()}
        return {"league_id": league, **self.usual, **named}


LEAGUE: Mapping[str, Check] = {
    "name": validators.is_name,
    "current_season": optional(validators.is_id),
    "last_player": validators.is_count,
    "last_season": validators.is_count,
    "last_payment": validators.is_count,
    "last_import": validators.is_count,
}
PLAYERS = Section(
    "players",
    Players,
    {
        "id": validators.is_id,
        "name": validators.is_name,
        "colour": lambda value: validators.is_id(value) and value in COLOURS,
        "hidden": validators.is_bool,
        "merged_into": optional(validators.is_id),
        "created_at": validators.is_timestamp,
    },
)
SEASONS = Section(
    "seasons",
    Seasons,
    {
        "id": validators.is_id,
        "name": validators.is_name,
        "starts": optional(validators.is_date),
        "ends": optional(validators.is_date),
        "games": optional(validators.list_of(validators.is_game)),
        "scheme": validators.is_scheme,
        "stakes": validators.is_stakes,
        "created_at": validators.is_timestamp,
        "closed_at": optional(validators.is_timestamp),
    },
)
KEPT = Section(
    "kept",
    SnapshotResults,
    {
        "season": validators.is_id,
        "match": validators.is_id,
        "ended_at": validators.is_old_timestamp,
        "game": validators.is_game,
        "result": validators.is_result,
        "stake": optional(validators.is_stakes),
    },
    ("season", "match"),
    {"season": "season_id", "match": "match_id"},
    earlier={"stake": None},
)
TERMS = Section(
    "terms",
    Terms,
    {
        "match": validators.is_id,
        "chosen": validators.is_bool,
        "season": optional(validators.is_id),
        "stake": optional(validators.is_stakes),
    },
    ("match",),
    {"season": "season_id", "match": "match_id"},
)
PAYMENTS = Section(
    "payments",
    Payments,
    {
        "id": validators.is_id,
        "payer": validators.is_id,
        "payee": validators.is_id,
        "amount": validators.integer_between(1, MAX_AMOUNT),
        "unit": validators.one_of(*STAKE_UNITS),
        "season": optional(validators.is_id),
        "key": validators.is_key,
        "at": validators.is_timestamp,
        "undone_at": optional(validators.is_timestamp),
    },
    stored={"payer": "payer_id", "payee": "payee_id", "season": "season_id"},
)
IMPORTS = Section(
    "imports",
    ImportJobs,
    {
        "id": validators.is_id,
        "name": validators.is_text,
        "key": validators.is_key,
        "state": validators.one_of(*FINISHED_STATES),
        "lines": validators.is_count,
        "bad": validators.is_count,
        "matches": validators.is_count,
        "done": validators.is_count,
        "ranges": validators.list_of(validators.is_id_range),
        "newcomers": validators.list_of(validators.is_id),
        "at": validators.is_timestamp,
        "undone_at": optional(validators.is_timestamp),
    },
    only=ImportJobs.state.in_(FINISHED_STATES),
    usual={"choices": {}, "data": None},
)
LOG = Section(
    "log",
    MatchEvents,
    {
        "match": validators.is_id,
        "version": validators.is_id,
        "kind": validators.one_of(*EVENT_BY_KIND),
        "at": validators.is_timestamp,
        "device": optional(validators.is_id),
        "key": validators.is_text,
        "body": validators.is_object,
    },
    ("match", "version"),
    {"match": "match_id"},
)
# Raw entries of unreadable matches. The document has this section only if there are any.
UNREADABLE = Section(
    "unreadable",
    MatchEvents,
    {**LOG.columns, "kind": validators.is_text, "body": lambda value: isinstance(value, str)},
    LOG.keys,
    LOG.stored,
)
# In the order of the document. Each refers only to sections before it.
SECTIONS = (PLAYERS, SEASONS, KEPT, TERMS, PAYMENTS, IMPORTS, LOG)
