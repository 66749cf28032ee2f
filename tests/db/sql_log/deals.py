"""Helpers that play a short match of Jabberwocky."""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta

SHORT = {"schedule": [1, 1]}


def record(log, match, number, stage, answers, key=None, at=1001):
    key = key or f"{number}-{stage}"
    return commands.record_stage(log, match, number, stage, {stage: answers}, CommandMeta(key, at))


def play(log, match, number, at=1001):
    """Play a deal in which player 1 bids one and takes the only trick."""
    record(
        log,
        match,
        number,
        "bids",
        {"1": 1, "2": 1, "3": 0} if number == 1 else {"1": 1, "2": 0, "3": 1},
        at=at,
    )
    return record(log, match, number, "tricks", {"1": 1, "2": 0, "3": 0}, at=at)
