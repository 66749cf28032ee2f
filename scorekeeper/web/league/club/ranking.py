"""The ranking of a club night. If rows are hidden, the row of the phone's player is added."""

from collections.abc import Iterable, Mapping

from flask import request

from scorekeeper.league.club import results as club_results
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.web.dates import now
from scorekeeper.web.seasons import own_row
from scorekeeper.web.seasons.season_table import SeasonTable, build_table
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.table_pages import first_row_of_page, requested_first_row

ROWS = 3  # rows of the ranking that the night's page shows
MAX_ROWS = 8  # if there are at most this many rows, the page shows all of them
PAGE_SIZE = 24  # rows on a page of the ranking, which takes fewer than five phone screens
OPEN = "ranking"  # value of `?open=`


def night_ranking(snapshot: StatsSnapshot, night_id: int, matches: Iterable[int]) -> SeasonTable:
    """Return the ranking of the night with these matches.

    It is cached in the snapshot, except while statistics are recomputed.
    """

    def make() -> SeasonTable:
        state = snapshot.league_state
        results = club_results.night_results(current_store(), state, matches)
        scheme = club_results.night_scheme(state, results, state.current_season(now()))
        return build_table(scheme, club_results.night_aggregate(scheme, results), frozenset())

    if snapshot.is_recomputing:  # the results are newer than the snapshot
        return make()
    return snapshot.cached(("night ranking", night_id), make)


def matches_without_season(snapshot: StatsSnapshot, night_id: int, matches: Iterable[int]) -> int:
    """Return how many results of the night with these matches count towards no season."""

    def count() -> int:
        results = club_results.night_results(current_store(), snapshot.league_state, matches)
        return sum(played.season_id is None for played in results)

    if snapshot.is_recomputing:  # the results are newer than the snapshot
        return count()
    return snapshot.cached(("night without season", night_id), count)


def is_open() -> bool:
    """Return whether the request is for a page of the ranking instead of the night."""
    return request.args.get("open") == OPEN


def shown_rows(total: int) -> range:
    """Return the numbers of the ranking's rows that the requested page shows."""
    if not is_open():
        return range(1, (total if total <= MAX_ROWS else ROWS) + 1)
    first = first_row_of_page(min(requested_first_row(request.args), max(total, 1)), PAGE_SIZE)
    return range(first, first + PAGE_SIZE)


def own_rows(me: str, night_id: int) -> Mapping[str, str]:
    """Return the player's rendered row as {"night": row}.

    The mapping is empty if the page shows the row, or if the player has no row.
    """
    snapshot = snapshot_for_page()
    rounds = club_rounds.night_rounds(current_store(), night_id)
    table = night_ranking(snapshot, night_id, [match.id for match in rounds.matches.values()])
    number = own_row.row_number(snapshot, ("night", night_id), table, me)
    if number is None or number in shown_rows(len(table.lines)):
        return {}
    first = first_row_of_page(number, PAGE_SIZE)
    address, line = f"?open={OPEN}&from={first}#standing-{me}", table.lines[number - 1]
    return {"night": own_row.render_line(snapshot, table, line, address)}
