"""A snapshot of a league's statistics, with a cache of values that pages compute."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any, TypeVar

from scorekeeper.league.ratings import rate
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import no_net_amounts
from scorekeeper.stats.league_stats import LeagueStats, SeasonStats, empty_season_stats

MAX_CACHED_VALUES = 400  # values computed from a snapshot, about 20 kB each
MAX_CACHED_PAGES = 100  # rendered pages, about 40 kB each
GAMES_PAID_BY_NET = frozenset(
    game.slug for game in GAMES.values() if game.end.net_amounts is not no_net_amounts
)
LOW_RECORD_KINDS = {
    game.slug: frozenset(kind.name for kind in game.record_kinds if kind.is_lowest)
    for game in GAMES.values()
}
T = TypeVar("T")


@dataclass(frozen=True)
class StatsSnapshot:
    """A league's statistics at one value of `changes`.

    Once published, a snapshot does not change, apart from its caches. `end_times` maps the ids of
    the matches in `league_stats` to the times they ended. A recomputation can start from any of the
    `checkpoints`, which are older statistics. While a newer snapshot is being computed,
    `league_state` is newer than `league_stats`, and `computed_with` is the state that
    `league_stats` was computed with. `has_failed` means that the newer snapshot could not be
    computed. `cached_values` and `pages` are values and pages computed from this snapshot. `lock`
    guards changes to them.
    """

    league_state: LeagueState
    league_stats: LeagueStats
    end_times: Mapping[int, int] = field(default_factory=dict)
    checkpoints: tuple[LeagueStats, ...] = ()
    computed_with: LeagueState | None = None
    has_failed: bool = False
    cached_values: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    pages: OrderedDict[Hashable, str] = field(default_factory=OrderedDict)
    lock: AbstractContextManager[Any] = field(default_factory=RLock)

    @property
    def computed_state(self) -> LeagueState:
        """The state that `league_stats` was computed with."""
        return self.computed_with or self.league_state

    @property
    def is_recomputing(self) -> bool:
        return self.computed_with is not None

    def season_stats(self, season: Season | None) -> SeasonStats:
        """Return the statistics for a season, or for all time if `season` is None.

        A season that has not been computed yet has empty statistics.
        """
        if season is None:
            return self.league_stats.all_time
        return self.league_stats.seasons.get(season.id) or empty_season_stats(
            season.scheme, rate, LOW_RECORD_KINDS
        )

    def cached_page(self, key: Hashable) -> str | None:
        """Return the cached page for `key`, or None."""
        return self.pages.get(key)

    def cache_page(self, key: Hashable, html: str) -> str:
        """Cache a rendered page and return it.

        If there are more than MAX_CACHED_PAGES, the oldest is dropped.
        """
        with self.lock:
            self.pages[key] = html
            while len(self.pages) > MAX_CACHED_PAGES:
                self.pages.popitem(last=False)
        return html

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value for `key`, computing it with `make` if needed.

        Holds the lock, so that two threads do not compute the same value.
        """
        with self.lock:
            if key not in self.cached_values:
                self.cached_values[key] = make()
                while len(self.cached_values) > MAX_CACHED_VALUES:
                    self.cached_values.popitem(last=False)
            value: T = self.cached_values[key]
        return value


def as_recomputing(
    snapshot: StatsSnapshot, league_state: LeagueState, *, has_failed: bool = False
) -> StatsSnapshot:
    """Return the old statistics with the current names and seasons, marked as recomputing."""
    if (
        snapshot.is_recomputing
        and snapshot.league_state.change == league_state.change
        and snapshot.has_failed == has_failed
    ):
        return snapshot
    return replace(
        snapshot,
        league_state=league_state,
        computed_with=snapshot.computed_state,
        has_failed=has_failed,
        cached_values=OrderedDict(),
        pages=OrderedDict(),
    )


def empty_league_stats(league_state: LeagueState) -> LeagueStats:
    schemes = {season.id: season.scheme for season in league_state.seasons}
    return LeagueStats(schemes, rate, GAMES_PAID_BY_NET, LOW_RECORD_KINDS)
