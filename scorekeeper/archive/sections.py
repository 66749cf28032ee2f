"""The sections of a document, each a list of rows of one table, and what each column may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, select, true

from scorekeeper.archive import checks
from scorekeeper.archive.checks import Check, or_none
from scorekeeper.counting.money import UNITS
from scorekeeper.db import Base
from scorekeeper.events import KINDS
from scorekeeper.imports import State
from scorekeeper.league import COLOURS
from scorekeeper.models import Import, KeptResult, MatchEvent, Payment, Player, Season, Terms
from scorekeeper.payments import MOST

DONE = (State.WRITTEN.value, State.UNDONE.value)  # imports that are not being worked on


@dataclass(frozen=True)
class Section:
    """Rows of a table, in the order of its key. `columns` are named as in the document; `stored`
    says how those are called in the table that are called otherwise there. `only` these rows are
    written; what no document has is as `usual`, what older ones have not as `earlier`.
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
        """All rows of a league, in order, with the document's names."""
        return (
            select(*(self.column(name).label(name) for name in self.columns))
            .where(self.table.__table__.c.league_id == league, self.only)
            .order_by(*(self.column(name) for name in self.keys))
        )

    def to_store(self, row: Mapping[str, Any], league: int) -> dict[str, Any]:
        """A row of the document as the table has it."""
        named = {self.stored.get(name, name): value for name, value in row.items()}
        return {"league_id": league, **self.usual, **named}


LEAGUE: Mapping[str, Check] = {
    "name": checks.name,
    "current_season": or_none(checks.an_id),
    "last_player": checks.count,
    "last_season": checks.count,
    "last_payment": checks.count,
    "last_import": checks.count,
}
PLAYERS = Section(
    "players",
    Player,
    {
        "id": checks.an_id,
        "name": checks.name,
        "colour": lambda value: checks.an_id(value) and value in COLOURS,
        "hidden": checks.flag,
        "merged_into": or_none(checks.an_id),
        "created_at": checks.moment,
    },
)
SEASONS = Section(
    "seasons",
    Season,
    {
        "id": checks.an_id,
        "name": checks.name,
        "starts": or_none(checks.night),
        "ends": or_none(checks.night),
        "games": or_none(checks.list_of(checks.game)),
        "scheme": checks.scheme,
        "stakes": checks.stakes,
        "created_at": checks.moment,
        "closed_at": or_none(checks.moment),
    },
)
KEPT = Section(
    "kept",
    KeptResult,
    {
        "season": checks.an_id,
        "match": checks.an_id,
        "ended_at": checks.old_moment,
        "game": checks.game,
        "result": checks.result,
        "stake": or_none(checks.stakes),
    },
    ("season", "match"),
    {"season": "season_id", "match": "match_id"},
    earlier={"stake": None},
)
TERMS = Section(
    "terms",
    Terms,
    {
        "match": checks.an_id,
        "chosen": checks.flag,
        "season": or_none(checks.an_id),
        "stake": or_none(checks.stakes),
    },
    ("match",),
    {"season": "season_id", "match": "match_id"},
)
PAYMENTS = Section(
    "payments",
    Payment,
    {
        "id": checks.an_id,
        "payer": checks.an_id,
        "payee": checks.an_id,
        "amount": checks.whole(1, MOST),
        "unit": checks.one_of(*UNITS),
        "season": or_none(checks.an_id),
        "key": checks.key,
        "at": checks.moment,
        "undone_at": or_none(checks.moment),
    },
    stored={"payer": "payer_id", "payee": "payee_id", "season": "season_id"},
)
IMPORTS = Section(
    "imports",
    Import,
    {
        "id": checks.an_id,
        "name": checks.text,
        "key": checks.key,
        "state": checks.one_of(*DONE),
        "lines": checks.count,
        "bad": checks.count,
        "matches": checks.count,
        "done": checks.count,
        "ranges": checks.list_of(checks.span),
        "newcomers": checks.list_of(checks.an_id),
        "at": checks.moment,
        "undone_at": or_none(checks.moment),
    },
    only=Import.state.in_(DONE),
    usual={"choices": {}, "data": None},
)
LOG = Section(
    "log",
    MatchEvent,
    {
        "match": checks.an_id,
        "version": checks.an_id,
        "kind": checks.one_of(*KINDS),
        "at": checks.moment,
        "device": or_none(checks.an_id),
        "key": checks.text,
        "body": checks.an_object,
    },
    ("match", "version"),
    {"match": "match_id"},
)
# Entries of matches that cannot be read, as they stand: a list there only if there are any.
UNREADABLE = Section(
    "unreadable",
    MatchEvent,
    {**LOG.columns, "kind": checks.text, "body": lambda value: isinstance(value, str)},
    LOG.keys,
    LOG.stored,
)
# In this order in the document; each refers only to what stands before it.
SECTIONS = (PLAYERS, SEASONS, KEPT, TERMS, PAYMENTS, IMPORTS, LOG)
