"""In-memory cache of a league's statistics, validated by `Leagues.changes`.

`StatsCache.get_snapshot` compares the change number with one query. New results are appended. A
correction recomputes from the last checkpoint before it. A merge of players or a change of a
season's dates, games, scheme or stakes recomputes everything (`recompute.py`).

Up to 500 results are recomputed inline. If there are more, they are recomputed in a background
thread, while pages show the old snapshot, marked as recomputing. A computation that fails is logged
once. It is tried again after the next change, or after RETRY_AFTER_S. Until then, pages show the
old snapshot, marked as failed. Nothing is stored in the database.
"""

import logging
import time
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.league.recompute import (
    RecomputeJob,
    append_results,
    earliest_change,
    restore_checkpoint,
)
from scorekeeper.league.result_queries import (
    changes_since,
    count_results_after,
    without_closed_season,
)
from scorekeeper.league.state import LeagueState, load_league_state
from scorekeeper.league.stats_snapshot import StatsSnapshot, as_recomputing, empty_league_stats
from scorekeeper.messages import UserError, say
from scorekeeper.runtime.gc_tuning import freeze_gc_heap

CHANGES_QUERY = select(Leagues.changes).where(Leagues.id == bindparam("league"))
INLINE_RECOMPUTE_LIMIT = 500  # more results are recomputed in the background
# Seconds that a request waits for the background thread: with no snapshot, and with an old one.
FIRST_LOAD_TIMEOUT_S, REFRESH_TIMEOUT_S = 2.0, 0.2
RETRY_AFTER_S = 60.0  # seconds after a failure, which may have been a brief database failure
STATS_FAILED = say(
    "The statistics could not be computed. Everything saved is safe. "
    "The server’s log contains the reason."
)
logger = logging.getLogger(__name__)


class StatsFailed(UserError):
    """The statistics as of the latest change could not be computed."""


class Failure(NamedTuple):
    """A computation that failed.

    `change` is the latest change that it included, and `retry_at` is when to try again.
    """

    change: int
    retry_at: float  # seconds on the monotonic clock


class StatsCache:
    """The current snapshot of one league, shared by all threads."""

    def __init__(self, store: Store) -> None:
        self.store, self.league = store, store.league_id
        self.snapshot: StatsSnapshot | None = None
        self.condition = Condition()
        self.recompute_thread: Thread | None = None
        self.failure: Failure | None = None

    def preload(self) -> None:
        """Load the statistics in a background thread, before the first request needs them.

        These statistics are frozen, so garbage collections skip them. Later statistics are not
        frozen, because the garbage of the requests in progress would be frozen too and remain in
        memory forever.
        """
        Thread(target=self.load_and_freeze, name="first statistics", daemon=True).start()

    def load_and_freeze(self) -> None:
        with suppress(StatsFailed):  # already logged
            self.wait_until_current()
        freeze_gc_heap()

    def get_snapshot(self) -> StatsSnapshot:
        """Return the current snapshot, or an old or empty one marked as recomputing or failed."""
        with self.condition:
            league_state = None
            with self.store.read() as connection:
                if self.snapshot is not None and self.is_up_to_date(connection, self.snapshot):
                    return self.snapshot
                if self.recompute_thread is None:
                    if not self.has_failed_lately(connection):
                        self.try_refresh(connection)
                    if self.has_failed_lately(connection):
                        return self.failed_snapshot(connection)
                else:
                    league_state = load_league_state(connection, self.league)
                    self.snapshot = (
                        as_recomputing(self.snapshot, league_state) if self.snapshot else None
                    )
            if self.recompute_thread is not None:
                timeout = FIRST_LOAD_TIMEOUT_S if self.snapshot is None else REFRESH_TIMEOUT_S
                self.condition.wait_for(lambda: self.recompute_thread is None, timeout)
            if (
                self.snapshot
                and league_state
                and self.snapshot.league_state.change < league_state.change
            ):
                # The recomputation that just ended began before this change.
                self.snapshot = as_recomputing(self.snapshot, league_state)
            if self.snapshot is not None:
                return self.snapshot
            with self.store.read() as connection:
                return self.empty_snapshot(load_league_state(connection, self.league))

    def wait_until_current(self) -> StatsSnapshot:
        """Return the snapshot once no recomputation is running.

        This is for downloads and tests. Raises StatsFailed if the recomputation failed.
        """
        while (snapshot := self.get_snapshot()).is_recomputing:
            if snapshot.has_failed:
                raise StatsFailed(STATS_FAILED)
            with self.condition:
                self.condition.wait_for(lambda: self.recompute_thread is None)
        return snapshot

    # ------------------------------------------------------------ refresh

    def is_up_to_date(self, connection: Connection, snapshot: StatsSnapshot) -> bool:
        return (
            not snapshot.is_recomputing
            and load_change_number(connection, self.league) == snapshot.league_state.change
        )

    def try_refresh(self, connection: Connection) -> None:
        """Refresh the snapshot, and record the failure if an inline calculation fails.

        Database errors are raised, because pages handle them.
        """
        try:
            self.refresh(connection)
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001  # any error in a calculation
            self.record_failure(error, load_change_number(connection, self.league))

    def record_failure(self, error: Exception, change: int) -> None:
        """Log the error, once for each change, and note when to try again."""
        if self.failure is None or self.failure.change != change:
            logger.error("Cannot compute the statistics of league %s.", self.league, exc_info=error)
        self.failure = Failure(change, time.monotonic() + RETRY_AFTER_S)

    def has_failed_lately(self, connection: Connection) -> bool:
        """Return whether the latest computation failed, and it is too early to try again."""
        return (
            self.failure is not None
            and time.monotonic() < self.failure.retry_at
            and self.failure.change == load_change_number(connection, self.league)
        )

    def failed_snapshot(self, connection: Connection) -> StatsSnapshot:
        """Return the old snapshot, or an empty snapshot, marked as failed."""
        league_state = load_league_state(connection, self.league)
        if self.snapshot is None:
            return as_recomputing(self.empty_snapshot(league_state), league_state, has_failed=True)
        self.snapshot = as_recomputing(self.snapshot, league_state, has_failed=True)
        return self.snapshot

    def refresh(self, connection: Connection) -> None:
        """Append new results, or recompute from a checkpoint if anything older changed.

        Recomputes inline if at most INLINE_RECOMPUTE_LIMIT results follow the checkpoint. If there
        are more, starts a thread.
        """
        league_state, old = load_league_state(connection, self.league), self.snapshot
        if old is None or old.computed_state.aggregation_key != league_state.aggregation_key:
            base = StatsSnapshot(league_state, empty_league_stats(league_state))
        else:
            since = old.computed_state.change
            changed = list(changes_since(connection, since, league_state, self.league))
            first_change = earliest_change(changed, old.end_times)
            if first_change > old.league_stats.last:
                later = [without_closed_season(league_state, new) for _, new in changed if new]
                self.snapshot = append_results(old, league_state, later)
                return
            base = restore_checkpoint(old, first_change)
        job = RecomputeJob(league_state, base, self.league)
        limit = INLINE_RECOMPUTE_LIMIT + 1
        if count_results_after(connection, base.league_stats.last, self.league, limit) < limit:
            self.snapshot = job.run(connection)
        else:
            self.start_job(job)

    def start_job(self, job: RecomputeJob) -> None:
        """Run a job in a background thread, while pages show the old snapshot."""
        if self.snapshot is not None:
            self.snapshot = as_recomputing(self.snapshot, job.league_state)
        self.recompute_thread = Thread(
            target=self.run_job, args=(job,), name="statistics", daemon=True
        )
        self.recompute_thread.start()

    def run_job(self, job: RecomputeJob) -> None:
        """Run a job in the background thread and publish its snapshot."""
        snapshot = None
        try:
            with self.store.read() as connection:
                snapshot = job.run(connection)
        except Exception as error:  # noqa: BLE001  # the thread has no caller that handles it
            with self.condition:
                self.record_failure(error, job.league_state.change)
        finally:
            with self.condition:
                if snapshot is not None:
                    self.snapshot = snapshot
                self.recompute_thread = None
                self.condition.notify_all()

    def empty_snapshot(self, league_state: LeagueState) -> StatsSnapshot:
        """Return a snapshot without results, marked as recomputing."""
        return StatsSnapshot(
            league_state,
            empty_league_stats(league_state),
            computed_with=league_state,
        )


def load_change_number(connection: Connection, league: int) -> int:
    return connection.execute(CHANGES_QUERY, {"league": league}).scalar_one()
