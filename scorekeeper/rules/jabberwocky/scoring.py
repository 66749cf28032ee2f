"""Jabberwocky: thirteen deals, one point for each bid made exactly.

Hands grow from three cards to nine and shrink back to three. The dealer bids last and may not make
the bids add up to the number of tricks, so at least one player misses. Each punished renege costs
three points, whether the bid was made or not. The numbers are the defaults.

Sources and house variants: docs/rules/jabberwocky.md
"""

from collections.abc import Mapping
from typing import Any

from scorekeeper.messages import say, say_n
from scorekeeper.rules.common import finished_position, highest_sides, next_position, seats_after
from scorekeeper.rules.kernel import Answers, PlayedDeal, Points, Position, ScorePart

BIDS, TRICKS = "bids", "tricks"  # names of the stages and of their fields
RENEGES = "reneges"  # the name of a field in the stage TRICKS


def hand_size(position: Position) -> int:
    """Return the number of cards each player gets in this deal."""
    schedule: list[int] = position.options["schedule"]
    return schedule[min(position.number, len(schedule)) - 1]


def bidding_order(position: Position) -> tuple[str, ...]:
    """Return the seats from the one after the dealer to the dealer, who bids last."""
    return seats_after(position.dealer, position.players)


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return each seat's points for bid and tricks, then the penalty for punished reneges."""
    options = position.options
    scoring, penalty, voids = (
        options["scoring"],
        options["renege_penalty"],
        options["renege_voids_point"],
    )
    bids, tricks, reneges = answers[BIDS], answers[TRICKS], answers.get(RENEGES, {})
    scored = []
    for seat in position.players:
        bid, took, offences = bids[seat], tricks[seat], reneges.get(seat, 0)
        points = bid_and_trick_points(scoring, bid, took)
        why = say("Bid {bid}, took {took}", bid=bid, took=took)
        if offences and voids and bid == took:
            points -= made_bid_points(scoring, bid)
            why = say("Bid {bid}, took {took}, but reneged", bid=bid, took=took)
        scored.append(ScorePart(seat, points, why))
        if offences:
            scored.append(
                ScorePart(seat, -penalty * offences, say_n("One renege", "{n} reneges", offences))
            )
    return scored


def made_bid_points(scoring: str, bid: int) -> int:
    """Return the points for a made bid, without points for tricks."""
    return {"one": 1, "ten_plus_bid": 10 + bid, "tricks_plus_ten": 10}[scoring]


def bid_and_trick_points(scoring: str, bid: int, took: int) -> int:
    """Return the points for a bid and the tricks taken, before any renege."""
    tricks = took if scoring == "tricks_plus_ten" else 0
    return tricks + (made_bid_points(scoring, bid) if bid == took else 0)


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the next position.

    After the last deal, the highest total wins, and ties share the win.
    """
    then = next_position(position, points)
    if position.number < len(position.options["schedule"]):
        return then
    return finished_position(then, highest_sides(then.totals))


def additional_results(
    played_deals: tuple[PlayedDeal, ...], position: Position
) -> Mapping[str, Any]:
    """Return the order of bidding in each deal, dealer last."""
    return {"bid_orders": [list(bidding_order(played.before)) for played in played_deals]}
