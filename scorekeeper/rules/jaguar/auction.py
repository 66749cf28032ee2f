"""Jaguar's auction: check the order of bids and find the winner.

The dealer bids first. With six players, the dealer sits out and the next player bids first. Each
bid is a lower rank than the last, and a player who passes may not bid again. A 2 is the lowest bid
and ends the auction, unless the table continues with bids in points, each higher than the last.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.kernel import Answers, Position, Problem, is_integer

RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")  # from high to low
LOWEST_RANK = RANKS[-1]
PASS = "pass"  # noqa: S105  # not a password
MIN_BID_POINTS, MAX_BID_POINTS = 62, 120  # limits of bids in points


class Auction(NamedTuple):
    """The state of the bidding.

    The seat in `turn` bids next, and the seats in `bidders` have not passed.
    """

    bidders: tuple[str, ...]
    turn: str
    bidder: str | None = None
    bid: Any = None
    is_over: bool = False


def bidding_order(position: Position, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return `seats` in order of bidding, from the dealer or, if they sit out, the next player."""
    players = position.players
    start = players.index(position.dealer)
    return tuple(seat for seat in players[start:] + players[:start] if seat in seats)


def points_bid(answers: Answers) -> int | None:
    """Return the points bid, from `bid_points` or the last bid, or None if no points were bid."""
    if answers.get("bid_points") is not None:
        return int(answers["bid_points"])
    for _, bid in reversed(answers.get("bids", [])):
        if bid != PASS:
            return bid if is_integer(bid) else None
    return None


def auction_state(
    position: Position, seats: tuple[str, ...], bids: Sequence[Any]
) -> Auction | Message:
    """Return the auction after these bids, or the reason why a bid is not allowed."""
    order = bidding_order(position, seats)
    auction = Auction(order, order[0])
    for seat, bid in bids:
        if reason := call_refusal(auction, seat, bid):
            return reason
        auction = after_call(position, auction, order, seat, bid)
    return auction


def call_refusal(auction: Auction, seat: str, bid: Any) -> Message | None:
    """Return why this seat may not make this bid or pass now, or None if it may."""
    if auction.is_over:
        return say(
            "The bidding was over: nobody could bid after {who} bid {bid}.",
            who=Name(str(auction.bidder)),
            bid=auction.bid,
        )
    if seat not in auction.bidders:
        return say("{who} has passed and may not bid again.", who=Name(seat))
    if seat != auction.turn:
        return say(
            "It was {turn}’s turn to bid or pass, not {who}’s.",
            turn=Name(auction.turn),
            who=Name(seat),
        )
    return None if bid == PASS else bid_refusal(auction.bid, bid)


def bid_refusal(last: Any, bid: Any) -> Message | None:
    """Return why a bid is not allowed after the last bid, or None if it is allowed."""
    if is_integer(bid):
        if is_integer(last):
            higher = say(
                "{bid} is not higher than {last}. Each bid in points must be higher than the last.",
                bid=bid,
                last=last,
            )
            return None if bid > last else higher
        return None if last == LOWEST_RANK else say("Points can be bid only after a 2.")
    if is_integer(last):
        return say(
            "After a bid of {last} points, the next bid must be a higher number of points, not"
            " {bid}.",
            last=last,
            bid=bid,
        )
    if last is None or RANKS.index(bid) > RANKS.index(last):
        return None
    return say(
        "{bid} is not lower than {last}. Each bid must be lower than the last.",
        bid=bid,
        last=last,
    )


def after_call(
    position: Position, auction: Auction, order: tuple[str, ...], seat: str, bid: Any
) -> Auction:
    """Return the auction after a legal bid or pass."""
    bidders, bidder, last = auction.bidders, auction.bidder, auction.bid
    if bid == PASS:
        bidders = tuple(other for other in bidders if other != seat)
    else:
        bidder, last = seat, bid
    start = order.index(seat) + 1
    turn = next((s for s in order[start:] + order[:start] if s in bidders), seat)
    is_lowest = last == LOWEST_RANK and not position.options["point_bids"]
    return Auction(bidders, turn, bidder, last, is_lowest or not bidders or bidders == (bidder,))


def auction_problems(
    position: Position, answers: Answers, seats: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield a problem unless the bids are in order, the auction is over, and the jaguar won it."""
    auction = auction_state(position, seats, answers["bids"])
    if isinstance(auction, Message):
        yield Problem("bid_order", auction, "bids")
    elif not auction.is_over:
        reason = say(
            "The bidding is not finished: it is {who}’s turn to bid or pass.",
            who=Name(auction.turn),
        )
        yield Problem("bid_order", reason, "bids")
    elif auction.bidder is None:
        reason = say("Everyone passed, so there is no jaguar: enter “all pass”.")
        yield Problem("inconsistent", reason, "bids")
    else:
        yield from auction_winner_problems(answers, auction.bidder, auction.bid)


def auction_winner_problems(answers: Answers, bidder: str, bid: Any) -> Iterator[Problem]:
    """Check the deal's jaguar, called rank and points against the winning bid."""
    rank, points = (LOWEST_RANK, bid) if is_integer(bid) else (bid, None)
    won = say("{who} won the bidding with {bid}", who=Name(bidder), bid=bid)
    if answers["jaguar"] != bidder:
        reason = say(
            "{won} and is the jaguar, not {jaguar}.", won=won, jaguar=Name(answers["jaguar"])
        )
        yield Problem("inconsistent", reason, "jaguar")
    elif answers.get("called", rank) != rank:
        reason = say(
            "{won}, so the card called is {rank}, not {called}.",
            won=won,
            rank=rank,
            called=answers["called"],
        )
        yield Problem("inconsistent", reason, "called")
    elif points_bid(answers) != points:
        reason = say("{won}, not with {points} points.", won=won, points=points_bid(answers))
        yield Problem("inconsistent", reason, "bid_points")
