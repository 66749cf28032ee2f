"""Why a later deal must be entered again, and whether the page's values resolve the reasons."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from scorekeeper.match.corrections import deal_problems, newly_asked_problems
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match.correcting.corrected_deal import CorrectedDeal


class ReasonKind(Enum):
    """What is wrong with a recorded answer. The value is the heading of such reasons."""

    QUESTION = say("Not answered yet:")
    MISSING = say("Numbers are missing.")
    REMOVED = say("Removed by this correction:")
    INVALID = say("No longer valid:")


class Reason(NamedTuple):
    """A reason why the recorded answers of a later deal no longer suffice.

    `until` is the input whose value resolves the reason, or "" if all values together do. In both
    cases, the page's script hides the reason. If `until` is None, only the server knows whether the
    reason is resolved.
    """

    sentence: Message
    kind: ReasonKind
    until: str | None
    is_settled: bool


def heading(reasons: Sequence[Reason]) -> Message:
    """Return the heading of these reasons. Without reasons, a user started the changes."""
    if not reasons:
        return say("You started changing this deal.")
    kinds = {reason.kind for reason in reasons}
    return (kinds.pop() if len(kinds) == 1 else ReasonKind.INVALID).value


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
    kind = reason_kind(later, first)
    if len(problems) == 1 and (found := input_of(later, first)):
        name, value = found
        is_refused = any((p.field, p.seat) == (first.field, first.seat) for p in later.problems)
        until = None if value and is_refused else name
        return Reason(first.reason, kind, until, bool(value) and not is_refused)
    is_settled = not later.problems and has_new_values(later)
    until = "" if is_settled or later.problems else None
    return Reason(first.reason, kind, until, is_settled)


def reason_kind(later: CorrectedDeal, problem: Problem) -> ReasonKind:
    if problem.code == "incomplete" and problem.seat is not None:
        return ReasonKind.QUESTION
    if problem.code == "missing_player":
        return ReasonKind.MISSING
    asked = {name for question in later.questions for name in question.fields}
    is_removed = problem.field is not None and problem.field not in asked
    return ReasonKind.REMOVED if is_removed else ReasonKind.INVALID


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
