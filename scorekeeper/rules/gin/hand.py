"""One hand of gin: how low a knock must be, who wins it, and what it is worth.

A hand holds `result`, `knocker` and the `deadwood` of two players, as in docs/documents.md.
"""

from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Options, Record

KNOCK, GIN, BIG_GIN, DRAW = "knock", "gin", "big_gin", "draw"
MOST_DEADWOOD = 98  # K K Q Q J J 10 10 9 9: the most ten cards without a meld can hold
NON_NUMERIC_RANK_VALUES = {"A": 1, "J": 10, "Q": 10, "K": 10}


def needs_upcard(options: Options) -> bool:
    """The upcard is written down only where it counts for something."""
    return bool(options["oklahoma"] or options["spades_double"])


def knock_limit(options: Options, upcard: str | None) -> int:
    """The most deadwood to knock with in this deal; 0: only gin ends the hand."""
    most: int = options["knock_limit"]
    if not options["oklahoma"] or upcard is None:
        return most
    rank = upcard[:-1]
    if rank == "A" and options["oklahoma_ace"] == "gin_only":
        return 0
    return min(most, NON_NUMERIC_RANK_VALUES.get(rank) or int(rank))


def is_doubled(options: Options, record: Record) -> bool:
    """A spade turned up doubles the whole deal."""
    return bool(options["spades_double"]) and str(record.get("upcard")).endswith("S")


def opponent(hand: Record) -> str:
    """Who played against the knocker."""
    return next(str(seat) for seat in hand["deadwood"] if seat != hand["knocker"])


def winner(options: Options, hand: Record) -> str | None:
    """Who wins the hand: the knocker, or the other by an undercut. Gin is never undercut."""
    if hand["result"] == DRAW:
        return None
    knocker: str = hand["knocker"]
    if hand["result"] != KNOCK:
        return knocker
    own, other = hand["deadwood"][knocker], opponent(hand)
    left = hand["deadwood"][other]
    if own == left and not options["undercut_on_tie"]:
        return None
    return knocker if own < left else other


def scoring_reasons(options: Options, hand: Record) -> list[tuple[int, Message]]:
    """What the winner of the hand scores, in counting order; nothing in a hand nobody wins."""
    won = winner(options, hand)
    if won is None:
        return []
    own, left = hand["deadwood"][hand["knocker"]], hand["deadwood"][opponent(hand)]
    match hand["result"]:
        case "gin":
            return [
                (left, say("Gin, against {left}", left=left)),
                (options["gin_bonus"], say("Bonus for gin")),
            ]
        case "big_gin":
            return [
                (left, say("Big gin, against {left}", left=left)),
                (options["big_gin_bonus"], say("Bonus for big gin")),
            ]
        case _ if won == hand["knocker"]:
            return [(left - own, say("Knock, {own} against {left}", own=own, left=left))]
        case _:
            return [
                (own - left, say("Undercut, {left} against {own}", own=own, left=left)),
                (options["undercut_bonus"], say("Bonus for the undercut")),
            ]


def hand_points(options: Options, hand: Record) -> int:
    """Points of the hand for its winner, before spades double them."""
    return sum(points for points, _ in scoring_reasons(options, hand))
