"""Fields that Chinchón and Loba share, and the check of the players who come back."""

from collections.abc import Iterator

from scorekeeper.messages import Message, Name, Placeholder, say, times_text
from scorekeeper.rules.elimination.scoring import (
    DEADWOOD,
    RETURNING,
    DealOutcome,
    return_stake,
    seats_still_in,
)
from scorekeeper.rules.fields import (
    NO,
    YES,
    Choice,
    Field,
    FieldKind,
    FieldLayout,
    PageHints,
)
from scorekeeper.rules.kernel import Answers, Position, Problem

CARDS, RETURN_STAGE = "cards", "back"  # the stages


def cards_left_field(position: Position) -> Field:
    """Return the field for the points left in each hand. Each game adds its own limits."""
    return Field(
        name=DEADWOOD,
        kind=FieldKind.NUMBERS,
        stage=CARDS,
        label=say("Points left"),
        layout=FieldLayout.TABLE,
        seats=seats_still_in(position),
    )


def returning_field(position: Position, outcome: DealOutcome | None) -> Field:
    """Return the yes/no field for the seats that may come back.

    It has no seats if nobody may come back or the outcome is not known yet. The hint
    `marked_numbers` has each seat's total if it comes back.
    """
    if outcome is None or not outcome.returning:
        return Field(
            name=RETURNING,
            kind=FieldKind.SEATS,
            stage=RETURN_STAGE,
            label=say("Coming back"),
            required=False,
        )
    total = outcome.return_total
    highest = [Name(seat) for seat in outcome.staying if outcome.totals[seat] == total]
    return Field(
        name=RETURNING,
        kind=FieldKind.SEATS,
        stage=RETURN_STAGE,
        label=say("Back in at {total}?", total=total),
        question=say("Does {who} come back?", who=Placeholder("seat")),
        seats=outcome.returning,
        required=False,
        choices=(
            Choice(YES, say("Yes, back at {total}", total=total)),
            Choice(NO, say("No, out for good")),
        ),
        note=say(
            "The highest total still in the match is {total} ({who}). Coming back adds {price} to"
            " the pot of {pot}. Players cannot come back later.",
            total=total,
            who=highest,
            price=return_stake(position.options),
            pot=position.game_state.size,
        ),
        hints=PageHints(marked_numbers=dict.fromkeys(outcome.returning, total)),
    )


# ---------------------------------------------------------------- checks


def return_problems(
    position: Position, answers: Answers, outcome: DealOutcome, late_reason: Message | None = None
) -> Iterator[Problem]:
    """Yield a problem for each seat in the answer that is not allowed to come back.

    `late_reason` is the reason if nobody is allowed to come back in this deal.
    """
    listed: list[str] = answers[RETURNING]
    for index, seat in enumerate(listed):
        if seat in listed[:index]:
            reason = say("{who} is listed twice. List each player once.", who=Name(seat))
        elif seat in outcome.returning:
            continue
        elif seat in outcome.bust:
            reason = no_return_reason(position, seat, outcome, late_reason)
        else:
            reason = not_out_reason(position, seat)
        yield Problem("not_allowed", reason, RETURNING, seat)


def not_out_reason(position: Position, seat: str) -> Message:
    """Return the reason why a seat that was not eliminated in this deal cannot come back."""
    if seat in position.eliminated:
        return say(
            "{who} was eliminated in an earlier deal and can no longer come back.", who=Name(seat)
        )
    if position.options["bust"] == "exceed":
        return say(
            "{who} did not go over {limit} in this deal, and only players who did may come back.",
            who=Name(seat),
            limit=position.options["limit"],
        )
    return say(
        "{who} did not reach {limit} in this deal, and only players who did may come back.",
        who=Name(seat),
        limit=position.options["limit"],
    )


def no_return_reason(
    position: Position, seat: str, outcome: DealOutcome, late_reason: Message | None
) -> Message:
    """Return the reason why a seat eliminated in this deal cannot come back.

    Either everyone was eliminated, `late_reason` applies, or the seat has no returns left.
    """
    if not outcome.staying:
        return say(
            "All remaining players were eliminated in this deal, so the match is over and nobody "
            "may come back."
        )
    if late_reason:
        return late_reason
    if position.options["max_reenlist"] == 0:
        return say("The table agreed that nobody may come back in this match.")
    return say(
        "{who} has already come back {times}, which is the limit the table agreed on.",
        who=Name(seat),
        times=times_text(position.game_state.returns[seat]),
    )
