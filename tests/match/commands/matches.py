"""Random matches, a deal of Chinchón, and a log with a second writer."""

import pytest
from hypothesis import strategies as st

from scorekeeper.match.log import MemoryLog
from scorekeeper.rules import GAMES

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)


def deal(closer, left):
    return {"closer": closer, "close": "normal", "deadwood": left}


class OvertakenLog(MemoryLog):
    """A log in which another writer gets ahead of the first attempts to write."""

    def faster(self, times, write):
        self.times, self.write = times, write

    def append(self, match, *entries):
        if self.times:
            self.times -= 1
            self.write(self.times)
        super().append(match, *entries)
