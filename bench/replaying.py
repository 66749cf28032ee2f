"""Measure the replay of a match of 20 deals from its log, for each game."""

import statistics
from collections.abc import Mapping
from functools import partial
from typing import Any

from bench import data, report
from scorekeeper.match.events import Entry
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.replay import replay
from scorekeeper.rules import GAMES

DEALS = 20
RUNS = 200
MAX_ATTEMPTS = 200  # matches to try, at most, until one is long enough
NAMES = {str(number): name for number, name in enumerate(data.FIVE, start=1)}

# Options that make a match of each game long enough.
LONG_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "jabberwocky": {"schedule": [3, 4, 5, 6, 7, 8, 9, 8, 7, 6] * 2},
    "chinchon": {"limit": 250},
    "gin": {"target": 500},
    "jamon": {"deals": DEALS},
    "loba": {"limit": 500},
}


def measure() -> None:
    report.heading(f"Replaying a match of {DEALS} deals with five players (two in gin)")
    for game in GAMES:
        entries = log_of(game)
        runs = [report.duration_of(partial(replay, entries)) for _ in range(RUNS)]
        taken = statistics.median(runs) * 1e6
        report.target(f"{GAMES[game].name}, {len(entries)} entries", taken, 500, "µs")


def log_of(game: str) -> list[Entry]:
    """Return the log of a match up to its 20th deal.

    Raises RuntimeError if none of MAX_ATTEMPTS matches is that long.
    """
    players = tuple(NAMES)[: 2 if game == "gin" else 5]
    for number in range(MAX_ATTEMPTS):
        log = MemoryLog(NAMES)
        match = data.play_deals(
            log, game, players, f"{game} {number}", DEALS, LONG_OPTIONS.get(game, {})
        )
        if len(log.sheet(match).played_deals) == DEALS:
            return log.entries_by_match[match]
    raise RuntimeError(f"No match of {game} lasts {DEALS} deals.")
