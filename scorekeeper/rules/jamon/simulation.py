"""Plausible answers for generated matches of Jamón."""

from collections.abc import Mapping

from scorekeeper.rules.jamon.scoring import CARDS
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import Likely, Simulation


def likely(position: Position, answers: Answers) -> Mapping[str, Likely]:
    """Leave players a few cards."""
    return {CARDS: Likely(usual=(1, 5))}


SIMULATION = Simulation(
    likely=likely,
    house_rules=({"deals": 4}, {"deals": None}, {"scoring": "points", "deals": 3}),
    frequency=8,
)
