"""Plausible bids and reneges for generated Jabberwocky matches."""

from collections.abc import Mapping

from scorekeeper.rules.jabberwocky.scoring import BIDS, RENEGES, hand_size
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.simulation import AnswerOdds, Simulation


def likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return the odds of answers: bids near an equal share of the tricks, and few reneges.

    A renege occurs in 4% of the deals.
    """
    cards = hand_size(position)
    return {
        BIDS: AnswerOdds(usual=(0, 2 * cards // len(position.players) + 1)),
        RENEGES: AnswerOdds(percent=4 if cards > 1 else 0, usual=(1, 1)),
    }


SIMULATION = Simulation(
    likely_answers=likely_answers,
    house_rules=({"scoring": "ten_plus_bid"}, {"schedule": [1, 2, 3, 4, 5, 4, 3, 2, 1]}),
    frequency=30,
)
