"""Wording for Chinchón's pages: previews, notes in the sheet, and the rules summary."""

from scorekeeper.messages import Message, Placeholder, Signed, say, say_n
from scorekeeper.rules.chinchon.fields import fields, partial_deal
from scorekeeper.rules.chinchon.options import CHINCHON, NORMAL, RUN
from scorekeeper.rules.chinchon.scoring import (
    CLOSE,
    CLOSER,
    MIN_OTHERS_STILL_IN,
    after,
    deal_outcome,
    points_by_seat,
)
from scorekeeper.rules.display import Cell, CellNote, Preview
from scorekeeper.rules.elimination import display as shared_display
from scorekeeper.rules.elimination import preview as shared_preview
from scorekeeper.rules.elimination import summary_phrases
from scorekeeper.rules.elimination.fields import RETURN_STAGE
from scorekeeper.rules.elimination.scoring import DEADWOOD
from scorekeeper.rules.kernel import Answers, Options, PlayedDeal, Position, Setup
from scorekeeper.rules.live_hints import LiveHints, LiveLine, join_sentences
from scorekeeper.rules.partial_answers import partial_answers, shown_sentences

# Lines for the answers that are still needed to save the deal.
MISSING_LINES = (
    LiveLine(say("Who closed?"), missing=CLOSER),
    LiveLine(
        say_n(
            "Still to count: {who}.",
            "Still to count: {n} players.",
            Placeholder("missing_count", DEADWOOD),
            who=Placeholder("missing", DEADWOOD),
        ),
        missing=DEADWOOD,
    ),
)


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    deal = partial_deal(position, answers)
    outcome = deal_outcome(position, deal.answers(), points_by_seat(position, deal.answers()))
    if stage == RETURN_STAGE and outcome.returning:
        then = shared_preview.position_after_answers(position, outcome, answers)
        return shared_preview.return_preview(position, outcome, answers, then)
    answered = partial_answers(fields(position, answers), answers)
    sentences = [
        *shown_sentences(MISSING_LINES, answered),
        *shared_preview.bust_sentences(position, outcome),
    ]
    if deal.is_complete(position) and not outcome.returning:
        then = after(position, deal.answers(), points_by_seat(position, deal.answers()))
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
        save_note=MISSING_LINES,
        totals=shared_preview.live_totals(position, DEADWOOD, MIN_OTHERS_STILL_IN),
    )


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return notes for the closer, and for players who were eliminated or came back."""
    words = {
        NORMAL: say("closed"),
        CHINCHON: say("chinchón"),
        RUN: say("run"),
    }
    closed = CellNote(words[played.answers.get(CLOSE, NORMAL)])
    notes = shared_display.cell_notes(played, {played.answers[CLOSER]: closed})
    return {seat: Cell(note=note) for seat, note in notes.items()}


def summary(setup: Setup) -> Message:
    options = setup.options
    return say(
        "{limit}, {cards} cards, close with {most} or less, chinchón {points}, run of seven {run},"
        " {rules}.",
        limit=summary_phrases.limit_phrase(options),
        cards=options["deck"],
        most=options["close_max"],
        points=Signed(-options["chinchon_bonus"]),
        run=run_phrase(options["run_rule"]),
        rules=[*card_phrases(options), *summary_phrases.stake_phrases(options)],
    )


def card_phrases(options: Options) -> list[Message]:
    """Return phrases for the rules summary: court cards that count 10 each, and wild cards."""
    phrases = []
    if options["figures"] == "ten":
        phrases.append(say("court cards count 10 each"))
    if options["wilds"]:
        phrases.append(
            say_n(
                "one wild card that counts {points}",
                "{n} wild cards that count {points} each",
                options["wilds"],
                points=options["wild_points"],
            )
        )
    return phrases


def run_phrase(rule: str) -> Message:
    """Return the phrase for the rules summary that says how many points a run of seven scores."""
    return {
        "same": say("counts like any chinchón"),
        "minus25": say("{points}", points=Signed(-25)),
        "minus50": say("{points}", points=Signed(-50)),
        "wins": say("wins the match"),
    }[rule]
