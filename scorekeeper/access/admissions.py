"""What let a phone into a league, and what is closed when some of that is taken back.

A phone may have come in more than once: with a link to look on, later with one for owners. Each is
kept, so that withdrawing one asks the others again what the phone may do.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from scorekeeper.access.devices import NoDevice, change_of_doors, refuse_ownerless
from scorekeeper.db.access_models import Admission as Row
from scorekeeper.db.access_models import Device, Invitation
from scorekeeper.db.engines import db, reader
from scorekeeper.runtime.tokens import kept
from scorekeeper.web.current_league import here
from scorekeeper.web.permissions import ORDER, Right

WITHOUT = 0  # in the place of an invitation: the code on paper, or a passkey, which make owners
REPEATED = 15 * 60  # seconds for which a page that is sent again is the same phone
OVER = 0  # until when something is open that has been ended, whatever the clock says


class Way(NamedTuple):
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


def key_of(page: str, secret: str) -> str:
    """What is kept of a page and of the link or code it was opened with: good with both alone."""
    return kept(f"{page} {secret}")


def repeated(connection: Connection, league: int, key: str, now: int) -> int | None:
    """The phone that came in from this very page a moment ago, and is in."""
    return connection.scalar(
        select(Row.device_id)
        .join(Device, (Device.league_id == Row.league_id) & (Device.id == Row.device_id))
        .where(
            Row.league_id == league,
            Row.key == key,
            Row.at > now - REPEATED,
            Device.out_at.is_(None),
        )
    )


def ways(connection: Connection, league: int, device: int) -> list[Way]:
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
            or_(Row.invitation_id == WITHOUT, Invitation.id.is_not(None)),
        )
    )
    found = [
        Way(row.invitation_id, Right(row.right) if row.right else Right.OWNER)
        for row in connection.execute(ask)
    ]
    return sorted(found, key=lambda way: ORDER.index(way.right), reverse=True)


def admitted() -> dict[int, set[int]]:
    """The ids of the phones that came in with each invitation and are in, by its id."""
    ask = select(Row.invitation_id, Row.device_id).where(Row.league_id == here())
    found: dict[int, set[int]] = {}
    with reader(db.engine).connect() as connection:
        for row in connection.execute(ask):
            found.setdefault(row.invitation_id, set()).add(row.device_id)
    return found


# ---------------------------------------------------------------- taken back


def remove(number: int, now: int) -> None:
    """Put a phone out, and end the links it made: whoever has it has those.

    Raises NoDevice; Refused for the only owner.
    """
    with db.engine.begin() as connection:
        change_of_doors(connection)
        if put_out(connection, here(), [number], now) == 0:
            raise NoDevice
        refuse_ownerless(connection)


def ask_again(connection: Connection, league: int, invitation: int, now: int) -> None:
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
        left = ways(connection, league, phone.id)
        if not left:
            out.append(phone.id)
            continue
        right = phone.granted or left[0].right.value
        connection.execute(
            update(Device)
            .where(Device.league_id == league, Device.id == phone.id)
            .values(right=right, invitation_id=left[0].invitation or None)
        )
    put_out(connection, league, out, now)


def put_out(connection: Connection, league: int, phones: Collection[int], now: int) -> int:
    """Put phones out and end the links they made; how many of them were in."""
    gone = connection.execute(
        update(Device)
        .where(Device.league_id == league, Device.id.in_(phones), Device.out_at.is_(None))
        .values(out_at=now)
    )
    end_links(connection, league, Invitation.made_by.in_(phones), now)
    return gone.rowcount


def put_out_owners(connection: Connection, league: int, now: int) -> None:
    """Remove all phones that owned the league, and end their links and all links for owners."""
    owners: Iterable[int] = connection.scalars(
        select(Device.id).where(
            Device.league_id == league,
            Device.right == Right.OWNER.value,
            Device.out_at.is_(None),
        )
    )
    put_out(connection, league, list(owners), now)
    end_links(connection, league, Invitation.right == Right.OWNER.value, now)


def end_links(connection: Connection, league: int, which: ColumnElement[bool], now: int) -> None:
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
        .values(open_until=OVER, code=None, ended_at=now)
    )


class Closed(NamedTuple):
    """What one change took back: names of phones that are out, and of links that let nobody in."""

    phones: list[str]
    links: list[str]


def closed(at: int) -> Closed:
    """What was closed at this second: all of it is one change."""
    phones = select(Device.name).where(Device.league_id == here(), Device.out_at == at)
    links = select(Invitation.name).where(
        Invitation.league_id == here(),
        or_(Invitation.ended_at == at, Invitation.withdrawn_at == at),
    )
    with reader(db.engine).connect() as connection:
        return Closed(
            list(connection.scalars(phones.order_by(Device.id))),
            list(connection.scalars(links.order_by(Invitation.id))),
        )
