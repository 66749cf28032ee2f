"""Wording for Loba's pages: previews, notes in the sheet, and the rules summary."""

from scorekeeper.messages import Message, Placeholder, Signed, say, say_n
from scorekeeper.rules.display import Cell, CellNote, Preview
from scorekeeper.rules.elimination import display as shared_display
from scorekeeper.rules.elimination import preview as shared_preview
from scorekeeper.rules.elimination import summary_phrases
from scorekeeper.rules.elimination.fields import RETURN_STAGE
from scorekeeper.rules.elimination.scoring import DEADWOOD
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position, Setup
from scorekeeper.rules.live_hints import LiveHints, LiveLine, join_sentences
from scorekeeper.rules.loba.fields import MIN_CARD_POINTS, fields, max_deadwood, partial_deal
from scorekeeper.rules.loba.scoring import (
    CLEAN,
    MIN_OTHERS_STILL_IN,
    WENT_OUT,
    after,
    deal_outcome,
    points_by_seat,
)
from scorekeeper.rules.partial_answers import partial_answers, shown_sentences


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    deal = partial_deal(position, answers)
    points = points_by_seat(position, deal.answers())
    outcome = deal_outcome(position, points)
    if stage == RETURN_STAGE and outcome.returning:
        then = shared_preview.position_after_answers(position, outcome, answers)
        return shared_preview.return_preview(position, outcome, answers, then)
    answered = partial_answers(fields(position, answers), answers)
    sentences = [
        *shown_sentences(missing_lines(position), answered),
        *shared_preview.bust_sentences(position, outcome),
    ]
    if deal.is_complete(position) and not outcome.returning:
        then = after(position, deal.answers(), points)
        sentences = shared_preview.with_outcome(sentences, then)
    return Preview(
        save_note=join_sentences(sentences),
        notes=shared_preview.total_notes(position),
        totals_after=shared_preview.projected_totals(outcome, deal.deadwood),
    )


def live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return the hints that the page computes: missing answers, new totals, players who are out."""
    if stage == RETURN_STAGE:
        return LiveHints()
    return LiveHints(
        save_note=missing_lines(position),
        totals=shared_preview.live_totals(position, DEADWOOD, MIN_OTHERS_STILL_IN),
    )


def missing_lines(position: Position) -> tuple[LiveLine, ...]:
    """Return lines for the answers that are still needed to save the deal."""
    count = say_n(
        "Still to count, {least} to {most}: {who}.",
        "Still to count, {least} to {most} each: {n} players.",
        Placeholder("missing_count", DEADWOOD),
        who=Placeholder("missing", DEADWOOD),
        least=MIN_CARD_POINTS,
        most=max_deadwood(position.options),
    )
    return (LiveLine(say("Who went out?"), missing=WENT_OUT), LiveLine(count, missing=DEADWOOD))


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return notes for the player who went out, and for others who are out or came back."""
    went_out_note = (
        CellNote(say("all at once")) if played.answers.get(CLEAN) else CellNote(say("went out"))
    )
    went_out = played.answers[WENT_OUT]
    notes = shared_display.cell_notes(played, {} if went_out is None else {went_out: went_out_note})
    return {seat: Cell(note=note) for seat, note in notes.items()}


def deal_note(played: PlayedDeal) -> Message | None:
    """Return a note if nobody went out, because then no cell says who did."""
    return say("nobody went out") if played.answers[WENT_OUT] is None else None


def summary(setup: Setup) -> Message:
    options = setup.options
    return say(
        "{limit}, going out all at once {points}, a joker counts {joker}, {rules}.",
        limit=summary_phrases.limit_phrase(options),
        points=Signed(-options["clean_bonus"]),
        joker=options["joker_value"],
        rules=summary_phrases.stake_phrases(options),
    )
