"""The stages, fields and checks of Jabberwocky."""

from collections.abc import Iterator, Mapping

from scorekeeper.messages import Message, Name, Placeholder, Signed, say
from scorekeeper.rules.common import number_for_last_seat, numbers_by_seat
from scorekeeper.rules.fields import (
    Field,
    FieldKind,
    FieldLayout,
    ForbiddenSum,
    MarkedField,
    NumberLimits,
    PageHints,
)
from scorekeeper.rules.jabberwocky.scoring import BIDS, RENEGES, TRICKS, bidding_order, hand_size
from scorekeeper.rules.kernel import Answers, Position, Problem


def stage(position: Position, answers: Answers) -> str | None:
    if BIDS not in answers:
        return BIDS
    return None if TRICKS in answers else TRICKS


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    """Return the fields for the bids, the tricks, and the punished reneges."""
    return (
        bids_field(position, answers),
        tricks_field(position, answers),
        reneges_field(position),
    )


def bids_field(position: Position, answers: Answers) -> Field:
    """Return the field for the bids. The dealer comes last.

    If the option `dealer_hook` is set, the bids must not add up to the number of tricks.
    """
    n, hook = hand_size(position), None
    if position.options["dealer_hook"]:
        why = say("the bids must not add up to {cards}.", cards=n)
        hook = ForbiddenSum(position.dealer, n, why)
    return Field(
        name=BIDS,
        kind=FieldKind.NUMBERS,
        stage=BIDS,
        label=say("Bid"),
        seats=bidding_order(position),
        limits=NumberLimits(most=n, sentence=say("A bid must be between 0 and {cards}.", cards=n)),
        hints=PageHints(forbidden_sum=hook),
    ).with_forbidden_number(numbers_by_seat(answers, BIDS))


def tricks_field(position: Position, answers: Answers) -> Field:
    """Return the field for the tricks, with the bids marked.

    If only one number is missing, it is suggested.
    """
    n, order = hand_size(position), bidding_order(position)
    rest = number_for_last_seat(n, order, numbers_by_seat(answers, TRICKS))
    return Field(
        name=TRICKS,
        kind=FieldKind.NUMBERS,
        stage=TRICKS,
        label=say("Tricks"),
        seats=order,
        limits=NumberLimits(
            most=n, total=n, sentence=say("Tricks must be between 0 and {cards}.", cards=n)
        ),
        hints=PageHints(
            suggested_numbers={seat: tricks for seat, tricks in rest.items() if 0 <= tricks <= n},
            marked_numbers=numbers_by_seat(answers, BIDS),
            marked_field=MarkedField(BIDS, bid_note(Placeholder("number"))),
        ),
    )


def bid_note(bid: int | Placeholder) -> Message:
    """Return the note beside the name of a player who has made this bid."""
    return say("bid {bid}", bid=bid)


def reneges_field(position: Position) -> Field:
    """Return the field for the punished reneges, which a page does not show for a single card."""
    most, penalty = hand_size(position) - 1, position.options["renege_penalty"]
    return Field(
        name=RENEGES,
        kind=FieldKind.NUMBERS,
        stage=TRICKS,
        label=say("Reneges"),
        seats=bidding_order(position),
        required=False,
        needs_every_seat=False,
        layout=FieldLayout.FOLDED if most else FieldLayout.HIDDEN,
        default=0,
        note=say("Punished reneges, {points} each", points=Signed(-penalty)),
        limits=NumberLimits(
            most=most,
            sentence=say(
                "Reneges must be between 0 and {most}: nobody can renege with the last card.",
                most=most,
            ),
        ),
    )


# ---------------------------------------------------------------- checks


def forbidden_bid(position: Position, bids: Mapping[str, int]) -> int | None:
    """Return the bid that the dealer must not make.

    Returns None if any bid is allowed, or if another player's bid is missing.
    """
    others = [seat for seat in position.players if seat != position.dealer]
    if not position.options["dealer_hook"] or not all(seat in bids for seat in others):
        return None
    tricks_left = hand_size(position) - sum(bids[seat] for seat in others)
    return tricks_left if tricks_left >= 0 else None


def dealer_may_not_even_out_bids(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse a dealer's bid that makes the bids add up to the number of tricks."""
    bids, dealer = answers[BIDS], position.dealer
    if bids[dealer] == forbidden_bid(position, bids):
        reason = say(
            "The bids must not add up to {cards}: {who} deals and may not bid {bid}."
            " Any other number is allowed.",
            cards=hand_size(position),
            who=Name(dealer),
            bid=bids[dealer],
        )
        yield Problem("forbidden_bid", reason, BIDS, dealer)


def tricks_add_up(position: Position, answers: Answers) -> Iterator[Problem]:
    taken, played = sum(answers[TRICKS].values()), hand_size(position)
    if taken != played:
        yield Problem("sum_mismatch", tricks_sum_sentence(played, taken), TRICKS)


def tricks_sum_sentence(played: int, taken: int | Placeholder) -> Message:
    return say("The tricks must add up to {played}, not {taken}.", played=played, taken=taken)
