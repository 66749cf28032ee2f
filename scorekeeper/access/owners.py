"""The owners of a league. An owner is a phone that may do everything.

Every league needs at least one owner.
"""

from sqlalchemy import ColumnElement, Connection, func, select

from scorekeeper.db.access_tables import Devices
from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.messages import say
from scorekeeper.rights import Right
from scorekeeper.rules.kernel import Problem


def owner_count(connection: Connection, league: int) -> int:
    """Return the number of active phones that own the league."""
    return connection.scalars(select(func.count()).where(*owners_of(league))).one()


def newest_owner_joined_at(connection: Connection, league: int) -> int | None:
    """Return when the newest active owner's phone joined, or None if the league has no owner."""
    return connection.scalar(select(func.max(Devices.joined_at)).where(*owners_of(league)))


def owners_of(league: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the active phones that own the league."""
    return Devices.league_id == league, Devices.right == Right.OWNER, Devices.removed_at.is_(None)


def has_owner(store: Store) -> bool:
    """Return whether an active phone owns the league."""
    with store.read() as connection:
        return owner_count(connection, store.league_id) > 0


def refuse_ownerless(connection: Connection, league: int) -> None:
    """Raise Refused if no active phone owns the league."""
    if not owner_count(connection, league):
        reason = say("A league needs an owner. Make another phone an owner first.")
        raise Refused([Problem("no_owner", reason)])
