"""Matches for tests of the history, on a machine in UTC."""

import time

import pytest

from tests.web.match.history.changed_match import ChangedMatch, bids, tricks


@pytest.fixture(autouse=True)
def clocks_in_utc(monkeypatch):
    """UTC as the time zone of the process, regardless of the machine's time zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def three():
    """Jabberwocky with three players, after one deal of three cards each, which Ana dealt."""
    match = ChangedMatch("jabberwocky", 3, schedule=[3, 3])
    match.answer(bids(1, 1, 0, 1), tricks(1, 2, 0, 1))
    return match


@pytest.fixture
def loba():
    """Loba with limit 20 and no coming back. Chus is out after the first of two deals."""
    match = ChangedMatch("loba", 3, limit=20, max_reenlist=0)
    match.answer(
        (1, "cards", {"went_out": "1", "deadwood": {"1": 0, "2": 5, "3": 30}}),
        (2, "cards", {"went_out": "2", "deadwood": {"1": 4, "2": 0}}),
    )
    return match
