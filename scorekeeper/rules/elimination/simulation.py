"""Plausible answers that Chinchón and Loba share: how often players come back."""

from scorekeeper.rules.kernel import Position
from scorekeeper.rules.simulation import Likely


def likely_return(position: Position) -> Likely:
    """Make comebacks rarer later in the match, when the total to come back at is high."""
    return Likely(percent=max(70 - 5 * position.number, 0))
