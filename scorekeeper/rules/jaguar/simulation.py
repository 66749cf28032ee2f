"""Plausible answers for generated Jaguar matches."""

from collections.abc import Mapping

from scorekeeper.rules.jaguar.auction import RANKS
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return odds that favour calling low cards and let the jaguar win about 60% of the hands."""
    return {
        "all_pass": AnswerOdds(percent=3),
        "called": AnswerOdds(
            percent=100, weights={rank: n for n, rank in enumerate(RANKS, start=1)}
        ),
        "trump": AnswerOdds(percent=100),
        "friend": AnswerOdds(weights={answers.get("jaguar"): 2}),
        "points": AnswerOdds(usual=(40, 95)),
    }


SIMULATION = Simulation(likely_answers=likely_answers, house_rules=({"hands": 10}, {"target": 11}))
