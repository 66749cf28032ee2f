"""In-memory cache of a league's statistics, validated by `League.changes`.

`StatsCache.open` compares the change number with one query. New results are appended. A correction
recomputes from the last checkpoint before it; a merge of players or a change of a season's dates,
games, scheme or stakes recomputes everything. Up to 500 results are recomputed inline, more in a
background thread, while pages show the old snapshot, marked as recomputing. Nothing is stored in
the database.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from threading import Condition, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.store import Store
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import (
    BEGINNING,
    ChangedResult,
    ResultOrder,
    changes_since,
    count_results_after,
    last_result_at,
    load_season_snapshot,
    results_after,
    without_closed_season,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState, load_league_state
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import no_payments
from scorekeeper.runtime.gc_tuning import freeze_gc_heap, gc_disabled
from scorekeeper.stats.ledger import LeagueResult, LeagueStats, SeasonStats, empty_season_stats

INLINE_RECOMPUTE_LIMIT = 500  # results; more are recomputed in the background
# How long a request waits for the background thread: without a snapshot, and with an old one.
FIRST_LOAD_TIMEOUT_S, REFRESH_TIMEOUT_S = 2.0, 0.2
AFTER_ALL_RESULTS: ResultOrder = (2**62, 0)
COUNT_LIMIT = 10_000_000  # results; more than any league has
MAX_CACHED_VALUES = 400  # values computed from a snapshot, about 20 kB each
MAX_CACHED_PAGES = 100  # rendered pages, about 40 kB each
MAX_CHECKPOINTS = 10  # regular ones; the checkpoints of the last week and day are extra
MIN_CHECKPOINT_INTERVAL = 1000  # results
WEEK_S, DAY_S = 7 * 86_400, 86_400
GAMES_PAID_BY_NET = frozenset(
    game.slug for game in GAMES.values() if game.end.net is not no_payments
)
LOW_RECORD_KINDS = {
    game.slug: frozenset(kind.name for kind in game.record_kinds if kind.low)
    for game in GAMES.values()
}
T = TypeVar("T")


@dataclass
class StatsSnapshot:
    """The statistics of a league as of one change.

    `folded` maps the ids of the matches in the ledger to the times they ended. `marks` are
    checkpoints: older ledgers from which a recomputation can start. While a newer snapshot is
    computed, `facts` is newer than the state that the ledger was computed with, which is in `by`.
    `kept` and `pages` cache what was computed from this snapshot.
    """

    facts: LeagueState
    ledger: LeagueStats
    turn: Condition
    folded: dict[int, int] = field(default_factory=dict)
    marks: tuple[LeagueStats, ...] = ()
    by: LeagueState | None = None
    kept: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    pages: OrderedDict[Hashable, str] = field(default_factory=OrderedDict)

    @property
    def is_recomputing(self) -> bool:
        return self.by is not None

    def book(self, season: Season | None) -> SeasonStats:
        """Return the statistics of a season, or of all time (None).

        Empty for a season that has not been computed yet.
        """
        if season is None:
            return self.ledger.all
        return self.ledger.seasons.get(season.id) or empty_season_stats(
            season.scheme, rate, LOW_RECORD_KINDS
        )

    def page(self, key: Hashable) -> str | None:
        """Return a page that was rendered from this snapshot before, or None."""
        return self.pages.get(key)

    def cache_page(self, key: Hashable, drawn: str) -> str:
        """Cache a rendered page and return it; beyond MAX_CACHED_PAGES the oldest is dropped."""
        with self.turn:
            self.pages[key] = drawn
            while len(self.pages) > MAX_CACHED_PAGES:
                self.pages.popitem(last=False)
        return drawn

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value for `key`, computing it with `make` if needed.

        Holds the cache's lock, so the ledger does not change meanwhile.
        """
        with self.turn:
            if key not in self.kept:
                self.kept[key] = make()
                while len(self.kept) > MAX_CACHED_VALUES:
                    self.kept.popitem(last=False)
            found: T = self.kept[key]
        return found


class StatsCache:
    """The current snapshot of one league, shared by all threads."""

    def __init__(self, store: Store) -> None:
        self.store, self.league = store, store.league_id
        self.books: StatsSnapshot | None = None
        self.turn = Condition()
        self.writing: Thread | None = None

    def begin(self) -> None:
        """Load the statistics in a background thread, before the first request needs them."""
        Thread(target=self.open, name="first books", daemon=True).start()

    def open(self) -> StatsSnapshot:
        """Return the current snapshot, or the last one, marked as recomputing."""
        with self.turn:
            facts = None
            with self.store.read() as connection:
                if self.books is not None and self.is_up_to_date(connection, self.books):
                    return self.books
                if self.writing is None:
                    self.refresh(connection)
                else:
                    facts = load_league_state(connection, self.league)
                    self.books = as_recomputing(self.books, facts) if self.books else None
            if self.writing is not None:
                patience = FIRST_LOAD_TIMEOUT_S if self.books is None else REFRESH_TIMEOUT_S
                self.turn.wait_for(lambda: self.writing is None, patience)
            if self.books and facts and self.books.facts.change < facts.change:
                # The recomputation that just ended began before this change.
                self.books = as_recomputing(self.books, facts)
            return self.books or self.empty()

    def wait_until_current(self) -> StatsSnapshot:
        """Return the snapshot once no recomputation is running; for commands and tests."""
        while (books := self.open()).is_recomputing:
            with self.turn:
                self.turn.wait_for(lambda: self.writing is None)
        return books

    # ------------------------------------------------------------ refresh

    def is_up_to_date(self, connection: Connection, books: StatsSnapshot) -> bool:
        return (
            not books.is_recomputing
            and load_change_number(connection, self.league) == books.facts.change
        )

    def refresh(self, connection: Connection) -> None:
        """Append new results, or recompute from a checkpoint if anything older changed.

        Recomputes inline if at most INLINE_RECOMPUTE_LIMIT results follow the checkpoint, else
        starts a thread.
        """
        facts, books = load_league_state(connection, self.league), self.books
        by = (books.by or books.facts) if books else None
        since, later = BEGINNING, []
        if books is None or by is None or facts.aggregation_key != by.aggregation_key:
            books = StatsSnapshot(facts, empty_league_stats(facts), self.turn)
        else:
            seen = by.change
            changed = list(changes_since(connection, seen, facts, self.league))
            later = [without_closed_season(facts, each.played) for each in changed if each.played]
            since = earliest_change(changed, books.folded)
            if since > books.ledger.last:
                self.books = append_results(books, facts, later)
                return
        base = restore_checkpoint(books, since)
        work = RecomputeJob(facts, base, self.league, self.turn)
        if (
            count_results_after(
                connection, base.ledger.last, self.league, INLINE_RECOMPUTE_LIMIT + 1
            )
            <= INLINE_RECOMPUTE_LIMIT
        ):
            self.books = work.written(connection)
            return
        if self.books is not None:
            self.books = as_recomputing(self.books, facts)
        self.writing = Thread(target=self.write, args=(work,), name="books", daemon=True)
        self.writing.start()

    def write(self, work: "RecomputeJob") -> None:
        """Run a job in the background thread and publish its snapshot."""
        found = None
        try:
            with self.store.read() as connection:
                found = work.written(connection)
        finally:
            with self.turn:
                if found is not None:
                    self.books = found
                self.writing = None
                self.turn.notify_all()

    def empty(self) -> StatsSnapshot:
        """Return a snapshot without results, marked as recomputing."""
        with self.store.read() as connection:
            facts = load_league_state(connection, self.league)
        return StatsSnapshot(facts, empty_league_stats(facts), self.turn, by=facts)


def as_recomputing(books: StatsSnapshot, facts: LeagueState) -> StatsSnapshot:
    """Return the old ledger with today's names and seasons, marked as recomputing."""
    if books.is_recomputing and books.facts.change == facts.change:
        return books
    return replace(
        books, facts=facts, by=books.by or books.facts, kept=OrderedDict(), pages=OrderedDict()
    )


def load_change_number(connection: Connection, league: int) -> int:
    ask = select(LeagueRow.changes).where(LeagueRow.id == league)
    return connection.execute(ask).scalar_one()


def empty_league_stats(facts: LeagueState) -> LeagueStats:
    schemes = {season.id: season.scheme for season in facts.seasons}
    return LeagueStats(schemes, rate, GAMES_PAID_BY_NET, LOW_RECORD_KINDS)


# ---------------------------------------------------------------- append and recompute


def earliest_change(changed: list[ChangedResult], folded: Mapping[int, int]) -> ResultOrder:
    """Return the earliest position that any changed result has or had.

    AFTER_ALL_RESULTS if nothing changed.
    """
    orders = [each.played.result.order for each in changed if each.played]
    orders += [(folded[each.match], each.match) for each in changed if each.match in folded]
    return min(orders, default=AFTER_ALL_RESULTS)


def append_results(
    books: StatsSnapshot, facts: LeagueState, later: list[LeagueResult]
) -> StatsSnapshot:
    """Add new results to the ledger, in place, and return a snapshot with them."""
    for played in sorted(later, key=lambda played: played.result.order):
        books.ledger.add(played)
        books.folded[played.result.match] = played.result.at
    return StatsSnapshot(facts, books.ledger, books.turn, books.folded, books.marks)


def restore_checkpoint(books: StatsSnapshot, since: ResultOrder) -> StatsSnapshot:
    """Return the snapshot at the last checkpoint before `since`; without one, an empty snapshot."""
    marks = tuple(mark for mark in books.marks if mark.last < since)
    ledger = marks[-1].fork() if marks else empty_league_stats(books.facts)
    folded = {match: at for match, at in books.folded.items() if (at, match) <= ledger.last}
    return StatsSnapshot(books.facts, ledger, books.turn, folded, marks)


@dataclass
class RecomputeJob:
    """A recomputation that continues from `base`, as of `facts`."""

    facts: LeagueState
    base: StatsSnapshot
    league: int
    turn: Condition

    def written(self, connection: Connection) -> StatsSnapshot:
        """Compute the snapshot: all results after the base, and the snapshots of closed seasons."""
        ledger, folded = self.base.ledger, self.base.folded
        marks, from_nothing = list(self.base.marks), not ledger.matches
        latest = last_result_at(connection, self.league)
        every = max(
            MIN_CHECKPOINT_INTERVAL,
            count_results_after(connection, BEGINNING, self.league, COUNT_LIMIT) // MAX_CHECKPOINTS,
        )
        with gc_disabled():
            for played in results_after(connection, ledger.last, self.facts, self.league):
                if is_checkpoint_due(marks, ledger, played.result.at, latest, every):
                    marks.append(ledger.fork())
                ledger.add(played)
                folded[played.result.match] = played.result.at
            for season in self.facts.seasons:
                if season.closed_at is not None:
                    for played in load_season_snapshot(connection, season, self.facts, self.league):
                        ledger.add_to_season(played)
        if from_nothing and ledger.matches > INLINE_RECOMPUTE_LIMIT:
            freeze_gc_heap()
        return StatsSnapshot(self.facts, ledger, self.turn, folded, tuple(marks))


def is_checkpoint_due(
    marks: list[LeagueStats], ledger: LeagueStats, at: int, latest: int, every: int
) -> bool:
    """Whether to keep a checkpoint before the result at `at` (Unix seconds).

    There is one every `every` results, and one before the last week and the last day, where most
    corrections are.
    """
    if not ledger.matches:
        return False
    last = marks[-1] if marks else None
    if last is None or ledger.matches - last.matches >= every:
        return ledger.matches >= every or at >= latest - WEEK_S
    return any(
        ledger.last[0] < latest - span <= at and last.last < ledger.last for span in (WEEK_S, DAY_S)
    )
