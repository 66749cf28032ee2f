"""History lines for one deal: answers, corrections and drafts of corrections."""

from collections.abc import Iterator

from scorekeeper.match import outcome as match_outcome
from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    RoundCorrected,
    StageRecorded,
    Stages,
)
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import AndList, Message, Name, Signed, say, say_n
from scorekeeper.rules.kernel import PlayedDeal
from scorekeeper.web.match.answer_text import (
    AnswerChange,
    answers_line,
    changes_line,
    deal_answer_texts,
    diff_answers,
    stage_answer_texts,
)
from scorekeeper.web.match.effects import status_change_sentences, total_change_sentences
from scorekeeper.web.match.history.line_types import HistoryLine, Transition
from scorekeeper.web.match.step_text import deal_position


def deal_line(transition: Transition, entered_stages: set[tuple[int, str]]) -> HistoryLine | None:
    """Return the line for an answer, a correction, or a draft that was saved or dropped.

    Returns None for any other entry. `entered_stages` holds the (deal, stage) pairs saved so far.
    The pair of a new answer is added to it.
    """
    match transition.entry.event:
        case StageRecorded(round=number, stage=stage):
            again = (number, stage) in entered_stages
            entered_stages.add((number, stage))
            return answer_line(transition, transition.entry.event, again=again)
        case RoundCorrected() as correction:
            return correction_line(transition, correction)
        case CorrectionDrafted() as draft:
            return draft_line(transition, draft)
        case DraftDropped(round=number):
            return dropped_draft_line(transition, number)
    return None


def correction_line(transition: Transition, correction: RoundCorrected) -> HistoryLine:
    number = correction.round
    return HistoryLine(
        transition.entry,
        number,
        "edit",
        say("corrected {deal}", deal=deal_title(transition.before, number)),
        changes=changes_to_deal(transition.before, transition.after, number, correction.stages),
        effects=tuple(correction_sentences(transition, correction)),
    )


def draft_line(transition: Transition, draft: CorrectionDrafted) -> HistoryLine:
    number = draft.round
    return HistoryLine(
        transition.entry,
        number,
        "edit",
        say("saved a draft correction of {deal}", deal=deal_title(transition.before, number)),
        effects=(say("It does not count yet."),),
        changes=changes_to_deal(transition.before, transition.before, number, draft.stages),
    )


def dropped_draft_line(transition: Transition, number: int) -> HistoryLine:
    return HistoryLine(
        transition.entry,
        number,
        "erase",
        say("discarded the draft of {deal}", deal=deal_title(transition.before, number)),
    )


def answer_line(transition: Transition, event: StageRecorded, *, again: bool) -> HistoryLine:
    """Return the line for an answer, with the deal's points if the answer completes the deal."""
    sheet, number = transition.before, event.round
    position, game = deal_position(sheet, number), sheet.game
    stage = game.display.stage_phrase(position, event.stage)
    answers = list(
        stage_answer_texts(game, position, sheet.current_answers, event.stage, event.answers)
    )
    return HistoryLine(
        transition.entry,
        number,
        "check",
        say("saved {stage} again", stage=stage) if again else say("saved {stage}", stage=stage),
        answers_line(answers),
        is_plain=bool(answers) and answers[0].is_plain,
        effects=tuple(outcome_sentences(transition)),
    )


def changes_to_deal(
    before: Scoresheet, after: Scoresheet, number: int, stages: Stages
) -> tuple[AnswerChange, ...]:
    """Return the differences between a deal's answers on the sheet `before` and these `stages`."""
    game = before.game
    written = deal_answer_texts(
        game, deal_position(before, number), before.deal_answers[number - 1]
    )
    return diff_answers(written, deal_answer_texts(game, deal_position(after, number), stages))


def correction_sentences(transition: Transition, correction: RoundCorrected) -> Iterator[Message]:
    """Yield sentences about what a correction changed in later deals and in the standings."""
    yield from later_deal_sentences(transition, correction)
    yield from list(standing_sentences(transition)) or [say("The totals did not change.")]


def later_deal_sentences(transition: Transition, correction: RoundCorrected) -> Iterator[Message]:
    """Yield a sentence for each later deal that the correction changed."""
    for number, stages in correction.later:
        deal = deal_title(transition.before, number)
        if not stages:
            yield say("{deal} no longer counts: the match ends before it.", deal=deal)
        elif changes := changes_line(
            changes_to_deal(transition.before, transition.after, number, stages)
        ):
            yield say("{deal} changed too: {said}.", deal=deal, said=changes)


def standing_sentences(transition: Transition) -> Iterator[Message]:
    """Yield sentences about changes in the totals, the players who are out, and the winners."""
    if totals := list(total_change_sentences(transition.before, transition.after)):
        yield say("{points}.", points=totals)
    yield from status_change_sentences(transition.before, transition.after)


def outcome_sentences(transition: Transition) -> Iterator[Message]:
    """Yield the points of the deal that this entry completes, and the winner if the match ends."""
    if len(transition.after.played_deals) > len(transition.before.played_deals):
        points = list(points_sentences(transition.after, transition.after.played_deals[-1]))
        yield say("{points}.", points=points) if points else say("No points.")
        yield from winner_sentences(transition.after)


def points_sentences(sheet: Scoresheet, played: PlayedDeal) -> Iterator[Message]:
    """Yield the points for a deal, in column order.

    Sides with the same points and the same note share a sentence.
    """
    cells = sheet.game.display.cells(played)
    together: dict[tuple[int, Message | None], list[Name]] = {}
    for side, points in played.points.items():
        note = cells[side].note if side in cells else None
        word = note.word if note and note.tone != "soft" else None
        if points or word:
            together.setdefault((points, word), []).append(Name(side))
    for (points, word), sides in together.items():
        gained = say("{points} for {who}", points=Signed(points), who=AndList(sides))
        yield say("{what} ({word})", what=gained, word=word) if word else gained


def winner_sentences(sheet: Scoresheet) -> Iterator[Message]:
    if sheet.is_over and sheet.winners:
        winners = AndList(Name(side) for side in sheet.winners)
        yield say_n("{who} wins.", "{who} win.", len(match_outcome.winners(sheet)), who=winners)
