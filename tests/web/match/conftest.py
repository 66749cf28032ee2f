"""A match for the tests of its pages."""

import pytest

from tests.web.evening import sit_down


@pytest.fixture
def three(table):
    """Ana, Ben and Cem at Jabberwocky; Ana deals, so Ben bids first."""
    return sit_down(table, "jabberwocky", 3)
