"""What lets phones into a league: links with a right, some with a code to be read out.

A link holds a secret that is shown once; only its hash is kept. Withdrawing one puts out the
phones that came in with it and with nothing else. Times are seconds since 1970.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, insert, or_, select, update

from scorekeeper.access.admissions import ALREADY_EXPIRED, recompute_rights
from scorekeeper.access.devices import bump_access_version, refuse_ownerless
from scorekeeper.db.access_models import Invitation as Row
from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import League
from scorekeeper.runtime.tokens import new_code, new_secret, token_hash
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.permissions import Right

CODE_LIFETIME_MINUTES = 15  # that a code is good for
# Seconds for which one can be open yet: one more minute, for machines whose clocks differ. What is
# open for longer was made before the clock was put back, and is not.
MAX_CODE_LIFETIME_S = 60 * (CODE_LIFETIME_MINUTES + 1)
FIRST_OWNER_LINK_NAME = "From the terminal"  # the name of a link that was made there
MAX_CODE_ATTEMPTS = 5  # for a code that nobody has; there are a million million


class InvalidInvitation(Exception):
    """There is no such link or code, or it is not good any more."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """As `membership.Invitation`, without its secret."""

    id: int
    league: int
    name: str
    right: Right
    has_code: bool
    open_until: int | None
    most: int | None
    used: int
    made_at: int
    made_by: int | None
    withdrawn_at: int | None

    def is_open(self, now: int) -> bool:
        return (
            self.withdrawn_at is None
            and (self.open_until is None or now < self.open_until <= now + MAX_CODE_LIFETIME_S)
            and (self.most is None or self.used < self.most)
        )


class InvitationSecrets(NamedTuple):
    """What the phone that invites shows: it is kept nowhere else."""

    invitation: int
    link: str
    code: str | None


INVITATION_COLUMNS = (
    Row.id,
    Row.league_id,
    Row.name,
    Row.right,
    Row.code.is_not(None).label("has_code"),
    Row.open_until,
    Row.most,
    Row.used,
    Row.made_at,
    Row.made_by,
    Row.withdrawn_at,
)


def invite(
    right: Right,
    name: str,
    *,
    most: int | None = None,
    with_code: bool = False,
    by: int | None = None,
    at: int | None = None,
) -> InvitationSecrets:
    """A new link for `most` phones; one with a code is good for a quarter of an hour."""
    now = int(time.time()) if at is None else at
    link = new_secret()
    with db.engine.begin() as connection:
        code = free_code(connection) if with_code else None
        number = next_id(connection, current_league_id(), League.last_invitation)
        connection.execute(
            insert(Row).values(
                league_id=current_league_id(),
                id=number,
                name=name,
                right=right.value,
                secret=token_hash(link),
                code=token_hash(code) if code else None,
                most=most,
                used=0,
                made_at=now,
                made_by=by,
                open_until=now + 60 * CODE_LIFETIME_MINUTES if with_code else None,
            )
        )
    return InvitationSecrets(number, link, code)


def free_code(connection: Connection) -> str:
    """A code that opens nothing yet; codes that are closed for good are forgotten."""
    now = int(time.time())
    connection.execute(
        update(Row)
        .where(Row.code.is_not(None), or_(Row.open_until < now, Row.withdrawn_at.is_not(None)))
        .values(code=None)
    )
    for _ in range(MAX_CODE_ATTEMPTS):
        code = new_code()
        if connection.scalar(select(Row.id).where(Row.code == token_hash(code))) is None:
            return code
    raise RuntimeError("no free code in five tries")


def get_by_secret(link: str, at: int | None = None) -> Invitation:
    """What this link's secret opens in this league. Raises NoInvitation."""
    return get_open_invitation(
        select(*INVITATION_COLUMNS).where(
            Row.league_id == current_league_id(), Row.secret == token_hash(link)
        ),
        at,
    )


def get_by_code(code: str, at: int | None = None) -> Invitation:
    """What this code opens, in whichever league. Raises NoInvitation."""
    return get_open_invitation(select(*INVITATION_COLUMNS).where(Row.code == token_hash(code)), at)


def get_open_invitation(ask: Select[*tuple[Any, ...]], at: int | None) -> Invitation:
    with autocommit_engine(db.engine).connect() as connection:
        row = connection.execute(ask).first()
    found = invitation_from_row(row) if row else None
    if found is None or not found.is_open(int(time.time()) if at is None else at):
        raise InvalidInvitation
    return found


def invitation_from_row(row: Sequence[Any]) -> Invitation:
    number, league, name, right, *others = row
    return Invitation(number, league, name, Right(right), *others)


def active_invitations() -> list[Invitation]:
    """All that are not withdrawn, the newest first; those that are used up or over too."""
    ask = (
        select(*INVITATION_COLUMNS)
        .where(Row.league_id == current_league_id(), Row.withdrawn_at.is_(None))
        .order_by(Row.id.desc())
    )
    with autocommit_engine(db.engine).connect() as connection:
        return [invitation_from_row(row) for row in connection.execute(ask)]


def active_by_id(number: int) -> tuple[ColumnElement[bool], ...]:
    return (Row.league_id == current_league_id(), Row.id == number, Row.withdrawn_at.is_(None))


def extend_code(number: int, at: int | None = None) -> None:
    """A code that is still open is good for another quarter of an hour from now. Raises
    NoInvitation.
    """
    now = int(time.time()) if at is None else at
    with db.engine.begin() as connection:
        changed = connection.execute(
            update(Row)
            .where(
                *active_by_id(number), Row.open_until.between(now + 1, now + MAX_CODE_LIFETIME_S)
            )
            .values(open_until=now + 60 * CODE_LIFETIME_MINUTES)
        )
        if changed.rowcount != 1:
            raise InvalidInvitation


def end_invitation(number: int) -> None:
    """It lets nobody else in; who came in with it stays."""
    with db.engine.begin() as connection:
        connection.execute(
            update(Row).where(*active_by_id(number)).values(open_until=ALREADY_EXPIRED, code=None)
        )


def withdraw_invitation(number: int, at: int | None = None) -> None:
    """It opens nothing any more, and the phones that came in with nothing else are out. Raises
    NoInvitation, and Refused if nobody would be left to own the league.
    """
    now = int(time.time()) if at is None else at
    with db.engine.begin() as connection:
        bump_access_version(connection)
        changed = connection.execute(
            update(Row).where(*active_by_id(number)).values(withdrawn_at=now, code=None)
        )
        if changed.rowcount != 1:
            raise InvalidInvitation
        recompute_rights(connection, current_league_id(), number, now)
        refuse_ownerless(connection)


def use_invitation(connection: Connection, found: Invitation, now: int) -> None:
    """One more phone comes in. Raises NoInvitation if others were faster."""
    there = update(Row).where(
        Row.league_id == found.league,
        Row.id == found.id,
        Row.withdrawn_at.is_(None),
        or_(Row.open_until.is_(None), Row.open_until.between(now + 1, now + MAX_CODE_LIFETIME_S)),
        or_(Row.most.is_(None), Row.used < Row.most),
    )
    if connection.execute(there.values(used=Row.used + 1)).rowcount != 1:
        raise InvalidInvitation
