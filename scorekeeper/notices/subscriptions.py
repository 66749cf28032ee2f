"""A league's subscriptions, the notifications that each phone gets, and the league's VAPID key.

A subscription consists of a phone's address at its browser's push service and the keys that encrypt
its messages. The VAPID key signs the messages. It is created at first use and stored in the
database.
"""

import ipaddress
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, and_, delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.devices import DeviceNotFound, active_by_id
from scorekeeper.db.access_tables import Devices, PushKeys, PushSubscriptions
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.messages import say
from scorekeeper.notices import encryption
from scorekeeper.rules.kernel import Problem

MAX_ENDPOINT_LENGTH = 1000  # characters; browsers use 150 to 600
PUBLIC_KEY_BYTES, AUTH_BYTES = 65, 16
INVALID_SUBSCRIPTION = say(
    "The browser’s subscription is not valid. Tap “Save notifications” again."
)


class NoticeKind(StrEnum):
    """A kind of notification that a phone can choose.

    Its wording is in `texts.py`, and its label is in `web/access/notice_choices.py`.
    """

    TURN = "turn"  # the phone's player is next
    OVER = "over"  # a match has ended
    OVERTAKEN = "overtaken"  # another player has passed the phone's player in the standings
    CLUB_NIGHT = "evening"  # a club night was announced; the stored value cannot change


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A row of `PushSubscriptions`."""

    device_id: int
    endpoint: str
    p256dh: str
    auth: str
    site: str
    kinds: list[str]
    details: bool


@dataclass(frozen=True, slots=True)
class Recipient:
    """A phone with a subscription.

    `player` is the key of the phone's player, or "" if the phone has no player.
    """

    subscription: PushSubscription
    player: str


SUBSCRIPTIONS_QUERY = select_rows(PushSubscription, PushSubscriptions)
OF_ACTIVE_DEVICE = (
    (Devices.league_id == PushSubscriptions.league_id)
    & (Devices.id == PushSubscriptions.device_id)
    & Devices.removed_at.is_(None)
)


# ---------------------------------------------------------------- queries


def subscription_of(store: Store, device: int) -> PushSubscription | None:
    """Return a phone's subscription, or None if it has none."""
    with store.read() as connection:
        row = connection.execute(SUBSCRIPTIONS_QUERY.where(*by_device(store, device))).first()
    return PushSubscription(*row) if row else None


def has_subscriptions(store: Store) -> bool:
    """Return whether any phone in the league wants notifications."""
    query = select(PushSubscriptions.device_id).where(
        PushSubscriptions.league_id == store.league_id
    )
    with store.read() as connection:
        return connection.execute(query.limit(1)).first() is not None


def recipients(store: Store, kind: NoticeKind, without: Iterable[int] = ()) -> list[Recipient]:
    """Return the phones that want this kind of notification, except those in `without`."""
    query = (
        SUBSCRIPTIONS_QUERY.add_columns(Devices.player_id)
        .join(Devices, OF_ACTIVE_DEVICE)
        .where(PushSubscriptions.league_id == store.league_id)
        .order_by(PushSubscriptions.device_id)
    )
    left_out = set(without)
    with store.read() as connection:
        rows = connection.execute(query).all()
    subscribers = [Recipient(PushSubscription(*row[:-1]), str(row[-1] or "")) for row in rows]
    return [
        each
        for each in subscribers
        if kind in each.subscription.kinds and each.subscription.device_id not in left_out
    ]


def by_device(store: Store, device: int) -> tuple[ColumnElement[bool], ...]:
    return PushSubscriptions.league_id == store.league_id, PushSubscriptions.device_id == device


# ---------------------------------------------------------------- changes


def subscribe(store: Store, subscription: PushSubscription, *, to_loopback: bool = False) -> None:
    """Store a phone's subscription, and replace an earlier subscription of this phone or browser.

    A browser that has lost its cookie joins again as another phone, with the same subscription.
    Raises Refused if the subscription is not valid, and DeviceNotFound if the phone is not in the
    league. For tests, `to_loopback` accepts this machine's own addresses without https.
    """
    refuse_implausible(subscription, to_loopback=to_loopback)
    device, league = subscription.device_id, store.league_id
    columns = PushSubscription.__dataclass_fields__
    values = {name: getattr(subscription, name) for name in columns}
    with store.write() as connection:
        phone = select(Devices.id).where(*active_by_id(league, device)).with_for_update()
        if connection.scalar(phone) is None:
            raise DeviceNotFound
        of_phone = and_(*by_device(store, device))
        of_browser = and_(
            PushSubscriptions.league_id == league,
            PushSubscriptions.endpoint == subscription.endpoint,
        )
        connection.execute(delete(PushSubscriptions).where(of_phone | of_browser))
        connection.execute(insert(PushSubscriptions).values(league_id=league, **values))


def unsubscribe(store: Store, device: int, endpoint: str | None = None) -> None:
    """Delete a phone's subscription.

    If `endpoint` is given, the subscription is deleted only if it still has this address.
    """
    conditions = by_device(store, device)
    if endpoint is not None:
        conditions = (*conditions, PushSubscriptions.endpoint == endpoint)
    with store.write() as connection:
        connection.execute(delete(PushSubscriptions).where(*conditions))


def refuse_implausible(subscription: PushSubscription, *, to_loopback: bool) -> None:
    """Raise Refused unless the address and the keys are plausible for a browser."""
    if not (
        is_endpoint(subscription.endpoint, to_loopback=to_loopback)
        and encryption.is_public_key(decode_base64(subscription.p256dh, PUBLIC_KEY_BYTES))
        and decode_base64(subscription.auth, AUTH_BYTES)
    ):
        raise Refused([Problem("bad_subscription", INVALID_SUBSCRIPTION)])


def is_endpoint(address: str, *, to_loopback: bool) -> bool:
    """Return whether `address` is an https address with a host name, on the usual port.

    With `to_loopback`, any http or https address of this machine is accepted too.
    """
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return False
    if len(address) > MAX_ENDPOINT_LENGTH or not address.isascii() or "@" in parts.netloc:
        return False
    if to_loopback and is_loopback(host):
        return parts.scheme in {"http", "https"}
    return parts.scheme == "https" and port in {None, 443} and is_host_name(host)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_host_name(host: str) -> bool:
    """Return whether `host` is a domain name. Push services do not use IP addresses."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host.strip(".") and all(c.isalnum() or c in ".-" for c in host)
    return False


def decode_base64(text: str, length: int) -> bytes:
    """Return the bytes of base64url text, or b"" if the text does not have `length` bytes."""
    try:
        data = encryption.from_base64url(text)
    except ValueError:
        return b""
    return data if len(data) == length else b""


# ---------------------------------------------------------------- the VAPID key


def vapid_key(store: Store) -> str:
    """Return the private key that signs the league's messages, and create it at first use.

    The key is a 32-byte number as base64url. If two processes create a key, both return the one
    that was stored first.
    """
    if private_key := stored_key(store):
        return private_key
    with suppress(IntegrityError), store.write() as connection:
        connection.execute(
            insert(PushKeys).values(
                league_id=store.league_id, private_key=encryption.new_private_key()
            )
        )
    return stored_key(store)


def stored_key(store: Store) -> str:
    """Return the stored private key, or "" if there is none."""
    query = select(PushKeys.private_key).where(PushKeys.league_id == store.league_id)
    with store.read() as connection:
        return connection.scalar(query) or ""
