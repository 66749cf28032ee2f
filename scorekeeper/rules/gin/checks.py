"""The checks of gin."""

from collections.abc import Iterator

from scorekeeper.messages import Name, say
from scorekeeper.rules.gin.hand import BIG_GIN, DRAW, GIN, KNOCK, knock_limit, needs_upcard
from scorekeeper.rules.gin.stages import (
    DEADWOOD,
    KNOCKER,
    PAIR,
    RESULT,
    UPCARD,
    hands_of,
    upcard_in,
)
from scorekeeper.rules.kernel import Answers, Position, Problem


def pairs_meet(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require two opponents in each hand, and each of the four players in one of the hands."""
    first_pair = position.players[0::2]
    pairs = [hand[PAIR] for hand in hands_of(position, answers)]
    for a, b in pairs:
        if (a in first_pair) == (b in first_pair):
            reason = say(
                "{a} and {b} are partners, so they cannot play each other. "
                "Choose one player from each pair.",
                a=Name(a),
                b=Name(b),
            )
            yield Problem("inconsistent", reason, PAIR)
    seats = [seat for pair in pairs for seat in pair]
    if len(seats) == 4 and len(set(seats)) < 4:
        reason = say("The two hands must include all four players, each once.")
        yield Problem("inconsistent", reason, PAIR)


def variants_allow_the_answers(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse answers that the options rule out.

    These answers are an upcard that does not count, big gin without a bonus, and a knock if the
    knock limit is 0.
    """
    options = position.options
    if UPCARD in answers and not needs_upcard(options):
        reason = say("Leave out the upcard. It does not count in this match.")
        yield Problem("not_allowed", reason, UPCARD)
    for hand in hands_of(position, answers):
        if hand[RESULT] == BIG_GIN and options["big_gin_bonus"] is None:
            reason = say("Big gin does not count in this match: enter it as gin.")
            yield Problem("not_allowed", reason, RESULT)
        if hand[RESULT] == KNOCK and knock_limit(options, upcard_in(answers)) == 0:
            reason = say("Only gin ends this hand: nobody may knock.")
            yield Problem("not_allowed", reason, RESULT)


def result_and_deadwood_agree(position: Position, answers: Answers) -> Iterator[Problem]:
    for hand in hands_of(position, answers):
        yield from hand_problems(hand)


def hand_problems(hand: Answers) -> Iterator[Problem]:
    """Refuse a draw with a knocker or deadwood, a knock with no deadwood, and gin with deadwood."""
    if hand[RESULT] == DRAW:
        for name in (KNOCKER, DEADWOOD):
            if name in hand:
                reason = say("Nobody knocks in a drawn hand: leave knocker and deadwood blank.")
                yield Problem("inconsistent", reason, name)
        return
    knocker = hand[KNOCKER]
    deadwood = hand[DEADWOOD][knocker]
    if hand[RESULT] == KNOCK and deadwood == 0:
        reason = say("{who} has 0 deadwood, so this is gin, not a knock.", who=Name(knocker))
        yield Problem("inconsistent", reason, DEADWOOD, knocker)
    if hand[RESULT] in (GIN, BIG_GIN) and deadwood > 0:
        reason = say("{who} went gin and has 0 deadwood, not {n}.", who=Name(knocker), n=deadwood)
        yield Problem("inconsistent", reason, DEADWOOD, knocker)
