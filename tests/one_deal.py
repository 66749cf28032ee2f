"""A match of Jabberwocky with one deal of one card. All bid one, and one player takes the trick.

The winner scores one point, and the others share second place.
"""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta

ONE_DEAL = {"schedule": [1]}


def deal_stages(seats, winner):
    """Return the deal's stages, as (stage, answers) pairs."""
    return [
        ("bids", {"bids": dict.fromkeys(seats, 1)}),
        ("tricks", {"tricks": dict.fromkeys(seats, 0) | {winner: 1}}),
    ]


def play_match(log, seats, winner, at, pause=0):
    """Start and play a match, and return its id.

    The match starts at the time `at`, and each stage takes `pause` seconds.
    """
    sent = CommandMeta(f"start {at} {seats}", at)
    match = commands.start_match(log, "jabberwocky", seats, ONE_DEAL, sent)
    finish_match(log, match, winner, at, pause)
    return match


def finish_match(log, match, winner, at, pause=0):
    """Play the deal of a match that has started."""
    seats = log.sheet(match).setup.players
    for number, (stage, answers) in enumerate(deal_stages(seats, winner), start=1):
        sent = CommandMeta(f"{match} {stage}", at + pause * number)
        commands.record_stage(log, match, 1, stage, answers, sent)
