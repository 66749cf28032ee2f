"""Fixtures for tests of joining: a phone outside the league, and two players."""

import pytest

from scorekeeper.league import roster
from tests.web.access.newcomers import Newcomer


@pytest.fixture
def stranger(app):
    return Newcomer(app)


@pytest.fixture
def people(store):
    return {name: roster.add_player(store, name) for name in ("Ana", "Bruno")}
