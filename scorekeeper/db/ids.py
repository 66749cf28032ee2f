"""Ids of all that a league has: counted up in its own row, so none is ever given out twice."""

from sqlalchemy import Connection, update
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.db.models import League

CounterColumn = InstrumentedAttribute[int]  # a column of the league


def next_id(
    connection: Connection, league: int, last: CounterColumn, *also: CounterColumn, many: int = 1
) -> int:
    """The last of so many new ids; who else wants one waits until the transaction ends. `also`
    are columns that count up by one with it.
    """
    counted = {each.key: each + 1 for each in also} | {last.key: last + many}
    ask = update(League).where(League.id == league).values(counted).returning(last)
    return connection.scalars(ask).one()
