"""Plausible answers for generated matches of gin."""

from collections.abc import Mapping

from scorekeeper.rules.gin.hand import BIG_GIN, DRAW, GIN, KNOCK
from scorekeeper.rules.gin.stages import DEADWOOD, RESULT
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import Likely, Simulation


def likely(position: Position, answers: Answers) -> Mapping[str, Likely]:
    """End most hands with a knock, and one in five with gin."""
    return {
        RESULT: Likely(weights={KNOCK: 75, GIN: 20, BIG_GIN: 2, DRAW: 5}),
        DEADWOOD: Likely(usual=(1, 45)),
    }


SIMULATION = Simulation(
    likely=likely,
    house_rules=({"preset": "modern"}, {"oklahoma": True, "spades_double": True}),
    frequency=15,
)
