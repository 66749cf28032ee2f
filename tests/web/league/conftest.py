"""Players of a league, for tests of its pages."""

import pytest

from scorekeeper.league import roster


@pytest.fixture
def friends(store):
    """Ana, Bruno, Chus, Dina and Edu, with the keys 1 to 5."""
    for name in ("Ana", "Bruno", "Chus", "Dina", "Edu"):
        roster.add_player(store, name)
    return ("1", "2", "3", "4", "5")
