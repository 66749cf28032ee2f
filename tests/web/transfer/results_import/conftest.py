"""Players who are in the league before old results are imported."""

import pytest

from scorekeeper.league import roster


@pytest.fixture(autouse=True)
def friends(store):
    """Ana, Bruno and Chus, with the keys 1 to 3."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
