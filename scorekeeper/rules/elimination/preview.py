"""Totals before a deal of Chinchón or Loba is saved, who is out, and who may come back."""

from collections.abc import Iterable

from scorekeeper.messages import AndList, Message, Name, Placeholder, say, say_n, times_text
from scorekeeper.rules.display import Preview, ProjectedTotal
from scorekeeper.rules.elimination.display import limit_sentence, near_limit
from scorekeeper.rules.elimination.final import payout
from scorekeeper.rules.elimination.scoring import (
    RETURNING,
    DealOutcome,
    has_returns_left,
    lowest_total_out,
    position_after_returns,
    seats_still_in,
)
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.live_hints import join_sentences
from scorekeeper.rules.live_totals import LiveTotals

OUT = say("out")


# ---------------------------------------------------------------- before the deal is saved


def total_notes(position: Position) -> dict[str, Message]:
    """Return a note for each seat that is still in, with its total before this deal.

    If a seat is near the limit, its note also gives the limit.
    """
    close, limit = near_limit(position), lowest_total_out(position.options)
    return {
        seat: say("{total} of {limit}", total=total, limit=limit)
        if seat in close
        else say("{total}", total=total)
        for seat in seats_still_in(position)
        for total in (position.totals[seat],)
    }


def projected_totals(outcome: DealOutcome, seats: Iterable[str]) -> dict[str, ProjectedTotal]:
    """Return the total for each of `seats` after this deal, marked if the seat is out."""
    return {
        seat: ProjectedTotal(outcome.totals[seat], OUT, is_loss=True)
        if seat in outcome.bust
        else ProjectedTotal(outcome.totals[seat])
        for seat in seats
    }


WHO_AND_TOTAL = {"who": Placeholder("seat"), "total": Placeholder("total")}
BUST_SENTENCE = say("{who} reaches {total} and is out.", **WHO_AND_TOTAL)
BUST_OR_BACK_SENTENCE = say("{who} reaches {total} and may come back.", **WHO_AND_TOTAL)


def bust_sentences(position: Position, outcome: DealOutcome) -> list[Message]:
    """Return a sentence for each eliminated player. It says whether the player may come back."""
    used_up = used_up_sentences(position)
    sentences = {seat: used_up.get(seat, BUST_SENTENCE) for seat in outcome.bust}
    sentences |= dict.fromkeys(outcome.returning, BUST_OR_BACK_SENTENCE)
    return [
        sentence._replace(
            values={**sentence.values, "who": Name(seat), "total": outcome.totals[seat]}
        )
        for seat, sentence in sentences.items()
    ]


def used_up_sentences(position: Position) -> dict[str, Message]:
    """Return the sentence for each seat that has come back before and has no returns left."""
    returns = position.game_state.returns
    return {
        seat: say(
            "{who} reaches {total} and is out, having already come back {times}.",
            times=times_text(returns[seat]),
            **WHO_AND_TOTAL,
        )
        for seat in seats_still_in(position)
        if returns[seat] and not has_returns_left(position, seat)
    }


def live_totals(position: Position, field: str, min_others_still_in: int) -> LiveTotals:
    """Return the data that the page needs to compute totals and eliminations.

    `field` is the name of the field for the points left. A player may come back only if at least
    `min_others_still_in` others are still in.
    """
    options, playing = position.options, seats_still_in(position)
    return LiveTotals(
        {field: 1},
        {seat: position.totals[seat] for seat in playing},
        out_limit=lowest_total_out(options),
        out_note=OUT,
        out_sentence=BUST_SENTENCE,
        return_sentence=BUST_OR_BACK_SENTENCE,
        used_up_sentences=used_up_sentences(position),
        returning_seats=tuple(seat for seat in playing if has_returns_left(position, seat)),
        min_others_still_in=min_others_still_in,
    )


def outcome_sentence(then: Position) -> Message:
    """Name the next dealer or, if the match is over, the winners and their share of the pot."""
    if not then.is_over:
        return say("{who} deals next.", who=Name(then.dealer))
    winners = AndList(map(Name, then.winners))
    if not then.game_state.size:
        return say_n("{who} wins.", "{who} win.", len(winners), who=winners)
    share = payout(then)[then.winners[0]]
    return say_n(
        "{who} wins the pot of {pot}.",
        "{who} share the pot of {pot}, {share} each.",
        len(winners),
        who=winners,
        pot=then.game_state.size,
        share=share,
    )


def with_outcome(sentences: list[Message], then: Position) -> list[Message]:
    """Return the sentences with the outcome of the deal added at the end.

    If the match is over, the outcome comes first, because it matters most.
    """
    outcome = outcome_sentence(then)
    return [outcome, *sentences] if then.is_over else [*sentences, outcome]


# ---------------------------------------------------------------- coming back


def return_preview(
    position: Position, outcome: DealOutcome, answers: Answers, then: Position
) -> Preview:
    """Return a preview with the players who are out, and with the totals, the pot and the outcome.

    The preview is based on the answers so far.
    """
    back = accepted_returns(outcome, answers)
    after = {seat: ProjectedTotal(outcome.totals[seat]) for seat in outcome.staying}
    for seat in outcome.bust:
        after[seat] = (
            ProjectedTotal(outcome.return_total, say("back"))
            if seat in back
            else ProjectedTotal(outcome.totals[seat], OUT, is_loss=True)
        )
    bust = AndList(map(Name, outcome.bust))
    return Preview(
        headline=say_n("{who} is out", "{who} are out", len(bust), who=bust),
        detail=limit_sentence(position.options),
        notes={seat: bust_note(position, outcome, seat) for seat in outcome.bust},
        totals_after={seat: after[seat] for seat in seats_still_in(position)},
        save_note=return_sentence(position, then),
        open_save_note=open_return_sentence(position, then),
    )


def return_sentence(position: Position, then: Position) -> Message | None:
    """Return the sentence about the pot and the outcome once all questions are answered."""
    before, after = position.game_state.size, then.game_state.size
    if then.is_over:
        return outcome_sentence(then)
    pot = (
        say("The pot stays at {pot}.", pot=before)
        if before == after
        else say("The pot goes from {before} to {after}.", before=before, after=after)
    )
    return join_sentences([pot, outcome_sentence(then)])


def open_return_sentence(position: Position, then: Position) -> Message | None:
    """Return the sentence about the pot and the outcome while some answers are missing.

    The sentence says what happens if all of these are "no".
    """
    if then.is_over:
        return say("If nobody comes back, {outcome}", outcome=outcome_sentence(then))
    before, after = position.game_state.size, then.game_state.size
    if then.game_state.returns == position.game_state.returns:
        pot = say("If nobody comes back, the pot stays at {pot}.", pot=before)
    elif before == after:
        pot = say("If nobody else comes back, the pot stays at {pot}.", pot=before)
    else:
        pot = say(
            "If nobody else comes back, the pot goes from {before} to {after}.",
            before=before,
            after=after,
        )
    return join_sentences([pot, outcome_sentence(then)])


def accepted_returns(outcome: DealOutcome, answers: Answers) -> tuple[str, ...]:
    """Return the seats that are in the answers and may come back."""
    answer = answers.get(RETURNING)
    return tuple(s for s in outcome.returning if isinstance(answer, list) and s in answer)


def bust_note(position: Position, outcome: DealOutcome, seat: str) -> Message:
    """Return a note on how a seat's total reached the limit, such as "92 + 12 = 104".

    If the seat has no returns left, the note also says how often it has come back.
    """
    before, total = position.totals[seat], outcome.totals[seat]
    if not has_returns_left(position, seat):
        return say(
            "{before} + {points} = {total}; has already come back {times}",
            times=times_text(position.game_state.returns[seat]),
            before=before,
            points=total - before,
            total=total,
        )
    return say("{before} + {points} = {total}", before=before, points=total - before, total=total)


def position_after_answers(position: Position, outcome: DealOutcome, answers: Answers) -> Position:
    """Return the next position with the answers so far. A missing answer counts as "no"."""
    return position_after_returns(
        position, outcome, {RETURNING: list(accepted_returns(outcome, answers))}
    )
