"""The conflict page (409): compares a late answer with the saved answer to the same question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.messages import Message, say
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.kernel import Record
from scorekeeper.web.match import question_builder, sheets
from scorekeeper.web.match.answer_text import choice_text, value_text
from scorekeeper.web.match.context import (
    PREVIEW_ROWS,
    MatchView,
    command_meta,
    current_log,
    deal_position,
    render_match,
    wants_part,
)
from scorekeeper.web.match.correction_draft import build_correction
from scorekeeper.web.match.effects import SideChange, changes_by_side
from scorekeeper.web.match.forms import NOBODY_VALUE, FieldInput
from scorekeeper.web.match.page import respond_saved
from scorekeeper.web.match.question import QUICK_INPUT, STAGE_PRESENT_INPUT
from scorekeeper.web.match.recorded_deal import ROW_PREFIX, earlier_answers, row_questions

Posted = MultiDict[str, str]
NON_ANSWER_INPUTS = {
    "key",
    "seen",
    "do",
    STAGE_PRESENT_INPUT,
    question_builder.SUGGESTED_INPUT,
    question_builder.SUBMITTED_INPUT,
}


class LateAnswer(NamedTuple):
    """The values posted too late for one stage of a deal. `prefix` is the prefix of their names."""

    deal: int
    stage: str
    prefix: str
    posted: Posted

    @property
    def typed(self) -> Posted:
        """The posted values with the prefix removed from their names."""
        return MultiDict(
            (name.removeprefix(self.prefix), value)
            for name, value in self.posted.items(multi=True)
            if name.startswith(self.prefix)
        )


class ConflictRow(NamedTuple):
    """One value in the saved answer (`theirs`) and in the late one (`mine`); None means no answer.

    `deal` is None for the deal that the page is about.
    """

    deal: Message | None
    what: Message
    seat: str | None
    theirs: Message | None
    mine: Message | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True)
class AnswerConflict:
    """An answer that was posted too late, or too early, compared with the saved one.

    `saved_at` is the time at which the saved answer was written, in seconds since 1970; 0 if there
    is none. `inputs` are the posted values, named as on the correction page. If `can_be_replaced`,
    that page can be opened with these values, and `then` lists the changes of totals that they
    would cause.
    """

    number: int
    title: Message
    lines: tuple[ConflictRow, ...]
    is_written: bool
    can_be_replaced: bool
    is_early: bool
    saved_at: int
    inputs: tuple[tuple[str, str], ...]
    then: tuple[SideChange, ...] = ()


def conflict_page(match: MatchView, number: int, stage: str, posted: Posted) -> ResponseReturnValue:
    """The 409 page for one stage: the saved answer beside the posted one."""
    inputs = tuple(
        (f"{stage}.{name}", value)
        for name, value in posted.items(multi=True)
        if name not in NON_ANSWER_INPUTS
    )
    return respond_conflict(match, number, [LateAnswer(number, stage, "", posted)], inputs)


def correction_conflict_page(
    match: MatchView, number: int, by_deal: Mapping[int, Posted]
) -> ResponseReturnValue:
    """The 409 page for a correction of one or several deals."""
    late: list[LateAnswer] = []
    for deal, posted in sorted(by_deal.items()):
        prefix = "" if deal == number else f"{deal}."
        stages = (name.removeprefix(prefix).partition(".")[0] for name in posted)
        late += [
            LateAnswer(deal, stage, f"{prefix}{stage}.", posted) for stage in dict.fromkeys(stages)
        ]
    inputs = tuple(each for posted in by_deal.values() for each in posted.items(multi=True))
    return respond_conflict(match, number, late, inputs)


def respond_conflict(
    match: MatchView, number: int, late: Sequence[LateAnswer], inputs: tuple[tuple[str, str], ...]
) -> ResponseReturnValue:
    """The 409 page with both answers. If this same request was already saved, it succeeds."""
    if current_log().sent(match.id, command_meta().key):
        return respond_saved(match.id)
    found = build_conflict(match.sheet, number, late, inputs)
    part = "match/_conflict.html" if wants_part() else "match/conflict.html"
    board = sheets.build_board(match.sheet, match.people, PREVIEW_ROWS)
    return render_match(part, match, 409, clash=found, board=board)


def build_conflict(
    sheet: Scoresheet, number: int, late: Sequence[LateAnswer], inputs: tuple[tuple[str, str], ...]
) -> AnswerConflict:
    """Compare late answers with the sheet; if it has none of their stages, list the raw inputs."""
    lines: list[ConflictRow] = []
    for each in late:
        if each.deal >= 1 and not each.stage.startswith(ROW_PREFIX):
            lines += with_deal_name(sheet, number, each.deal, stage_rows(sheet, each))
    for deal in dict.fromkeys(each.deal for each in late if each.stage.startswith(ROW_PREFIX)):
        lines += with_deal_name(sheet, number, deal, single_answer_rows(sheet, number, deal, late))
    written = dict(sheet.said[number - 1]) if 1 <= number <= len(sheet.said) else {}
    can_be_mine = not sheet.deleted and any(
        can_be_corrected(sheet, number, each.stage) for each in late
    )
    return AnswerConflict(
        number,
        say("{deal} {n}", deal=sheet.game.display.deal_heading, n=number),
        tuple(lines) or tuple(raw_input_rows(sheet, inputs)),
        is_written=any(each.stage in written for each in late),
        can_be_replaced=can_be_mine,
        is_early=any(is_early(sheet, each) for each in late),
        saved_at=sheet.written[number - 1].at if written else 0,
        inputs=inputs,
        then=tuple(correction_changes(sheet, number, inputs)) if can_be_mine else (),
    )


def correction_changes(
    sheet: Scoresheet, number: int, inputs: tuple[tuple[str, str], ...]
) -> Iterator[SideChange]:
    """The changes of totals that these inputs would cause.

    Empty if a later deal would have to be asked again.
    """
    posted = {number: MultiDict(inputs)}
    then = build_correction(sheet, number, number, posted, {}, looking=True).then
    return changes_by_side(sheet, then) if then else iter(())


def is_early(sheet: Scoresheet, late: LateAnswer) -> bool:
    """Whether the stage has not been asked yet, such as after a refusal of the stage before it."""
    asked = sheet.asked
    if asked is None or sheet.deleted or late.deal < asked.round:
        return False
    if late.deal > asked.round:
        return True
    stages = {field.stage for field in sheet.game.deal.fields(asked.position, asked.record)}
    return late.stage in stages - set(sheet.answered(asked.round))


def raw_input_rows(sheet: Scoresheet, inputs: Iterable[tuple[str, str]]) -> Iterator[ConflictRow]:
    """The inputs as rows without labels, for fields that are not on the sheet."""
    for name, value in inputs:
        seat = name.rpartition("-")[2]
        whose = seat if seat in sheet.setup.players else None
        yield ConflictRow(None, say("Entered"), whose, None, say("{text}", text=value))


def with_deal_name(
    sheet: Scoresheet, number: int, deal: int, lines: Iterable[ConflictRow]
) -> Iterator[ConflictRow]:
    """The rows with the title of their deal, unless the page is about that deal."""
    name = (
        None if deal == number else say("{deal} {n}", deal=sheet.game.display.deal_heading, n=deal)
    )
    return (line._replace(deal=name) for line in lines)


def single_answer_rows(
    sheet: Scoresheet, number: int, deal: int, late: Sequence[LateAnswer]
) -> Iterator[ConflictRow]:
    """Answers that were saved one by one, such as calls: one row per field."""
    if not 1 <= deal <= len(sheet.said):
        return
    position, posted = deal_position(sheet, deal), next(e.posted for e in late if e.deal == deal)
    prefix = "" if deal == number else f"{deal}."
    theirs = earlier_answers(sheet.game, position, sheet.said[deal - 1])
    asks = list(row_questions(sheet.game, position, deal, theirs, posted, prefix))
    for field in {field.name: field for ask in asks for field in ask.fields.values()}.values():
        there = [call for said in theirs.rows for call in said.get(field.name, ())]
        mine = [call for ask in asks for call in ask.answers.get(field.name, ())]
        words = [value_text(field, calls) if calls else None for calls in (there, mine)]
        yield ConflictRow(None, field.label, None, *words)


def stage_rows(sheet: Scoresheet, late: LateAnswer) -> Iterator[ConflictRow]:
    """The rows of one stage: one for the button if one was used, then one per field and seat."""
    number, stage, typed = late.deal, late.stage, late.typed
    written = dict(sheet.said[number - 1]) if number <= len(sheet.said) else {}
    theirs: Record | None = written.get(stage)
    asked = AskedStage(
        number, stage, deal_position(sheet, number), answers_before(sheet, number, stage)
    )
    buttons = quick_answers_of(sheet, asked)
    my_button = buttons.get(typed.get(QUICK_INPUT, ""))
    their_button = next((each for each in buttons.values() if each.answers == theirs), None)
    if my_button or their_button:
        title = sheet.game.display.title(asked.position, stage)
        yield ConflictRow(
            None, title, None, their_button and their_button.label, my_button and my_button.label
        )
    mine = question_builder.read_form(sheet.game, asked, typed)
    there = (
        question_builder.read_form(sheet.game, asked, None, theirs) if theirs is not None else None
    )
    other = {box.asked.name: box for box in there.boxes} if there else {}
    for box in mine.boxes:
        for key in box.keys:
            said = typed_value_text(box, key)
            theirs_said = (
                typed_value_text(other[box.asked.name], key) if box.asked.name in other else None
            )
            if said is not None or theirs_said is not None:
                seat = key if key in box.asked.seats else None
                yield ConflictRow(None, box.asked.label, seat, theirs_said, said)


def quick_answers_of(sheet: Scoresheet, asked: AskedStage) -> dict[str, QuickAnswer]:
    """The buttons that answer the whole stage; none if the game does not ask this stage now."""
    if sheet.game.deal.stage(asked.position, asked.record) != asked.stage:
        return {}
    return question_builder.blank(sheet.game, asked).buttons


def can_be_corrected(sheet: Scoresheet, number: int, stage: str) -> bool:
    """Whether the correction page asks for this stage.

    Stages that are answered instead of another, such as calls, are rows there and have no input
    under the name of the stage.
    """
    if not 1 <= number <= len(sheet.said):
        return False
    if stage.startswith(ROW_PREFIX):
        return True
    if stage not in dict(sheet.said[number - 1]):
        return False
    before = answers_before(sheet, number, stage)
    return stage not in sheet.game.deal.others(deal_position(sheet, number), before)


def answers_before(sheet: Scoresheet, number: int, stage: str) -> Record:
    """The answers of the deal's stages before this one."""
    if number > len(sheet.said):
        return {}
    stages = []
    for each, answers in sheet.said[number - 1]:
        if each == stage:
            break
        stages.append((each, answers))
    return merge_stages(sheet.game, tuple(stages))


def typed_value_text(box: FieldInput, key: str) -> Message | None:
    """The value of one input as text; None if it is empty or the default."""
    text, field = box.typed.get(key, ""), box.asked
    if not text or (not field.everyone and text == str(field.default)):
        return None
    match field.kind:
        case FieldKind.SEAT:
            return value_text(field, None if text == NOBODY_VALUE else text)
        case FieldKind.YES:
            return value_text(field, True)
        case FieldKind.PAIR | FieldKind.CALLS if isinstance(box.answer, list):
            return value_text(field, box.answer)
    return choice_text(field, text)
