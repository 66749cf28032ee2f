"""Plausible answers that Chinchón and Loba share: how often players come back."""

from scorekeeper.rules.kernel import Position
from scorekeeper.rules.simulation import Likely


def likely_return(position: Position) -> Likely:
    """Make comebacks rarer later in the match, when players come back at a high total."""
    return Likely(percent=max(70 - 5 * position.number, 0))
