"""Matches for the tests of their pages."""

import pytest

from tests.web.evening import sit_down


@pytest.fixture
def three(table):
    """Ana, Ben and Cem at Jabberwocky; Ana deals, so Ben bids first."""
    return sit_down(table, "jabberwocky", 3)


@pytest.fixture
def jaguar(table):
    """A match without an end of its own, after one hand, which Ana and Ben won."""
    phone = sit_down(table, "jaguar", 5)
    phone.save(jaguar="1", friend="2", points="80")
    return phone
