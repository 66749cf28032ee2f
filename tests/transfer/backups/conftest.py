"""The league whose backups are tested."""

from pathlib import Path

import pytest

from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.filled_league import fill_league


@pytest.fixture
def league(sqlite, monkeypatch):
    """The database file of the league that the commands use. It has four matches."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    file = Path(sqlite.removeprefix("sqlite:///"))
    app = create_bare_app(sqlite)
    fill_league(app, matches=4, seed=1)
    engines.engine_of(app).dispose()
    return file
