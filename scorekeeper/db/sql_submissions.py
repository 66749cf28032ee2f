"""Slips in the database: one row for each player of a match, beside the log and not in it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from scorekeeper.db.access_models import Device
from scorekeeper.db.access_models import Slip as Row
from scorekeeper.db.models import Match, MatchPlayer
from scorekeeper.match.log import Slip

Here = Mapping[str, Any]  # the ids of "league" and "match"

# Statements are made once: making one takes longer than SQLite takes to answer it.
IN_MATCH = (Row.league_id == bindparam("league"), Row.match_id == bindparam("match"))
# A player's slip, beside his row of `match_player`; nothing where he handed none in.
SLIP = (
    Row.player_id,
    Row.round,
    Row.stage,
    Row.answers,
    Row.seen,
    Row.serial,
    Device.name.label("phone"),
)
OF_PLAYER = (
    Row,
    (Row.league_id == MatchPlayer.league_id)
    & (Row.match_id == MatchPlayer.match_id)
    & (Row.player_id == MatchPlayer.player_id),
)
PHONE = (Device, (Device.league_id == Row.league_id) & (Device.id == Row.device))
# The serial of the newest slip, beside each row of `match`.
SERIAL = (
    select(func.max(Row.serial))
    .where(Row.league_id == Match.league_id, Row.match_id == Match.id)
    .correlate(Match)
    .scalar_subquery()
)
# PostgreSQL lets two come at once: the second waits, or both would have the same serial.
TURN = (
    select(Match.id)
    .where(Match.league_id == bindparam("league"), Match.id == bindparam("match"))
    .with_for_update()
)
NEXT = select(func.coalesce(func.max(Row.serial), 0) + 1).where(*IN_MATCH)
OVER = delete(Row).where(
    *IN_MATCH,
    (Row.player_id == bindparam("player"))
    | (Row.round != bindparam("asked"))
    | (Row.stage != bindparam("now")),
)
ALL_OF_IT = delete(Row).where(*IN_MATCH)
WRITE = insert(Row)


def slip(row: Any) -> Slip:
    """The slip in a row with the columns SLIP."""
    return Slip(
        str(row.player_id),
        row.round,
        row.stage,
        row.answers,
        row.seen,
        row.phone or "",
        row.serial,
    )


def write(connection: Connection, here: Here, slip: Slip, at: int, device: int | None) -> None:
    """Keep a slip in the place of his last one; what was handed in for another stage goes."""
    player = int(slip.seat)
    connection.execute(TURN, here)
    serial = connection.execute(NEXT, here).scalar_one()
    stage = {"player": player, "asked": slip.round, "now": slip.stage}
    connection.execute(OVER, {**here, **stage})
    connection.execute(
        WRITE,
        {
            "league_id": here["league"],
            "match_id": here["match"],
            "player_id": player,
            "round": slip.round,
            "stage": slip.stage,
            "answers": dict(slip.answers),
            "seen": slip.seen,
            "serial": serial,
            "device": device,
            "at": at,
        },
    )


def forget(connection: Connection, here: Here) -> None:
    """Nothing is asked any more."""
    connection.execute(ALL_OF_IT, here)
