"""Fixtures for public pages: a league with results, and a browser outside the league."""

import pytest

from scorekeeper.access import public_links
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.stats.schemes import Scheme
from tests.members import outside_phone
from tests.web.page import Page
from tests.web.results import jabberwocky, loba

FIRST, SECOND = "2025-11-05", "2025-11-12"
NAMES = ("Ana Moreno", "Ana Ruiz", "Bruno Ortega", "Chus Vidal")


@pytest.fixture
def league_players(store, log):
    """The keys of four players. There is a closed season, and an open season with two evenings."""
    ana, ruiz, bruno, chus = (roster.add_player(store, name).key for name in NAMES)
    season_commands.create_season(store, Season(0, "Summer", ends="2025-09-30"))
    jabberwocky(log, chus, ana, bruno, evening="2025-09-03")
    season_commands.close_season(store, 1, at=1_760_000_000)
    season_commands.create_season(store, Season(0, "Autumn", "2025-10-01", scheme=Scheme()))
    jabberwocky(log, ana, ruiz, bruno, evening=FIRST)
    loba(log, bruno, ana, chus, evening=SECOND)
    return ana, ruiz, bruno, chus


@pytest.fixture
def stranger(app):
    """A browser without a cookie for the league."""
    return outside_phone(app)


@pytest.fixture
def create_link(store):
    """A function that creates a link and returns its path: `create_link(one_match(1))`."""

    def make(subject, names=ShownNames.FIRST, **more):
        return "/shown/" + public_links.create_public_link(store, "World", subject, names, **more)

    return make


@pytest.fixture
def open_public_page(stranger):
    """A function that opens a path without a cookie and returns the parsed page."""

    def open_page(path):
        response = stranger.get(path)
        return Page(response.status_code, path, response.text)

    return open_page
