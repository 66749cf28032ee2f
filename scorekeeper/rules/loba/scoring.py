"""Loba (de menos): players score the points left in their hands, and are out at 100 points.

Each player has nine cards from a double pack with four jokers. The player who goes out scores 0, or
-10 for going out all at once, and the others score the cards left. A player who reaches the limit
may come back, at most twice in a match, if at least one other player is still in. The numbers are
the defaults.

Sources and house variants: docs/rules/loba.md
"""

from scorekeeper.messages import say, say_n
from scorekeeper.rules.common import points_by_side
from scorekeeper.rules.elimination import scoring as shared_scoring
from scorekeeper.rules.elimination.scoring import DEADWOOD, DealOutcome
from scorekeeper.rules.kernel import Answers, Points, Position, ScorePart

WENT_OUT, CLEAN = "went_out", "clean"
MIN_OTHERS_STILL_IN = 1  # the number of others who must still be in for a player to come back


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the points left for each player who did not go out, and the points for going out.

    Going out scores 0. Going out all at once takes points off.
    """
    went_out, deadwood = answers[WENT_OUT], answers[DEADWOOD]
    scored = []
    for seat in position.players:
        if seat not in deadwood:
            continue
        if seat != went_out:
            scored.append(
                ScorePart(
                    seat, deadwood[seat], say_n("{n} point left", "{n} points left", deadwood[seat])
                )
            )
        elif answers.get(CLEAN):
            bonus = position.options["clean_bonus"]
            scored.append(ScorePart(seat, -bonus, say("Went out all at once")))
        else:
            scored.append(ScorePart(seat, 0, say("Went out")))
    return scored


def points_by_seat(position: Position, answers: Answers) -> Points:
    """Return the points for a deal by seat. Players who are out of the match have none."""
    return points_by_side(parts(position, answers))


def deal_outcome(position: Position, points: Points) -> DealOutcome:
    """Return which players this deal eliminates, and which of them may come back."""
    return shared_scoring.deal_outcome(position, points, MIN_OTHERS_STILL_IN)


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the next position. The match ends if at most one player is left."""
    return shared_scoring.position_after_returns(position, deal_outcome(position, points), answers)
