"""Values that show whether two leagues are equal: their standings and numbers of changes."""

from sqlalchemy import select

from scorekeeper.db.tables import Leagues
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.server import engines
from scorekeeper.stats import ranking
from scorekeeper.stats.schemes import ALL_TIME_SCHEME


def season_tables(app):
    """Return the visible standings of all time and of every season."""
    snapshot = StatsCache(engines.store_of(app)).wait_until_current()
    league_stats, hidden = snapshot.league_stats, snapshot.league_state.hidden_players
    scopes = [(ALL_TIME_SCHEME, league_stats.all_time.aggregate)] + [
        (season.scheme, league_stats.seasons[season.id].aggregate)
        for season in snapshot.league_state.seasons
    ]
    return [
        [
            (row.player, row.place, row.value, row.tally.matches, row.tally.wins)
            for row in ranking.build_standings(scheme, aggregate, hidden)
        ]
        for scheme, aggregate in scopes
    ]


def change_count(app):
    with engines.engine_of(app).connect() as connection:
        return connection.scalar(select(Leagues.changes))
