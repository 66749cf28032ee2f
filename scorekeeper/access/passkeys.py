"""Passkeys of owners' phones: a way back for one that lost its cookie, beside the code on paper.

A passkey opens the league as long as every phone that added it or came in with it is an owner's
still. So who puts out a phone need not think of what it could come back with. How a passkey is
asked and its answer judged is in webauthn_adapter.py.
"""

import secrets
import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.admissions import NO_INVITATION_ID, admit
from scorekeeper.access.devices import Device, bump_access_version, insert_device
from scorekeeper.access.joining import replace_token
from scorekeeper.db.access_models import Challenge, PasskeyPhone
from scorekeeper.db.access_models import Device as DeviceRow
from scorekeeper.db.access_models import Passkey as Row
from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import League
from scorekeeper.match.names import name_error
from scorekeeper.messages import say
from scorekeeper.runtime.tokens import new_secret, token_hash
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.permissions import Right

CHALLENGE_BYTES = 32  # of chance in a challenge
CHALLENGE_TIMEOUT_S = 5 * 60  # seconds that somebody has to answer it
MAX_CHALLENGE_LIFETIME_S = (
    CHALLENGE_TIMEOUT_S + 60
)  # that one can be open yet, as in invitations.py


class InvalidPasskey(Exception):
    """This opens nothing, or not any more."""


class Passkey(NamedTuple):
    """What owners see of one."""

    id: int
    name: str
    host: str
    made_at: int


class NewCredential(NamedTuple):
    """A passkey that was just made, as its phone proved it."""

    credential: str
    public_key: bytes
    sign_count: int


class StoredCredential(NamedTuple):
    """What an answer is tried on."""

    league: int
    id: int
    public_key: bytes
    sign_count: int


def is_valid_passkey() -> ColumnElement[bool]:
    """Whether all its phones are owners' still."""
    left = (
        select(PasskeyPhone.device_id)
        .join(
            DeviceRow,
            (DeviceRow.league_id == PasskeyPhone.league_id)
            & (DeviceRow.id == PasskeyPhone.device_id),
        )
        .where(
            PasskeyPhone.league_id == Row.league_id,
            PasskeyPhone.passkey_id == Row.id,
            DeviceRow.out_at.is_not(None) | (DeviceRow.right != Right.OWNER.value),
        )
    )
    return ~left.exists()


def active_passkeys() -> list[Passkey]:
    """Those that open this league, the newest first."""
    ask = (
        select(Row.id, Row.name, Row.host, Row.made_at)
        .where(Row.league_id == current_league_id(), is_valid_passkey())
        .order_by(Row.id.desc())
    )
    with autocommit_engine(db.engine).connect() as connection:
        return [Passkey(*row) for row in connection.execute(ask)]


def credential_ids(host: str) -> list[str]:
    """What a phone must not have already when it makes another one there."""
    ask = select(Row.credential).where(
        Row.league_id == current_league_id(), Row.host == host, is_valid_passkey()
    )
    with autocommit_engine(db.engine).connect() as connection:
        return list(connection.scalars(ask))


# ---------------------------------------------------------------- what is to be signed


def create_challenge(phone: int | None) -> bytes:
    """For this phone, which adds a passkey; or for whoever comes in. Only its hash is kept."""
    challenge, now = secrets.token_bytes(CHALLENGE_BYTES), int(time.time())
    with db.engine.begin() as connection:
        connection.execute(delete(Challenge).where(~is_open_challenge(now)))
        connection.execute(
            insert(Challenge).values(
                league_id=current_league_id(),
                challenge=token_hash(challenge.hex()),
                device_id=phone,
                open_until=now + CHALLENGE_TIMEOUT_S,
            )
        )
    return challenge


def is_open_challenge(now: int) -> ColumnElement[bool]:
    return Challenge.open_until.between(now + 1, now + MAX_CHALLENGE_LIFETIME_S)


def consume_challenge(challenge: bytes, phone: int | None) -> None:
    """It is good once, in this league, for this. Raises NoPasskey."""
    with db.engine.begin() as connection:
        found = connection.execute(
            delete(Challenge).where(
                Challenge.league_id == current_league_id(),
                Challenge.challenge == token_hash(challenge.hex()),
                Challenge.device_id.is_not_distinct_from(phone),
                is_open_challenge(int(time.time())),
            )
        )
    if found.rowcount != 1:
        raise InvalidPasskey


# ---------------------------------------------------------------- made, used, removed


def add_passkey(proved: NewCredential, host: str, phone: Device) -> None:
    """This phone may come back with it. Raises Refused for one that is here already."""
    try:
        with db.engine.begin() as connection:
            delete_invalid_passkeys(connection)
            number = next_id(connection, current_league_id(), League.last_passkey)
            connection.execute(
                insert(Row).values(
                    league_id=current_league_id(),
                    id=number,
                    name=phone.name,
                    host=host,
                    made_at=int(time.time()),
                    **proved._asdict(),
                )
            )
            link_passkey_to_device(connection, current_league_id(), number, phone.id)
    except IntegrityError:
        raise name_error(say("This passkey is here already."), "passkey_twice") from None


def delete_invalid_passkeys(connection: Connection) -> None:
    """Those of phones that were put out open nothing any more; the place may be taken again."""
    connection.execute(delete(Row).where(Row.league_id == current_league_id(), ~is_valid_passkey()))


def link_passkey_to_device(connection: Connection, league: int, number: int, phone: int) -> None:
    values = {"league_id": league, "passkey_id": number, "device_id": phone}
    ask = select(PasskeyPhone.device_id).filter_by(**values)
    if connection.scalar(ask) is None:
        connection.execute(insert(PasskeyPhone).values(values))


def get_credential(credential: str) -> StoredCredential:
    """What it opens, in whichever league. Raises NoPasskey."""
    ask = select(Row.league_id, Row.id, Row.public_key, Row.sign_count)
    with autocommit_engine(db.engine).connect() as connection:
        row = connection.execute(
            ask.where(Row.credential == credential, is_valid_passkey())
        ).first()
    if row is None:
        raise InvalidPasskey
    return StoredCredential(*row)


def sign_in(opened: StoredCredential, sign_count: int, present: Device | None) -> str:
    """The token for the phone's cookie, a new one also for a phone that is in. Nobody is put out.
    Raises NoPasskey for one that was withdrawn, or used by another, meanwhile.
    """
    now, token = int(time.time()), new_secret()
    with db.engine.begin() as connection:
        bump_access_version(
            connection, opened.league
        )  # whoever puts a phone out now waits, or was first
        used = update(Row).where(
            Row.league_id == opened.league,
            Row.id == opened.id,
            is_valid_passkey(),
            Row.sign_count == opened.sign_count,
        )
        if connection.execute(used.values(sign_count=sign_count)).rowcount != 1:
            raise InvalidPasskey
        if present is None:
            values = {
                "right": Right.OWNER.value,
                "invitation_id": None,
                "joined_at": now,
                "seen_at": now,
            }
            number = insert_device(
                connection,
                opened.league,
                token,
                {**last_device_details(connection, opened), **values},
            )
        else:
            number = present.id
            owner = {"right": Right.OWNER.value, "granted": None, "seen_at": now}
            replace_token(connection, opened.league, number, token, owner)
        admit(connection, opened.league, number, NO_INVITATION_ID, None, now)
        link_passkey_to_device(connection, opened.league, opened.id, number)
    return token


def last_device_details(connection: Connection, opened: StoredCredential) -> dict[str, object]:
    """What the phone was called that had it last, and whose it was."""
    row = connection.execute(
        select(DeviceRow.name, DeviceRow.player_id)
        .join(
            PasskeyPhone,
            (DeviceRow.league_id == PasskeyPhone.league_id)
            & (DeviceRow.id == PasskeyPhone.device_id),
        )
        .where(PasskeyPhone.league_id == opened.league, PasskeyPhone.passkey_id == opened.id)
        .order_by(DeviceRow.id.desc())
    ).first()
    if row is None:
        raise InvalidPasskey
    return dict(row._mapping)


def remove_passkey(number: int) -> None:
    """It opens nothing any more; phones that came in with it stay."""
    with db.engine.begin() as connection:
        for table, key in ((PasskeyPhone, PasskeyPhone.passkey_id), (Row, Row.id)):
            connection.execute(
                delete(table).where(table.league_id == current_league_id(), key == number)
            )
