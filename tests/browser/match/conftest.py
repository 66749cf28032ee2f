"""A fixture for tests of the new-match page."""

import pytest

from scorekeeper.league import roster as people
from scorekeeper.match import commands as matches
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.browser import chromium


@pytest.fixture
def open_league(empty_database, tmp_path):
    """A function that creates a league with a match and returns the league's address."""
    opened = []

    def open_(names, game="jamon", **options):
        app = chromium.league_app(empty_database, tmp_path)
        opened.append(app)
        app = app.__enter__()
        keys = tuple(people.add_player(engines.store_of(app), name).key for name in names)
        log = app.extensions["scorekeeper.log"]
        matches.start_match(log, game, keys, options, CommandMeta("a", 1_790_000_000))
        server = chromium.serving(app)
        opened.append(server)
        return server.__enter__()

    yield open_
    for each in reversed(opened):
        each.__exit__(None, None, None)
