"""Fixtures for the outbox: phones that have loaded a match and its predicted questions."""

import pytest

from tests.browser.outbox.phone import FOUR_DEALS, go_offline, open_match_page
from tests.browser.player import Player
from tests.browser.waits import AHEAD, wait_until


@pytest.fixture
def match(table):
    return table.factory.match("jabberwocky", **FOUR_DEALS)


@pytest.fixture
def page(address, open_phone):
    """A phone that has loaded the match and the predicted questions."""
    return open_match_page(open_phone(), address)


@pytest.fixture
def open_loaded_match(open_match):
    """Like `open_match`, but the phone has also loaded the predicted questions."""

    def open_loaded_match(game, *deals, **options):
        page = open_match(game, *deals, **options)
        wait_until(page, AHEAD)
        return page

    return open_loaded_match


@pytest.fixture
def open_match_offline(open_loaded_match):
    """Like `open_loaded_match`, but the phone then loses its network."""

    def open_match_offline(game, *deals, **options):
        page = open_loaded_match(game, *deals, **options)
        go_offline(page)
        return page

    return open_match_offline


@pytest.fixture
def league_page(league, open_phone):
    """A member's phone that has started a match of three players in a league."""
    page = open_phone()
    players, options = ["Ana", "Bruno", "Chus"], {"schedule": [5, 5, 5]}
    Player(page, league).sit_down({"game": "jabberwocky", "players": players, "options": options})
    wait_until(page, AHEAD)
    return page
