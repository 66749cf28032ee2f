"""One hand of gin: the knock limit, the winner, and the points.

A hand holds `result`, `knocker` and the `deadwood` of two players, as in docs/documents.md.
"""

from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Answers, Options

KNOCK, GIN, BIG_GIN, DRAW = "knock", "gin", "big_gin", "draw"
MOST_DEADWOOD = 98  # points of K K Q Q J J 10 10 9 9: the maximum without a meld
NON_NUMERIC_RANK_VALUES = {"A": 1, "J": 10, "Q": 10, "K": 10}
RANKS = (*map(str, range(2, 11)), *NON_NUMERIC_RANK_VALUES)


def needs_upcard(options: Options) -> bool:
    """Return whether the upcard affects the deal and must therefore be entered."""
    return bool(options["oklahoma"] or options["spades_double"])


def knock_limit(options: Options, upcard: str | None) -> int:
    """Return the most deadwood that a player may knock with in this deal.

    If it is 0, only gin ends the hand.
    """
    most: int = options["knock_limit"]
    if not options["oklahoma"] or upcard is None:
        return most
    rank = upcard[:-1]
    if rank == "A" and options["oklahoma_ace"] == "gin_only":
        return 0
    return min(most, NON_NUMERIC_RANK_VALUES.get(rank) or int(rank))


def knock_limits(options: Options) -> dict[str, int]:
    """Return the knock limit for each rank of the upcard, without ranks that allow no knock."""
    limits = {rank: knock_limit(options, f"{rank}S") for rank in RANKS}
    return {rank: limit for rank, limit in limits.items() if limit}


def ranks_without_knock(options: Options) -> tuple[str, ...]:
    """Return the ranks of the upcard that allow no knock."""
    return tuple(rank for rank in RANKS if not knock_limit(options, f"{rank}S"))


def is_doubled(options: Options, answers: Answers) -> bool:
    """Return whether the deal's points are doubled because the upcard is a spade."""
    return bool(options["spades_double"]) and str(answers.get("upcard")).endswith("S")


def opponent(hand: Answers) -> str:
    """Return the seat that played against the knocker."""
    return next(str(seat) for seat in hand["deadwood"] if seat != hand["knocker"])


def winner(options: Options, hand: Answers) -> str | None:
    """Return the winner of a hand: the knocker or, after an undercut, the opponent.

    Gin is never undercut. Returns None after a draw, and for equal deadwood if the option
    `undercut_on_tie` is off.
    """
    if hand["result"] == DRAW:
        return None
    knocker: str = hand["knocker"]
    if hand["result"] != KNOCK:
        return knocker
    knocker_deadwood, other = hand["deadwood"][knocker], opponent(hand)
    opponent_deadwood = hand["deadwood"][other]
    if knocker_deadwood == opponent_deadwood and not options["undercut_on_tie"]:
        return None
    return knocker if knocker_deadwood < opponent_deadwood else other


def scoring_reasons(options: Options, hand: Answers) -> list[tuple[int, Message]]:
    """Return the winner's points with their reasons, in order.

    The result is empty if nobody wins the hand.
    """
    won = winner(options, hand)
    if won is None:
        return []
    own, rival = (hand["deadwood"][seat] for seat in (hand["knocker"], opponent(hand)))
    match hand["result"]:
        case "gin":
            bonus = options["gin_bonus"], say("Bonus for gin")
            return [(rival, say("Gin against {left}", left=rival)), bonus]
        case "big_gin":
            bonus = options["big_gin_bonus"], say("Bonus for big gin")
            return [(rival, say("Big gin against {left}", left=rival)), bonus]
        case _ if won == hand["knocker"]:
            return [(rival - own, say("Knock, {own} against {left}", own=own, left=rival))]
        case _:
            bonus = options["undercut_bonus"], say("Bonus for the undercut")
            undercut = say("Undercut, {left} against {own}", own=own, left=rival)
            return [(own - rival, undercut), bonus]


def hand_points(options: Options, hand: Answers) -> int:
    """Return the winner's points, before doubling for spades, or 0 if nobody wins."""
    return sum(points for points, _ in scoring_reasons(options, hand))
