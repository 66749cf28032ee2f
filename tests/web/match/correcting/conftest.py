"""Phones with matches of Jabberwocky and Loba whose deals can be corrected."""

import pytest

from tests.web.match_phone import sit_down


@pytest.fixture
def three(app):
    """A phone with a match of Jabberwocky: two complete deals, and the bids of a third."""
    phone = sit_down(app, "jabberwocky", 3)
    phone.record(bids=(1, 0, 1))
    phone.record(tricks=(1, 1, 1))
    phone.record(bids=(1, 1, 1))
    phone.record(tricks=(1, 2, 1))
    phone.record(bids=(2, 1, 1))
    phone.reload()
    return phone


@pytest.fixture
def loba(app):
    """A phone with a match of Loba: limit 20, no coming back. Cem is out after the first deal."""
    phone = sit_down(app, "loba", 3, limit=20, max_reenlist=0)
    phone.record(went_out="1", deadwood=(0, 5, 30))
    phone.record(went_out="2", deadwood=(4, 0, None))
    phone.reload()
    return phone


@pytest.fixture
def second_deal_page(loba):
    """A phone on the page of deal 2. After a correction of deal 1, deal 2 lacks Cem's cards."""
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 5, 3))
    return loba
