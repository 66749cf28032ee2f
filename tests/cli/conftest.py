"""A small league for the tests of the commands."""

import pytest

from tests.databases import opened
from tests.filled_league import fill_league


@pytest.fixture
def league(sqlite, monkeypatch):
    """A league with three matches, which the commands use."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    fill_league(opened(sqlite), matches=3, seed=1)
