"""Plausible answers for generated Jamón matches."""

from collections.abc import Mapping

from scorekeeper.rules.jamon.scoring import CARDS
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return odds that leave each player with one to five cards."""
    return {CARDS: AnswerOdds(usual=(1, 5))}


SIMULATION = Simulation(
    likely_answers=likely_answers,
    house_rules=({"deals": 4}, {"deals": None}, {"scoring": "points", "deals": 3}),
    frequency=8,
)
