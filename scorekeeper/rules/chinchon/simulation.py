"""Plausible answers for generated Chinchón matches."""

from collections.abc import Mapping

from scorekeeper.rules.chinchon.options import CHINCHON, NORMAL, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE
from scorekeeper.rules.elimination.scoring import DEADWOOD, RETURNING
from scorekeeper.rules.elimination.simulation import likely_return
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return the odds of answers: a chinchón in about one deal in 14, and at most 40 deadwood."""
    return {
        CLOSE: AnswerOdds(percent=100, weights={NORMAL: 100, CHINCHON: 8, RUN: 3}),
        DEADWOOD: AnswerOdds(usual=(0, 40)),
        RETURNING: likely_return(position),
    }


SIMULATION = Simulation(
    likely_answers=likely_answers,
    house_rules=({"max_reenlist": 1}, {"run_rule": "wins", "deck": 48}),
    frequency=25,
)
