"""The stages, fields and checks of Loba."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.messages import Message, Name, Signed, say
from scorekeeper.rules.common import numbers_by_seat
from scorekeeper.rules.elimination.fields import (
    CARDS,
    RETURN_STAGE,
    cards_left_field,
    return_problems,
    returning_field,
)
from scorekeeper.rules.elimination.scoring import (
    DEADWOOD,
    RETURNING,
    nobody_can_bust,
    seats_still_in,
)
from scorekeeper.rules.fields import (
    YES,
    Field,
    FieldKind,
    FieldLayout,
    NamedSeatLimits,
    NumberLimits,
    PageHints,
    SeatLimits,
)
from scorekeeper.rules.kernel import Answers, Options, Position, Problem
from scorekeeper.rules.loba.scoring import CLEAN, WENT_OUT, deal_outcome, points_by_seat

CARDS_EACH, JOKERS = 9, 4
MAX_CARD_POINTS, MIN_CARD_POINTS = 10, 2  # the points of an ace or a court card, and of a two


def stage(position: Position, answers: Answers) -> str | None:
    if DEADWOOD not in answers:
        return CARDS
    if RETURNING in answers or nobody_can_bust(position, answers[DEADWOOD]):
        return None
    return (
        RETURN_STAGE
        if deal_outcome(position, points_by_seat(position, answers)).returning
        else None
    )


class PartialDeal(NamedTuple):
    """The valid answers to the stage CARDS so far.

    `is_ending_known` is true if `went_out` was answered. The answer can be None, for "nobody".
    """

    is_ending_known: bool
    went_out: str | None
    is_clean: bool
    deadwood: Mapping[str, int]

    def answers(self) -> Answers:
        return {WENT_OUT: self.went_out, CLEAN: self.is_clean, DEADWOOD: self.deadwood}

    def is_complete(self, position: Position) -> bool:
        """Return whether the deal can be scored."""
        return self.is_ending_known and len(self.deadwood) == len(seats_still_in(position))


def partial_deal(position: Position, answers: Answers) -> PartialDeal:
    """Return the valid answers among a deal's answers.

    The player who went out has 0 points left by default.
    """
    playing = seats_still_in(position)
    went_out = next((seat for seat in playing if seat == answers.get(WENT_OUT)), None)
    nobody = WENT_OUT in answers and answers[WENT_OUT] is None
    deadwood = numbers_by_seat(answers, DEADWOOD)
    if went_out is not None:
        deadwood.setdefault(went_out, 0)
    return PartialDeal(
        nobody or went_out is not None,
        went_out,
        answers.get(CLEAN) is True,
        {seat: deadwood[seat] for seat in playing if seat in deadwood},
    )


# ---------------------------------------------------------------- fields


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    deal = partial_deal(position, answers)
    outcome = None
    if deal.is_complete(position):
        outcome = deal_outcome(position, points_by_seat(position, deal.answers()))
    return (
        clean_field(position),
        went_out_field(position),
        deadwood_field(position, deal),
        returning_field(position, outcome),
    )


def clean_field(position: Position) -> Field:
    bonus = Signed(-position.options["clean_bonus"])
    return Field(
        name=CLEAN,
        kind=FieldKind.YES_OR_NO,
        stage=CARDS,
        label=say("Out all at once, {points}", points=bonus),
        layout=FieldLayout.STRIP,
        required=False,
        default=False,
    )


def went_out_field(position: Position) -> Field:
    return Field(
        name=WENT_OUT,
        kind=FieldKind.SEAT,
        stage=CARDS,
        label=say("Went out"),
        layout=FieldLayout.TABLE,
        note=say("Nobody went out"),
        seats=seats_still_in(position),
        nullable=True,
    )


def deadwood_field(position: Position, deal: PartialDeal) -> Field:
    """Return the field for the points left in each hand.

    They are 0 for the player who went out, and at least 2 for others.
    """
    most = max_deadwood(position.options)
    limits = say(
        "Points left must be between {least} and {most}.", least=MIN_CARD_POINTS, most=most
    )
    gone = say("{who} went out and has 0 left.", who=WENT_OUT)
    bonus = -position.options["clean_bonus"]
    return replace(
        cards_left_field(position),
        limits=NumberLimits(least=MIN_CARD_POINTS, most=most, sentence=limits),
        hints=PageHints(
            named_seat_limits=NamedSeatLimits(
                WENT_OUT,
                CLEAN,
                {
                    "": SeatLimits(0, most, gone, fixed_number=0),
                    YES: SeatLimits(0, most, gone, fixed_number=0, points=bonus),
                },
            )
        ),
    ).with_named_limits(deal.answers())


def max_deadwood(options: Options) -> int:
    """Return the most points in nine cards, including up to four jokers."""
    joker: int = max(options["joker_value"], MAX_CARD_POINTS)
    return JOKERS * joker + (CARDS_EACH - JOKERS) * MAX_CARD_POINTS


def nothing_left_sentence(seat: str) -> Message:
    return say("{who} went out and has 0 left.", who=Name(seat))


# ---------------------------------------------------------------- checks


def player_who_went_out_has_nothing_left(position: Position, answers: Answers) -> Iterator[Problem]:
    seat = answers.get(WENT_OUT)
    if seat is not None and answers[DEADWOOD][seat]:
        yield Problem("inconsistent", nothing_left_sentence(seat), DEADWOOD, seat)


def a_player_went_out_all_at_once(position: Position, answers: Answers) -> Iterator[Problem]:
    if answers[CLEAN] and answers.get(WENT_OUT) is None:
        reason = say("Nobody went out, so nobody went out all at once.")
        yield Problem("inconsistent", reason, CLEAN)


def only_some_return(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse players who were not eliminated in this deal or have no returns left.

    If all remaining players were eliminated, everyone is refused.
    """
    outcome = deal_outcome(position, points_by_seat(position, answers))
    yield from return_problems(position, answers, outcome)
