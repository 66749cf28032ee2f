"""The orders of rows in a season's table and in the rating list.

On laptops, the headings select an order.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from scorekeeper.match.names import name_sort_key
from scorekeeper.match.people import Person
from scorekeeper.stats.rating_list import RatedPlayer
from scorekeeper.web.seasons.season_table import TableLine


class TableOrder(StrEnum):
    """The order of the rows, as in the URL's `?sort=`."""

    PLACE = "place"
    NAME = "name"
    MATCHES = "matches"
    WINS = "wins"
    CHANGE = "change"

    @property
    def query(self) -> dict[str, str]:
        """The query parameters that select this order. There are none for the default order."""
        return {} if self is TableOrder.PLACE else {"sort": self.value}


SEASON_ORDERS = (TableOrder.PLACE, TableOrder.NAME, TableOrder.MATCHES, TableOrder.WINS)
RATING_ORDERS = (TableOrder.PLACE, TableOrder.NAME, TableOrder.MATCHES, TableOrder.CHANGE)


def requested_order(query: Mapping[str, str], orders: Collection[TableOrder]) -> TableOrder:
    """Return the order that `?sort=` requests.

    If that order is not one of `orders`, returns the order by place.
    """
    return next((each for each in orders if each == query.get("sort")), TableOrder.PLACE)


def sort_lines(
    lines: Sequence[TableLine], order: TableOrder, people: Mapping[str, Person]
) -> Sequence[TableLine]:
    """Return the rows of a season's table in this order. Equal rows are sorted by place."""
    if order is TableOrder.NAME:
        return sorted(lines, key=lambda line: name_sort_key(people[line.row.player].name))
    if order is TableOrder.MATCHES:
        return sorted(lines, key=lambda line: -line.row.tally.matches)
    if order is TableOrder.WINS:
        return sorted(lines, key=lambda line: -line.row.tally.wins)
    return lines


def sort_ratings(
    rows: Sequence[RatedPlayer], order: TableOrder, people: Mapping[str, Person]
) -> Sequence[RatedPlayer]:
    """Return the rows of the rating list in this order. Players without a change are last."""
    if order is TableOrder.NAME:
        return sorted(rows, key=lambda row: name_sort_key(people[row.player].name))
    if order is TableOrder.MATCHES:
        return sorted(rows, key=lambda row: -row.matches)
    if order is TableOrder.CHANGE:
        return sorted(rows, key=lambda row: (row.change is None, -(row.change or 0)))
    return rows
