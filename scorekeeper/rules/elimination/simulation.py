"""Plausible answers that Chinchón and Loba share: how often players come back."""

from scorekeeper.rules.kernel import Position
from scorekeeper.rules.simulation import AnswerOdds


def likely_return(position: Position) -> AnswerOdds:
    """Return the odds that a player comes back.

    The odds fall during the match, because the totals at which players come back rise.
    """
    return AnswerOdds(percent=max(70 - 5 * position.number, 0))
