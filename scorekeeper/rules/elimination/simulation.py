"""Plausible answers that Chinchón and Loba share: how often players come back."""

from scorekeeper.rules.kernel import Position
from scorekeeper.rules.simulation import AnswerOdds


def likely_return(position: Position) -> AnswerOdds:
    """Return odds that fall during the match, because later returns are at higher totals."""
    return AnswerOdds(percent=max(70 - 5 * position.number, 0))
