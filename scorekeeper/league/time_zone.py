"""Commands that set a league's time zone."""

from sqlalchemy import Connection, select, update

from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.dated_rows import recompute_dated_rows
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.errors import Refused
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.time_zones import time_zone_names


def set_time_zone(store: Store, name: str | None) -> None:
    """Set the time zone, such as "Europe/Madrid", or the machine's zone if `name` is None.

    Matches get the evenings of the new zone, but imported results and moved matches keep their
    evenings. Raises Refused for an unknown name.
    """
    refuse_unknown_zone(name)
    with store.write(lock_log_exclusive) as connection:
        if stored_time_zone(connection, store.league_id) != name:
            write_time_zone(connection, store.league_id, name)


def refuse_unknown_zone(name: str | None) -> None:
    """Raise Refused for an unknown name."""
    if name is not None and name not in time_zone_names():
        reason = say("This time zone does not exist. Choose one from the list.")
        raise Refused([Problem("unknown_zone", reason)])


def propose_time_zone(store: Store, name: str) -> None:
    """Set the time zone if the league has none. An unknown name is ignored."""
    if name not in time_zone_names():
        return
    with store.write() as connection:
        if stored_time_zone(connection, store.league_id) is None:
            write_time_zone(connection, store.league_id, name)


def stored_time_zone(connection: Connection, league: int) -> str | None:
    query = select(Leagues.time_zone).where(Leagues.id == league)
    name: str | None = connection.scalar(query)
    return name


def write_time_zone(connection: Connection, league: int, name: str | None) -> None:
    lock_log_exclusive(connection)  # so that no other transaction writes rows in the old zone
    increment_changes(connection, league)
    connection.execute(update(Leagues).where(Leagues.id == league).values(time_zone=name))
    recompute_dated_rows(connection, league)
