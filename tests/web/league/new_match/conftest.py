"""Players for tests of the new-match page."""

import pytest

from scorekeeper.league import roster


@pytest.fixture(autouse=True)
def friends(store):
    """Ana, Bruno, Chus and Dina, with the keys 1 to 4."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)
