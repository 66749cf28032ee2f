"""Plausible answers for generated matches of Jaguar."""

from collections.abc import Mapping

from scorekeeper.rules.jaguar.auction import RANKS
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import Likely, Simulation


def likely(position: Position, answers: Answers) -> Mapping[str, Likely]:
    """Call lower cards more often, and let the jaguar's side win about 60 % of the hands."""
    return {
        "all_pass": Likely(percent=3),
        "called": Likely(percent=100, weights={rank: n for n, rank in enumerate(RANKS, start=1)}),
        "trump": Likely(percent=100),
        "friend": Likely(weights={answers.get("jaguar"): 2}),
        "points": Likely(usual=(40, 95)),
    }


SIMULATION = Simulation(likely=likely, house_rules=({"hands": 10}, {"target": 11}))
