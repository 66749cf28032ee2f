"""How a phone comes to belong to a league: by a link or a code, or by the code on paper.

Each coming in makes a new token, also for a phone that is in already: whoever knew its old one,
or had planted it there, knows nothing of the new.
"""

import time
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from scorekeeper.access.admissions import WITHOUT, admit, put_out_owners, repeated
from scorekeeper.access.devices import Device, added, change_of_doors, owners
from scorekeeper.access.invitations import (
    FIRST_OWNER,
    Invitation,
    NoInvitation,
    Secret,
    invite,
    use,
)
from scorekeeper.db.access_models import Device as Row
from scorekeeper.db.access_models import Invitation as InvitationRow
from scorekeeper.db.engines import db, reader
from scorekeeper.db.models import League
from scorekeeper.runtime.tokens import LONG, kept, new_code, new_secret
from scorekeeper.web.current_league import here
from scorekeeper.web.permissions import ORDER, Right


class Who(NamedTuple):
    """What somebody says who comes in: the phone's name, and whose it is.

    `key` is that of the page and what opened it (admissions.key_of): sent twice, it is one phone.
    """

    name: str
    player_id: int | None
    key: str


def join(found: Invitation, who: Who, present: Device | None, at: int | None = None) -> str:
    """The token for the phone's cookie. `present` is what it is there already, if anything: it
    keeps its id, and the higher right of both. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        change_of_doors(connection, found.league)  # of two with the same key, one waits here
        if (twin := repeated(connection, found.league, who.key, now)) is not None:
            renewed(connection, found.league, twin, token, {})
            return token
        use(connection, found, now)
        values: dict[str, object] = {
            "name": who.name,
            "player_id": who.player_id,
            "seen_at": now,
        }
        if present is None or is_higher(found.right, present.right):
            values |= {"right": found.right.value, "invitation_id": found.id}
        if present is None:
            number = added(connection, found.league, token, {**values, "joined_at": now})
        else:
            number = present.id
            renewed(connection, found.league, number, token, values)
        admit(connection, found.league, number, found.id, who.key, now)
    return token


def is_higher(right: Right, than: Right) -> bool:
    return ORDER.index(right) > ORDER.index(than)


def again(league: int, key: str, at: int | None = None) -> str | None:
    """A new token for the phone that came in from this very page, if one did and never got the
    answer. What it came in with may be used up since.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        found = repeated(connection, league, key, now)
        if found is None:
            return None
        renewed(connection, league, found, token, {})
    return token


def renewed(
    connection: Connection, league: int, number: int, token: str, values: Mapping[str, object]
) -> None:
    """This phone with another token, and what else there is to say of it."""
    connection.execute(
        update(Row)
        .where(Row.league_id == league, Row.id == number)
        .values(token=kept(token), **values)
    )


# ---------------------------------------------------------------- owners


def first_link() -> Secret | None:
    """A link for the first owner, good once; None if there is an owner. Links that were made
    for that before open nothing any more.
    """
    with db.engine.begin() as connection:
        if owners(connection, here()):
            return None
        connection.execute(
            update(InvitationRow)
            .where(
                InvitationRow.league_id == here(),
                InvitationRow.made_by.is_(None),
                InvitationRow.used == 0,
                InvitationRow.withdrawn_at.is_(None),
            )
            .values(withdrawn_at=int(time.time()))
        )
    return invite(Right.OWNER, FIRST_OWNER, most=1)


def new_recovery(at: int | None = None) -> str:
    """A code for paper; the one before is good for nothing any more."""
    code = new_code(LONG)
    with db.engine.begin() as connection:
        connection.execute(
            update(League)
            .where(League.id == here())
            .values(recovery=kept(code), recovery_at=int(time.time()) if at is None else at)
        )
    return code


def recovery_made() -> int | None:
    """When the code for recovery was made, if there is one."""
    with reader(db.engine).connect() as connection:
        return connection.scalar(select(League.recovery_at).where(League.id == here()))


def league_of_recovery(code: str) -> int:
    """The league this code on paper belongs to. Raises NoInvitation."""
    with reader(db.engine).connect() as connection:
        league = connection.scalar(select(League.id).where(League.recovery == kept(code)))
    if league is None:
        raise NoInvitation
    return league


def recover(code: str, who: Who, at: int | None = None) -> tuple[int, str]:
    """The league that this phone now owns, and the token for its cookie.

    All other owners are out, their links and all others for owners are ended, and the code is used
    up. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        league = connection.scalar(
            update(League)
            .where(League.recovery == kept(code))
            .values(recovery=None, recovery_at=None)
            .returning(League.id)
        )
        if league is None:
            raise NoInvitation
        put_out_owners(connection, league, now)
        number = added(
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
        admit(connection, league, number, WITHOUT, who.key, now)
    return league, token
