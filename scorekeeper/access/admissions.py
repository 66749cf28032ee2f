"""Record how each phone joined a league, and revoke the access of phones.

A phone may have several admissions, for example from a viewers' link and later from an owners'
link. All of them are stored. If one invitation is withdrawn, the phone's permission can then be
recomputed from the other admissions.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, exists, insert, or_, select, update

from scorekeeper.access.devices import (
    DeviceNotFound,
    active_by_id,
    bump_access_version,
    delete_push_subscriptions,
    refuse_former_owner,
)
from scorekeeper.access.owners import refuse_ownerless
from scorekeeper.db.access_tables import Admissions, Devices, Invitations
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import RIGHTS_IN_ORDER, Right, is_right_sufficient
from scorekeeper.runtime.tokens import token_hash

NO_INVITATION_ID = 0  # for the recovery code and passkeys, which make the phone an owner
RESUBMIT_WINDOW_S = 15 * 60  # a form sent again within this time does not add a second phone
ALREADY_EXPIRED = 0  # the `open_until` of an ended invitation, in the past on any clock


class ActiveAdmission(NamedTuple):
    """An admission that is not withdrawn: its invitation's id and the permission it grants."""

    invitation: int
    right: Right


def admit(
    connection: Connection, league: int, device: int, invitation: int, key: str | None, now: int
) -> None:
    """Record that a phone joined with an invitation.

    `invitation` is NO_INVITATION_ID if the phone joined with the recovery code or a passkey. `key`
    is an `idempotency_key`, or None if the phone cannot resend the form. If the phone has joined
    with the same invitation before, the key and the time are replaced.
    """
    way = {"league_id": league, "device_id": device, "invitation_id": invitation}
    values = {"key": key, "at": now}
    if connection.execute(update(Admissions).filter_by(**way).values(values)).rowcount == 0:
        connection.execute(insert(Admissions).values(way | values))


def idempotency_key(page: str, secret: str) -> str:
    """Return a hash of the page's key and of the link, code or passkey that the phone uses to join.

    A person who knows only the page's key cannot compute the hash.
    """
    return token_hash(f"{page} {secret}")


def find_device_by_key(connection: Connection, league: int, key: str, now: int) -> int | None:
    """Return the id of the active phone that joined with this key recently, or None.

    "Recently" means less than RESUBMIT_WINDOW_S seconds ago, or less than RESUBMIT_WINDOW_S seconds
    in the future if the clock was set back.
    """
    return connection.scalar(
        select(Admissions.device_id)
        .join(
            Devices,
            (Devices.league_id == Admissions.league_id) & (Devices.id == Admissions.device_id),
        )
        .where(
            Admissions.league_id == league,
            Admissions.key == key,
            Admissions.at.between(now - RESUBMIT_WINDOW_S + 1, now + RESUBMIT_WINDOW_S),
            Devices.removed_at.is_(None),
        )
    )


def active_admissions(connection: Connection, league: int, device: int) -> list[ActiveAdmission]:
    """Return the phone's admissions that are not withdrawn, highest permission first.

    An admission still counts after its invitation has expired, ended or been used up.
    """
    query = (
        select(Admissions.invitation_id, Invitations.right)
        .outerjoin(
            Invitations,
            (Invitations.league_id == Admissions.league_id)
            & (Invitations.id == Admissions.invitation_id),
        )
        .where(
            Admissions.league_id == league,
            Admissions.device_id == device,
            Invitations.withdrawn_at.is_(None),
            or_(Admissions.invitation_id == NO_INVITATION_ID, Invitations.id.is_not(None)),
        )
    )
    ways = [
        ActiveAdmission(row.invitation_id, row.right or Right.OWNER)
        for row in connection.execute(query)
    ]
    return sorted(ways, key=lambda way: RIGHTS_IN_ORDER.index(way.right), reverse=True)


def device_ids_by_invitation(store: Store) -> dict[int, set[int]]:
    """Return the ids of all phones that joined with each invitation, including removed phones."""
    query = select(Admissions.invitation_id, Admissions.device_id).where(
        Admissions.league_id == store.league_id
    )
    ids: dict[int, set[int]] = {}
    with store.read() as connection:
        for row in connection.execute(query):
            ids.setdefault(row.invitation_id, set()).add(row.device_id)
    return ids


# ---------------------------------------------------------------- revoke


def remove_device(store: Store, device_id: int, now: int, by: int | None = None) -> None:
    """Remove a phone, and end the invitations that it made.

    The invitations end because the phone's holder knows their secrets. Also ends the recovery code
    if the holder may know it.

    `by` is the owner's phone that removes the phone. Raises PermissionLost if `by` no longer owns
    the league. Raises DeviceNotFound if the phone to remove is not active, and Refused if that
    phone is the only owner.
    """
    with store.write() as connection:
        remove_one_device(connection, store.league_id, device_id, now, by)


def remove_one_device(
    connection: Connection, league: int, device_id: int, now: int, by: int | None = None
) -> None:
    """Remove a phone within a transaction, like `remove_device`."""
    bump_access_version(connection, league)
    refuse_former_owner(connection, league, by)
    if remove_devices(connection, league, [device_id], now) == 0:
        raise DeviceNotFound
    refuse_ownerless(connection, league)


def give_rights(store: Store, rights: Mapping[int, Right], now: int, by: int | None = None) -> None:
    """Set the permissions of several phones, and record that an owner's phone (`by`) granted them.

    `rights` contains the new permissions by phone id. Each invitation that one of these phones made
    ends if it grants more than the phone's new permission. The recovery code becomes invalid if the
    holder of a former owner's phone may know it. Raises PermissionLost if the phone `by` no longer
    owns the league, DeviceNotFound if a phone in `rights` has been removed, and Refused if no owner
    would be left. If an error is raised, no permission is changed.
    """
    with store.write() as connection:
        bump_access_version(connection, store.league_id)
        refuse_former_owner(connection, store.league_id, by)
        for device_id, right in rights.items():
            if right is not Right.OWNER:
                end_recovery_code(connection, store.league_id, [device_id])
            change = update(Devices).where(*active_by_id(store.league_id, device_id))
            values = {"right": right, "granted": right, "granted_at": now, "granted_by": by}
            if connection.execute(change.values(values)).rowcount != 1:
                raise DeviceNotFound
            end_invitations_above(connection, store.league_id, device_id, right, now)
        refuse_ownerless(connection, store.league_id)


def recompute_rights(connection: Connection, league: int, invitation: int, now: int) -> None:
    """Recompute the permissions of the phones that joined with an invitation that was withdrawn.

    A phone without another admission is removed. Any other phone keeps a permission that an owner
    granted by hand, or gets the highest permission of its remaining admissions. An invitation that
    one of these phones made ends if it grants more than the phone's new permission, because the
    phone's holder knows its secret. The recovery code becomes invalid if the holder of a former
    owner's phone may know it. If one of the phones has left the league in the meantime, its
    invitations and the recovery code end under the same conditions.
    """
    joined_devices = (
        select(Devices.id, Devices.granted)
        .join(
            Admissions,
            (Admissions.league_id == Devices.league_id) & (Admissions.device_id == Devices.id),
        )
        .where(Admissions.league_id == league, Admissions.invitation_id == invitation)
    )
    out = []
    for phone in connection.execute(joined_devices).all():
        remaining = active_admissions(connection, league, phone.id)
        if not remaining:
            out.append(phone.id)
            continue
        right = phone.granted or remaining[0].right
        if right is not Right.OWNER:
            end_recovery_code(connection, league, [phone.id])
        connection.execute(
            update(Devices)
            .where(*active_by_id(league, phone.id))
            .values(right=right, invitation_id=remaining[0].invitation or None)
        )
        end_invitations_above(connection, league, phone.id, right, now)
    remove_devices(connection, league, out, now)


def remove_devices(connection: Connection, league: int, phones: Collection[int], now: int) -> int:
    """Remove phones, and end their invitations and any recovery code that their holders may know.

    Returns the number of phones that were active.
    """
    end_recovery_code(connection, league, phones)
    gone = connection.execute(
        update(Devices)
        .where(Devices.league_id == league, Devices.id.in_(phones), Devices.removed_at.is_(None))
        .values(removed_at=now)
    )
    delete_push_subscriptions(connection, league, phones)
    end_invitations(connection, league, Invitations.made_by.in_(phones), now)
    return gone.rowcount


def remove_owner_devices(connection: Connection, league: int, now: int) -> None:
    """Remove all owner phones, and end the invitations they made and all invitations for owners."""
    owners: Iterable[int] = connection.scalars(
        select(Devices.id).where(
            Devices.league_id == league,
            Devices.right == Right.OWNER,
            Devices.removed_at.is_(None),
        )
    )
    remove_devices(connection, league, list(owners), now)
    end_invitations(connection, league, Invitations.right == Right.OWNER, now)


def end_invitations_above(
    connection: Connection, league: int, phone: int, right: Right, now: int
) -> None:
    """End the invitations that a phone made and that grant more than `right`."""
    higher = [each for each in Right if not is_right_sufficient(right, each)]
    end_invitations(
        connection, league, (Invitations.made_by == phone) & Invitations.right.in_(higher), now
    )


def end_invitations(
    connection: Connection, league: int, condition: ColumnElement[bool], now: int
) -> None:
    """End the open invitations that match `condition`.

    Phones that joined with these invitations keep their access. Invitations that have expired are
    not recorded as ended, but they too remain closed if the clock is set back.
    """
    matching = (
        update(Invitations)
        .where(Invitations.league_id == league, condition, Invitations.withdrawn_at.is_(None))
        .values(open_until=ALREADY_EXPIRED, code=None)
    )
    connection.execute(
        matching.where(
            or_(Invitations.open_until.is_(None), Invitations.open_until > now),
            or_(Invitations.most.is_(None), Invitations.used < Invitations.most),
        ).values(ended_at=now)
    )
    connection.execute(matching.where(Invitations.open_until <= now))


def end_recovery_code(connection: Connection, league: int, phones: Collection[int]) -> None:
    """Make the recovery code invalid if the holder of one of these phones may know it.

    The holder may know it if the phone joined before the code was created and is an owner's phone
    now. Call this before the phones lose their permission, because the permission is checked here.
    """
    may_know = exists().where(
        Devices.league_id == league,
        Devices.id.in_(phones),
        Devices.right == Right.OWNER,
        Devices.joined_at <= Leagues.recovery_at,
    )
    connection.execute(
        update(Leagues)
        .where(Leagues.id == league, may_know)
        .values(recovery=None, recovery_at=None)
    )
