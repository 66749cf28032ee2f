"""A match page with half-entered bids."""

import pytest

from tests.browser.match_factory import NINE_CARDS
from tests.browser.selectors import chip_of
from tests.browser.waits import tap_and_wait


@pytest.fixture
def bids(open_match):
    """A match page with three of five bids entered."""
    page = open_match("jabberwocky", **NINE_CARDS)
    for who, number in (("Bruno", 2), ("Chus", 3), ("Dina", 0)):
        tap_and_wait(page, chip_of(f"bids-{who}-{number}"))
    return page
