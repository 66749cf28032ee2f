"""The sections of a document, each a list of rows of one table, and what each column may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, select, true

from scorekeeper.db.engines import Base
from scorekeeper.db.models import Import, KeptResult, MatchEvent, Payment, Player, Season, Terms
from scorekeeper.league.payments import MOST
from scorekeeper.league.roster import COLOURS
from scorekeeper.match.events import KINDS
from scorekeeper.stats.stakes import UNITS
from scorekeeper.transfer.league_json import validators
from scorekeeper.transfer.league_json.validators import Check, or_none
from scorekeeper.transfer.results_import.jobs import State

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
    "name": validators.name,
    "current_season": or_none(validators.an_id),
    "last_player": validators.count,
    "last_season": validators.count,
    "last_payment": validators.count,
    "last_import": validators.count,
}
PLAYERS = Section(
    "players",
    Player,
    {
        "id": validators.an_id,
        "name": validators.name,
        "colour": lambda value: validators.an_id(value) and value in COLOURS,
        "hidden": validators.flag,
        "merged_into": or_none(validators.an_id),
        "created_at": validators.moment,
    },
)
SEASONS = Section(
    "seasons",
    Season,
    {
        "id": validators.an_id,
        "name": validators.name,
        "starts": or_none(validators.night),
        "ends": or_none(validators.night),
        "games": or_none(validators.list_of(validators.game)),
        "scheme": validators.scheme,
        "stakes": validators.stakes,
        "created_at": validators.moment,
        "closed_at": or_none(validators.moment),
    },
)
KEPT = Section(
    "kept",
    KeptResult,
    {
        "season": validators.an_id,
        "match": validators.an_id,
        "ended_at": validators.old_moment,
        "game": validators.game,
        "result": validators.result,
        "stake": or_none(validators.stakes),
    },
    ("season", "match"),
    {"season": "season_id", "match": "match_id"},
    earlier={"stake": None},
)
TERMS = Section(
    "terms",
    Terms,
    {
        "match": validators.an_id,
        "chosen": validators.flag,
        "season": or_none(validators.an_id),
        "stake": or_none(validators.stakes),
    },
    ("match",),
    {"season": "season_id", "match": "match_id"},
)
PAYMENTS = Section(
    "payments",
    Payment,
    {
        "id": validators.an_id,
        "payer": validators.an_id,
        "payee": validators.an_id,
        "amount": validators.whole(1, MOST),
        "unit": validators.one_of(*UNITS),
        "season": or_none(validators.an_id),
        "key": validators.key,
        "at": validators.moment,
        "undone_at": or_none(validators.moment),
    },
    stored={"payer": "payer_id", "payee": "payee_id", "season": "season_id"},
)
IMPORTS = Section(
    "imports",
    Import,
    {
        "id": validators.an_id,
        "name": validators.text,
        "key": validators.key,
        "state": validators.one_of(*DONE),
        "lines": validators.count,
        "bad": validators.count,
        "matches": validators.count,
        "done": validators.count,
        "ranges": validators.list_of(validators.span),
        "newcomers": validators.list_of(validators.an_id),
        "at": validators.moment,
        "undone_at": or_none(validators.moment),
    },
    only=Import.state.in_(DONE),
    usual={"choices": {}, "data": None},
)
LOG = Section(
    "log",
    MatchEvent,
    {
        "match": validators.an_id,
        "version": validators.an_id,
        "kind": validators.one_of(*KINDS),
        "at": validators.moment,
        "device": or_none(validators.an_id),
        "key": validators.text,
        "body": validators.an_object,
    },
    ("match", "version"),
    {"match": "match_id"},
)
# Entries of matches that cannot be read, as they stand: a list there only if there are any.
UNREADABLE = Section(
    "unreadable",
    MatchEvent,
    {**LOG.columns, "kind": validators.text, "body": lambda value: isinstance(value, str)},
    LOG.keys,
    LOG.stored,
)
# In this order in the document; each refers only to what stands before it.
SECTIONS = (PLAYERS, SEASONS, KEPT, TERMS, PAYMENTS, IMPORTS, LOG)
