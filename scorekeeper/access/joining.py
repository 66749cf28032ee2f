"""Let a phone join a league with a link, a code, or the recovery code on paper.

Joining always creates a new token, even for a phone that already belongs to the league. If someone
planted a token on the phone or knows its old token, that token becomes invalid.
"""

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select, update

from scorekeeper.access.admissions import (
    NO_INVITATION_ID,
    admit,
    find_device_by_key,
    remove_owner_devices,
)
from scorekeeper.access.devices import (
    Device,
    bump_access_version,
    insert_device,
    refuse_insufficient_right,
    reload_device,
)
from scorekeeper.access.invitations import (
    FIRST_OWNER_LINK_NAME,
    InvalidInvitation,
    Invitation,
    InvitationSecrets,
    invite,
    use_invitation,
)
from scorekeeper.access.owners import newest_owner_joined_at, owner_count
from scorekeeper.db.access_tables import Devices, Invitations
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.runtime.tokens import RECOVERY_CODE_LENGTH, new_code, new_secret, token_hash


class PhoneHasPlayer(Exception):
    """The phone already belongs to a player, so the person who joins cannot add another player."""


class Joiner(NamedTuple):
    """The form that a joining phone submits.

    `name` is the phone's name, and `player_id` is the id of its player, or None. `key` is the
    page's `admissions.idempotency_key`, so a form that is sent twice adds only one phone.
    """

    name: str
    player_id: int | None
    key: str


def join(
    engine: Engine,
    invitation: Invitation,
    joiner: Joiner,
    present: Device | None,
    at: int | None = None,
    add_player: Callable[[Connection], int] | None = None,
) -> str:
    """Add a phone with an invitation and return the token for its cookie.

    `present` is the phone's row if the phone already belongs to the league. In that case, the phone
    keeps its id and gets the higher of its old and new permissions. A phone that was removed in the
    meantime is added as a new phone. `add_player` adds the phone's player in the same transaction
    and returns the player's id. It is not called if the form was sent before. Raises
    InvalidInvitation if the invitation is no longer open, and any error of `player_of`. If an error
    is raised, nothing is changed.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    league = invitation.league_id
    with engine.begin() as connection:
        # This locks the league's row. If two requests have the same key, the second one waits here.
        bump_access_version(connection, league)
        if (twin := find_device_by_key(connection, league, joiner.key, now)) is not None:
            replace_token(connection, league, twin, token, {})
            return token
        present = reload_device(connection, league, present)
        use_invitation(connection, invitation, now)
        values: dict[str, object] = {
            "name": joiner.name,
            "player_id": player_of(connection, joiner, present, add_player),
            "seen_at": now,
        }
        if present is None or not is_right_sufficient(present.right, invitation.right):
            values |= {"right": invitation.right, "invitation_id": invitation.id}
        device_id = save_device(connection, league, present, token, values)
        admit(connection, league, device_id, invitation.id, joiner.key, now)
    return token


def player_of(
    connection: Connection,
    joiner: Joiner,
    present: Device | None,
    add_player: Callable[[Connection], int] | None,
) -> int | None:
    """Return the id of the joining phone's player, or None if it has no player.

    If `add_player` is given, it adds the player. Raises PhoneHasPlayer if the phone already belongs
    to a player, and any error of `add_player`.
    """
    if add_player is None:
        return joiner.player_id
    if present is not None and present.player_id is not None:
        raise PhoneHasPlayer
    return add_player(connection)


def save_device(
    connection: Connection,
    league: int,
    present: Device | None,
    token: str,
    values: dict[str, object],
) -> int:
    """Save a joining phone with these columns and its new token, and return its id.

    `present` is the phone's row if the phone already belongs to the league. Otherwise, the phone
    joins at the time in `seen_at`.
    """
    if present is None:
        return insert_device(connection, league, token, {**values, "joined_at": values["seen_at"]})
    replace_token(connection, league, present.id, token, values)
    return present.id


def retry_join(store: Store, key: str, at: int | None = None) -> str | None:
    """Return a new token for the phone that joined with this key, or None if no phone did.

    This is for a phone that did not receive the response to its form. The invitation may have been
    used up by now.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with store.write() as connection:
        device = find_device_by_key(connection, store.league_id, key, now)
        if device is None:
            return None
        replace_token(connection, store.league_id, device, token, {})
    return token


def replace_token(
    connection: Connection, league: int, device_id: int, token: str, values: Mapping[str, object]
) -> None:
    """Give a phone a new token, and set the other columns in `values`."""
    connection.execute(
        update(Devices)
        .where(Devices.league_id == league, Devices.id == device_id)
        .values(token=token_hash(token), **values)
    )


# ---------------------------------------------------------------- owners


def create_first_owner_link(store: Store) -> InvitationSecrets | None:
    """Create a link that lets one phone join as the first owner.

    Returns None if the league already has an owner. Withdraws the league's earlier links that were
    made in the terminal and have not been used.
    """
    with store.write() as connection:
        if owner_count(connection, store.league_id):
            return None
        connection.execute(
            update(Invitations)
            .where(
                Invitations.league_id == store.league_id,
                Invitations.made_by.is_(None),
                Invitations.used == 0,
                Invitations.withdrawn_at.is_(None),
            )
            .values(withdrawn_at=int(time.time()))
        )
    return invite(store, Right.OWNER, FIRST_OWNER_LINK_NAME, most=1)


def create_recovery_code(store: Store, by: int | None = None, at: int | None = None) -> str:
    """Create and return a recovery code.

    The previous recovery code becomes invalid. `by` is the id of the phone that creates the code.
    Raises PermissionLost if that phone has been removed or is not an owner's phone.

    The code is never older than the newest owner's phone, even if the clock was set back.
    Otherwise, the code would remain valid after the removal of a phone whose holder knows the code
    (`end_recovery_code`).
    """
    code, now = new_code(RECOVERY_CODE_LENGTH), int(time.time()) if at is None else at
    with store.write() as connection:
        bump_access_version(connection, store.league_id)  # locks the league's row, as in `invite`
        if by is not None:
            refuse_insufficient_right(connection, store.league_id, by, Right.OWNER)
        newest = newest_owner_joined_at(connection, store.league_id) or now
        connection.execute(
            update(Leagues)
            .where(Leagues.id == store.league_id)
            .values(recovery=token_hash(code), recovery_at=max(now, newest))
        )
    return code


def recovery_code_created_at(store: Store) -> int | None:
    """Return when the recovery code was created (seconds since 1970), or None if there is none."""
    with store.read() as connection:
        return connection.scalar(select(Leagues.recovery_at).where(Leagues.id == store.league_id))


def league_by_recovery_code(engine: Engine, code: str) -> int:
    """Return the id of the league with this recovery code. Raises InvalidInvitation."""
    with autocommit_engine(engine).connect() as connection:
        league = connection.scalar(select(Leagues.id).where(Leagues.recovery == token_hash(code)))
    if league is None:
        raise InvalidInvitation
    return league


def recover(engine: Engine, code: str, joiner: Joiner, at: int | None = None) -> tuple[int, str]:
    """Make a new phone the only owner of the league with this recovery code.

    Returns the league's id and the token for the phone's cookie. Removes all other owner phones,
    ends their invitations and all invitations for owners, and uses up the code. Raises
    InvalidInvitation if the code is wrong.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with engine.begin() as connection:
        league = connection.scalar(
            update(Leagues)
            .where(Leagues.recovery == token_hash(code))
            .values(recovery=None, recovery_at=None)
            .returning(Leagues.id)
        )
        if league is None:
            raise InvalidInvitation
        remove_owner_devices(connection, league, now)
        device_id = insert_device(
            connection,
            league,
            token,
            {
                "name": joiner.name,
                "right": Right.OWNER,
                "player_id": joiner.player_id,
                "invitation_id": None,
                "joined_at": now,
                "seen_at": now,
            },
        )
        admit(connection, league, device_id, NO_INVITATION_ID, joiner.key, now)
    return league, token
