"""Recompute a league's statistics from its results, from a checkpoint or from scratch."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from scorekeeper.clock import DAY_S
from scorekeeper.league.result_queries import (
    BEGINNING,
    ChangedResult,
    ResultOrder,
    count_results_after,
    last_result_at,
    load_season_snapshot,
    results_after,
)
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import StatsSnapshot, empty_league_stats
from scorekeeper.runtime.gc_tuning import gc_disabled
from scorekeeper.stats.league_stats import LeagueResult, LeagueStats

AFTER_ALL_RESULTS: ResultOrder = (2**62, 0)
COUNT_LIMIT = 10_000_000  # more results than any league has
MAX_CHECKPOINTS = 10  # in addition to the checkpoints before the last week and the last day
MIN_CHECKPOINT_INTERVAL = 1000  # results
WEEK_S = 7 * DAY_S
MAX_RECENT = 1000  # matches whose end times are copied with every new result


def earliest_change(changed: list[ChangedResult], end_times: Mapping[int, int]) -> ResultOrder:
    """Return the earliest position that any changed result had before its change or has now.

    Returns AFTER_ALL_RESULTS if nothing changed.
    """
    orders = [each.played.result.order for each in changed if each.played]
    orders += [(end_times[each.match], each.match) for each in changed if each.match in end_times]
    return min(orders, default=AFTER_ALL_RESULTS)


def append_results(
    snapshot: StatsSnapshot, league_state: LeagueState, later: list[LeagueResult]
) -> StatsSnapshot:
    """Return a snapshot with new results.

    The old snapshot, which pages may be reading, is unchanged. The two snapshots share the parts
    that the new results do not change (`LeagueStats.fork`, `Aggregate.copy`, `extend_end_times`).
    """
    league_stats = snapshot.league_stats.fork()
    for played in sorted(later, key=lambda played: played.result.order):
        league_stats.add(played)
    added = {played.result.match: played.result.at for played in later}
    end_times = extend_end_times(snapshot.end_times, added)
    return StatsSnapshot(league_state, league_stats, end_times, snapshot.checkpoints)


def extend_end_times(end_times: Mapping[int, int], added: Mapping[int, int]) -> Mapping[int, int]:
    """Return the end times together with the added end times.

    The result shares all but the last MAX_RECENT end times with `end_times`, because copying the
    end times of 100,000 matches would take as long as all other updates after a result.
    """
    if isinstance(end_times, ChainMap):
        recent, older = end_times.maps
    else:
        recent, older = {}, dict(end_times)
    if len(recent) >= MAX_RECENT:
        recent, older = {}, {**older, **recent}
    return ChainMap({**recent, **added}, older)


def restore_checkpoint(snapshot: StatsSnapshot, since: ResultOrder) -> StatsSnapshot:
    """Return the snapshot at the last checkpoint before `since`.

    If there is no such checkpoint, return an empty snapshot.
    """
    checkpoints = tuple(
        checkpoint for checkpoint in snapshot.checkpoints if checkpoint.last < since
    )
    league_stats = (
        checkpoints[-1].fork() if checkpoints else empty_league_stats(snapshot.league_state)
    )
    end_times = {
        match: at for match, at in snapshot.end_times.items() if (at, match) <= league_stats.last
    }
    return StatsSnapshot(snapshot.league_state, league_stats, end_times, checkpoints)


@dataclass
class RecomputeJob:
    """A recomputation that continues from `base` and brings it up to `league_state`."""

    league_state: LeagueState
    base: StatsSnapshot
    league: int

    def run(self, connection: Connection) -> StatsSnapshot:
        """Compute the snapshot from the base, all later results, and closed seasons' snapshots."""
        league_stats, end_times = self.base.league_stats, dict(self.base.end_times)
        checkpoints = list(self.base.checkpoints)
        latest = last_result_at(connection, self.league)
        every = max(
            MIN_CHECKPOINT_INTERVAL,
            count_results_after(connection, BEGINNING, self.league, COUNT_LIMIT) // MAX_CHECKPOINTS,
        )
        with gc_disabled():
            for played in results_after(
                connection, league_stats.last, self.league_state, self.league
            ):
                if is_checkpoint_due(checkpoints, league_stats, played.result.at, latest, every):
                    checkpoints.append(league_stats.fork())
                league_stats.add(played)
                end_times[played.result.match] = played.result.at
            for season in self.league_state.seasons:
                if season.closed_at is not None:
                    for played in load_season_snapshot(
                        connection, season, self.league_state, self.league
                    ):
                        league_stats.add_to_season(played)
        return StatsSnapshot(self.league_state, league_stats, end_times, tuple(checkpoints))


def is_checkpoint_due(
    checkpoints: list[LeagueStats], league_stats: LeagueStats, at: int, latest: int, every: int
) -> bool:
    """Return whether to create a checkpoint before the result at `at` (seconds since 1970).

    There is a checkpoint every `every` results, and one each before the last week and the last day,
    because most corrections are of recent results.
    """
    if not league_stats.matches:
        return False
    last = checkpoints[-1] if checkpoints else None
    if last is None or league_stats.matches - last.matches >= every:
        return league_stats.matches >= every or at >= latest - WEEK_S
    return any(
        league_stats.last[0] < latest - span <= at and last.last < league_stats.last
        for span in (WEEK_S, DAY_S)
    )
