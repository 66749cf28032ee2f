"""How a phone comes to belong to a league: by a link or a code, or by the code on paper.

Each coming in makes a new token, also for a phone that is in already: whoever knew its old one,
or had planted it there, knows nothing of the new.
"""

import time
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from scorekeeper.access import ORDER, Right
from scorekeeper.db import db, reader
from scorekeeper.devices import Device, added, change_of_doors, owners, put_out_owners
from scorekeeper.here import here
from scorekeeper.invitations import (
    FIRST_OWNER,
    Invitation,
    NoInvitation,
    Secret,
    invite,
    use,
)
from scorekeeper.membership import Device as Row
from scorekeeper.membership import Invitation as InvitationRow
from scorekeeper.models import League
from scorekeeper.secrecy import LONG, kept, new_code, new_secret


class Who(NamedTuple):
    """What somebody says who comes in: the phone's name, and whose it is."""

    name: str
    player_id: int | None
    key: str  # made with the page: sent twice, it is one phone


def join(found: Invitation, who: Who, present: Device | None, at: int | None = None) -> str:
    """The token for the phone's cookie. `present` is what it is there already, if anything: it
    keeps its id, and the higher right of both. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    right = max(found.right, present.right, key=ORDER.index) if present else found.right
    values = {
        "name": who.name, "right": right.value, "player_id": who.player_id, "key": who.key,
        "invitation_id": found.id, "seen_at": now,
    }  # fmt: skip
    with db.engine.begin() as connection:
        change_of_doors(connection, found.league)  # of two with the same key, one waits here
        twin = same_key(connection, found.league, who.key)
        if twin is not None:
            renewed(connection, found.league, twin, token, {})
            return token
        use(connection, found, now)
        if present is None:
            added(connection, found.league, token, {**values, "joined_at": now})
        else:
            renewed(connection, found.league, present.id, token, values)
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


def same_key(connection: Connection, league: int, key: str) -> int | None:
    """The phone that came in with this very page, if it is in."""
    return connection.scalar(
        select(Row.id).where(Row.league_id == league, Row.key == key, Row.out_at.is_(None))
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
            update(League).where(League.id == here())
            .values(recovery=kept(code), recovery_at=int(time.time()) if at is None else at)
        )  # fmt: skip
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
    """The league that this phone now owns, and the token for its cookie; all other owners are
    out and the code is used up. Raises NoInvitation.
    """
    now, token = int(time.time()) if at is None else at, new_secret()
    with db.engine.begin() as connection:
        league = connection.scalar(
            update(League).where(League.recovery == kept(code))
            .values(recovery=None, recovery_at=None)
            .returning(League.id)
        )  # fmt: skip
        if league is None:
            raise NoInvitation
        put_out_owners(connection, league, now)
        added(connection, league, token, {
            "name": who.name, "right": Right.OWNER.value, "player_id": who.player_id,
            "key": who.key, "invitation_id": None, "joined_at": now, "seen_at": now,
        })  # fmt: skip
    return league, token
