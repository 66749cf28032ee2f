"""How a phone comes to belong to a league: by a link or a code, or by the code on paper.

Each coming in makes a new token, also for a phone that is in already: whoever knew its old one,
or had planted it there, knows nothing of the new.
"""

import time
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from scorekeeper.access.admissions import (
    NO_INVITATION_ID,
    admit,
    find_device_by_key,
    remove_owner_devices,
)
from scorekeeper.access.devices import Device, bump_access_version, insert_device, owner_count
from scorekeeper.access.invitations import (
    FIRST_OWNER_LINK_NAME,
    InvalidInvitation,
    Invitation,
    InvitationSecrets,
    invite,
    use_invitation,
)
from scorekeeper.db.access_models import Device as Row
from scorekeeper.db.access_models import Invitation as InvitationRow
from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.models import League
from scorekeeper.runtime.tokens import RECOVERY_CODE_LENGTH, new_code, new_secret, token_hash
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.permissions import RIGHTS_IN_ORDER, Right


class Joiner(NamedTuple):
    """What somebody says who comes in: the phone's name, and whose it is.

    `key` is that of the page and what opened it (admissions.key_of): sent twice, it is one phone.
    """

    name: str
    player_id: int | None
    key: str


def join(found: Invitation, who: Joiner, present: Device | None, at: int | None = None) -> str:
    """The token for the phone's cookie. `present` is what it is there already, if anything: it
    keeps its id, and the higher right of both. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        bump_access_version(connection, found.league)  # of two with the same key, one waits here
        if (twin := find_device_by_key(connection, found.league, who.key, now)) is not None:
            replace_token(connection, found.league, twin, token, {})
            return token
        use_invitation(connection, found, now)
        values: dict[str, object] = {
            "name": who.name,
            "player_id": who.player_id,
            "seen_at": now,
        }
        if present is None or is_higher(found.right, present.right):
            values |= {"right": found.right.value, "invitation_id": found.id}
        if present is None:
            number = insert_device(connection, found.league, token, {**values, "joined_at": now})
        else:
            number = present.id
            replace_token(connection, found.league, number, token, values)
        admit(connection, found.league, number, found.id, who.key, now)
    return token


def is_higher(right: Right, than: Right) -> bool:
    return RIGHTS_IN_ORDER.index(right) > RIGHTS_IN_ORDER.index(than)


def retry_join(league: int, key: str, at: int | None = None) -> str | None:
    """A new token for the phone that came in from this very page, if one did and never got the
    answer. What it came in with may be used up since.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        found = find_device_by_key(connection, league, key, now)
        if found is None:
            return None
        replace_token(connection, league, found, token, {})
    return token


def replace_token(
    connection: Connection, league: int, number: int, token: str, values: Mapping[str, object]
) -> None:
    """This phone with another token, and what else there is to say of it."""
    connection.execute(
        update(Row)
        .where(Row.league_id == league, Row.id == number)
        .values(token=token_hash(token), **values)
    )


# ---------------------------------------------------------------- owners


def create_first_owner_link() -> InvitationSecrets | None:
    """A link for the first owner, good once; None if there is an owner. Links that were made
    for that before open nothing any more.
    """
    with db.engine.begin() as connection:
        if owner_count(connection, current_league_id()):
            return None
        connection.execute(
            update(InvitationRow)
            .where(
                InvitationRow.league_id == current_league_id(),
                InvitationRow.made_by.is_(None),
                InvitationRow.used == 0,
                InvitationRow.withdrawn_at.is_(None),
            )
            .values(withdrawn_at=int(time.time()))
        )
    return invite(Right.OWNER, FIRST_OWNER_LINK_NAME, most=1)


def create_recovery_code(at: int | None = None) -> str:
    """A code for paper; the one before is good for nothing any more."""
    code = new_code(RECOVERY_CODE_LENGTH)
    with db.engine.begin() as connection:
        connection.execute(
            update(League)
            .where(League.id == current_league_id())
            .values(recovery=token_hash(code), recovery_at=int(time.time()) if at is None else at)
        )
    return code


def recovery_code_created_at() -> int | None:
    """When the code for recovery was made, if there is one."""
    with autocommit_engine(db.engine).connect() as connection:
        return connection.scalar(select(League.recovery_at).where(League.id == current_league_id()))


def league_by_recovery_code(code: str) -> int:
    """The league this code on paper belongs to. Raises NoInvitation."""
    with autocommit_engine(db.engine).connect() as connection:
        league = connection.scalar(select(League.id).where(League.recovery == token_hash(code)))
    if league is None:
        raise InvalidInvitation
    return league


def recover(code: str, who: Joiner, at: int | None = None) -> tuple[int, str]:
    """The league that this phone now owns, and the token for its cookie.

    All other owners are out, their links and all others for owners are ended, and the code is used
    up. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        league = connection.scalar(
            update(League)
            .where(League.recovery == token_hash(code))
            .values(recovery=None, recovery_at=None)
            .returning(League.id)
        )
        if league is None:
            raise InvalidInvitation
        remove_owner_devices(connection, league, now)
        number = insert_device(
            connection,
            league,
            token,
            {
                "name": who.name,
                "right": Right.OWNER.value,
                "player_id": who.player_id,
                "invitation_id": None,
                "joined_at": now,
                "seen_at": now,
            },
        )
        admit(connection, league, number, NO_INVITATION_ID, who.key, now)
    return league, token
