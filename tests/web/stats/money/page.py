"""Dates of evenings, keys of players and stakes for tests of the money page."""

from scorekeeper.stats.stakes import Stakes

FIRST, SECOND = "2025-11-05", "2025-11-12"
ANA, BRUNO, CHUS, DINA = "1", "2", "3", "4"
STAKES = Stakes("cents", {"jabberwocky": 25, "loba": 50})
