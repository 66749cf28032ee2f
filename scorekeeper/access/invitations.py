"""Invitations: links that grant a permission, some of them with a code that can be read out.

A link contains a secret that is shown only once, and only its hash is stored. Withdrawing an
invitation removes the phones that joined only with it. Times are seconds since 1970.
"""

import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Select, insert, or_, select, update

from scorekeeper.access.admissions import ALREADY_EXPIRED, recompute_rights
from scorekeeper.access.devices import (
    bump_access_version,
    refuse_former_owner,
)
from scorekeeper.access.owners import refuse_ownerless
from scorekeeper.db.access_tables import Invitations
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.ids import next_id
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import new_code, new_secret, token_hash

CODE_LIFETIME_MINUTES = 15  # how long a code is valid
# The longest remaining lifetime in seconds, with one minute added for machines whose clocks
# differ. An invitation with more time left was made before the clock was set back, and is refused.
MAX_CODE_LIFETIME_S = 60 * (CODE_LIFETIME_MINUTES + 1)
FIRST_OWNER_LINK_NAME = "From the terminal"  # the name of links made by a command
MAX_CODE_ATTEMPTS = 5  # attempts to generate an unused code; there are about 10^12 codes


class InvalidInvitation(Exception):
    """There is no such link or code, or it is no longer valid."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A row of `Invitations`, without its secret and code."""

    id: int
    league_id: int
    name: str
    right: Right
    open_until: int | None
    most: int | None
    used: int
    created_at: int
    made_by: int | None
    withdrawn_at: int | None
    allows_new_players: bool

    def is_open(self, now: int) -> bool:
        return (
            self.withdrawn_at is None
            and (self.open_until is None or now < self.open_until <= now + MAX_CODE_LIFETIME_S)
            and (self.most is None or self.used < self.most)
        )


class InvitationSecrets(NamedTuple):
    """The id and the secrets of a new invitation.

    The secrets are shown only once, because only their hashes are stored.
    """

    invitation: int
    link: str
    code: str | None


INVITATIONS_QUERY = select_rows(Invitation, Invitations)


def invite(
    store: Store,
    right: Right,
    name: str,
    *,
    most: int | None = None,
    with_code: bool = False,
    allows_new_players: bool = False,
    by: int | None = None,
    at: int | None = None,
    transaction: Connection | None = None,
) -> InvitationSecrets:
    """Create a link and return its secrets.

    `most` phones can join with the link, or any number if `most` is None. An invitation with a code
    is valid for 15 minutes. `allows_new_players` lets people add themselves as players. `by` is the
    id of the phone that invites. `transaction` is the connection of a transaction to write in, or
    None for a new transaction. Raises PermissionLost if the phone `by` no longer owns the league.
    """
    now = int(time.time()) if at is None else at
    link = new_secret()
    with nullcontext(transaction) if transaction else store.write() as connection:
        # This locks the league's row, so a change to the phone's permission has either finished or
        # is waiting. A change that waits will end this invitation too.
        invitation_id = next_id(connection, store.league_id, Leagues.last_invitation)
        refuse_former_owner(connection, store.league_id, by)
        code = free_code(connection) if with_code else None
        row = {
            "league_id": store.league_id,
            "id": invitation_id,
            "name": name,
            "right": right,
            "most": most,
            "used": 0,
            "created_at": now,
            "made_by": by,
            "allows_new_players": allows_new_players,
        }
        connection.execute(insert(Invitations).values(row | secret_columns(link, code, now)))
    return InvitationSecrets(invitation_id, link, code)


def secret_columns(link: str, code: str | None, now: int) -> dict[str, Any]:
    """Return the columns for a new invitation's secrets, and for its expiry if it has a code."""
    return {
        "secret": token_hash(link),
        "code": token_hash(code) if code else None,
        "open_until": now + 60 * CODE_LIFETIME_MINUTES if code else None,
    }


def free_code(connection: Connection) -> str:
    """Return a code that no invitation uses.

    Also clears codes that have expired or were withdrawn. Raises RuntimeError after
    MAX_CODE_ATTEMPTS failed attempts.
    """
    now = int(time.time())
    connection.execute(
        update(Invitations)
        .where(
            Invitations.code.is_not(None),
            or_(Invitations.open_until < now, Invitations.withdrawn_at.is_not(None)),
        )
        .values(code=None)
    )
    for _ in range(MAX_CODE_ATTEMPTS):
        code = new_code()
        taken = select(Invitations.id).where(Invitations.code == token_hash(code))
        if connection.scalar(taken) is None:
            return code
    raise RuntimeError("no free code in five tries")


def get_by_secret(store: Store, link: str, at: int | None = None) -> Invitation:
    """Return this league's open invitation with this link secret. Raises InvalidInvitation."""
    return get_open_invitation(
        store.engine,
        INVITATIONS_QUERY.where(
            Invitations.league_id == store.league_id, Invitations.secret == token_hash(link)
        ),
        at,
    )


def get_by_code(engine: Engine, code: str, at: int | None = None) -> Invitation:
    """Return the open invitation with this code, in any league. Raises InvalidInvitation."""
    return get_open_invitation(
        engine, INVITATIONS_QUERY.where(Invitations.code == token_hash(code)), at
    )


def get_open_invitation(
    engine: Engine, query: Select[*tuple[Any, ...]], at: int | None
) -> Invitation:
    with autocommit_engine(engine).connect() as connection:
        row = connection.execute(query).first()
    invitation = Invitation(*row) if row else None
    if invitation is None or not invitation.is_open(int(time.time()) if at is None else at):
        raise InvalidInvitation
    return invitation


def active_invitations(store: Store) -> list[Invitation]:
    """Return the invitations that are not withdrawn, newest first.

    Invitations that have expired, ended or been used up are included.
    """
    query = INVITATIONS_QUERY.where(
        Invitations.league_id == store.league_id, Invitations.withdrawn_at.is_(None)
    ).order_by(Invitations.id.desc())
    with store.read() as connection:
        return [Invitation(*row) for row in connection.execute(query)]


def active_by_id(league: int, invitation_id: int) -> tuple[ColumnElement[bool], ...]:
    return (
        Invitations.league_id == league,
        Invitations.id == invitation_id,
        Invitations.withdrawn_at.is_(None),
    )


def extend_code(store: Store, invitation_id: int, at: int | None = None) -> None:
    """Extend a code that is still valid to 15 minutes from now. Raises InvalidInvitation."""
    now = int(time.time()) if at is None else at
    with store.write() as connection:
        changed = connection.execute(
            update(Invitations)
            .where(
                *active_by_id(store.league_id, invitation_id),
                Invitations.open_until.between(now + 1, now + MAX_CODE_LIFETIME_S),
            )
            .values(open_until=now + 60 * CODE_LIFETIME_MINUTES)
        )
        if changed.rowcount != 1:
            raise InvalidInvitation


def set_allows_new_players(store: Store, invitation_id: int, allowed: bool) -> None:
    """Set whether people who join may add themselves as players. Raises InvalidInvitation."""
    with store.write() as connection:
        changed = connection.execute(
            update(Invitations)
            .where(*active_by_id(store.league_id, invitation_id))
            .values(allows_new_players=allowed)
        )
        if changed.rowcount != 1:
            raise InvalidInvitation


def expire_invitation(
    store: Store, invitation_id: int, transaction: Connection | None = None
) -> None:
    """End an invitation, so that no other phone can join with it.

    Phones that joined with it keep their access. `transaction` has the same meaning as in `invite`.
    """
    with nullcontext(transaction) if transaction else store.write() as connection:
        connection.execute(
            update(Invitations)
            .where(*active_by_id(store.league_id, invitation_id))
            .values(open_until=ALREADY_EXPIRED, code=None)
        )


def withdraw_invitation(
    store: Store, invitation_id: int, at: int | None = None, by: int | None = None
) -> None:
    """Withdraw an invitation and remove the phones that joined only with it.

    `by` is the owner's phone that withdraws it. Raises PermissionLost if that phone no longer owns
    the league, InvalidInvitation if the invitation does not exist or is already withdrawn, and
    Refused if the league would have no owner left.
    """
    now = int(time.time()) if at is None else at
    with store.write() as connection:
        withdraw_one_invitation(connection, store.league_id, invitation_id, now, by)


def withdraw_one_invitation(
    connection: Connection, league: int, invitation_id: int, now: int, by: int | None = None
) -> None:
    """Withdraw an invitation within a transaction, like `withdraw_invitation`."""
    bump_access_version(connection, league)
    refuse_former_owner(connection, league, by)
    changed = connection.execute(
        update(Invitations)
        .where(*active_by_id(league, invitation_id))
        .values(withdrawn_at=now, code=None)
    )
    if changed.rowcount != 1:
        raise InvalidInvitation
    recompute_rights(connection, league, invitation_id, now)
    refuse_ownerless(connection, league)


def use_invitation(connection: Connection, invitation: Invitation, now: int) -> None:
    """Count one more use of an invitation.

    Raises InvalidInvitation if the invitation is no longer open.
    """
    statement = update(Invitations).where(
        Invitations.league_id == invitation.league_id,
        Invitations.id == invitation.id,
        Invitations.withdrawn_at.is_(None),
        or_(
            Invitations.open_until.is_(None),
            Invitations.open_until.between(now + 1, now + MAX_CODE_LIFETIME_S),
        ),
        or_(Invitations.most.is_(None), Invitations.used < Invitations.most),
    )
    if connection.execute(statement.values(used=Invitations.used + 1)).rowcount != 1:
        raise InvalidInvitation
