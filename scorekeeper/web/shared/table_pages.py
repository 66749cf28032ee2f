"""The pages of long tables: which rows each page shows. Rows are numbered from 1."""

from collections.abc import Mapping

from scorekeeper.match.strict_json import parse_small_int


def first_row(query: Mapping[str, str]) -> int:
    """Return the number of the first row on the page with this query (`?from=`).

    It can be beyond the end of the table, because a recomputation can lengthen the table.
    """
    return max(1, parse_small_int(query.get("from", "")) or 1)


def rows_on_page(count: int, page_size: int, query: Mapping[str, str]) -> int:
    """Return how many of a table's `count` rows one page shows: with `?rows=all`, all of them."""
    return max(count, 1) if query.get("rows") == "all" else page_size


def page_of_row(number: int, page_size: int) -> int:
    """Return the first row of the page that contains row `number`."""
    return (number - 1) // page_size * page_size + 1
