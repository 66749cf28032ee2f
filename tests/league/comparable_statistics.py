"""The statistics of a league as plain values that tests can compare."""

from copy import copy, deepcopy

from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.messages import render
from scorekeeper.stats.ranking import build_standings as standings
from scorekeeper.stats.ranking import places_gained
from scorekeeper.stats.schemes import ALL_TIME_SCHEME, Scheme
from scorekeeper.stats.tie_breaks import TIE_BREAKS


def recomputed_values(store):
    return plain_values(StatsCache(store).wait_until_current())


def plain_values(snapshot):
    """Return everything that pages can read from a statistics snapshot, as plain values."""
    # The state that the statistics were computed with.
    league_state = snapshot.computed_with or snapshot.league_state
    schemes = {season.id: season.scheme for season in league_state.seasons}
    return {
        **league_values(snapshot.league_stats, schemes, league_state.hidden_players),
        "end times": dict(snapshot.end_times),
        "league state": league_state,
    }


def league_values(league_stats, schemes, hidden=frozenset()):
    assert schemes.keys() == league_stats.seasons.keys()
    return {
        "all": season_values(league_stats.all_time, ALL_TIME_SCHEME, hidden),
        "seasons": {
            n: season_values(each, schemes[n], hidden) for n, each in league_stats.seasons.items()
        },
        "careers": {player: career_values(each) for player, each in league_stats.careers.items()},
        "strengths": dict(league_stats.strengths),
        "matches": league_stats.matches,
        "last": league_stats.last,
    }


def season_values(each, scheme, hidden):
    return {
        "table": aggregate_values(each.aggregate, scheme, hidden),
        "games": {
            game: aggregate_values(of_game, Scheme("beaten", tie_breaks=tuple(TIE_BREAKS)), hidden)
            for game, of_game in each.games.items()
        },
        "records": {
            key: (r.value, tuple(r.holders), r.before, r.times_reached)
            for key, r in each.records.best.items()
        },
        "own bests": each.records.own_bests,
        "balances": each.balances.totals,
        "money by evening": each.balances.by_evening,
    }


def aggregate_values(each, scheme, hidden):
    rows = standings(scheme, each, hidden)
    return {
        "rows": [
            (
                r.player,
                r.place,
                r.value,
                r.is_shared,
                r.matches_needed,
                r.tie and render(r.tie, {}),
                tally_values(r.tally),
            )
            for r in rows
        ],
        "moved": places_gained(scheme, each, rows, hidden),
        "evenings": list(each.evenings),
        "matches": each.matches,
        "meetings": dict(each.totals.meetings),
        "value history": [
            [each.value_after(row.player, index) for row in rows]
            for index in range(len(each.evenings) if each.value else 0)
        ],
    }


def tally_values(each):
    """Return {name: value} of a tally's attributes, copied, except its cached value."""
    names = (name for name in each.__slots__ if name != "cached_value")
    return {name: copy(getattr(each, name)) for name in names}


def career_values(each):
    """Return {name: value} of a career's attributes, copied."""
    return deepcopy(vars(each))
