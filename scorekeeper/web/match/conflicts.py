"""The conflict page (409), which compares a late answer with the saved one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.match.events import Entry
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Answers
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.answer_text import value_text
from scorekeeper.web.match.conflict_rows import (
    ConflictRow,
    LateAnswer,
    answers_before,
    late_call,
    raw_input_rows,
    single_answer_rows,
    stage_rows,
    with_deal_name,
)
from scorekeeper.web.match.context import (
    PREVIEW_ROWS,
    MatchView,
    command_meta,
    current_log,
    form_int,
    render_match,
    wants_part,
)
from scorekeeper.web.match.correcting.corrected_deal import posted_stages
from scorekeeper.web.match.correcting.correction_draft import build_correction
from scorekeeper.web.match.correcting.recorded_deal import ROW_PREFIX
from scorekeeper.web.match.correcting.saved_drafts import (
    draft_of_form,
    drafted_stages,
    with_drafted_deals,
)
from scorekeeper.web.match.effects import SideChange, changes_by_side
from scorekeeper.web.match.page import respond_saved
from scorekeeper.web.match.questions.inputs import (
    KEPT_INPUT,
    STAGE_PRESENT_INPUT,
    SUBMITTED_INPUT,
    SUGGESTED_INPUT,
    Posted,
)
from scorekeeper.web.match.step_text import deal_position

NON_ANSWER_INPUTS = {
    "key",
    "seen",
    "do",
    "draft",
    KEPT_INPUT,
    STAGE_PRESENT_INPUT,
    SUGGESTED_INPUT,
    SUBMITTED_INPUT,
}


class NextCall(NamedTuple):
    """A late call that can be posted to `stage`, the stage of the deal's next call.

    `input` and `value` are the name and the value of its input.
    """

    stage: str
    input: str
    value: str
    text: Message


@dataclass(frozen=True)
class AnswerConflict:
    """An answer that was posted too late or too early, compared with the saved answer, if any.

    `saved_at` is when the deal was last saved, in seconds since 1970, or 0 if the deal has no
    answers. `inputs` are the posted values, named as on the correction page. If `can_be_replaced`
    is true, the correction page can be opened with these values. `effects` lists how the posted
    values would change the totals. `has_draft` is true if the answer is compared with another
    phone's draft. `draft` is the version of the draft that the posted form started from, or 0.
    `next_call` is the late answer if it can be added as the next call.
    """

    number: int
    title: Message
    rows: tuple[ConflictRow, ...]
    is_written: bool
    can_be_replaced: bool
    is_early: bool
    saved_at: int
    inputs: tuple[tuple[str, str], ...]
    effects: tuple[SideChange, ...] = ()
    has_draft: bool = False
    draft: int = 0
    next_call: NextCall | None = None

    @property
    def is_call_after_deal(self) -> bool:
        """Whether this is a late call of a deal that takes no more calls."""
        return self.is_written and not self.can_be_replaced and not self.next_call


def conflict_page(match: MatchView, number: int, stage: str, posted: Posted) -> ResponseReturnValue:
    """Return the 409 page for one stage: the saved answer beside the posted one."""
    inputs = tuple(
        (f"{stage}.{name}", value)
        for name, value in posted.items(multi=True)
        if name not in NON_ANSWER_INPUTS
    )
    return respond_conflict(
        match,
        number,
        [LateAnswer(number, stage, "", posted)],
        inputs,
        next_call=posted_as_next_call(match.sheet, number, posted),
    )


def is_already_saved(sheet: Scoresheet, number: int, stage: str, posted: Posted) -> bool:
    """Return whether another phone has saved the posted answer, with the same values.

    A call is never the saved one, because the same call can occur again.
    """
    late = LateAnswer(number, stage, "", posted)
    if sheet.is_deleted or not can_be_corrected(sheet, number, stage):
        return False
    rows = list(stage_rows(sheet, late))
    return bool(rows) and not any(row.differs for row in rows)


def posted_as_next_call(sheet: Scoresheet, number: int, posted: Posted) -> NextCall | None:
    """Return the posted call as the next call of the deal.

    Returns None if no call was posted, or if the deal takes no more calls.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted or asked_stage.round != number:
        return None
    others = sheet.game.deal.other_stages(asked_stage.position, asked_stage.deal_answers)
    for name, value in posted.items():
        if others and (call := late_call(sheet, name, value)):
            return NextCall(others[0], name, value, value_text(call.field, call.answer))
    return None


def correction_conflict_page(
    match: MatchView, number: int, by_deal: Mapping[int, Posted], draft: Entry | None = None
) -> ResponseReturnValue:
    """Return the 409 page for a correction of one or several deals.

    The posted answers are compared with the sheet or, if given, with the draft of another phone.
    """
    late: list[LateAnswer] = []
    own_stages = posted_stages(match.sheet, number, by_deal)
    for deal, posted in sorted(by_deal.items()):
        prefix = "" if deal == number else f"{deal}."
        stages = (name.removeprefix(prefix).partition(".")[0] for name in posted)
        late += [
            LateAnswer(
                deal, stage, f"{prefix}{stage}.", posted, own_stage=own_stages.get((deal, stage))
            )
            for stage in dict.fromkeys(stages)
        ]
    inputs = tuple(each for posted in by_deal.values() for each in posted.items(multi=True))
    if draft is None:
        return respond_conflict(match, number, late, inputs)
    late += [
        LateAnswer(deal, stage, f"{deal}.{stage}.", MultiDict(), mine.get(stage))
        for deal, stages, mine in deals_of_drafts(match, number, draft)
        for stage in stages
        if deal not in by_deal
    ]
    return respond_conflict(match, number, late, inputs, draft)


def deals_of_drafts(
    match: MatchView, number: int, draft: Entry
) -> Iterator[tuple[int, list[str], dict[str, Answers]]]:
    """Yield each deal of another phone's draft and of the form's own draft.

    Each tuple contains the deal's number, its stages in both drafts, and its answers in the form's
    own draft.
    """
    theirs, own = (
        drafted_stages(match.sheet, each) for each in (draft, draft_of_form(match, number))
    )
    for deal in sorted({*theirs, *own}):
        own_stages = dict(own.get(deal, ()))
        yield deal, list({**dict(theirs.get(deal, ())), **own_stages}), own_stages


def respond_conflict(
    match: MatchView,
    number: int,
    late: Sequence[LateAnswer],
    inputs: tuple[tuple[str, str], ...],
    draft: Entry | None = None,
    next_call: NextCall | None = None,
) -> ResponseReturnValue:
    """Return the 409 page with both answers.

    If this request was already saved, return the match instead.
    """
    if current_log().entry_by_key(match.id, command_meta().key):
        return respond_saved(match.id)
    sheet = with_drafted_deals(match.sheet, draft) if draft else match.sheet
    conflict = replace(build_conflict(sheet, number, late, inputs), next_call=next_call)
    if draft:
        conflict = replace(conflict, saved_at=draft.at, has_draft=True, is_early=False, effects=())
    part = "match/_conflict.html" if wants_part() else "match/conflict.html"
    board = sheet_view.build_board(match.sheet, match.people, PREVIEW_ROWS)
    return render_match(part, match, 409, conflict=conflict, board=board)


def build_conflict(
    sheet: Scoresheet, number: int, late: Sequence[LateAnswer], inputs: tuple[tuple[str, str], ...]
) -> AnswerConflict:
    """Return the conflict between late answers and the sheet.

    If none of the stages can be compared, the conflict lists the raw inputs instead.
    """
    rows: list[ConflictRow] = []
    for each in late:
        if each.deal >= 1 and not each.stage.startswith(ROW_PREFIX):
            rows += with_deal_name(sheet, number, each.deal, stage_rows(sheet, each))
    for deal in dict.fromkeys(each.deal for each in late if each.stage.startswith(ROW_PREFIX)):
        rows += with_deal_name(sheet, number, deal, single_answer_rows(sheet, number, deal, late))
    written = dict(sheet.deal_answers[number - 1]) if 1 <= number <= len(sheet.deal_answers) else {}
    can_be_mine = not sheet.is_deleted and any(
        can_be_corrected(sheet, number, each.stage) for each in late
    )
    is_written = any(each.stage in written for each in late)
    return AnswerConflict(
        number,
        say("{deal} {n}", deal=sheet.game.display.deal_heading, n=number),
        tuple(rows) or tuple(raw_input_rows(sheet, inputs)),
        is_written=is_written,
        can_be_replaced=can_be_mine,
        is_early=not is_written and any(is_early(sheet, each) for each in late),
        saved_at=sheet.written[number - 1].at if written else 0,
        inputs=inputs,
        effects=tuple(correction_changes(sheet, number, inputs)) if can_be_mine else (),
        draft=form_int("draft"),
    )


def correction_changes(
    sheet: Scoresheet, number: int, inputs: tuple[tuple[str, str], ...]
) -> Iterator[SideChange]:
    """Return the changes to totals that these inputs would cause.

    The iterator is empty if these inputs are not valid, or if a later deal would have to be entered
    again.
    """
    posted = {number: MultiDict(inputs)}
    new_sheet = build_correction(sheet, number, number, posted, {}, is_preview=True).new_sheet
    return changes_by_side(sheet, new_sheet) if new_sheet else iter(())


def is_early(sheet: Scoresheet, late: LateAnswer) -> bool:
    """Return whether the match has not yet reached this stage.

    This can happen, for example, if the answers to the stage before it were refused.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted or late.deal < asked_stage.round:
        return False
    if late.deal > asked_stage.round:
        return True
    stages = {
        field.stage
        for field in sheet.game.deal.fields(asked_stage.position, asked_stage.deal_answers)
    }
    return late.stage in stages - set(sheet.answered_stages(asked_stage.round))


def can_be_corrected(sheet: Scoresheet, number: int, stage: str) -> bool:
    """Return whether the correction page asks for this stage.

    Stages that are answered instead of another, such as calls, appear there as rows, without an
    input named after the stage.
    """
    if not 1 <= number <= len(sheet.deal_answers):
        return False
    if stage.startswith(ROW_PREFIX):
        return True
    if stage not in dict(sheet.deal_answers[number - 1]):
        return False
    before = answers_before(sheet, number, stage)
    return stage not in sheet.game.deal.other_stages(deal_position(sheet, number), before)
