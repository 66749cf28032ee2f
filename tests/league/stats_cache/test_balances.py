"""The balances of a league add up to zero."""

import pytest

from scorekeeper.league import match_lists, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats.stakes import REMAINDER
from tests.league.random_league import BEGAN, STAKES, RandomLeague
from tests.league_fixtures import in_turn


def sums_of(balances):
    """Return the sums of all balances, in total and for each evening. The remainder is included."""
    return [
        sum(amounts.values())
        for unit, balance in balances.totals.items()
        for amounts in (balance, *balances.by_evening[unit].values())
    ]


def shared_by_two(log, who):
    """Play a match in which one player pays 7 cents to two winners, so one cent is left over."""
    match = commands.start_match(log, "jamon", tuple(who), {}, CommandMeta("shared", BEGAN))
    counted = {"went_out": who[0], "counters": dict(zip(who, (3, 9, 3), strict=True))}
    stage = log.sheet(match).asked_stage.stage
    assert (
        len(
            commands.record_stage(
                log, match, 1, stage, counted, CommandMeta("count", BEGAN)
            ).winners
        )
        == 2
    )


@pytest.mark.thorough
@in_turn("seed", range(2))
def test_all_balances_add_up_to_zero_after_every_change(store, log, seed):
    season_commands.create_season(store, Season(0, "For money", stakes=STAKES[1]), at=BEGAN)
    league, stats_cache = RandomLeague(log, f"money {seed}"), StatsCache(store)
    league.import_results()
    shared_by_two(log, league.keys[:3])
    seen, states = set(), set()

    for _ in range(12):
        league.run_random_steps(8).play_under_two_entries()
        league_stats = stats_cache.wait_until_current().league_stats
        for season_stats in (league_stats.all_time, *league_stats.seasons.values()):
            assert not any(sums_of(season_stats.balances))
            seen |= {key for each in season_stats.balances.totals.values() for key in each}
        states |= {match.state for match in match_lists.match_history(store, limit=1000)}

    assert {REMAINDER, *league.keys} <= seen
    assert {MatchState.IMPORTED, MatchState.OVER} <= states
    assert league.twins
