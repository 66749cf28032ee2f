"""Plausible answers for generated gin matches."""

from collections.abc import Mapping

from scorekeeper.rules.gin.hand import BIG_GIN, DRAW, GIN, KNOCK
from scorekeeper.rules.gin.stages import DEADWOOD, RESULT
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return the odds of answers: a knock in most hands, and gin in one hand in five."""
    return {
        RESULT: AnswerOdds(weights={KNOCK: 75, GIN: 20, BIG_GIN: 2, DRAW: 5}),
        DEADWOOD: AnswerOdds(usual=(1, 45)),
    }


SIMULATION = Simulation(
    likely_answers=likely_answers,
    house_rules=({"preset": "modern"}, {"oklahoma": True, "spades_double": True}),
    frequency=15,
)
