"""Jaguar: the lowest bidder calls a card and plays with its secret holder, the friend.

The jaguar and the friend need more than half of the 120 card points against the other three. The
jaguar wins or loses two points, and the friend and each of the others win or lose one. A jaguar who
calls a card of their own plays alone for four points. Every hand adds up to 0.

Sources and house variants: docs/rules/jaguar.md
"""

from collections.abc import Mapping

from scorekeeper.messages import Message, say
from scorekeeper.rules.common import (
    finished_position,
    highest_sides,
    initial_position,
    next_position,
    zero_sum_points,
)
from scorekeeper.rules.jaguar.auction import MAX_BID_POINTS, points_bid
from scorekeeper.rules.jaguar.cards import called_card
from scorekeeper.rules.kernel import (
    Answers,
    Options,
    PlayedDeal,
    Points,
    Position,
    ScorePart,
    Setup,
)

SEATS_PER_HAND = 5  # with six players, the dealer sits out
ALL_CARD_POINTS = MAX_BID_POINTS  # card points in the pack
CARD_POINTS_TO_WIN = 61
IMPOSSIBLE_CARD_POINTS = (1, 119)  # no card is worth 1 point, so no side has 1
JAGUAR_WEIGHT, FRIEND_WEIGHT, ALONE_WEIGHT = 2, 1, 4


def active(position: Position) -> tuple[str, ...]:
    """Return the five seats that play the hand. With six players, the dealer sits out."""
    if len(position.players) == SEATS_PER_HAND:
        return position.players
    return tuple(seat for seat in position.players if seat != position.dealer)


def begin(setup: Setup) -> Position:
    """Return the position before the first hand.

    `game_state` is the number of hands scored so far.
    """
    return initial_position(setup, game_state=0)


def side_points(answers: Answers) -> int:
    """Return the card points of the jaguar and the friend together."""
    if "points" in answers:
        return int(answers["points"])
    return taken_by_side(answers)


def taken_by_side(answers: Answers) -> int:
    """Return the card points of the jaguar and the friend, added up from `taken`."""
    taken: Mapping[str, int] = answers["taken"]
    together = taken[answers["jaguar"]]
    return together if is_alone(answers) else together + taken[answers["friend"]]


def is_alone(answers: Answers) -> bool:
    return bool(answers["jaguar"] == answers["friend"])


def is_won(answers: Answers) -> bool:
    """Return whether the jaguar's side has enough points to win.

    The side needs the points bid or, without a bid in points, 61.
    """
    return side_points(answers) >= (points_bid(answers) or CARD_POINTS_TO_WIN)


def multiplier(options: Options, answers: Answers) -> int:
    """Return the factor for a hand's points, from the band of the bid.

    The factor is doubled if one side took all tricks and the option `cappotto_double` is on.
    """
    bid, bands = points_bid(answers), options["point_bands"]
    reached = [band for band in bands or () if bid is not None and band[0] <= bid]
    times: int = max(reached)[1] if reached else 1
    return times * 2 if options["cappotto_double"] and answers.get("all_tricks") else times


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the points for each seat.

    The jaguar and the friend win or lose by their weights, and the others share the opposite
    amount equally. If everyone passed, each seat has 0.
    """
    seats = active(position)
    if answers.get("all_pass"):
        return [ScorePart(seat, 0, say("Everyone passed")) for seat in seats]
    jaguar, friend = answers["jaguar"], answers["friend"]
    sign = 1 if is_won(answers) else -1
    times = multiplier(position.options, answers)
    weights = (
        {jaguar: JAGUAR_WEIGHT, friend: FRIEND_WEIGHT}
        if jaguar != friend
        else {jaguar: ALONE_WEIGHT}
    )
    shared = zero_sum_points({s: sign * weight for s, weight in weights.items()}, seats)
    return [
        ScorePart(seat, times * shared[seat], seat_reason(answers, seat, shared[seat], times))
        for seat in seats
    ]


def seat_reason(answers: Answers, seat: str, once: int, times: int) -> Message:
    """Return the reason for one seat's points: its role, the card points, and the multiplier.

    The seat's points are `once` times `times`. The jaguar's reason also has the called card.
    """
    points, bid = side_points(answers), points_bid(answers)
    reason = say(
        "{role}: the jaguar’s side {result} {points} to {against}",
        role=role(answers, seat),
        result=say("won") if is_won(answers) else say("lost"),
        points=points,
        against=ALL_CARD_POINTS - points,
    )
    if bid:
        reason = say("{reason} with a bid of {bid}", reason=reason, bid=bid)
    if times > 1:
        reason = say("{reason}: {once} × {times}", reason=reason, once=once, times=times)
    card = called_card(answers) if seat == answers["jaguar"] else None
    return say("{reason} ({card})", reason=reason, card=card) if card else reason


def role(answers: Answers, seat: str) -> Message:
    if seat == answers["jaguar"]:
        return say("Jaguar alone") if is_alone(answers) else say("Jaguar")
    return say("Friend") if seat == answers["friend"] else say("Against the jaguar")


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the next position.

    The match ends if a player reaches the option `target`, or after the number of hands in the
    option `hands`. If neither option is set, the rules do not end the match.
    """
    scored = position.game_state + (0 if answers.get("all_pass") else 1)
    then = next_position(position, points)._replace(game_state=scored)
    target, hands = position.options["target"], position.options["hands"]
    reached = target is not None and max(then.totals.values()) >= target
    if reached or (hands is not None and scored >= hands):
        return finished_position(then, highest_sides(then.totals))
    return then


def net_amounts(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    """Return the totals, which are each seat's net result because every hand adds up to 0."""
    return dict(position.totals)
