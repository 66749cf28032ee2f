"""Matches for tests of their pages."""

import pytest

from tests.web.match_phone import sit_down


@pytest.fixture
def three(app):
    """Jabberwocky with Ana, Ben and Cem. Ana deals, so Ben bids first."""
    return sit_down(app, "jabberwocky", 3)


@pytest.fixture
def jaguar(app):
    """Jaguar, which has no fixed end, after one hand that Ana and Ben won."""
    phone = sit_down(app, "jaguar", 5)
    phone.save(jaguar="1", friend="2", points="80")
    return phone
