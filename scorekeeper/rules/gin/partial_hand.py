"""A hand of gin that is being entered: its valid answers so far."""

from typing import NamedTuple

from scorekeeper.rules.gin.hand import BIG_GIN, DRAW, GIN, KNOCK
from scorekeeper.rules.gin.scoring import active
from scorekeeper.rules.gin.stages import (
    DEADWOOD,
    FIRST,
    HAND,
    KNOCKER,
    RESULT,
    SECOND,
    deadwood_in,
    hand_in,
    knocker_in,
    pair_in,
)
from scorekeeper.rules.kernel import Answers, Position


class PartialHand(NamedTuple):
    """The valid answers about a hand so far, and the seats that play it."""

    seats: tuple[str, ...]
    result: str | None
    knocker: str | None
    deadwood: dict[str, int]

    def hand(self) -> Answers:
        """Return the hand as answers that can be scored. Call this only if no answer is missing."""
        if self.result == DRAW:
            return {RESULT: DRAW}
        return {RESULT: self.result, KNOCKER: self.knocker, DEADWOOD: self.deadwood}


def partial_hand(position: Position, stage: str, answers: Answers) -> PartialHand:
    """Return a stage's hand with only its valid answers."""
    if stage == HAND:
        hand, seats = answers, active(position)
    else:
        n = (FIRST, SECOND).index(stage)
        hand, seats = hand_in(answers, n), pair_in(position, answers, n)
    answer = hand.get(RESULT)
    result = answer if answer in (KNOCK, GIN, BIG_GIN, DRAW) else None
    return PartialHand(seats, result, knocker_in(hand, seats), deadwood_in(hand, seats))
