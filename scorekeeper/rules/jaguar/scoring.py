"""Jaguar: the lowest bidder calls a card and plays with its secret holder, the friend.

The jaguar and the friend need more than half of the 120 card points against the other three. The
jaguar wins or loses two points, the friend and each of the others one. A jaguar who calls a card
of their own plays alone for four points. Every hand adds up to 0.

Sources and house variants: docs/rules/jaguar.md
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.common import (
    finished_position,
    highest,
    initial_position,
    next_position,
    zero_sum_points,
)
from scorekeeper.rules.jaguar import auction
from scorekeeper.rules.jaguar.auction import MAX_BID_POINTS, points_bid
from scorekeeper.rules.kernel import (
    MAX_NUMBER,
    Option,
    Options,
    Points,
    Position,
    Problem,
    Record,
    Round,
    ScorePart,
    Setup,
    is_integer,
)

HAND = "hand"  # the only stage
SEATS_PER_HAND = 5  # with six players the dealer sits out
ALL_CARD_POINTS = MAX_BID_POINTS  # card points in the pack
CARD_POINTS_TO_WIN = 61
IMPOSSIBLE_CARD_POINTS = (1, 119)  # no card is worth 1 point: no side can have 1 or all but 1
JAGUAR_WEIGHT, FRIEND_WEIGHT, ALONE_WEIGHT = 2, 1, 4


def active(position: Position) -> tuple[str, ...]:
    """The five seats that play the hand; with six players, all but the dealer."""
    if len(position.players) == SEATS_PER_HAND:
        return position.players
    return tuple(seat for seat in position.players if seat != position.dealer)


def begin(setup: Setup) -> Position:
    """The position before the first hand; `kept` counts the hands scored so far."""
    return initial_position(setup, kept=0)


def stage(position: Position, record: Record) -> str | None:
    return None if record.get("all_pass") is True or "jaguar" in record else HAND


def side_points(record: Record) -> int:
    """Card points of the jaguar and the friend together."""
    if "points" in record:
        return int(record["points"])
    return taken_by_side(record)


def taken_by_side(record: Record) -> int:
    """Card points of the jaguar and the friend, from what each player took."""
    taken: Mapping[str, int] = record["taken"]
    together = taken[record["jaguar"]]
    return together if is_alone(record) else together + taken[record["friend"]]


def is_alone(record: Record) -> bool:
    return bool(record["jaguar"] == record["friend"])


def is_won(record: Record) -> bool:
    """Whether the jaguar's side has the points that were bid, or 61 without a bid of points."""
    return side_points(record) >= (points_bid(record) or CARD_POINTS_TO_WIN)


def multiplier(options: Options, record: Record) -> int:
    """The factor for a hand's points: the bid's band, times 2 for all tricks, by option."""
    bid, bands = points_bid(record), options["point_bands"]
    reached = [band for band in bands or () if bid is not None and band[0] <= bid]
    times: int = max(reached)[1] if reached else 1
    return times * 2 if options["cappotto_double"] and record.get("all_tricks") else times


# ---------------------------------------------------------------- checks


def nobody_can_take_one(position: Position, record: Record) -> Iterator[Problem]:
    """No side and no player can have 1 or 119 card points."""
    if record.get("points") in IMPOSSIBLE_CARD_POINTS:
        yield Problem("impossible_total", impossible_points_reason(record["points"]), "points")
    for seat, took in (record.get("taken") or {}).items():
        if took in IMPOSSIBLE_CARD_POINTS:
            yield Problem("impossible_total", impossible_points_reason(took), "taken", seat)


def impossible_points_reason(points: int) -> Message:
    if points == 1:
        return say("No cards are worth 1 point: 0 or 2 can be taken.")
    return say(
        "{points} would leave 1 point, and no cards are worth 1: 118 or 120 can be taken.",
        points=points,
    )


def points_are_bid_by_option(position: Position, record: Record) -> Iterator[Problem]:
    """Bids of points need the option `point_bids`."""
    if position.options["point_bids"]:
        return
    reason = say("Bids of points are not played in this match: the lowest bid is 2.")
    if record.get("bid_points") is not None:
        yield Problem("not_allowed", reason, "bid_points")
    elif any(is_integer(bid) for _, bid in record.get("bids", [])):
        yield Problem("not_allowed", reason, "bids")


def all_points_are_somebodys(position: Position, record: Record) -> Iterator[Problem]:
    """What the five took must add up to 120 and agree with the side's points."""
    n = sum(record["taken"].values())
    if n != ALL_CARD_POINTS:
        reason = say("The card points must add up to {all}, not {n}.", all=ALL_CARD_POINTS, n=n)
        yield Problem("sum_mismatch", reason, "taken")
    elif (together := taken_by_side(record)) != side_points(record):
        reason = say(
            "{who} took {together} together, not {points}.",
            who=side_names(record),
            together=together,
            points=side_points(record),
        )
        yield Problem("sum_mismatch", reason, "points")


def side_names(record: Record) -> list[Name]:
    """The names of the jaguar and the friend, or of the jaguar alone."""
    return [Name(seat) for seat in dict.fromkeys((record["jaguar"], record["friend"]))]


def bids_go_round(position: Position, record: Record) -> Iterator[Problem]:
    """The auction must follow its rules, and the jaguar must have won it."""
    yield from auction.problems(position, record, active(position))


def all_tricks_are_all_points(position: Position, record: Record) -> Iterator[Problem]:
    """If one side took all tricks, the jaguar's side has 120 card points or 0."""
    points = side_points(record) if record["all_tricks"] else ALL_CARD_POINTS
    if points not in (0, ALL_CARD_POINTS):
        reason = say(
            "If one side took all the tricks, the points are {all} or 0, not {points}.",
            all=ALL_CARD_POINTS,
            points=points,
        )
        yield Problem("inconsistent", reason, "all_tricks")


# ---------------------------------------------------------------- points


def parts(position: Position, record: Record) -> list[ScorePart]:
    """The weights of jaguar and friend, won or lost, and the opposite shared by the others."""
    seats = active(position)
    if record.get("all_pass"):
        return [ScorePart(seat, 0, say("Everybody passed")) for seat in seats]
    jaguar, friend, points = record["jaguar"], record["friend"], side_points(record)
    won = is_won(record)
    sign = 1 if won else -1
    times = multiplier(position.options, record)
    weights = (
        {jaguar: JAGUAR_WEIGHT, friend: FRIEND_WEIGHT}
        if jaguar != friend
        else {jaguar: ALONE_WEIGHT}
    )
    shared = zero_sum_points({s: sign * weight for s, weight in weights.items()}, seats)
    result = say("won") if won else say("lost")
    bid = points_bid(record)

    def why(seat: str) -> Message:
        """One seat's reason: its role, the card points, and the multiplier."""
        reason = say(
            "{role}: the jaguar’s side {result} with {points} to {against}",
            role=role(record, seat),
            result=result,
            points=points,
            against=ALL_CARD_POINTS - points,
        )
        if bid:
            reason = say("{reason}, {bid} bid", reason=reason, bid=bid)
        if times > 1:
            reason = say(
                "{reason}: {once} × {times}", reason=reason, once=shared[seat], times=times
            )
        return reason

    return [ScorePart(seat, times * shared[seat], why(seat)) for seat in seats]


def role(record: Record, seat: str) -> Message:
    if seat == record["jaguar"]:
        return say("Jaguar alone") if is_alone(record) else say("Jaguar")
    return say("Friend") if seat == record["friend"] else say("Against the jaguar")


def after(position: Position, record: Record, points: Points) -> Position:
    """The next position; by option the match ends at a total or a number of scored hands."""
    scored = position.kept + (0 if record.get("all_pass") else 1)
    then = next_position(position, points)._replace(kept=scored)
    target, hands = position.options["target"], position.options["hands"]
    reached = target is not None and max(then.totals.values()) >= target
    if reached or (hands is not None and scored >= hands):
        return finished_position(then, highest(then.totals))
    return then


# ---------------------------------------------------------------- options


def are_bands(value: Any) -> bool:
    """Whether the value is None, or a list of [points bid, factor] with different bids."""
    if value is None:
        return True
    return (
        isinstance(value, list)
        and all(is_band(band) for band in value)
        and len({band[0] for band in value}) == len(value)
    )


def is_band(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(is_integer(n) for n in value)
        and 0 <= value[0] <= MAX_BID_POINTS
        and 1 <= value[1] <= MAX_NUMBER
    )


OPTIONS = (
    Option(
        name="target",
        kind="number",
        default=None,
        least=1,
        nullable=True,
        label=say("Target"),
        accepts=say("Target: 1 point or more. Leave blank for no target."),
    ),
    Option(
        name="hands",
        kind="number",
        default=None,
        least=1,
        nullable=True,
        label=say("Number of hands"),
        accepts=say("Number of hands: 1 or more. Leave blank for no limit."),
    ),
    Option(
        name="cappotto_double",
        kind="yes",
        default=False,
        label=say("All eight tricks count double"),
        accepts=say("All eight tricks count double: yes or no."),
    ),
    Option(
        name="point_bids",
        kind="yes",
        default=False,
        label=say("After a bid of 2 the bidding continues in points"),
        accepts=say("After a bid of 2 the bidding continues in points: yes or no."),
    ),
    Option(
        name="point_bands",
        kind="bands",
        default=None,
        nullable=True,
        label=say("Multipliers for high bids"),
        accepts=say(
            "Multipliers for high bids: bids from 0 to 120 points, times 1 or more, each bid once."
        ),
        valid=are_bands,
    ),
)


def net(rounds: tuple[Round, ...], position: Position) -> Mapping[str, int]:
    """The totals: every hand adds up to 0, so they are what each seat won or lost."""
    return dict(position.totals)
