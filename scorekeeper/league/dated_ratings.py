"""The rating list of a league as of its last evening."""

from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.rating_list import RatedPlayer, rating_list

MONTH = timedelta(days=30)


class DatedRatings(NamedTuple):
    """The rating list as of the evening `as_of`, with changes since the date `since`."""

    rows: tuple[RatedPlayer, ...]
    as_of: str
    since: str


def dated_ratings(snapshot: StatsSnapshot) -> DatedRatings | None:
    """Return the rating list, or None before the first match. It is cached in the snapshot."""
    return snapshot.cached("dated ratings", lambda: compute_dated_ratings(snapshot))


def compute_dated_ratings(snapshot: StatsSnapshot) -> DatedRatings | None:
    league_stats = snapshot.league_stats
    evenings = league_stats.all_time.aggregate.evenings
    if not evenings:
        return None
    since = month_before(evenings[-1])
    rows = rating_list(
        league_stats.strengths, league_stats.careers, snapshot.league_state.hidden_players, since
    )
    return DatedRatings(tuple(rows), evenings[-1], since)


def month_before(evening: str) -> str:
    """Return the date 30 days before an evening."""
    return (date.fromisoformat(evening) - MONTH).isoformat()
