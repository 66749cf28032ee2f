"""Plausible answers for generated Loba matches."""

from collections.abc import Mapping

from scorekeeper.rules.elimination.scoring import DEADWOOD, RETURNING
from scorekeeper.rules.elimination.simulation import likely_return
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.loba.scoring import CLEAN, WENT_OUT
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return odds that let somebody go out in most deals, but rarely all at once."""
    return {
        CLEAN: AnswerOdds(percent=6),
        WENT_OUT: AnswerOdds(weights={None: 1}),
        DEADWOOD: AnswerOdds(usual=(2, 45)),
        RETURNING: likely_return(position),
    }


SIMULATION = Simulation(
    likely_answers=likely_answers,
    house_rules=({"limit": 101, "bust": "reach"}, {"max_reenlist": 0}),
    frequency=12,
)
