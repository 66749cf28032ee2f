"""Fixtures for drafts: a function that opens a match, and a page with half-entered bids."""

import pytest

from tests.browser.drafts.page import tap
from tests.browser.player import face
from tests.browser.room import FIVE, NINE_CARDS


@pytest.fixture
def open_match(table, open_phone):
    """Return a function that starts a match of this game and opens one of its pages."""

    def open_match(game, *records, names=FIVE, page="", **options):
        match = table.room.match(game, *records, names=names, **options)
        opened = open_phone()
        opened.goto(f"{table.address}/matches/{match}{page}")
        opened.match = match
        return opened

    return open_match


@pytest.fixture
def bids(open_match):
    """Three of five bids are entered."""
    page = open_match("jabberwocky", **NINE_CARDS)
    for who, number in (("Bruno", 2), ("Chus", 3), ("Dina", 0)):
        tap(page, face(f"bids-{who}-{number}"))
    return page
