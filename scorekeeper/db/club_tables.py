"""Database tables of club nights: the nights, their players and their rounds.

A table's match is found by its key (`match_key`), so no row has to store the match's id. Times are
seconds since 1970.
"""

import re
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.clock import MIN_EVENING
from scorekeeper.club.draws import DrawMethod
from scorekeeper.db import json_shapes
from scorekeeper.db.base import Base
from scorekeeper.db.column_types import (
    Digest,
    EnumText,
    evening_column,
    game_column,
    list_column,
    object_column,
)
from scorekeeper.db.tables import WITHOUT_ROWID

MATCH_KEY_PATTERN = re.compile(r"club night (\d{1,9}), round \d{1,9}, table (\d{1,9})")
ANSWERS = ("yes", "maybe", "no")  # the possible answers of a player who was asked to come


class ClubNights(Base):
    """An evening with several tables. New draws use its game, options, size and method."""

    __tablename__ = "club_night"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    evening: Mapped[str] = evening_column(MIN_EVENING)  # such as "2026-10-01"
    name: Mapped[str]
    game: Mapped[str] = game_column()
    # The house rules that differ from the standard.
    options: Mapped[dict[str, Any]] = object_column(json_shapes.ANY_OBJECT)
    size: Mapped[int]  # the preferred number of players per table
    method: Mapped[DrawMethod] = mapped_column(EnumText(DrawMethod, DrawMethod.CHANCE))
    key: Mapped[str]
    invitation_id: Mapped[int | None]  # the invitation of the table codes, or NULL
    # The digest of the secret in the link that asks who will come, or NULL if there is no link.
    secret: Mapped[Digest | None]
    created_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)  # NULL until the night ends

    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        UniqueConstraint("league_id", "secret"),
        WITHOUT_ROWID,
    )


class ClubNightPlayers(Base):
    """A player who is or was at a club night, or who said whether they will come."""

    __tablename__ = "club_night_player"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    night_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    here: Mapped[bool]  # whether they are at the night now
    answer: Mapped[str | None]  # one of ANSWERS, or NULL if there is no answer
    # The time when the answer was given or removed. If there has never been an answer, the time
    # when the player was first marked as present.
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "night_id"], ["club_night.league_id", "club_night.id"]),
        ForeignKeyConstraint(["league_id", "player_id"], ["player.league_id", "player.id"]),
        WITHOUT_ROWID,
    )


class ClubRounds(Base):
    """A round of a club night.

    Until `started_at` is set, the round is a draft that can be drawn again.
    """

    __tablename__ = "club_round"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    night_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = game_column()
    options: Mapped[dict[str, Any]] = object_column(json_shapes.ANY_OBJECT)
    method: Mapped[DrawMethod] = mapped_column(EnumText(DrawMethod, DrawMethod.CHANCE))
    seed: Mapped[int]  # the seed of the draw
    # The other inputs of the draw (`club.draw_inputs`), NULL if an older version drew the round.
    drawn_from: Mapped[dict[str, Any] | None] = object_column(
        json_shapes.DrawInputsShape, optional=True
    )
    edited: Mapped[bool]  # whether the tables were changed by hand
    # The players' keys by table, in order of play. The number of a table is its position, from 1.
    # An empty table is not in the round (`league.club.rounds`).
    tables: Mapped[list[list[str]]] = list_column(json_shapes.TABLES)
    sitting_out: Mapped[list[str]] = list_column(json_shapes.PLAYER_KEYS)
    # Incremented with every draw and every change by hand. The first version of a draft is the
    # league's `changes`, so no version of a dropped draft is used again.
    version: Mapped[int]
    drawn_at: Mapped[int] = mapped_column(BigInteger)
    started_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        ForeignKeyConstraint(["league_id", "night_id"], ["club_night.league_id", "club_night.id"]),
        WITHOUT_ROWID,
    )


def match_key(night: int, number: int, table: int) -> str:
    """Return the key of the match that is started at this table (from 1) of a round.

    Only one match can be started with a key, so two phones that start a round at the same time
    start only one set of matches.
    """
    return f"club night {night}, round {number}, table {table}"


def table_of_key(key: str) -> tuple[int, int] | None:
    """Return the night and the table from a key of `match_key`, or None for any other key."""
    found = MATCH_KEY_PATTERN.fullmatch(key)
    return (int(found[1]), int(found[2])) if found else None
