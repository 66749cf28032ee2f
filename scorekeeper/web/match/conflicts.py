"""Two answers to one question: what is on the sheet, and what came too late, side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import make_response
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
    deal_position,
    render_match,
    wants_part,
)
from scorekeeper.web.match.correction_draft import build_correction
from scorekeeper.web.match.effects import SideChange, changes_by_side
from scorekeeper.web.match.forms import NOBODY_VALUE, FieldInput
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
    """What was typed for one stage of a deal, too late; `prefix` begins the names of its inputs."""

    deal: int
    stage: str
    prefix: str
    posted: Posted

    @property
    def typed(self) -> Posted:
        """The same under the names of the stage's own page."""
        return MultiDict(
            (name.removeprefix(self.prefix), value)
            for name, value in self.posted.items(multi=True)
            if name.startswith(self.prefix)
        )


class ConflictRow(NamedTuple):
    """One number or choice of both. None: nothing was said. `deal` is named where it is not the
    one that the page is about.
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
    """What came too late, or too early. `saved_at` is when the other answer was written; `inputs`
    what was typed, under the names the correcting page has for it, if it can be put there, and
    `then` what becomes of the totals with that.
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
    """409: what is there now, and what was typed for this stage beside it."""
    inputs = tuple(
        (f"{stage}.{name}", value)
        for name, value in posted.items(multi=True)
        if name not in NON_ANSWER_INPUTS
    )
    return render_conflict(
        match, build_conflict(match.sheet, number, [LateAnswer(number, stage, "", posted)], inputs)
    )


def correction_conflict_page(
    match: MatchView, number: int, by_deal: Mapping[int, Posted]
) -> ResponseReturnValue:
    """409: the same for a correction, of one deal or of several."""
    late: list[LateAnswer] = []
    for deal, posted in sorted(by_deal.items()):
        prefix = "" if deal == number else f"{deal}."
        stages = (name.removeprefix(prefix).partition(".")[0] for name in posted)
        late += [
            LateAnswer(deal, stage, f"{prefix}{stage}.", posted) for stage in dict.fromkeys(stages)
        ]
    inputs = tuple(each for posted in by_deal.values() for each in posted.items(multi=True))
    return render_conflict(match, build_conflict(match.sheet, number, late, inputs))


def render_conflict(match: MatchView, found: AnswerConflict) -> ResponseReturnValue:
    part = "matches/_clash.html" if wants_part() else "matches/clash.html"
    board = sheets.build_board(match.sheet, match.people, PREVIEW_ROWS)
    return render_match(part, match, 409, clash=found, board=board)


def retarget_to_match(answer: ResponseReturnValue) -> ResponseReturnValue:
    """An answer for the whole match, where the page waits for its question alone."""
    response = make_response(answer)
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#match"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def build_conflict(
    sheet: Scoresheet, number: int, late: Sequence[LateAnswer], inputs: tuple[tuple[str, str], ...]
) -> AnswerConflict:
    """Both answers to these stages, as far as the sheet knows their deals."""
    lines: list[ConflictRow] = []
    for each in late:
        if each.deal >= 1 and not each.stage.startswith(ROW_PREFIX):
            lines += with_deal_name(sheet, number, each.deal, stage_rows(sheet, each))
    for deal in dict.fromkeys(each.deal for each in late if each.stage.startswith(ROW_PREFIX)):
        lines += with_deal_name(sheet, number, deal, single_answer_rows(sheet, number, deal, late))
    written = dict(sheet.said[number - 1]) if 1 <= number <= len(sheet.said) else {}
    can_be_mine = not sheet.thrown_away and any(
        can_be_corrected(sheet, number, each.stage) for each in late
    )
    return AnswerConflict(
        number,
        say("{deal} {n}", deal=sheet.game.deal, n=number),
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
    """Whose total changes if the deal is corrected to these inputs and no later deal is asked."""
    posted = {number: MultiDict(inputs)}
    then = build_correction(sheet, number, number, posted, {}, looking=True).then
    return changes_by_side(sheet, then) if then else iter(())


def is_early(sheet: Scoresheet, late: LateAnswer) -> bool:
    """Whether the stage is still to come, as when the one before it was refused."""
    asked = sheet.asked
    if asked is None or sheet.thrown_away or late.deal < asked.round:
        return False
    if late.deal > asked.round:
        return True
    stages = {field.stage for field in sheet.game.fields(asked.position, asked.record)}
    return late.stage in stages - set(sheet.answered(asked.round))


def raw_input_rows(sheet: Scoresheet, inputs: Iterable[tuple[str, str]]) -> Iterator[ConflictRow]:
    """What was entered for fields of which nothing is known here: the value, and whose it is."""
    for name, value in inputs:
        seat = name.rpartition("-")[2]
        whose = seat if seat in sheet.setup.players else None
        yield ConflictRow(None, say("Entered"), whose, None, say("{text}", text=value))


def with_deal_name(
    sheet: Scoresheet, number: int, deal: int, lines: Iterable[ConflictRow]
) -> Iterator[ConflictRow]:
    """Lines with their deal, unless it is the one that the page is about."""
    name = None if deal == number else say("{deal} {n}", deal=sheet.game.deal, n=deal)
    return (line._replace(deal=name) for line in lines)


def single_answer_rows(
    sheet: Scoresheet, number: int, deal: int, late: Sequence[LateAnswer]
) -> Iterator[ConflictRow]:
    """Answers that came one by one, such as calls, all in one line."""
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
    """One stage, field by field, and seat by seat where a field has seats."""
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
        title = sheet.game.title(asked.position, stage)
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
    """Quick answers to the stage, if it can be asked so."""
    if sheet.game.stage(asked.position, asked.record) != asked.stage:
        return {}
    return question_builder.blank(sheet.game, asked).buttons


def can_be_corrected(sheet: Scoresheet, number: int, stage: str) -> bool:
    """Whether the correcting page asks for this stage. One that is answered instead of another,
    such as a single call, it asks in rows of its own.
    """
    if not 1 <= number <= len(sheet.said):
        return False
    if stage.startswith(ROW_PREFIX):
        return True
    if stage not in dict(sheet.said[number - 1]):
        return False
    before = answers_before(sheet, number, stage)
    return stage not in sheet.game.others(deal_position(sheet, number), before)


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
    """One answer in words."""
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
