"""Lists of club nights: all nights by page, open nights, and nights on or after an evening."""

from typing import Any

from sqlalchemy import Select, select, tuple_

from scorekeeper.db.club_tables import ClubNights
from scorekeeper.db.store import Store
from scorekeeper.league.club.nights import (
    NIGHTS_QUERY,
    ClubNight,
    night_conditions,
    night_from_row,
)

MAX_OPEN_NIGHTS = 50


def nights(store: Store, limit: int, before: int | None = None) -> list[ClubNight]:
    """Return up to `limit` nights, the latest evening first.

    For the next page, pass the last id of this page as `before`.
    """
    query = NIGHTS_QUERY.where(ClubNights.league_id == store.league_id)
    if before is not None:
        evening = select(ClubNights.evening).where(*night_conditions(store.league_id, before))
        order = tuple_(ClubNights.evening, ClubNights.id)
        query = query.where(order < tuple_(evening.scalar_subquery(), before))
    return load_nights(store, query.limit(limit))


def open_nights(store: Store) -> list[ClubNight]:
    """Return up to MAX_OPEN_NIGHTS open nights, the latest evening first."""
    query = NIGHTS_QUERY.where(
        ClubNights.league_id == store.league_id, ClubNights.ended_at.is_(None)
    )
    return load_nights(store, query.limit(MAX_OPEN_NIGHTS))


def nights_from(store: Store, evening: str, limit: int) -> list[ClubNight]:
    """Return up to `limit` open nights on this evening or later, the earliest first."""
    query = NIGHTS_QUERY.where(
        ClubNights.league_id == store.league_id,
        ClubNights.ended_at.is_(None),
        ClubNights.evening >= evening,
    )
    with store.read() as connection:
        rows = connection.execute(query.order_by(ClubNights.evening, ClubNights.id).limit(limit))
        return [night_from_row(row) for row in rows]


def load_nights(store: Store, query: Select[Any]) -> list[ClubNight]:
    with store.read() as connection:
        rows = connection.execute(query.order_by(ClubNights.evening.desc(), ClubNights.id.desc()))
        return [night_from_row(row) for row in rows]
