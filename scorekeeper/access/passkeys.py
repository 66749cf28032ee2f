"""Passkeys of owners' phones. Like the recovery code, they restore access if a cookie is lost.

A passkey is valid while every phone that added it or signed in with it is still an owner. Removing
a phone therefore also disables the passkeys that the phone could use to return.
`webauthn_adapter.py` builds the options for the browser and verifies its responses.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.admissions import NO_INVITATION_ID, admit, find_device_by_key
from scorekeeper.access.devices import (
    Device,
    bump_access_version,
    insert_device,
    reload_device,
)
from scorekeeper.access.joining import replace_token
from scorekeeper.db.access_tables import Devices, PasskeyPhones, Passkeys
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.ids import next_id
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.errors import Refused
from scorekeeper.messages import say
from scorekeeper.rights import Right
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.tokens import new_secret


class InvalidPasskey(Exception):
    """The passkey or challenge is unknown or no longer valid, or the response does not verify."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A row of `Passkeys`. The public key is not a secret, because it only verifies signatures."""

    league_id: int
    id: int
    name: str
    host: str
    public_key: bytes
    sign_count: int
    created_at: int


PASSKEYS_QUERY = select_rows(Passkey, Passkeys)


class NewCredential(NamedTuple):
    """A new passkey from a verified registration."""

    credential: str
    public_key: bytes
    sign_count: int


def is_valid_passkey() -> ColumnElement[bool]:
    """Return the SQL condition for passkeys whose phones are all active and still owners.

    In a damaged database, a phone may have no row. Such a phone does not count as active.
    """
    unused = (
        select(PasskeyPhones.device_id)
        .outerjoin(
            Devices,
            (Devices.league_id == PasskeyPhones.league_id)
            & (Devices.id == PasskeyPhones.device_id),
        )
        .where(
            PasskeyPhones.league_id == Passkeys.league_id,
            PasskeyPhones.passkey_id == Passkeys.id,
            Devices.id.is_(None) | Devices.removed_at.is_not(None) | (Devices.right != Right.OWNER),
        )
    )
    return ~unused.exists()


def active_passkeys(store: Store) -> list[Passkey]:
    """Return the valid passkeys of this league, newest first."""
    query = PASSKEYS_QUERY.where(
        Passkeys.league_id == store.league_id, is_valid_passkey()
    ).order_by(Passkeys.id.desc())
    with store.read() as connection:
        return [Passkey(*row) for row in connection.execute(query)]


def credential_ids(store: Store, host: str) -> list[str]:
    """Return the ids of the league's valid credentials for `host`, to exclude at registration."""
    query = select(Passkeys.credential).where(
        Passkeys.league_id == store.league_id, Passkeys.host == host, is_valid_passkey()
    )
    with store.read() as connection:
        return list(connection.scalars(query))


def has_passkey(store: Store, phone: Device, credential: str) -> bool:
    """Return whether this phone has added, or signed in with, the passkey with this id."""
    query = (
        select(Passkeys.id)
        .join(
            PasskeyPhones,
            (PasskeyPhones.league_id == Passkeys.league_id)
            & (PasskeyPhones.passkey_id == Passkeys.id),
        )
        .where(
            Passkeys.league_id == store.league_id,
            Passkeys.credential == credential,
            PasskeyPhones.device_id == phone.id,
        )
    )
    with store.read() as connection:
        return connection.scalar(query) is not None


# ---------------------------------------------------------------- add, sign in, remove


def add_passkey(store: Store, credential: NewCredential, host: str, phone: Device) -> None:
    """Store a new passkey for this phone. Raises Refused if it already exists."""
    try:
        with store.write() as connection:
            delete_invalid_passkeys(connection, store.league_id)
            passkey_id = next_id(connection, store.league_id, Leagues.last_passkey)
            connection.execute(
                insert(Passkeys).values(
                    league_id=store.league_id,
                    id=passkey_id,
                    name=phone.name,
                    host=host,
                    created_at=int(time.time()),
                    **credential._asdict(),
                )
            )
            link_passkey_to_device(connection, store.league_id, passkey_id, phone.id)
    except IntegrityError:
        reason = say("This passkey is already registered.")
        raise Refused([Problem("passkey_twice", reason)]) from None


def delete_invalid_passkeys(connection: Connection, league: int) -> None:
    """Delete the league's invalid passkeys, so that they can be added again."""
    gone = connection.scalars(
        select(Passkeys.id).where(Passkeys.league_id == league, ~is_valid_passkey())
    ).all()
    delete_passkeys(connection, league, gone)


def delete_passkeys(connection: Connection, league: int, numbers: Sequence[int]) -> None:
    for table, key in ((PasskeyPhones, PasskeyPhones.passkey_id), (Passkeys, Passkeys.id)):
        connection.execute(delete(table).where(table.league_id == league, key.in_(numbers)))


def link_passkey_to_device(
    connection: Connection, league: int, passkey_id: int, device_id: int
) -> None:
    values = {"league_id": league, "passkey_id": passkey_id, "device_id": device_id}
    query = select(PasskeyPhones.device_id).filter_by(**values)
    if connection.scalar(query) is None:
        connection.execute(insert(PasskeyPhones).values(values))


def get_by_credential(engine: Engine, credential: str) -> Passkey:
    """Return the valid passkey with this credential id, of any league. Raises InvalidPasskey."""
    with autocommit_engine(engine).connect() as connection:
        row = connection.execute(
            PASSKEYS_QUERY.where(Passkeys.credential == credential, is_valid_passkey())
        ).first()
    if row is None:
        raise InvalidPasskey
    return Passkey(*row)


def sign_in(
    engine: Engine, passkey: Passkey, sign_count: int, present: Device | None, key: str
) -> str:
    """Sign in with a verified passkey and return a new token for the phone's cookie.

    Adds an owner phone, or makes `present` an owner. No phone is removed. `key` is the browser's
    `admissions.idempotency_key`. It prevents a second phone from being added if the browser signs
    in again because the response was lost. Raises InvalidPasskey if the passkey has been removed or
    disabled, or if its signature count has changed in the meantime.
    """
    now, token, league = int(time.time()), new_secret(), passkey.league_id
    with engine.begin() as connection:
        # This locks the league's row, so a concurrent removal of a phone either has finished or
        # waits.
        bump_access_version(connection, league)
        record_use(connection, passkey, sign_count)
        present = reload_device(connection, league, present)
        device = present.id if present else find_device_by_key(connection, league, key, now)
        if device is None:
            details = last_device_details(connection, passkey)
            joined = {"invitation_id": None, "joined_at": now}
            values = {**details, **joined, "right": Right.OWNER, "seen_at": now}
            device = insert_device(connection, league, token, values)
        else:
            owner = {"right": Right.OWNER, "granted": None, "seen_at": now}
            replace_token(connection, league, device, token, owner)
        admit(connection, league, device, NO_INVITATION_ID, key, now)
        link_passkey_to_device(connection, league, passkey.id, device)
    return token


def record_use(connection: Connection, passkey: Passkey, sign_count: int) -> None:
    """Store the new signature count of a passkey.

    Raises InvalidPasskey if the passkey is no longer valid, or if its signature count has changed
    since `passkey` was read. A passkey that always reports 0 can be used again.
    """
    used = update(Passkeys).where(
        Passkeys.league_id == passkey.league_id,
        Passkeys.id == passkey.id,
        is_valid_passkey(),
        Passkeys.sign_count == passkey.sign_count,
    )
    if connection.execute(used.values(sign_count=sign_count)).rowcount != 1:
        raise InvalidPasskey


def last_device_details(connection: Connection, passkey: Passkey) -> dict[str, object]:
    """Return the name and player id of the newest phone that had this passkey.

    Raises InvalidPasskey if there is none.
    """
    row = connection.execute(
        select(Devices.name, Devices.player_id)
        .join(
            PasskeyPhones,
            (Devices.league_id == PasskeyPhones.league_id)
            & (Devices.id == PasskeyPhones.device_id),
        )
        .where(PasskeyPhones.league_id == passkey.league_id, PasskeyPhones.passkey_id == passkey.id)
        .order_by(Devices.id.desc())
    ).first()
    if row is None:
        raise InvalidPasskey
    return dict(row._mapping)


def remove_passkey(store: Store, passkey_id: int) -> None:
    """Delete a passkey. Phones that signed in with it keep their access."""
    with store.write() as connection:
        delete_passkeys(connection, store.league_id, [passkey_id])
