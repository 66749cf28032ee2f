"""The access that one change revoked: the phones that it removed and the links that it ended."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select, true

from scorekeeper.db.access_tables import Admissions, Devices, Invitations, PublicLinks
from scorekeeper.db.store import Store
from scorekeeper.rights import Right


class Revocation(NamedTuple):
    """A change that revoked access. `at` is seconds since 1970.

    `device_ids` are the phones that were removed or whose permissions changed, and `invitation_id`
    is the invitation that was withdrawn. If neither is given, the change covers everything that was
    revoked in this second.
    """

    at: int
    device_ids: Sequence[int] = ()
    invitation_id: int | None = None


class RevokedAccess(NamedTuple):
    """The names of phones and invitations that one change removed, ended or withdrew.

    `public_link_names` are the names of public links that removed phones made. They still work.
    """

    phone_names: list[str]
    link_names: list[str]
    public_link_names: list[str]


def revoked_access(store: Store, change: Revocation) -> RevokedAccess:
    """Return the access that this change revoked, and the public links that remain open."""
    league = store.league_id
    is_removed = and_(Devices.removed_at == change.at, affected_phones(league, change))
    phones = select(Devices.name).where(Devices.league_id == league, is_removed)
    links = select(Invitations.name).where(
        Invitations.league_id == league, closed_links(league, change)
    )
    with store.read() as connection:
        return RevokedAccess(
            list(connection.scalars(phones.order_by(Devices.id))),
            list(connection.scalars(links.order_by(Invitations.id))),
            open_public_links(connection, league, is_removed),
        )


def open_public_links(
    connection: Connection, league: int, is_removed: ColumnElement[bool]
) -> list[str]:
    """Return the names of the active public links that the removed phones may have made.

    `is_removed` is the condition for these phones.
    """
    query = select(PublicLinks.name).where(
        PublicLinks.league_id == league,
        PublicLinks.withdrawn_at.is_(None),
        exists().where(Devices.league_id == league, is_removed, MAY_HAVE_MADE),
    )
    return list(connection.scalars(query.order_by(PublicLinks.id)))


# Older links do not record the phone that made them. Any owner's phone that had joined by then may
# have made them.
MAY_HAVE_MADE = or_(
    PublicLinks.made_by == Devices.id,
    and_(
        PublicLinks.made_by.is_(None),
        Devices.right == Right.OWNER,
        Devices.joined_at <= PublicLinks.created_at,
    ),
)


def affected_phones(league: int, change: Revocation) -> ColumnElement[bool]:
    """Return the condition for the phones that the change affected."""
    if not change.device_ids and change.invitation_id is None:
        return true()
    joined = select(Admissions.device_id).where(
        Admissions.league_id == league, Admissions.invitation_id == change.invitation_id
    )
    return or_(Devices.id.in_(change.device_ids), Devices.id.in_(joined))


def closed_links(league: int, change: Revocation) -> ColumnElement[bool]:
    """Return the condition for the invitations that the change ended or withdrew."""
    if not change.device_ids and change.invitation_id is None:
        return or_(Invitations.ended_at == change.at, Invitations.withdrawn_at == change.at)
    makers = select(Devices.id).where(Devices.league_id == league, affected_phones(league, change))
    return or_(
        and_(Invitations.ended_at == change.at, Invitations.made_by.in_(makers)),
        and_(Invitations.withdrawn_at == change.at, Invitations.id == change.invitation_id),
    )
