"""Load a league's clock, and define times before and after all evenings, for queries."""

from sqlalchemy import Connection, bindparam, select

from scorekeeper.clock import LeagueClock, clock_in
from scorekeeper.db.tables import Leagues

# Times before and after all evenings. `column > BEFORE_ALL_EVENINGS` is true for every time that is
# not NULL. This condition is a range, so the database can use an index on the column.
BEFORE_ALL_EVENINGS, AFTER_ALL_EVENINGS = -(10**11), 10**11

TIME_ZONE_QUERY = select(Leagues.time_zone).where(Leagues.id == bindparam("league"))


def load_clock(connection: Connection, league: int) -> LeagueClock:
    """Return a league's clock."""
    return clock_in(connection.scalar(TIME_ZONE_QUERY, {"league": league}))
