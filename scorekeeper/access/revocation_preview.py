"""Preview the effects of revoking access: run the revocation in a transaction and roll it back.

People see the preview before they confirm. The preview raises the same errors as the revocation.
"""

import time
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from scorekeeper.access.admissions import remove_one_device
from scorekeeper.access.invitations import withdraw_one_invitation
from scorekeeper.access.revoked_access import open_public_links
from scorekeeper.db.access_tables import Admissions, Devices, Invitations
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues


class LostAccess(NamedTuple):
    """The names of the phones that would be removed, and of the other links that would end.

    The name of a code is empty. `kept_phones` has the names of the phones that joined with a
    withdrawn link but keep their access, because they joined with another link too.
    `ends_recovery_code` is true if the recovery code would stop working. `public_links` has the
    names of public links that the removed phones made. These links would remain open.
    """

    phones: list[str]
    links: list[str]
    kept_phones: list[str]
    ends_recovery_code: bool
    public_links: list[str]


def preview_removal(store: Store, device_id: int) -> LostAccess:
    """Return the effects of `admissions.remove_device` on this phone and the links it made."""
    with store.engine.connect() as connection:  # never committed
        league, now = store.league_id, int(time.time())
        phones, links = active_names(connection, league, now)
        had_code = has_recovery_code(connection, league)
        remove_one_device(connection, league, device_id, now)
        return lost_since(connection, league, now, phones, links, had_code)


def preview_withdrawal(store: Store, invitation_id: int) -> LostAccess:
    """Return the effects of `invitations.withdraw_invitation` on phones and other links."""
    with store.engine.connect() as connection:  # never committed
        league, now = store.league_id, int(time.time())
        phones, links = active_names(connection, league, now)
        links.pop(invitation_id, None)
        had_code = has_recovery_code(connection, league)
        withdraw_one_invitation(connection, league, invitation_id, now)
        joined = select(Admissions.device_id).where(
            Admissions.league_id == league, Admissions.invitation_id == invitation_id
        )
        return lost_since(
            connection, league, now, phones, links, had_code, connection.scalars(joined)
        )


def active_names(
    connection: Connection, league: int, now: int
) -> tuple[dict[int, str], dict[int, str]]:
    """Return two mappings by id: names of active phones, and names of open links and codes."""
    phones = select(Devices.id, Devices.name).where(
        Devices.league_id == league, Devices.removed_at.is_(None)
    )
    links = select(Invitations.id, Invitations.name).where(
        Invitations.league_id == league,
        Invitations.withdrawn_at.is_(None),
        or_(Invitations.open_until.is_(None), Invitations.open_until > now),
        or_(Invitations.most.is_(None), Invitations.used < Invitations.most),
    )
    return (
        {row.id: row.name for row in connection.execute(phones.order_by(Devices.id))},
        {row.id: row.name for row in connection.execute(links.order_by(Invitations.id))},
    )


def lost_since(
    connection: Connection,
    league: int,
    now: int,
    phones: dict[int, str],
    links: dict[int, str],
    had_code: bool,
    joined: Iterable[int] = (),
) -> LostAccess:
    """Return the access that has been lost since `phones` and `links` were read.

    `joined` are the ids of the phones that joined with the withdrawn invitation.
    """
    phones_left, links_left = active_names(connection, league, now)
    removed = [device_id for device_id in phones if device_id not in phones_left]
    return LostAccess(
        [phones[device_id] for device_id in removed],
        [name for link_id, name in links.items() if link_id not in links_left],
        [phones_left[device_id] for device_id in sorted(joined) if device_id in phones_left],
        had_code and not has_recovery_code(connection, league),
        open_public_links(connection, league, Devices.id.in_(removed)),
    )


def has_recovery_code(connection: Connection, league: int) -> bool:
    query = select(Leagues.recovery_at).where(Leagues.id == league)
    return connection.scalar(query) is not None
