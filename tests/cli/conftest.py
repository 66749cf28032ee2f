"""A small league for the command tests."""

import pytest

from tests.databases import create_bare_app
from tests.filled_league import fill_league


@pytest.fixture
def league(sqlite, monkeypatch):
    """The league that the commands use. It has three matches."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    fill_league(create_bare_app(sqlite), matches=3, seed=1)
