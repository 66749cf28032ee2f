"""The league of a club with 310 players, in a browser."""

import pytest

from tests import big_league
from tests.browser import chromium


@pytest.fixture
def app(empty_database, tmp_path):
    """A league with the players of a large club."""
    with chromium.league_app(empty_database, tmp_path) as app:
        big_league.fill_club(app)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        yield app


@pytest.fixture
def club(app):
    """The address of the league."""
    with chromium.serving(app) as address:
        yield address
