"""The rows that each page of a long table shows. Rows are numbered from 1."""

from collections.abc import Mapping

from scorekeeper.runtime.whole_numbers import parse_small_int


def requested_first_row(query: Mapping[str, str]) -> int:
    """Return the number of the first row on the page with this query (`?from=`).

    The number may be beyond the end of the table, because a recomputation may lengthen the table.
    """
    return max(1, parse_small_int(query.get("from", "")) or 1)


def requested_page_size(count: int, page_size: int, query: Mapping[str, str]) -> int:
    """Return how many rows a page shows.

    The page shows `page_size` rows or, with `?rows=all`, all `count` rows.
    """
    return max(count, 1) if query.get("rows") == "all" else page_size


def first_row_of_page(number: int, page_size: int) -> int:
    """Return the number of the first row on the page that contains row `number`."""
    return (number - 1) // page_size * page_size + 1
