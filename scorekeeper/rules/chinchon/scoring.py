"""Chinchón: players score the points left in their hands, and are out at 100 points.

Each player has seven cards. A player with little left (4 points or less) may close, which ends the
deal. All players then score the cards that they could not meld or lay off. Laying down all seven
cards at once takes 10 points off. A player who reaches the limit may come back if at least two
others are still in. The numbers are the defaults.

Sources and house variants: docs/rules/chinchon.md
"""

from scorekeeper.messages import say, say_n
from scorekeeper.rules.chinchon.options import NORMAL, RUN, RUN_BONUS
from scorekeeper.rules.common import points_by_side
from scorekeeper.rules.elimination import scoring as shared_scoring
from scorekeeper.rules.elimination.scoring import DEADWOOD, DealOutcome
from scorekeeper.rules.kernel import Answers, Options, Points, Position, ScorePart

CLOSER, CLOSE, MISDEALT = "closer", "close", "defective"
MIN_OTHERS_STILL_IN = 2  # the number of others who must still be in for a player to come back


def closing_bonus(options: Options, close: str) -> int:
    """Return the points taken off for laying down the whole hand, as a chinchón or as a run."""
    bonus: int = options["chinchon_bonus"]
    return RUN_BONUS.get(options["run_rule"], bonus) if close == RUN else bonus


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the points left, or the points taken off for laying down the whole hand."""
    closer, close, deadwood = answers[CLOSER], answers.get(CLOSE, NORMAL), answers[DEADWOOD]
    scored = []
    for seat in position.players:
        if seat not in deadwood:
            continue
        if seat != closer:
            scored.append(
                ScorePart(
                    seat, deadwood[seat], say_n("{n} point left", "{n} points left", deadwood[seat])
                )
            )
        elif close == NORMAL:
            scored.append(
                ScorePart(seat, deadwood[seat], say("Closed with {left}", left=deadwood[seat]))
            )
        else:
            full = say("Chinchón, all seven cards at once")
            why = say("Run of seven") if close == RUN else full
            scored.append(ScorePart(seat, -closing_bonus(position.options, close), why))
    return scored


def points_by_seat(position: Position, answers: Answers) -> Points:
    """Return a deal's points by seat, without players who are out of the match."""
    return points_by_side(parts(position, answers))


def is_won_by_run(position: Position, answers: Answers) -> bool:
    return position.options["run_rule"] == "wins" and answers.get(CLOSE) == RUN


def deal_outcome(position: Position, answers: Answers, points: Points) -> DealOutcome:
    """Return which players this deal eliminates, and which of them may come back."""
    return shared_scoring.deal_outcome(
        position, points, MIN_OTHERS_STILL_IN, decided=is_won_by_run(position, answers)
    )


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the position after a deal.

    The match ends if at most one player is left, or if a run wins it.
    """
    winners = (answers[CLOSER],) if is_won_by_run(position, answers) else ()
    return shared_scoring.position_after_returns(
        position, deal_outcome(position, answers, points), answers, winners
    )
