"""New ids for a league's rows, from counters in the league's own row, so no id is ever reused."""

from sqlalchemy import Connection, update
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.db.tables import Leagues

CounterColumn = InstrumentedAttribute[int]  # a counter column of `league`


def next_id(
    connection: Connection, league: int, last: CounterColumn, *also: CounterColumn, many: int = 1
) -> int:
    """Reserve `many` new ids and return the last of them.

    `last` is the counter; the columns in `also` are incremented by 1 in the same statement. The
    update locks the league's row, so other transactions wait for this one to end.
    """
    increments = {each.key: each + 1 for each in also} | {last.key: last + many}
    ask = update(Leagues).where(Leagues.id == league).values(increments).returning(last)
    return connection.scalars(ask).one()
