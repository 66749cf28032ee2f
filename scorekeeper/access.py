"""Who may do what: the one place where rights are asked.

There are no keys yet: whoever has the address sits at the table and may do everything. Every
route that changes something asks here all the same, so that keys can come without touching it.
"""

from enum import StrEnum

from flask import abort

from scorekeeper.rules.words import say


class Action(StrEnum):
    """What somebody wants to do."""

    SCORE = "score"  # write, correct, undo, end, throw away or bring back a match
    START = "start"  # begin a match
    SETTLE = "settle"  # the league's name and its players


def may(action: str) -> bool:
    """Whether this device may do it; ValueError for an action nobody has thought of."""
    return Action(action) in Action


def require(action: str) -> None:
    """Go on if this device may do it, else answer 403. First line of every writing route."""
    if not may(action):
        abort(403, say("This phone may look, but not write."))
