"""New ids for a league's rows, from counters in the league's own row, so no id is ever reused."""

from functools import cache

from sqlalchemy import Connection, Integer, bindparam, update
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.dml import ReturningUpdate

from scorekeeper.db.tables import Leagues

CounterColumn = InstrumentedAttribute[int]  # a counter column of `league`


def next_id(
    connection: Connection, league: int, last: CounterColumn, *also: CounterColumn, many: int = 1
) -> int:
    """Reserve `many` new ids and return the last of them.

    `last` is the column with the last id. The columns in `also` are incremented by 1 in the same
    statement. The update locks the league's row, so other transactions wait until this transaction
    ends.
    """
    query = reserve_ids(last, *also)
    return connection.scalars(query, {"league": league, "many": many}).one()


@cache
def reserve_ids(last: CounterColumn, *also: CounterColumn) -> ReturningUpdate[int]:
    """Return the statement that increments these counters.

    The statement is cached, because building it takes longer than executing it.
    """
    increments = {each.key: each + 1 for each in also}
    increments[last.key] = last + bindparam("many", type_=Integer)
    here = Leagues.id == bindparam("league")
    return update(Leagues).where(here).values(increments).returning(last)
