"""The tables of a season by game, and how many rows of each the page of all games shows."""

from collections.abc import Mapping, Sequence

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import ALL_TIME_GAME_SCHEME, single_game_scheme
from scorekeeper.web.seasons.season_table import SeasonTable, build_table
from scorekeeper.web.shared import table_pages

MAX_ROWS = 12  # rows of one game's table
MAX_ROWS_OF_ALL_GAMES = 18  # the page then takes fewer than five phone screens

GameTable = tuple[str, SeasonTable]


def tables_by_game(snapshot: StatsSnapshot, season: Season | None) -> list[GameTable]:
    """Return a pair (slug, table) for each game that was played, without a minimum of matches."""

    def make() -> list[GameTable]:
        games = snapshot.season_stats(season).games
        scheme = single_game_scheme(season.scheme) if season else ALL_TIME_GAME_SCHEME
        return [
            (slug, build_table(scheme, games[slug], snapshot.league_state.hidden_in(season)))
            for slug in GAMES
            if slug in games
        ]

    return snapshot.cached(("games", season and season.id), make)


def rows_per_game(tables: Sequence[GameTable]) -> int:
    """Return how many rows of each table are shown on the page of all games."""
    return min(MAX_ROWS, MAX_ROWS_OF_ALL_GAMES // max(len(tables), 1))


def table_of_game(tables: Sequence[GameTable], query: Mapping[str, str]) -> GameTable | None:
    """Return the table that the query asks for (`?game=`), or None for the page of all games.

    An address with `?open=` expands a short table on the page of all games. Older addresses also
    use `?open=` for long tables, which have pages of their own.
    """
    for slug, table in tables:
        if slug == query.get("game") or (slug == query.get("open") and table.is_paged):
            return slug, table
    return None


def requested_page_size(table: SeasonTable, query: Mapping[str, str]) -> int:
    """Return the number of rows on one page of a game's table, or of all rows with `?rows=all`."""
    return table_pages.requested_page_size(len(table.lines), table.page_size, query)
