"""Matches of one deal, for the match list tests."""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta

SHORT = {"schedule": [1]}


def start(log, players, game="jabberwocky", at=1000, **options):
    return commands.start_match(log, game, players, options, CommandMeta(f"start {at}", at))


def finish(log, match, at=2000):
    """Play the only deal of a match, in which Ana bids one and takes one trick."""
    bids, tricks = {"1": 1, "2": 1, "3": 0}, {"1": 1, "2": 0, "3": 0}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta(f"b{match}", at - 1))
    return commands.record_stage(
        log, match, 1, "tricks", {"tricks": tricks}, CommandMeta(f"t{match}", at)
    )
