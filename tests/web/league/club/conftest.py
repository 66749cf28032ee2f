"""A club night with eight people."""

import pytest

from tests.club_league import add_people, create_night


@pytest.fixture
def people(store):
    return add_people(store, 8)


@pytest.fixture
def night(store, people):
    """A club night with eight people and tables of four."""
    return create_night(store, people, size=4)
