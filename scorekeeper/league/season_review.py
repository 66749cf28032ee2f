"""The review of a season, computed from its results and cached until the season changes."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from sqlalchemy import Connection

from scorekeeper.db.store import Store
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import load_season_snapshot, results_after
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.results import MatchResult
from scorekeeper.stats.review import SeasonReview, review_season

# Reviews by aggregate. A new result replaces the season's aggregate, and the review of the old
# aggregate is then dropped.
REVIEW_CACHE: WeakKeyDictionary[Aggregate, SeasonReview] = WeakKeyDictionary()


def load_review(store: Store, snapshot: StatsSnapshot, season: Season) -> SeasonReview:
    """Return the review of a season as of this snapshot.

    It is cached while the season's results and the hidden players are unchanged, so it is not
    computed again after matches of other seasons.
    """
    aggregate = snapshot.season_stats(season).aggregate
    hidden = snapshot.league_state.hidden_in(season)
    review = REVIEW_CACHE.get(aggregate)
    if review is None or review.hidden != hidden or len(review.match_ids) != aggregate.matches:
        before = snapshot.league_stats.strengths_before.get(season.id, {})
        with store.read() as connection:
            results = season_results(connection, snapshot, season, store.league_id)
            review = review_season(results, before, rate, hidden)
        REVIEW_CACHE[aggregate] = review
    return review


def season_results(
    connection: Connection, snapshot: StatsSnapshot, season: Season, league: int
) -> Iterator[MatchResult]:
    """Yield the season's results in order.

    The results of a closed season come from its snapshot.
    """
    league_state = snapshot.computed_state
    evenings = snapshot.season_stats(season).aggregate.evenings
    if season.closed_at is not None:
        for played in load_season_snapshot(connection, season, league_state, league):
            yield played.result
    elif evenings:
        start = league_state.clock.evening_start(evenings[0])
        for played in results_after(connection, (start, 0), league_state, league):
            if played.result.evening > evenings[-1]:
                return
            if played.season_id == season.id:
                yield played.result
