"""The ranking of a club night, and the earlier matches that its draws take into account."""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.club.draws import Past
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import RESULTS_QUERY, played_from_row
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.schemes import ALL_TIME_SCHEME, Scheme
from scorekeeper.stats.tally import unpack_meeting


def current_season(league_state: LeagueState) -> Season | None:
    return league_state.season(league_state.current)


def night_scheme(league_state: LeagueState) -> Scheme:
    """Return the current season's scheme for one evening, without a minimum number of matches."""
    season = current_season(league_state)
    return replace(season.scheme if season else ALL_TIME_SCHEME, minimum=0)


def night_aggregate(store: Store, league_state: LeagueState, matches: Iterable[int]) -> Aggregate:
    """Aggregate the matches that have a result, to rank by `night_scheme`."""
    scheme = night_scheme(league_state)
    aggregate = Aggregate(AggregateOptions(rate if scheme.rates else None))
    query = RESULTS_QUERY.where(
        Matches.league_id == store.league_id,
        Matches.id.in_(list(matches)),
        Matches.result.is_not(None),
    ).order_by(Matches.ended_at, Matches.id)
    with store.read() as connection:
        for row in connection.execute(query):
            aggregate.add(played_from_row(row, league_state).result)
    return aggregate


def past_of_season(snapshot: StatsSnapshot, players: Iterable[str]) -> Past:
    """Return how often these players have met in the current season, and their strengths."""
    season = current_season(snapshot.league_state)
    packed = snapshot.season_stats(season).aggregate.totals.meetings
    known = sorted(set(players))
    meetings = {
        (one, other): found
        for number, one in enumerate(known)
        for other in known[number + 1 :]
        if (found := unpack_meeting(packed, one, other).matches)
    }
    strengths = snapshot.league_stats.strengths
    return Past(
        season=meetings,
        strengths={key: strengths[key][0] for key in known if key in strengths},
    )
