"""Phones with matches, for tests of the match pages."""

import pytest

from tests.web.match_phone import sit_down


@pytest.fixture
def three(app):
    """A phone with a match of Jabberwocky between Ana, Ben and Cem.

    Ana deals, so Ben bids first.
    """
    return sit_down(app, "jabberwocky", 3)


@pytest.fixture
def jaguar(app):
    """A phone with a match of Jaguar, which has no fixed end. Ana and Ben have won one hand."""
    phone = sit_down(app, "jaguar", 5)
    phone.save(jaguar="1", friend="2", points="80")
    return phone
