"""The phones of a league: who they are, what they may, when they were last here.

A phone is known by the token in its cookie, of which only the hash is kept.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, func, insert, select, update

from scorekeeper.db.access_models import Device as Row
from scorekeeper.db.engines import db, reader
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import League
from scorekeeper.match.names import refused
from scorekeeper.messages import say
from scorekeeper.runtime.tokens import kept
from scorekeeper.web.current_league import here
from scorekeeper.web.permissions import Right

A_MINUTE = 60  # seconds; how exactly it is known when a phone was last here


class NoDevice(Exception):
    """There is no such phone in the league, or it is out."""


@dataclass(frozen=True, slots=True)
class Device:
    """As `membership.Device`, without its token."""

    id: int
    name: str
    right: Right
    player_id: int | None
    invitation_id: int | None
    joined_at: int
    seen_at: int
    news_at: int | None = None


COLUMNS = (
    Row.id,
    Row.name,
    Row.right,
    Row.player_id,
    Row.invitation_id,
    Row.joined_at,
    Row.seen_at,
    Row.news_at,
)
BY_TOKEN = select(*COLUMNS).where(
    Row.league_id == bindparam("league"), Row.token == bindparam("token"), Row.out_at.is_(None)
)
STILL_IN = select(Row.id).where(
    Row.league_id == bindparam("league"), Row.id == bindparam("number"), Row.out_at.is_(None)
)
SEEN = (
    update(Row)
    .where(Row.league_id == bindparam("league"), Row.id == bindparam("number"))
    .values(seen_at=bindparam("now"))
)


def device(row: Sequence[Any]) -> Device:
    number, name, right, *others = row
    return Device(number, name, Right(right), *others)


def known(token: str) -> Device | None:
    """The phone with this cookie, if it is one of this league."""
    with reader(db.engine).connect() as connection:
        row = connection.execute(BY_TOKEN, {"league": here(), "token": kept(token)}).first()
    return device(row) if row else None


def is_in(engine: Engine, league: int, number: int) -> bool:
    """Whether this phone belongs to that league, still."""
    with reader(engine).connect() as connection:
        here = {"league": league, "number": number}
        return connection.scalar(STILL_IN, here) is not None


def was_here(phone: Device, now: int) -> bool:
    """Write down that it is here, about once a minute; whether that was done."""
    if abs(now - phone.seen_at) < A_MINUTE:
        return False
    with db.engine.begin() as connection:
        connection.execute(SEEN, {"league": here(), "number": phone.id, "now": now})
    return True


def devices() -> list[Device]:
    """All phones that may come in, owners first, then by when they were last here."""
    ask = select(*COLUMNS).where(Row.league_id == here(), Row.out_at.is_(None))
    with reader(db.engine).connect() as connection:
        found = [device(row) for row in connection.execute(ask)]
    return sorted(found, key=lambda each: (each.right is not Right.OWNER, -each.seen_at, each.id))


def names() -> dict[int, str]:
    """What every phone is called by its id, those that are out too."""
    ask = select(Row.id, Row.name).where(Row.league_id == here())
    with reader(db.engine).connect() as connection:
        return {row.id: row.name for row in connection.execute(ask)}


# ---------------------------------------------------------------- changes


def change_of_doors(connection: Connection, league: int | None = None) -> None:
    """Who may do what becomes another: open streams ask again."""
    connection.execute(
        update(League)
        .where(League.id == (here() if league is None else league))
        .values(doors=League.doors + 1)
    )


def there(number: int) -> tuple[ColumnElement[bool], ...]:
    return (Row.league_id == here(), Row.id == number, Row.out_at.is_(None))


def changed(number: int, **values: object) -> None:
    """Write these columns of one phone. Raises NoDevice, and Refused without an owner left."""
    with db.engine.begin() as connection:
        change_of_doors(connection)
        change = update(Row).where(*there(number)).values(**values)
        if connection.execute(change).rowcount != 1:
            raise NoDevice
        refuse_ownerless(connection)


def leave(number: int, at: int | None = None) -> None:
    """It goes by itself; links it made stay. Raises NoDevice; Refused for the only owner."""
    changed(number, out_at=int(time.time()) if at is None else at)


def give_right(number: int, right: Right) -> None:
    """From now on it may do this. Raises NoDevice; Refused for the only owner."""
    changed(number, right=right.value, granted=right.value)


def call(number: int, name: str, player_id: int | None) -> None:
    """What a phone is called and whose it is. Raises NoDevice."""
    changed(number, name=name, player_id=player_id)


def owners(connection: Connection, league: int) -> int:
    """How many phones own it."""
    return connection.scalars(
        select(func.count())
        .select_from(Row)
        .where(Row.league_id == league, Row.right == Right.OWNER.value, Row.out_at.is_(None))
    ).one()


def refuse_ownerless(connection: Connection) -> None:
    if not owners(connection, here()):
        reason = say("A league needs an owner: make another phone one first.")
        raise refused(reason, "no_owner")


def added(connection: Connection, league: int, token: str, values: dict[str, object]) -> int:
    """A new phone's row; its id."""
    number = next_id(connection, league, League.last_device, League.doors)
    row = {"league_id": league, "id": number, "token": kept(token), **values}
    connection.execute(insert(Row).values(row))
    return number
