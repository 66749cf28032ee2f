"""Fixtures for the outbox: a match, its address and a phone that has loaded it."""

import pytest

from tests.browser.outbox.phone import FOUR_DEALS, open_match_page


@pytest.fixture
def match(table):
    return table.factory.match("jabberwocky", **FOUR_DEALS)


@pytest.fixture
def page(address, open_phone):
    """A phone that has loaded the match and the predicted questions."""
    return open_match_page(open_phone(), address)
