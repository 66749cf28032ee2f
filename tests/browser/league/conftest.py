"""The league of a club with 23 players."""

import pytest

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.server import engines
from tests import club_league
from tests.browser import chromium


@pytest.fixture
def club(empty_database, tmp_path):
    """(address, store, log) of a league with 23 players."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        club_league.add_people(store, 23)
        with chromium.serving(app) as address:
            yield address, store, SqlLog(store)
