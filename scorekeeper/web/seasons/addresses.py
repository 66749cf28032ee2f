"""URLs of seasons and of the rows in their tables."""

from collections.abc import Mapping

from flask import url_for

from scorekeeper.errors import NotFound
from scorekeeper.league.seasons import SEASON_NOT_FOUND, Season
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.web.seasons.season_table import SeasonTable
from scorekeeper.web.shared.page_cache import snapshot_for_page


def season_url(endpoint: str, season: Season | None) -> str:
    """Return the URL of a season page, which shows all time if `season` is None."""
    return url_for(endpoint, which=season.id if season else ALL_TIME_KEY)


def find_season(which: str) -> Season | None:
    """Return the season with this id in a URL, or None for all time.

    Raises NotFound if there is no such season.
    """
    if which == ALL_TIME_KEY:
        return None
    number = parse_small_int(which)
    season = snapshot_for_page().league_state.season(number)
    if season is None:
        raise NotFound(SEASON_NOT_FOUND)
    return season


def first_row(query: Mapping[str, str]) -> int:
    """Return the number of the first row, from 1, on the page with this query (`?from=`).

    It can be beyond the end of the table, because a recomputation can lengthen the table.
    """
    return max(1, parse_small_int(query.get("from", "")) or 1)


def rows_on_page(count: int, page_size: int, query: Mapping[str, str]) -> int:
    """Return how many of a table's `count` rows one page shows: with `?rows=all`, all of them."""
    return max(count, 1) if query.get("rows") == "all" else page_size


def page_of_row(table: SeasonTable, number: int) -> int:
    """Return the first row of the page that contains row `number`."""
    return (number - 1) // table.page_size * table.page_size + 1
