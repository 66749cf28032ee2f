"""The phones of a league: their names, permissions and players, and when each was last seen.

A phone is identified by the token in its cookie. Only the token's hash is stored.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    exists,
    insert,
    select,
    update,
)

from scorekeeper.access.owners import refuse_ownerless
from scorekeeper.clock import LeagueClock, clock_in
from scorekeeper.db.access_tables import Admissions, Devices, Invitations, PushSubscriptions
from scorekeeper.db.ids import next_id
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.runtime.tokens import token_hash

SEEN_UPDATE_INTERVAL_S = 60  # the resolution of `seen_at`


class DeviceNotFound(Exception):
    """There is no such phone in the league, or it was removed."""


class PermissionLost(DeviceNotFound):
    """The phone that sent the request was removed, or lost its permission, during the request."""


@dataclass(frozen=True, slots=True)
class Device:
    """A row of `Devices`, without its token. Times are seconds since 1970."""

    id: int
    name: str
    right: Right
    player_id: int | None
    invitation_id: int | None
    joined_at: int
    seen_at: int
    news_at: int | None


class Member(NamedTuple):
    """An active phone, and its league's name and clock, which every page needs."""

    device: Device
    league_name: str
    clock: LeagueClock


DEVICES_QUERY = select_rows(Device, Devices)
MEMBER_BY_TOKEN = (
    DEVICES_QUERY.add_columns(Leagues.name, Leagues.time_zone)
    .join(Leagues, Leagues.id == Devices.league_id)
    .where(
        Devices.league_id == bindparam("league"),
        Devices.token == bindparam("token"),
        Devices.removed_at.is_(None),
    )
)
ACTIVE_DEVICE_BY_ID = select(Devices.id).where(
    Devices.league_id == bindparam("league"),
    Devices.id == bindparam("number"),
    Devices.removed_at.is_(None),
)
RIGHT_BY_ID = select(Devices.right).where(
    Devices.league_id == bindparam("league"),
    Devices.id == bindparam("number"),
    Devices.removed_at.is_(None),
)
UPDATE_SEEN_AT = (
    update(Devices)
    .where(Devices.league_id == bindparam("league"), Devices.id == bindparam("number"))
    .values(seen_at=bindparam("now"))
)


def find_member_by_token(store: Store, token: str) -> Member | None:
    """Return the active phone with this cookie token, or None."""
    with store.read() as connection:
        row = connection.execute(
            MEMBER_BY_TOKEN, {"league": store.league_id, "token": token_hash(token)}
        ).first()
    return Member(Device(*row[:-2]), row[-2], clock_in(row[-1])) if row else None


def find_device_by_token(store: Store, token: str) -> Device | None:
    """Return the active phone of the current league with this cookie token, or None."""
    member = find_member_by_token(store, token)
    return member.device if member else None


class Removal(StrEnum):
    """How a phone lost its access."""

    DIRECTLY = "directly"  # an owner removed it, or it left
    WITH_LINK = "with link"  # the link or code it joined with was withdrawn


class RemovedDevice(NamedTuple):
    """How and when a phone was removed."""

    how: Removal
    at: int


def find_removal(store: Store, token: str) -> RemovedDevice | None:
    """Return how and when the phone with this token was removed, or None if it was not removed."""
    joined_with = (
        (Admissions.league_id == Devices.league_id)
        & (Admissions.device_id == Devices.id)
        & (Invitations.league_id == Admissions.league_id)
        & (Invitations.id == Admissions.invitation_id)
    )
    is_withdrawn = exists().where(joined_with, Invitations.withdrawn_at == Devices.removed_at)
    query = select(is_withdrawn, Devices.removed_at).where(
        Devices.league_id == store.league_id,
        Devices.token == token_hash(token),
        Devices.removed_at.is_not(None),
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    if row is None or row[1] is None:
        return None
    return RemovedDevice(Removal.WITH_LINK if row[0] else Removal.DIRECTLY, row[1])


def reload_device(connection: Connection, league: int, device: Device | None) -> Device | None:
    """Return the current row of a phone that was read before, or None if it was removed.

    Call this after locking the league's row, because an owner may have changed the phone since.
    """
    if device is None:
        return None
    row = connection.execute(DEVICES_QUERY.where(*active_by_id(league, device.id))).first()
    return Device(*row) if row else None


def is_active_device(store: Store, device_id: int) -> bool:
    """Return whether this phone belongs to the league and was not removed."""
    with store.read() as connection:
        parameters = {"league": store.league_id, "number": device_id}
        return connection.scalar(ACTIVE_DEVICE_BY_ID, parameters) is not None


def update_last_seen(store: Store, phone: Device, now: int) -> bool:
    """Set `seen_at` to `now` if the old value differs from `now` by a minute or more.

    Returns whether `seen_at` was set.
    """
    if abs(now - phone.seen_at) < SEEN_UPDATE_INTERVAL_S:
        return False
    with store.write() as connection:
        connection.execute(
            UPDATE_SEEN_AT, {"league": store.league_id, "number": phone.id, "now": now}
        )
    return True


def active_devices(store: Store) -> list[Device]:
    """Return all active phones.

    Owners come before other phones. Within each group, the phone that was seen last comes first.
    """
    query = DEVICES_QUERY.where(Devices.league_id == store.league_id, Devices.removed_at.is_(None))
    with store.read() as connection:
        devices = [Device(*row) for row in connection.execute(query)]
    return sorted(devices, key=lambda each: (each.right is not Right.OWNER, -each.seen_at, each.id))


# ---------------------------------------------------------------- changes


def bump_access_version(connection: Connection, league: int) -> None:
    """Increment the league's `access_version`, so that open streams check their permissions again.

    The update locks the league's row until the transaction ends.
    """
    connection.execute(
        update(Leagues)
        .where(Leagues.id == league)
        .values({Leagues.access_version: Leagues.access_version + 1})
    )


def active_by_id(league: int, device_id: int) -> tuple[ColumnElement[bool], ...]:
    return (Devices.league_id == league, Devices.id == device_id, Devices.removed_at.is_(None))


def update_device(store: Store, device_id: int, **values: object) -> None:
    """Set the columns in `values` for one phone.

    Raises DeviceNotFound if the phone is not active, and Refused if no owner would be left.
    """
    with store.write() as connection:
        bump_access_version(connection, store.league_id)
        change = update(Devices).where(*active_by_id(store.league_id, device_id)).values(**values)
        if connection.execute(change).rowcount != 1:
            raise DeviceNotFound
        if "removed_at" in values:
            delete_push_subscriptions(connection, store.league_id, [device_id])
        refuse_ownerless(connection, store.league_id)


def leave(store: Store, device_id: int, at: int | None = None) -> None:
    """Remove a phone at its own request.

    The invitations it made remain open. Raises DeviceNotFound if the phone is not active, and
    Refused if it is the only owner.
    """
    now = int(time.time()) if at is None else at
    update_device(store, device_id, removed_at=now, has_left=True)


def delete_push_subscriptions(connection: Connection, league: int, phones: Collection[int]) -> None:
    """Delete the notification subscriptions of these phones."""
    connection.execute(
        delete(PushSubscriptions).where(
            PushSubscriptions.league_id == league, PushSubscriptions.device_id.in_(phones)
        )
    )


def set_name_and_player(store: Store, device_id: int, name: str, player_id: int | None) -> None:
    """Set a phone's name and the player it belongs to.

    `player_id` is None if it belongs to no player. Raises DeviceNotFound if the phone is not
    active.
    """
    update_device(store, device_id, name=name, player_id=player_id)


def refuse_insufficient_right(
    connection: Connection, league: int, device_id: int, required_right: Right
) -> None:
    """Raise PermissionLost unless this phone is active and has this permission or a higher one.

    If the caller has locked the league's row, no other transaction can be changing the phone.
    """
    right = connection.scalar(RIGHT_BY_ID, {"league": league, "number": device_id})
    if not is_right_sufficient(right, required_right):
        raise PermissionLost


def refuse_former_owner(connection: Connection, league: int, device_id: int | None) -> None:
    """Raise PermissionLost unless this phone owns the league.

    If `device_id` is None, the change was made on the command line, and nothing is checked.
    """
    if device_id is not None:
        refuse_insufficient_right(connection, league, device_id, Right.OWNER)


def insert_device(
    connection: Connection, league: int, token: str, values: Mapping[str, object]
) -> int:
    """Insert a phone and return its id.

    Also increments the league's `access_version`.
    """
    device_id = next_id(connection, league, Leagues.last_device, Leagues.access_version)
    row = {"league_id": league, "id": device_id, "token": token_hash(token), **values}
    connection.execute(insert(Devices).values(row))
    return device_id
