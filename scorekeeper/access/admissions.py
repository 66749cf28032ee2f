"""What let a phone into a league, and what is closed when some of that is taken back.

A phone may have come in more than once: with a link to look on, later with one for owners. Each is
kept, so that withdrawing one asks the others again what the phone may do.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from scorekeeper.access.devices import DeviceNotFound, bump_access_version, refuse_ownerless
from scorekeeper.db.access_models import Admission as Row
from scorekeeper.db.access_models import Device, Invitation
from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.runtime.tokens import token_hash
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.permissions import RIGHTS_IN_ORDER, Right

NO_INVITATION_ID = (
    0  # in the place of an invitation: the code on paper, or a passkey, which make owners
)
RESUBMIT_WINDOW_S = 15 * 60  # seconds for which a page that is sent again is the same phone
ALREADY_EXPIRED = 0  # until when something is open that has been ended, whatever the clock says


class ActiveAdmission(NamedTuple):
    """One that still holds: the invitation, and what it lets a phone do."""

    invitation: int
    right: Right


def admit(
    connection: Connection, league: int, device: int, invitation: int, key: str | None, now: int
) -> None:
    """The phone came in with this invitation, or WITHOUT one. `key` is that of `key_of`."""
    way = {"league_id": league, "device_id": device, "invitation_id": invitation}
    values = {"key": key, "at": now}
    if connection.execute(update(Row).filter_by(**way).values(values)).rowcount == 0:
        connection.execute(insert(Row).values(way | values))


def idempotency_key(page: str, secret: str) -> str:
    """What is kept of a page and of the link or code it was opened with: good with both alone."""
    return token_hash(f"{page} {secret}")


def find_device_by_key(connection: Connection, league: int, key: str, now: int) -> int | None:
    """The phone that came in from this very page a moment ago, and is in."""
    return connection.scalar(
        select(Row.device_id)
        .join(Device, (Device.league_id == Row.league_id) & (Device.id == Row.device_id))
        .where(
            Row.league_id == league,
            Row.key == key,
            Row.at > now - RESUBMIT_WINDOW_S,
            Device.out_at.is_(None),
        )
    )


def active_admissions(connection: Connection, league: int, device: int) -> list[ActiveAdmission]:
    """All that let a phone in and still holds, the highest right first."""
    ask = (
        select(Row.invitation_id, Invitation.right)
        .outerjoin(
            Invitation,
            (Invitation.league_id == Row.league_id) & (Invitation.id == Row.invitation_id),
        )
        .where(
            Row.league_id == league,
            Row.device_id == device,
            Invitation.withdrawn_at.is_(None),
            or_(Row.invitation_id == NO_INVITATION_ID, Invitation.id.is_not(None)),
        )
    )
    found = [
        ActiveAdmission(row.invitation_id, Right(row.right) if row.right else Right.OWNER)
        for row in connection.execute(ask)
    ]
    return sorted(found, key=lambda way: RIGHTS_IN_ORDER.index(way.right), reverse=True)


def device_ids_by_invitation() -> dict[int, set[int]]:
    """The ids of the phones that came in with each invitation and are in, by its id."""
    ask = select(Row.invitation_id, Row.device_id).where(Row.league_id == current_league_id())
    found: dict[int, set[int]] = {}
    with autocommit_engine(db.engine).connect() as connection:
        for row in connection.execute(ask):
            found.setdefault(row.invitation_id, set()).add(row.device_id)
    return found


# ---------------------------------------------------------------- taken back


def remove_device(number: int, now: int) -> None:
    """Put a phone out, and end the links it made: whoever has it has those.

    Raises NoDevice; Refused for the only owner.
    """
    with db.engine.begin() as connection:
        bump_access_version(connection)
        if remove_devices(connection, current_league_id(), [number], now) == 0:
            raise DeviceNotFound
        refuse_ownerless(connection)


def recompute_rights(connection: Connection, league: int, invitation: int, now: int) -> None:
    """An invitation was withdrawn: who came in with it may do what else let them in allows, or
    what an owner gave them; who came in with nothing else is out.
    """
    came = (
        select(Device.id, Device.granted)
        .join(Row, (Row.league_id == Device.league_id) & (Row.device_id == Device.id))
        .where(Row.league_id == league, Row.invitation_id == invitation, Device.out_at.is_(None))
    )
    out = []
    for phone in connection.execute(came).all():
        left = active_admissions(connection, league, phone.id)
        if not left:
            out.append(phone.id)
            continue
        right = phone.granted or left[0].right.value
        connection.execute(
            update(Device)
            .where(Device.league_id == league, Device.id == phone.id)
            .values(right=right, invitation_id=left[0].invitation or None)
        )
    remove_devices(connection, league, out, now)


def remove_devices(connection: Connection, league: int, phones: Collection[int], now: int) -> int:
    """Put phones out and end the links they made; how many of them were in."""
    gone = connection.execute(
        update(Device)
        .where(Device.league_id == league, Device.id.in_(phones), Device.out_at.is_(None))
        .values(out_at=now)
    )
    end_invitations(connection, league, Invitation.made_by.in_(phones), now)
    return gone.rowcount


def remove_owner_devices(connection: Connection, league: int, now: int) -> None:
    """Remove all phones that owned the league, and end their links and all links for owners."""
    owners: Iterable[int] = connection.scalars(
        select(Device.id).where(
            Device.league_id == league,
            Device.right == Right.OWNER.value,
            Device.out_at.is_(None),
        )
    )
    remove_devices(connection, league, list(owners), now)
    end_invitations(connection, league, Invitation.right == Right.OWNER.value, now)


def end_invitations(
    connection: Connection, league: int, which: ColumnElement[bool], now: int
) -> None:
    """They let nobody else in; who came in with them stays."""
    connection.execute(
        update(Invitation)
        .where(
            Invitation.league_id == league,
            which,
            Invitation.withdrawn_at.is_(None),
            or_(Invitation.open_until.is_(None), Invitation.open_until > now),
            or_(Invitation.most.is_(None), Invitation.used < Invitation.most),
        )
        .values(open_until=ALREADY_EXPIRED, code=None, ended_at=now)
    )


class RevokedAccess(NamedTuple):
    """What one change took back: names of phones that are out, and of links that let nobody in."""

    phones: list[str]
    links: list[str]


def revoked_access_at(at: int) -> RevokedAccess:
    """What was closed at this second: all of it is one change."""
    phones = select(Device.name).where(Device.league_id == current_league_id(), Device.out_at == at)
    links = select(Invitation.name).where(
        Invitation.league_id == current_league_id(),
        or_(Invitation.ended_at == at, Invitation.withdrawn_at == at),
    )
    with autocommit_engine(db.engine).connect() as connection:
        return RevokedAccess(
            list(connection.scalars(phones.order_by(Device.id))),
            list(connection.scalars(links.order_by(Invitation.id))),
        )
