"""The stages, fields and checks of Chinchón."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.messages import Message, Name, Signed, say
from scorekeeper.rules.chinchon.options import CHINCHON, NORMAL, RUN
from scorekeeper.rules.chinchon.scoring import (
    CLOSE,
    CLOSER,
    MIN_OTHERS_STILL_IN,
    MISDEALT,
    closing_bonus,
    deal_outcome,
    is_won_by_run,
    points_by_seat,
)
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
    Choice,
    Field,
    FieldKind,
    FieldLayout,
    LimitsByNumber,
    NamedSeatLimits,
    NumberLimits,
    PageHints,
    SeatLimits,
)
from scorekeeper.rules.kernel import Answers, Options, Position, Problem

HAND_SIZE = 7
MISDEALT_SIZES = (HAND_SIZE - 1, HAND_SIZE + 1)

# The most points in a hand without a meld (at most two of a rank, no three in sequence), by pack,
# value of court cards, and number of cards.
MAX_MELDLESS_POINTS = {
    (48, "fournier"): {6: 66, 7: 75, 8: 84},
    (40, "fournier"): {6: 54, 7: 61, 8: 68},
    (40, "ten"): {6: 60, 7: 67, 8: 74},
}


def stage(position: Position, answers: Answers) -> str | None:
    if DEADWOOD not in answers:
        return CARDS
    if RETURNING in answers or nobody_can_bust(position, answers[DEADWOOD]):
        return None
    return (
        RETURN_STAGE
        if deal_outcome(position, answers, points_by_seat(position, answers)).returning
        else None
    )


class PartialDeal(NamedTuple):
    """The valid answers to the stage CARDS so far."""

    closer: str | None
    close: str
    deadwood: Mapping[str, int]
    misdealt: Mapping[str, int]

    def answers(self) -> Answers:
        return {CLOSER: self.closer, CLOSE: self.close, DEADWOOD: self.deadwood}

    def is_complete(self, position: Position) -> bool:
        """Return whether the deal can be scored."""
        return self.closer is not None and len(self.deadwood) == len(seats_still_in(position))


def partial_deal(position: Position, answers: Answers) -> PartialDeal:
    """Return the valid answers among a deal's answers.

    If the closer has a chinchón or a run, the points left in their hand are 0 by default.
    """
    playing = seats_still_in(position)
    closer = next((seat for seat in playing if seat == answers.get(CLOSER)), None)
    close = next((c for c in (CHINCHON, RUN) if c == answers.get(CLOSE)), NORMAL)
    deadwood = numbers_by_seat(answers, DEADWOOD)
    if closer is not None and close != NORMAL:
        deadwood.setdefault(closer, 0)
    odd = numbers_by_seat(answers, MISDEALT)
    return PartialDeal(
        closer,
        close,
        {seat: deadwood[seat] for seat in playing if seat in deadwood},
        {seat: odd[seat] for seat in playing if odd.get(seat) in MISDEALT_SIZES},
    )


# ---------------------------------------------------------------- fields


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    deal = partial_deal(position, answers)
    outcome = None
    if deal.is_complete(position):
        outcome = deal_outcome(position, deal.answers(), points_by_seat(position, deal.answers()))
    return (
        close_field(position),
        closer_field(position),
        deadwood_field(position, deal),
        misdeal_field(position, deal),
        returning_field(position, outcome),
    )


def close_field(position: Position) -> Field:
    """Return the field for how the deal was closed.

    A run is not offered if it counts like any other chinchón (the option `run_rule`).
    """
    options = position.options
    choices = [
        Choice(NORMAL, say("Closed, {most} or less", most=options["close_max"])),
        Choice(CHINCHON, say("Chinchón, {points}", points=Signed(-options["chinchon_bonus"]))),
    ]
    if options["run_rule"] == "wins":
        choices.append(Choice(RUN, say("Run of seven, wins")))
    elif options["run_rule"] != "same":
        bonus = closing_bonus(options, RUN)
        choices.append(Choice(RUN, say("Run of seven, {points}", points=Signed(-bonus))))
    return Field(
        name=CLOSE,
        kind=FieldKind.CHOICE,
        stage=CARDS,
        label=say("How the deal was closed"),
        layout=FieldLayout.STRIP,
        choices=tuple(choices),
        unlisted_values=(RUN,),
        required=False,
        default=NORMAL,
    )


def closer_field(position: Position) -> Field:
    return Field(
        name=CLOSER,
        kind=FieldKind.SEAT,
        stage=CARDS,
        label=say("Who closed"),
        layout=FieldLayout.TABLE,
        seats=seats_still_in(position),
    )


def deadwood_field(position: Position, deal: PartialDeal) -> Field:
    """Return the field for the points left in each hand.

    The limits depend on who closed, on how they closed, and on which hands have six or eight cards.
    """
    options = position.options
    usual = hand_limits(options, HAND_SIZE)
    field = replace(
        cards_left_field(position),
        limits=NumberLimits(most=usual.most, sentence=usual.sentence),
        hints=PageHints(
            named_seat_limits=NamedSeatLimits(CLOSER, CLOSE, closer_limits(options)),
            limits_by_number=LimitsByNumber(
                MISDEALT, {cards: hand_limits(options, cards) for cards in MISDEALT_SIZES}
            ),
        ),
    )
    return field.with_limits_by_number(deal.misdealt).with_named_limits(deal.answers())


def hand_limits(options: Options, cards: int) -> SeatLimits:
    """Return the limits for the points left in a hand with this number of cards."""
    most = max_deadwood(options, cards)
    return SeatLimits(0, most, hand_limit_sentence(cards, most))


def max_deadwood(options: Options, cards: int = HAND_SIZE) -> int:
    """Return the most points in a hand with this number of cards and all wild cards of the pack."""
    wilds: int = options["wilds"] * options["wild_points"]
    return MAX_MELDLESS_POINTS[options["deck"], options["figures"]][cards] + wilds


def closer_limits(options: Options) -> dict[str, SeatLimits]:
    """Return the limits for the closer's points, by how the deal was closed.

    A closer has at most `close_max` points left, or exactly 0 after laying down the whole hand.
    """
    most: int = options["close_max"]
    few = say("{who} closed and can have at most {most} left.", who=CLOSER, most=most)
    return {
        "": SeatLimits(0, most, few),
        CHINCHON: SeatLimits(
            0, max_deadwood(options), fixed_number=0, points=-closing_bonus(options, CHINCHON)
        ),
        RUN: SeatLimits(
            0,
            max_deadwood(options),
            fixed_number=0,
            points=-closing_bonus(options, RUN),
            ends_match=options["run_rule"] == "wins",
        ),
    }


def hand_limit_sentence(cards: int, most: int) -> Message:
    """Return the sentence that says how many points a hand with this number of cards can have."""
    if cards < HAND_SIZE:
        return say("Six cards are worth between 0 and {most} points.", most=most)
    if cards > HAND_SIZE:
        return say("Eight cards are worth between 0 and {most} points.", most=most)
    return say("Seven cards are worth between 0 and {most} points.", most=most)


def misdeal_field(position: Position, deal: PartialDeal) -> Field:
    """Return the field for players who were dealt six or eight cards and played on with them."""
    why = say("the player who closes has seven cards.")
    return Field(
        name=MISDEALT,
        kind=FieldKind.NUMBERS,
        stage=CARDS,
        label=say("Misdeal"),
        note=say("Players dealt six or eight cards"),
        layout=FieldLayout.FOLDED,
        seats=seats_still_in(position),
        required=False,
        needs_every_seat=False,
        choices=(Choice("6", say("6 cards")), Choice("8", say("8 cards"))),
        forbidden={} if deal.closer is None else {(deal.closer, n): why for n in MISDEALT_SIZES},
        limits=NumberLimits(least=HAND_SIZE - 1, most=HAND_SIZE + 1),
    )


# ---------------------------------------------------------------- checks


def full_hand_leaves_nothing(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse points left in the hand of a closer who laid down all seven cards."""
    closer, deadwood = answers[CLOSER], answers[DEADWOOD][answers[CLOSER]]
    if answers.get(CLOSE, NORMAL) != NORMAL and deadwood:
        reason = say(
            "{who} laid down all seven cards, so the points left are 0, not {left}.",
            who=Name(closer),
            left=deadwood,
        )
        yield Problem("inconsistent", reason, DEADWOOD, closer)


def closer_has_seven_cards(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse a closer with six or eight cards."""
    closer = answers[CLOSER]
    if closer in answers[MISDEALT]:
        reason = say(
            "{who} has {cards} cards and cannot close: only a player with seven cards can.",
            who=Name(closer),
            cards=answers[MISDEALT][closer],
        )
        yield Problem("inconsistent", reason, MISDEALT, closer)


def only_some_return(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse players who are not allowed to come back.

    Only players who were eliminated in this deal and have returns left may come back. At least two
    others must still be in, and the deal must not have been won by a run of seven.
    """
    outcome, too_late = deal_outcome(position, answers, points_by_seat(position, answers)), None
    if is_won_by_run(position, answers):
        too_late = say(
            "{who} has won the match with a run of seven, so nobody may come back.",
            who=Name(answers[CLOSER]),
        )
    elif len(outcome.staying) < MIN_OTHERS_STILL_IN:
        too_late = say(
            "Only {who} is still in. Nobody can come back unless two players are still in.",
            who=[Name(seat) for seat in outcome.staying],
        )
    yield from return_problems(position, answers, outcome, too_late)
