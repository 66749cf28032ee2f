"""The main tables of a league: players, the event log, matches, seasons and payments.

`match_event` is the source of truth. `match` and `match_player` are derived from it and can be
rebuilt at any time. They make a list of matches as fast after ten thousand matches as after ten.
Every primary key begins with the league. Times are seconds since 1970.

Each class is a table, named in the plural. It is never instantiated (docs/architecture.md, "A table
is a class"). Its docstring describes one row.
"""

from types import NoneType
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.clock import MAX_EVENING, MIN_EVENING
from scorekeeper.db import json_shapes
from scorekeeper.db.base import Base
from scorekeeper.db.column_types import (
    Digest,
    EnumText,
    evening_column,
    list_column,
    object_column,
)
from scorekeeper.match.outcome import MatchState

# SQLite stores these tables in primary key order, so the rows of one match are adjacent.
WITHOUT_ROWID = {"sqlite_with_rowid": False}


class Leagues(Base):
    """A group of players with their matches.

    `last_player` and similar columns are the highest ids ever used. `current_season` is the season
    that was current on the evening `current_season_since`. A season that begins later replaces it.
    If `current_season_since` is NULL, no season replaces it automatically. `time_zone` is a name
    such as "Europe/Madrid", or NULL for the machine's zone (clock.py). `changes` is incremented
    with every change that statistics pages can show, such as a result, a season or a name.
    `names_version` is incremented with every change of players' names, including merges.
    `access_version` is incremented with every change of access, such as a new phone or permission.
    `recovery` is the SHA-256 of the recovery code on paper. With this code, another phone can
    become the owner. `all_time_minimum` is the number of matches that a player needs for a place in
    the all-time ranking, or NULL for the automatic number. `currency` is NULL for money without a
    symbol.
    """

    __tablename__ = "league"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    time_zone: Mapped[str | None]
    last_player: Mapped[int]
    last_season: Mapped[int] = mapped_column(server_default="0")
    last_payment: Mapped[int] = mapped_column(server_default="0")
    last_import: Mapped[int] = mapped_column(server_default="0")
    current_season: Mapped[int | None]
    current_season_since: Mapped[str | None] = evening_column(None)
    all_time_minimum: Mapped[int | None]
    currency: Mapped[str | None]
    changes: Mapped[int] = mapped_column(BigInteger, server_default="0")
    names_version: Mapped[int] = mapped_column(server_default="0")
    last_invitation: Mapped[int] = mapped_column(server_default="0")
    last_device: Mapped[int] = mapped_column(server_default="0")
    last_showing: Mapped[int] = mapped_column(server_default="0")
    last_passkey: Mapped[int] = mapped_column(server_default="0")
    last_club_night: Mapped[int] = mapped_column(server_default="0")
    access_version: Mapped[int] = mapped_column("doors", server_default="0")
    recovery: Mapped[Digest | None]
    recovery_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "recovery", unique=True),)


class Players(Base):
    """A player. The id, as text, is the player's key in events.

    `folded` is the form of the name used for comparisons (`match.names.name_key`). `merged_into` is
    the id of the entry into which this entry was merged.
    """

    __tablename__ = "player"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    folded: Mapped[str]
    colour: Mapped[int]
    hidden: Mapped[bool]
    created_at: Mapped[int] = mapped_column(BigInteger)
    merged_into: Mapped[int | None]

    __table_args__ = (UniqueConstraint("league_id", "folded"), WITHOUT_ROWID)


class MatchEvents(Base):
    """One entry of a match's log. Entries are never changed or deleted."""

    __tablename__ = "match_event"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    device: Mapped[int | None]
    key: Mapped[str]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("league_id", "match_id", "key"), WITHOUT_ROWID)


class Matches(Base):
    """The state and result of a match, derived from the log. Lists read these rows.

    `state` is an outcome.MatchState. `ended_at` is NULL while the match is running, and if it is
    deleted or unreadable. `deleted_at` is when it was deleted. `group_key` holds the players' keys,
    sorted. `key` is the key the match was started with. `result` is set while the match counts
    (stats.results.seats_to_json). `result_change` is the value of the league's `changes` when the
    result, or the season that it belongs to, last changed.
    """

    __tablename__ = "match"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str]
    version: Mapped[int]
    state: Mapped[MatchState] = mapped_column(EnumText(MatchState, MatchState.UNREADABLE))
    started_at: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    deleted_at: Mapped[int | None] = mapped_column("thrown_away_at", BigInteger)
    group_key: Mapped[str]
    key: Mapped[str]
    summary: Mapped[dict[str, Any]] = object_column(
        json_shapes.SummaryShape, make_default=json_shapes.empty_summary
    )
    result: Mapped[list[Any] | None] = list_column(
        json_shapes.RESULT, optional=True, make_default=NoneType
    )
    result_change: Mapped[int | None] = mapped_column("counted", BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        Index(None, "league_id", "counted"),
        Index(None, "league_id", "state", "changed_at"),
        Index(None, "league_id", "ended_at"),
        Index(None, "league_id", "thrown_away_at"),
        Index(None, "league_id", "started_at", "id"),
        Index(None, "league_id", "game", "started_at", "id"),
        Index(None, "league_id", "group_key", "started_at", "id"),
        Index(None, "league_id", "group_key", "game", "started_at", "id"),
        WITHOUT_ROWID,
    )


class MatchPlayers(Base):
    """A player's seat, and their result while the match counts, derived from the log.

    Seats are numbered from 0. For an imported result, place and points are always set as imported,
    with NULL for the points if only places are known.
    """

    __tablename__ = "match_player"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int]
    place: Mapped[int | None]
    points: Mapped[int | None] = mapped_column(BigInteger)
    won: Mapped[bool | None]

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "match_id"], ["match.league_id", "match.id"]),
        ForeignKeyConstraint(["league_id", "player_id"], ["player.league_id", "player.id"]),
        UniqueConstraint("league_id", "player_id", "match_id"),
        WITHOUT_ROWID,
    )


class Seasons(Base):
    """A season of a league.

    `starts` and `ends` are evenings such as "2026-10-01" (inclusive), or NULL if there is no limit.
    `games` holds game slugs, or NULL for all. `scheme` and `stakes` are JSON, read in
    league/seasons.py. If `closed_at` is set, the season shows the results that were copied when it
    was closed, and leaves out `hidden_players`, the ids of the players who were hidden at that
    time. For a season that an older version closed, `hidden_players` is NULL until a player is
    hidden or shown again.
    """

    __tablename__ = "season"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    folded: Mapped[str]
    starts: Mapped[str | None] = evening_column(MAX_EVENING)
    ends: Mapped[str | None] = evening_column(MIN_EVENING)
    games: Mapped[list[str] | None] = list_column(json_shapes.GAME_SLUGS, optional=True)
    scheme: Mapped[dict[str, Any]] = object_column(json_shapes.SCHEME)
    stakes: Mapped[dict[str, Any]] = object_column(json_shapes.StakesShape)
    created_at: Mapped[int] = mapped_column(BigInteger)
    closed_at: Mapped[int | None] = mapped_column(BigInteger)
    hidden_players: Mapped[list[int] | None] = list_column(
        json_shapes.IDS, optional=True, make_default=NoneType
    )

    __table_args__ = (UniqueConstraint("league_id", "folded"), WITHOUT_ROWID)


class SnapshotResults(Base):
    """A result as it was when its season was closed.

    `stake` is the match's own stake, NULL if the season's stake applies. After the season is
    reopened, the row only records that the match belongs to the season, until the season is closed
    again.
    """

    __tablename__ = "kept_result"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    season_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ended_at: Mapped[int] = mapped_column(BigInteger)
    game: Mapped[str]
    result: Mapped[list[Any]] = list_column(json_shapes.RESULT)
    stake: Mapped[dict[str, Any] | None] = object_column(json_shapes.StakesShape, optional=True)

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "season_id"], ["season.league_id", "season.id"]),
        Index(None, "league_id", "match_id"),
        WITHOUT_ROWID,
    )


class Terms(Base):
    """The season and the stake of a single match.

    If `chosen` is true, `season_id` is the season, or NULL for a friendly. If `chosen` is false,
    the season follows from the evening and the game. `stake` is NULL if the season's stakes apply.
    """

    __tablename__ = "terms"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chosen: Mapped[bool]
    season_id: Mapped[int | None]
    stake: Mapped[dict[str, Any] | None] = object_column(json_shapes.StakesShape, optional=True)

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "season_id"], ["season.league_id", "season.id"]),
        WITHOUT_ROWID,
    )


class Payments(Base):
    """A payment of `amount` cents or counters (`unit`). `undone_at` is NULL while it counts."""

    __tablename__ = "payment"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    payer_id: Mapped[int]
    payee_id: Mapped[int]
    amount: Mapped[int] = mapped_column(BigInteger)
    unit: Mapped[str]
    season_id: Mapped[int | None]
    key: Mapped[str]
    at: Mapped[int] = mapped_column(BigInteger)
    undone_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "payer_id"], ["player.league_id", "player.id"]),
        ForeignKeyConstraint(["league_id", "payee_id"], ["player.league_id", "player.id"]),
        UniqueConstraint("league_id", "key"),
        WITHOUT_ROWID,
    )
