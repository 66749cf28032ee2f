"""The tables: columns and what they refer to; no rule and no score.

`match_event` is the truth. `match` and `match_player` follow from it and can be rebuilt at any
time; they are there so that lists cost the same after ten matches and after ten thousand. Of old
results `import` says besides whether they count, all that came from one file together. Every
table, key and index begins with the league. Times are seconds since 1970.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.db.engines import Base

# SQLite keeps such a table in the order of its key: a match's rows lie side by side.
WITHOUT_ROWID = {"sqlite_with_rowid": False}


class League(Base):
    """A table of friends. `last_player` and its like are the highest ids ever given out.

    `changes` counts everything that tables of players can show: results, seasons, names;
    `doors` every change to who may do what. `recovery` is the SHA-256 of a code on paper that
    makes another phone the owner.
    """

    __tablename__ = "league"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    last_player: Mapped[int]
    last_season: Mapped[int] = mapped_column(server_default="0")
    last_payment: Mapped[int] = mapped_column(server_default="0")
    last_import: Mapped[int] = mapped_column(server_default="0")
    current_season: Mapped[int | None]
    changes: Mapped[int] = mapped_column(BigInteger, server_default="0")
    last_invitation: Mapped[int] = mapped_column(server_default="0")
    last_device: Mapped[int] = mapped_column(server_default="0")
    last_showing: Mapped[int] = mapped_column(server_default="0")
    last_passkey: Mapped[int] = mapped_column(server_default="0")
    doors: Mapped[int] = mapped_column(server_default="0")
    recovery: Mapped[str | None]
    recovery_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "recovery", unique=True),)


class Player(Base):
    """Somebody who plays. `folded` is the name as it is compared; the id is the key in events.

    `merged_into` is the same person's other entry, under which everything counts.
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


class MatchEvent(Base):
    """One line of a match's log. Never changed, never deleted; only what an import left behind
    that was given up half-way, and never counted, is taken out again.
    """

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


class Match(Base):
    """Derived: where a match stands, for lists.

    `state` is a standings.State. `ended_at` is empty while it runs and once it is thrown away.
    `group_key` are the players' keys, sorted; `key` the one the match was started with.
    `result` is what it came to, once it counts (counting.results.packed); `counted` is the
    league's change with which that, or the season it belongs to, last became another.
    """

    __tablename__ = "match"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str]
    version: Mapped[int]
    state: Mapped[str]
    started_at: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    thrown_away_at: Mapped[int | None] = mapped_column(BigInteger)
    group_key: Mapped[str]
    key: Mapped[str]
    summary: Mapped[dict[str, Any]] = mapped_column(JSON)
    result: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    counted: Mapped[int | None] = mapped_column(BigInteger)

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


class MatchPlayer(Base):
    """Derived: a player's seat, from 0, and what it came to once the match counts; of an old
    result always what was noted, and no points where only places are known.
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


class Season(Base):
    """A season, with or without its first and last evening ("2026-10-01", both included).

    `games` are names in the log, or empty for all; `scheme` and `stakes` as in league/seasons.py.
    A season with `closed_at` shows the results that were kept then.
    """

    __tablename__ = "season"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    folded: Mapped[str]
    starts: Mapped[str | None]
    ends: Mapped[str | None]
    games: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    scheme: Mapped[dict[str, Any]] = mapped_column(JSON)
    stakes: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[int] = mapped_column(BigInteger)
    closed_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("league_id", "folded"), WITHOUT_ROWID)


class SeasonSnapshotRow(Base):
    """A result of a closed season as it was when that was closed; `stake` what it was played for,
    if that was not as the season says. Of a season that was opened again it says that the match
    belongs there, until the next closing.
    """

    __tablename__ = "kept_result"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    season_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ended_at: Mapped[int] = mapped_column(BigInteger)
    game: Mapped[str]
    result: Mapped[list[Any]] = mapped_column(JSON)
    stake: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "season_id"], ["season.league_id", "season.id"]),
        Index(None, "league_id", "match_id"),
        WITHOUT_ROWID,
    )


class MatchTermsRow(Base):
    """What was agreed for one match alone: its season, none (friendly), or its stake.

    `chosen` says that the season was; otherwise it follows from evening and game.
    """

    __tablename__ = "terms"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    chosen: Mapped[bool]
    season_id: Mapped[int | None]
    stake: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "season_id"], ["season.league_id", "season.id"]),
        WITHOUT_ROWID,
    )


class Payment(Base):
    """Somebody paid somebody: `amount` in cents or counters (`unit`). Taken back: `undone_at`."""

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


class Import(Base):
    """Old results brought in from a file at once; undone as one.

    `state` is an imports.State. `data` is the file until it is written, `choices` what was chosen
    over what was guessed. `lines` are taken over, `bad` ones left out; `matches` are to be written,
    `done` of them are; `ranges` are their ids, from and to; `newcomers` the ids of players who
    came with it. `at` is when it was last worked on.
    """

    __tablename__ = "import"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    key: Mapped[str]
    state: Mapped[str]
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    choices: Mapped[dict[str, Any]] = mapped_column(JSON)
    lines: Mapped[int]
    bad: Mapped[int]
    matches: Mapped[int]
    done: Mapped[int]
    ranges: Mapped[list[list[int]]] = mapped_column(JSON)
    newcomers: Mapped[list[int]] = mapped_column(JSON)
    at: Mapped[int] = mapped_column(BigInteger)
    undone_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        Index(None, "league_id", "state", "id"),
        WITHOUT_ROWID,
    )
