"""Why a later deal must be entered again, and whether the page's values resolve the reasons."""

from typing import NamedTuple

from scorekeeper.match.corrections import deal_problems, newly_asked_problems
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match.correcting.corrected_deal import CorrectedDeal


class Reason(NamedTuple):
    """A reason why the recorded answers of a later deal no longer suffice.

    `until` is the input whose value resolves the reason, or "" if all values together do. In both
    cases, the page's script hides the reason. If `until` is None, only the server knows whether the
    reason is resolved.
    """

    sentence: Message
    is_question: bool
    until: str | None
    is_settled: bool


def reasons_to_ask(sheet: Scoresheet, later: CorrectedDeal) -> tuple[Reason, ...]:
    """Return the reasons why the recorded answers of a later deal no longer suffice.

    Reasons with the same sentence are merged.
    """
    recorded = sheet.deal_answers[later.number - 1]
    is_complete = later.number <= len(sheet.played_deals)
    found = deal_problems(sheet, later.position, recorded, was_whole=is_complete)
    by_sentence: dict[Message, list[Problem]] = {}
    for problem in found or newly_asked_problems(sheet, later.number, later.position):
        by_sentence.setdefault(problem.reason, []).append(problem)
    return tuple(build_reason(later, each) for each in by_sentence.values())


def build_reason(later: CorrectedDeal, problems: list[Problem]) -> Reason:
    """Return the reason for problems with the same sentence."""
    first = problems[0]
    is_question = first.code == "incomplete" and first.seat is not None
    if len(problems) == 1 and (found := input_of(later, first)):
        name, value = found
        is_refused = any((p.field, p.seat) == (first.field, first.seat) for p in later.problems)
        until = None if value and is_refused else name
        return Reason(first.reason, is_question, until, bool(value) and not is_refused)
    is_settled = not later.problems and has_new_values(later)
    until = "" if is_settled or later.problems else None
    return Reason(first.reason, is_question, until, is_settled)


def input_of(later: CorrectedDeal, problem: Problem) -> tuple[str, str] | None:
    """Return the input on the page that a problem is about, as (name, value), if there is one."""
    for question in later.questions:
        box = question.marks.input_of(problem)
        if box and problem.seat in box.keys and not question.quick_answer:
            return box.input(problem.seat), question.shown.value(box, problem.seat)
    return None


def has_new_values(later: CorrectedDeal) -> bool:
    """Return whether the page has a value that is not recorded."""
    return any(
        text and text != question.recorded_texts.get((box.field.name, key))
        for question in later.questions
        for box in question.boxes
        for key, text in box.typed.items()
    )
