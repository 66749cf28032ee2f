"""The cross-table of a season, for its page and its CSV file."""

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.cross_table import CrossTable, cross_table
from scorekeeper.web.seasons.season_table import build_season_table


def season_cross_table(snapshot: StatsSnapshot, season: Season | None, limit: int) -> CrossTable:
    """Return the cross-table for a season, with players in the same order as in the standings.

    If `season` is None, return the all-time cross-table.
    """
    table = build_season_table(snapshot, season)
    players = [line.row.player for line in table.lines]
    return cross_table(table.aggregate.totals, players, limit)
