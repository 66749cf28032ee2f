"""Slips in the database: one row for each player of a match, beside the log and not in it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from scorekeeper.log import Slip
from scorekeeper.membership import Device
from scorekeeper.membership import Slip as Row
from scorekeeper.models import Match

Here = Mapping[str, Any]  # the ids of "league" and "match"

# Statements are made once: making one takes longer than SQLite takes to answer it.
IN_MATCH = (Row.league_id == bindparam("league"), Row.match_id == bindparam("match"))
ALL = (
    select(
        Row.player_id, Row.round, Row.stage, Row.answers, Row.seen, Device.name, Row.serial
    )
    .outerjoin(Device, (Device.league_id == Row.league_id) & (Device.id == Row.device))
    .where(*IN_MATCH)
    .order_by(Row.player_id)
)  # fmt: skip
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


def handed_in(connection: Connection, here: Here) -> list[Slip]:
    """The last slip of everybody, also of what is over."""
    return [
        Slip(str(player), number, stage, answers, seen, phone or "", serial)
        for player, number, stage, answers, seen, phone, serial in connection.execute(ALL, here)
    ]


def write(connection: Connection, here: Here, slip: Slip, at: int, device: int | None) -> None:
    """Keep a slip in the place of his last one; what was handed in for another stage goes."""
    player = int(slip.seat)
    connection.execute(TURN, here)
    serial = connection.execute(NEXT, here).scalar_one()
    stage = {"player": player, "asked": slip.round, "now": slip.stage}
    connection.execute(OVER, {**here, **stage})
    connection.execute(WRITE, {
        "league_id": here["league"], "match_id": here["match"], "player_id": player,
        "round": slip.round, "stage": slip.stage, "answers": dict(slip.answers),
        "seen": slip.seen, "serial": serial, "device": device, "at": at,
    })  # fmt: skip


def forget(connection: Connection, here: Here) -> None:
    """Nothing is asked any more."""
    connection.execute(ALL_OF_IT, here)
