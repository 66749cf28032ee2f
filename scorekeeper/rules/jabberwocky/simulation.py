"""Plausible bids and reneges for generated matches of Jabberwocky."""

from collections.abc import Mapping

from scorekeeper.rules.jabberwocky.scoring import BIDS, hand_size
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import Likely, Simulation


def likely(position: Position, answers: Answers) -> Mapping[str, Likely]:
    """Bid around an equal share of the tricks, and renege in 4 % of the deals that allow it."""
    cards = hand_size(position)
    return {
        BIDS: Likely(usual=(0, 2 * cards // len(position.players) + 1)),
        "reneges": Likely(percent=4 if cards > 1 else 0, usual=(1, 1)),
    }


SIMULATION = Simulation(
    likely=likely,
    house_rules=({"scoring": "ten_plus_bid"}, {"schedule": [1, 2, 3, 4, 5, 4, 3, 2, 1]}),
    frequency=30,
)
