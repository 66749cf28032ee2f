"""Detect when any process commits to the database.

This module polls SQLite's `data_version`, or listens for PostgreSQL's NOTIFY.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine

from scorekeeper.db.connections import CHANNEL, autocommit_engine

POLL_INTERVAL_S = 0.025  # seconds between two reads of SQLite's `data_version`; each takes 3 µs
NOTIFY_TIMEOUT_S = 0.25  # seconds to wait for a NOTIFY before checking for open streams


@contextmanager
def listen_for_commits(engine: Engine) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether anything was committed since its last call.

    The function waits up to `POLL_INTERVAL_S` or `NOTIFY_TIMEOUT_S`, except that its first call
    returns True at once.
    """
    with autocommit_engine(engine).connect() as connection:
        driver = connection.connection.driver_connection
        connection.detach()  # closed at the end and not pooled, because it may still be listening
        checker_for = data_version_checker if engine.dialect.name == "sqlite" else notify_checker
        yield checker_for(driver)


def data_version_checker(driver: Any) -> Callable[[], bool]:
    """Return the function that `listen_for_commits` yields for SQLite.

    The connection must not write, because its own commits do not change `data_version`.
    """
    seen: int | None = None

    def was_saved() -> bool:
        nonlocal seen
        if seen is not None:
            time.sleep(POLL_INTERVAL_S)
        before, seen = seen, driver.execute("PRAGMA data_version").fetchone()[0]
        return seen != before

    return was_saved


def notify_checker(driver: Any) -> Callable[[], bool]:
    is_first = True

    def was_saved() -> bool:
        nonlocal is_first
        if is_first:
            driver.execute(f"LISTEN {CHANNEL}")
            is_first = False
            return True
        return bool(list(driver.notifies(timeout=NOTIFY_TIMEOUT_S, stop_after=1)))

    return was_saved
