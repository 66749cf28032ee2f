"""The ranking of a club night, and the earlier matches that its draws take into account."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.club.draws import Past
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import MATCHES_QUERY, played_from_row, readable_results
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.schemes import ALL_TIME_SCHEME, Scheme
from scorekeeper.stats.tally import unpack_meeting


def night_results(
    store: Store, league_state: LeagueState, matches: Iterable[int]
) -> list[LeagueResult]:
    """Return the results of these matches, in order, without those that do not count."""
    query = MATCHES_QUERY.where(
        Matches.league_id == store.league_id,
        Matches.id.in_(list(matches)),
        Matches.result.is_not(None),
    ).order_by(Matches.ended_at, Matches.id)
    with store.read() as connection:
        rows = readable_results(connection.execute(query))
        return [played_from_row(row, league_state) for row in rows]


def night_scheme(
    league_state: LeagueState, results: Iterable[LeagueResult], current: Season | None
) -> Scheme:
    """Return the scheme that ranks a night, without a minimum number of matches.

    It is the scheme of the season that most of the results belong to. A new season therefore does
    not change the ranking of earlier nights. If the results belong to no season, it is the scheme
    of `current`, the current season. If there is no current season either, it is the all-time
    scheme.
    """
    seasons = Counter(played.season_id for played in results if played.season_id is not None)
    most = max(seasons, key=seasons.__getitem__, default=None)
    season = league_state.season(most) or current
    return replace(season.scheme if season else ALL_TIME_SCHEME, min_matches=0)


def night_aggregate(scheme: Scheme, results: Iterable[LeagueResult]) -> Aggregate:
    """Aggregate a night's results, so that its players can be ranked by this scheme."""
    aggregate = Aggregate(AggregateOptions(rate if scheme.uses_rating else None))
    for played in results:
        aggregate.add(played.result)
    return aggregate


def past_of_season(snapshot: StatsSnapshot, season: Season | None, players: Iterable[str]) -> Past:
    """Return how often these players have met in the season, and the players' strengths."""
    packed = snapshot.season_stats(season).aggregate.totals.meetings
    players_in_order = sorted(set(players))
    meetings = {
        (player, other): met
        for number, player in enumerate(players_in_order)
        for other in players_in_order[number + 1 :]
        if (met := unpack_meeting(packed, player, other).matches)
    }
    strengths = snapshot.league_stats.strengths
    return Past(
        season=meetings,
        strengths={key: strengths[key][0] for key in players_in_order if key in strengths},
    )
