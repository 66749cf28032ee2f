"""The stages of a gin deal, and how their answers are stored and read.

With two or three players, a deal is one hand and one stage. With two pairs, a deal is two hands.
The two hands are stages with the same field names, and together they are the deal's `hands`.
"""

from collections.abc import Mapping

from scorekeeper.messages import say
from scorekeeper.rules.cards import card_in
from scorekeeper.rules.gin.hand import BIG_GIN, GIN
from scorekeeper.rules.kernel import Answers, Position, Problem, is_integer

HAND, FIRST, SECOND = "hand", "hand-1", "hand-2"  # stages
PAIR_STAGES = (FIRST, SECOND)
PAIR, UPCARD, RESULT, KNOCKER, DEADWOOD = "pair", "upcard", "result", "knocker", "deadwood"
HANDS = "hands"


def stage(position: Position, answers: Answers) -> str | None:
    if len(position.players) != 4:
        return None if RESULT in answers else HAND
    answered = len(answers.get(HANDS, ()))
    return PAIR_STAGES[answered] if answered < 2 else None


def merge(deal_answers: Answers, stage: str, answers: Answers) -> Answers:
    """Return the deal's answers with a stage's answers added.

    With two pairs, all answers except the upcard become one of `hands`.
    """
    if stage == HAND:
        return {**deal_answers, **answers}
    hands = list(deal_answers.get(HANDS, ()))
    n = PAIR_STAGES.index(stage)
    hands[n : n + 1] = [{name: value for name, value in answers.items() if name != UPCARD}]
    upcard = {UPCARD: answers[UPCARD]} if UPCARD in answers else {}
    return {**deal_answers, HANDS: hands, **upcard}


def split_by_stage(
    position: Position, answers: Answers
) -> tuple[tuple[str, Answers], ...] | Problem:
    """Return each stage's answers in a deal: the reverse of `merge`.

    Returns a Problem if the answers do not have the shape that `merge` returns.
    """
    if len(position.players) != 4:
        return ((HAND, answers),)
    for name in answers:
        if name not in (HANDS, UPCARD):
            reason = say("There is no field “{name}” here.", name=name)
            return Problem("bad_field", reason, name)
    hands = answers.get(HANDS)
    if (
        not isinstance(hands, list)
        or len(hands) > 2
        or not all(isinstance(hand, Mapping) for hand in hands)
    ):
        return Problem(
            "bad_field",
            say("The field “hands” must be a list of the two hands of the deal."),
            HANDS,
        )
    first_hand, second_hand = (*hands, {}, {})[:2]
    if UPCARD in first_hand:
        return Problem("bad_field", say("The upcard belongs to the deal, not to a hand."), UPCARD)
    if UPCARD in answers:
        first_hand = {**first_hand, UPCARD: answers[UPCARD]}
    return ((FIRST, first_hand), (SECOND, second_hand))


# ---------------------------------------------------------------- reading unchecked answers


def hand_in(answers: Answers, n: int) -> Answers:
    """Return hand `n` (0 or 1) of a deal with two hands.

    The result is empty if the hand has not been entered yet.
    """
    hands = answers.get(HANDS)
    hand = hands[n] if isinstance(hands, list) and n < len(hands) else {}
    return hand if isinstance(hand, Mapping) else {}


def pair_in(position: Position, answers: Answers, n: int) -> tuple[str, ...]:
    """Return the two seats of hand `n` (0 or 1), as entered or by default."""
    pair = hand_in(answers, n).get(PAIR)
    if isinstance(pair, list) and len(pair) == 2 and all(s in position.players for s in pair):
        return tuple(dict.fromkeys(pair))
    return (
        suggested_pair(position) if n == 0 else other_pair(position, pair_in(position, answers, 0))
    )


def suggested_pair(position: Position) -> tuple[str, str]:
    """Return the default pair of the first hand. Opponents alternate from deal to deal."""
    first_seat, left_seat, _, right_seat = position.players
    return (first_seat, left_seat) if position.number % 2 else (first_seat, right_seat)


def other_pair(position: Position, pair: tuple[str, ...]) -> tuple[str, str]:
    """Return the two seats of the other hand. `pair` must have one seat of each side."""
    first_pair, second_pair = position.players[0::2], position.players[1::2]
    return (
        first_pair[1] if first_pair[0] in pair else first_pair[0],
        second_pair[1] if second_pair[0] in pair else second_pair[0],
    )


def knocker_in(hand: Answers, seats: tuple[str, ...]) -> str | None:
    knocker = hand.get(KNOCKER)
    return knocker if isinstance(knocker, str) and knocker in seats else None


def upcard_in(answers: Answers) -> str | None:
    return card_in(answers, UPCARD)


def with_upcard(hand: Answers, answers: Answers) -> Answers:
    """Return a hand with the deal's upcard, if it is known."""
    return {**hand, UPCARD: answers[UPCARD]} if UPCARD in answers else hand


def deadwood_in(hand: Answers, seats: tuple[str, ...]) -> dict[str, int]:
    """Return the deadwood entered so far. After gin, the knocker's deadwood is 0 by default."""
    answer = hand.get(DEADWOOD)
    deadwood = dict(answer) if isinstance(answer, Mapping) else {}
    knocker = knocker_in(hand, seats)
    if knocker and hand.get(RESULT) in (GIN, BIG_GIN):
        deadwood.setdefault(knocker, 0)
    return {seat: deadwood[seat] for seat in seats if is_integer(deadwood.get(seat))}


def hands_of(position: Position, answers: Answers) -> list[Answers]:
    """Return a deal's hands.

    With two pairs, they are in the answer `hands`. Otherwise, the deal is its only hand.
    """
    return list(answers[HANDS]) if len(position.players) == 4 else [answers]
