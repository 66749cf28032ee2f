"""One deal of a correction: its new answers, its new starting position, and its problems."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.match.corrections import deal_problems, position_before
from scorekeeper.match.events import Deals, Stages
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.kernel import Answers, Position, Problem
from scorekeeper.web.match.correcting.recorded_deal import (
    build_stages,
    first_problems,
    form_inputs,
    recorded_questions,
)
from scorekeeper.web.match.effects import projected_totals
from scorekeeper.web.match.questions.inputs import Posted
from scorekeeper.web.match.questions.question import QuestionView


@dataclass(frozen=True)
class CorrectedDeal:
    """One deal with its new answers and its new starting position."""

    number: int
    position: Position
    questions: tuple[QuestionView, ...]
    stages: Stages
    problems: tuple[Problem, ...]


def build_corrected_deal(
    sheet: Scoresheet,
    corrected_deal: int,
    number: int,
    position: Position,
    posted: Mapping[int, Posted],
    drafted: Mapping[int, Stages],
    *,
    is_preview: bool,
    is_outdated: bool,
) -> CorrectedDeal:
    """Return deal `number` with its new answers, as part of the correction of `corrected_deal`.

    If `is_outdated` is true, the deal's drafted answers may have been entered for other players.
    """
    prefix = "" if number == corrected_deal else f"{number}."
    is_drafted = number not in posted and bool(drafted.get(number))
    earlier = drafted[number] if is_drafted else sheet.deal_answers[number - 1]
    is_outdated = is_drafted and (
        is_outdated or is_changed_since_draft(sheet, corrected_deal, number)
    )
    questions = tuple(
        replace(question, previous_totals=totals_after(sheet, number))
        for question in recorded_questions(
            sheet,
            number,
            position,
            earlier,
            posted.get(number),
            prefix,
            is_preview=is_preview,
            is_outdated=is_outdated,
        )
    )
    stages = build_stages(questions, is_preview)
    problems = tuple(first_problems(questions, is_preview)) or tuple(
        deal_problems(sheet, position, stages, was_whole=number <= len(sheet.played_deals))
    )
    return CorrectedDeal(number, position, questions, stages, problems)


def posted_stages(
    sheet: Scoresheet, number: int, posted: Mapping[int, Posted]
) -> dict[tuple[int, str], AskedStage]:
    """Return the stages that a correction of deal `number` asks for, by deal and stage.

    A stage can depend on the posted answers before it. The result has no stages after answers that
    are not valid.
    """
    stages: dict[tuple[int, str], AskedStage] = {}
    corrected: dict[int, Stages] = {}
    for each in sorted(n for n in posted if 1 <= n <= len(sheet.deal_answers)):
        position = position_before(sheet, corrected, each)
        if position is None or position.is_over:
            break
        deal = build_corrected_deal(
            sheet, number, each, position, posted, {}, is_preview=False, is_outdated=False
        )
        stages |= {(each, q.stage): q.asked_stage for q in deal.questions if not q.is_row}
        if deal.problems:
            break
        corrected[each] = deal.stages
    return stages


def inputs_of(deal: CorrectedDeal, posted: Posted | None) -> list[tuple[str, str]]:
    """Return the inputs of a deal that is not on the page, as (name, text)."""
    return form_inputs(deal.questions) if posted is None else list(posted.items(multi=True))


def incomplete_deal(sheet: Scoresheet, deal: CorrectedDeal) -> Deals:
    """Return an incomplete deal with its answers so far.

    Returns () if all of these answers are already recorded.
    """
    entered, recorded = entered_stages(deal.questions), sheet.deal_answers[deal.number - 1]
    return ((deal.number, entered),) if any(stage not in recorded for stage in entered) else ()


def entered_stages(questions: Iterable[QuestionView]) -> Stages:
    """Return the answers entered so far in an incomplete deal, by stage.

    A yes/no field is left out if a seat has no answer yet. Otherwise, a list of the seats that
    answered yes would mean no for that seat.
    """
    entered: list[tuple[str, Answers]] = []
    for question in questions:
        unanswered = {
            box.field.name
            for box in question.boxes
            if box.field.kind is FieldKind.SEATS and box.parse_problems
        }
        answers = {
            name: value
            for name, value in question.answers.items()
            if name not in unanswered and value != {}
        }
        if answers:
            entered.append((question.stage, answers))
    return tuple(entered)


def is_changed_since_draft(sheet: Scoresheet, corrected_deal: int, number: int) -> bool:
    """Return whether a deal before `number` has changed since the draft was saved.

    The draft belongs to the correction of `corrected_deal`. After such a change, deal `number` may
    need answers for players who had none when the draft was saved.
    """
    draft = sheet.drafts.get(corrected_deal)
    drafted_at = draft.version if draft else sheet.version
    return any(
        max(sheet.written[n - 1].version, sheet.undo_versions.get(n, 0)) > drafted_at
        for n in range(1, number)
    )


def totals_after(sheet: Scoresheet, number: int) -> Mapping[str, int]:
    """Return the recorded totals after a deal, without the change for players who came back."""
    if number > len(sheet.played_deals):
        return {seat: each.total for seat, each in projected_totals(sheet).items()}
    played = sheet.played_deals[number - 1]
    return {side: played.before.totals[side] + n for side, n in played.points.items()}
