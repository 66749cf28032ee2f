"""Plausible answers for generated matches of Loba."""

from collections.abc import Mapping

from scorekeeper.rules.elimination.scoring import COMING_BACK, DEADWOOD
from scorekeeper.rules.elimination.simulation import likely_return
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.loba.scoring import CLEAN, WENT_OUT
from scorekeeper.rules.simulation import Likely, Simulation


def likely(position: Position, answers: Answers) -> Mapping[str, Likely]:
    """Let a player go out in most deals, rarely all at once."""
    return {
        CLEAN: Likely(percent=6),
        WENT_OUT: Likely(weights={None: 1}),
        DEADWOOD: Likely(usual=(2, 45)),
        COMING_BACK: likely_return(position),
    }


SIMULATION = Simulation(
    likely=likely,
    house_rules=({"limit": 101, "bust": "reach"}, {"max_reenlist": 0}),
    frequency=12,
)
