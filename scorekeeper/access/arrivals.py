"""News for owners: phones and invitations added since the news was last marked as seen."""

from typing import Any, NamedTuple

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.access.devices import Device
from scorekeeper.db.access_tables import Admissions, Devices, Invitations
from scorekeeper.db.store import Store
from scorekeeper.rights import Right


class JoinedDevice(NamedTuple):
    """A phone that joined; `link` is its invitation's name ("" for a code, None if it has none)."""

    id: int
    name: str
    right: Right
    link: str | None
    at: int


class CreatedInvitation(NamedTuple):
    """A new link or code, with the name of the phone that made it (None: made in the terminal)."""

    id: int
    name: str
    right: Right
    phone: str | None
    at: int


class AccessNews(NamedTuple):
    """The news an owner has not seen, oldest first; `until` is the Unix time of the newest item."""

    joined: list[JoinedDevice]
    made: list[CreatedInvitation]

    @property
    def until(self) -> int:
        return max([each.at for each in self.joined] + [each.at for each in self.made])


def unseen_news(store: Store, phone: Device) -> AccessNews | None:
    """Return the news since this owner's phone last marked news as seen, or None."""
    # Times are whole seconds: a phone that joined in the same second as this one is news too.
    since = phone.joined_at - 1 if phone.news_at is None else phone.news_at
    with store.read() as connection:
        joined = [
            JoinedDevice(row.id, row.name, row.right, row.link, row.at)
            for row in connection.execute(joined_devices_query(store.league_id, phone.id, since))
        ]
        links = [
            CreatedInvitation(row.id, row.name, row.right, row.phone, row.made_at)
            for row in connection.execute(
                created_invitations_query(store.league_id, phone.id, since)
            )
        ]
    return AccessNews(joined, links) if joined or links else None


def joined_devices_query(league: int, phone: int, since: int) -> Select[*tuple[Any, ...]]:
    """Select the other active phones that joined after `since`, each with its invitation."""
    return (
        select(
            Devices.id, Devices.name, Devices.right, Invitations.name.label("link"), Admissions.at
        )
        .join(
            Devices,
            (Devices.league_id == Admissions.league_id) & (Devices.id == Admissions.device_id),
        )
        .outerjoin(
            Invitations,
            (Invitations.league_id == Admissions.league_id)
            & (Invitations.id == Admissions.invitation_id),
        )
        .where(
            Admissions.league_id == league,
            Admissions.at > since,
            Devices.id != phone,
            Devices.out_at.is_(None),
        )
        .order_by(Admissions.at, Devices.id)
    )


def created_invitations_query(league: int, phone: int, since: int) -> Select[*tuple[Any, ...]]:
    """Select the invitations that others made after `since`, unless ended, withdrawn or used up.

    The phone that used up an invitation is itself in the news.
    """
    maker = aliased(Devices)
    return (
        select(
            Invitations.id,
            Invitations.name,
            Invitations.right,
            maker.name.label("phone"),
            Invitations.made_at,
        )
        .outerjoin(
            maker,
            (maker.league_id == Invitations.league_id) & (maker.id == Invitations.made_by),
        )
        .where(
            Invitations.league_id == league,
            Invitations.made_at > since,
            func.coalesce(Invitations.made_by, 0) != phone,
            Invitations.withdrawn_at.is_(None),
            Invitations.ended_at.is_(None),
            or_(Invitations.most.is_(None), Invitations.used < Invitations.most),
        )
        .order_by(Invitations.made_at, Invitations.id)
    )


def mark_news_seen(store: Store, phone: Device, until: int) -> None:
    """Mark the news up to `until` (Unix seconds) as seen by this phone, unless it already is."""
    until = max(until, phone.news_at or phone.joined_at)
    with store.write() as connection:
        connection.execute(
            update(Devices)
            .where(Devices.league_id == store.league_id, Devices.id == phone.id)
            .values(news_at=until)
        )
