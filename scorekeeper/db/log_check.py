"""Find matches whose log cannot be read, so that they stop counting even if nobody opens them.

A server does this in the background when it starts, and then once a day. Replaying a match and
checking its answers takes about two milliseconds, so the start does not wait for the check. After
each match, the check sleeps nine times as long as the match took, so it uses a tenth of one core.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from threading import Thread
from typing import Any

from sqlalchemy import Engine, Row, select
from sqlalchemy.exc import DBAPIError

from scorekeeper.clock import LeagueClock
from scorekeeper.db import unreadable
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.log_rows import MatchId
from scorekeeper.db.rebuild import EVENTS_QUERY, rows_from_log
from scorekeeper.db.tables import Leagues, Matches, MatchEvents
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState

BATCH_SIZE = 20  # matches read with one query; no connection stays open between two batches
SLEEP_RATIO = 9  # seconds of sleep for each second of work
INTERVAL_S = 24 * 60 * 60  # seconds between two checks


def start_log_check(engine: Engine) -> None:
    """Start a background thread that checks all matches immediately, and again once a day."""
    Thread(target=check_daily, args=(engine,), name="log check", daemon=True).start()


def check_daily(engine: Engine) -> None:
    while True:
        try:
            mark_unreadable_matches(engine, SLEEP_RATIO)
        except DBAPIError:  # such as a lost connection; the next check finds the rest
            unreadable.logger.warning("The check of the log stopped.", exc_info=True)
        time.sleep(INTERVAL_S)


def mark_unreadable_matches(engine: Engine, sleep_ratio: float = 0) -> list[MatchId]:
    """Replay all matches, mark unreadable matches, and return their ids.

    Matches that are already marked as unreadable are skipped. After each match, the check sleeps
    `sleep_ratio` times as long as the match took. If the log of a league cannot be queried, the
    check continues with the next league.
    """
    marked: list[MatchId] = []
    for league in league_ids(engine):
        try:
            matches = unreadable_match_ids(engine, league, sleep_ratio)
            marked += ((league, match) for match in matches)
        except Exception:  # noqa: BLE001  # a damaged row can raise anything
            unreadable.logger.warning("The check of league %s stopped.", league, exc_info=True)
    return marked


def unreadable_match_ids(engine: Engine, league: int, sleep_ratio: float) -> Iterator[int]:
    """Replay a league's matches, mark those that cannot be read, and yield their ids."""
    for match, rows in iter_logs(engine, league):
        began = time.perf_counter()
        try:
            rows_from_log((), league, match, rows, LeagueClock(), None)
        except UnreadableMatch as damaged:
            with engine.begin() as connection:
                unreadable.mark_unreadable(connection, league, damaged)
            yield match
        if sleep_ratio:
            time.sleep(sleep_ratio * (time.perf_counter() - began))


def league_ids(engine: Engine) -> Sequence[int]:
    with autocommit_engine(engine).connect() as connection:
        return connection.scalars(select(Leagues.id).order_by(Leagues.id)).all()


def iter_logs(engine: Engine, league: int) -> Iterator[tuple[int, list[Row[Any]]]]:
    """Yield (match id, log rows) for each match of a league not marked as unreadable."""
    last: int | None = 0
    while last is not None:
        last, rows = read_batch(engine, league, last)
        for match, lines in groupby(rows, lambda row: int(row.match_id)):
            yield match, list(lines)


def read_batch(engine: Engine, league: int, after: int) -> tuple[int | None, Sequence[Row[Any]]]:
    """Return the last match id of the league's next batch, and the log rows of the batch's matches.

    The batch starts after the match with the id `after`. If there are no more matches, the id is
    None.
    """
    ids = (
        select(Matches.id)
        .where(
            Matches.league_id == league,
            Matches.id > after,
            Matches.state != MatchState.UNREADABLE,
        )
        .order_by(Matches.id)
        .limit(BATCH_SIZE)
    )
    with autocommit_engine(engine).connect() as connection:
        batch = connection.scalars(ids).all()
        if not batch:
            return None, ()
        conditions = (MatchEvents.league_id == league, MatchEvents.match_id.in_(batch))
        return batch[-1], connection.execute(EVENTS_QUERY.where(*conditions)).all()
