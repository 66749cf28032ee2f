"""The rows of the conflict page: each saved value beside the value that came too late."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.messages import Message, say
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.kernel import Answers
from scorekeeper.web.match.answer_text import SUIT_NAMES, choice_text, value_text
from scorekeeper.web.match.correcting.earlier_answers import earlier_answers
from scorekeeper.web.match.correcting.recorded_deal import row_questions
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.form_fields import NOBODY_VALUE, FieldInput
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import QUICK_INPUT, Posted
from scorekeeper.web.match.step_text import deal_position


class LateAnswer(NamedTuple):
    """Values that were posted too late for one stage of a deal. Their names begin with `prefix`.

    If the form could not contain the stage, `drafted` holds its answers from the draft that the
    form is based on. `own_stage` is the stage as it was on the form, if it may differ from the
    sheet, because the form's earlier answers can lead to questions about other players.
    """

    deal: int
    stage: str
    prefix: str
    posted: Posted
    drafted: Answers | None = None
    own_stage: AskedStage | None = None

    @property
    def stage_form(self) -> Posted:
        """The posted values with the prefix removed from their names."""
        return MultiDict(
            (name.removeprefix(self.prefix), value)
            for name, value in self.posted.items(multi=True)
            if name.startswith(self.prefix)
        )


class ConflictRow(NamedTuple):
    """One value in the saved answer (`theirs`) and in the late answer (`own_answer`).

    `theirs` or `own_answer` is None if that answer does not have the value. `deal` is None for the
    deal that the page is about.
    """

    deal: Message | None
    question: Message
    seat: str | None
    theirs: Message | None
    own_answer: Message | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.own_answer


def raw_input_rows(sheet: Scoresheet, inputs: Iterable[tuple[str, str]]) -> Iterator[ConflictRow]:
    """Yield rows for inputs of stages that are not on the sheet.

    A call has its own label and is shown in words. All other inputs have the label "Entered".
    """
    for name, value in inputs:
        call = late_call(sheet, name.rpartition(".")[2], value)
        if call:
            yield ConflictRow(
                None, call.field.label, None, None, value_text(call.field, call.answer)
            )
            continue
        seat = name.rpartition("-")[2]
        player = seat if seat in sheet.setup.players else None
        yield ConflictRow(None, say("Entered"), player, None, say("{text}", text=value))


def late_call(sheet: Scoresheet, name: str, value: str) -> FieldInput | None:
    """Return the input called `name`, with the posted value parsed, or None if it is not a call."""
    boxes = [
        box
        for field in sheet.game.deal.fields(sheet.position, sheet.current_answers)
        if field.kind is FieldKind.CALLS and field.name == name
        for box in AnswerForm((field,), MultiDict([(name, value)])).boxes
    ]
    return next((box for box in boxes if box.answer), None)


def with_deal_name(
    sheet: Scoresheet, number: int, deal: int, rows: Iterable[ConflictRow]
) -> Iterator[ConflictRow]:
    """Yield the rows. A row has its deal as a title unless the page is about that deal."""
    name = (
        None if deal == number else say("{deal} {n}", deal=sheet.game.display.deal_heading, n=deal)
    )
    return (row._replace(deal=name) for row in rows)


def single_answer_rows(
    sheet: Scoresheet, number: int, deal: int, late: Sequence[LateAnswer]
) -> Iterator[ConflictRow]:
    """Yield one row per field for the answers that were saved one by one, such as calls."""
    if not 1 <= deal <= len(sheet.deal_answers):
        return
    position, posted = deal_position(sheet, deal), next(e.posted for e in late if e.deal == deal)
    prefix = "" if deal == number else f"{deal}."
    theirs = earlier_answers(sheet.game, position, sheet.deal_answers[deal - 1])
    questions = list(row_questions(sheet.game, position, deal, theirs, posted, prefix))
    for field in {
        field.name: field for question in questions for field in question.fields.values()
    }.values():
        their_calls = [call for row in theirs.rows for call in row.get(field.name, ())]
        my_calls = [call for question in questions for call in question.answers.get(field.name, ())]
        words = [value_text(field, calls) if calls else None for calls in (their_calls, my_calls)]
        yield ConflictRow(None, field.label, None, *words)


def stage_rows(sheet: Scoresheet, late: LateAnswer) -> Iterator[ConflictRow]:
    """Yield the rows of one stage.

    If a button was used, the first row is for the button. Each other row is for a field and a seat.
    """
    number, stage, posted = late.deal, late.stage, late.stage_form
    written = dict(sheet.deal_answers[number - 1]) if number <= len(sheet.deal_answers) else {}
    their_answers: Answers | None = written.get(stage)
    asked_stage = AskedStage(
        number, stage, deal_position(sheet, number), answers_before(sheet, number, stage)
    )
    buttons = quick_answers_of(sheet, asked_stage)
    my_button = buttons.get(posted.get(QUICK_INPUT, ""))
    their_button = next((each for each in buttons.values() if each.answers == their_answers), None)
    if my_button or their_button:
        title = sheet.game.display.title(asked_stage.position, stage)
        yield ConflictRow(
            None, title, None, their_button and their_button.label, my_button and my_button.label
        )
    my_input = posted if late.drafted is None else None
    my_form = question_builder.read_form(
        sheet.game, late.own_stage or asked_stage, my_input, late.drafted
    )
    their_boxes = {}
    if their_answers is not None:
        their_form = question_builder.read_form(sheet.game, asked_stage, None, their_answers)
        their_boxes = {box.field.name: box for box in their_form.boxes}
    for box in my_form.boxes:
        yield from field_rows(their_boxes.get(box.field.name), box)
    for box, seat, text in my_form.values_of_absent_players(posted, sheet.setup.players):
        yield ConflictRow(None, box.field.label, seat, None, choice_text(box.field, text))


def field_rows(their_box: FieldInput | None, my_box: FieldInput) -> Iterator[ConflictRow]:
    """Yield a row for each value of a field in the saved answer, the late answer, or both."""
    if my_box.field.kind is FieldKind.CARD:
        texts = (card_text(box) if box else None for box in (their_box, my_box))
        row = ConflictRow(None, my_box.field.label, None, *texts)
        if row.theirs or row.own_answer:
            yield row
        return
    their_keys = their_box.keys if their_box else ()
    for key in dict.fromkeys((*my_box.keys, *their_keys)):
        my_text = typed_value_text(my_box, key) if key in my_box.keys else None
        their_text = typed_value_text(their_box, key) if their_box and key in their_keys else None
        if my_text is not None or their_text is not None:
            field = their_box.field if their_box and key not in my_box.keys else my_box.field
            seat = key if key in field.seats else None
            yield ConflictRow(None, field.label, seat, their_text, my_text)


def card_text(box: FieldInput) -> Message | None:
    """Return a card, or the part of it that was entered, as text. Returns None if there is none."""
    rank, suit = box.typed.get("rank", ""), box.typed.get("suit", "")
    if rank and suit in SUIT_NAMES:
        return value_text(box.field, rank + suit)
    if suit in SUIT_NAMES:
        return SUIT_NAMES[suit]
    return say("{text}", text=rank + suit) if rank or suit else None


def quick_answers_of(sheet: Scoresheet, asked_stage: AskedStage) -> dict[str, QuickAnswer]:
    """Return the buttons that answer the whole stage at once.

    The mapping is empty if the game's next question is about another stage.
    """
    if sheet.game.deal.stage(asked_stage.position, asked_stage.deal_answers) != asked_stage.stage:
        return {}
    return question_builder.unposted_question(sheet.game, asked_stage).buttons


def answers_before(sheet: Scoresheet, number: int, stage: str) -> Answers:
    """Return the answers of the deal's stages before this one."""
    if number > len(sheet.deal_answers):
        return {}
    stages = []
    for each, answers in sheet.deal_answers[number - 1]:
        if each == stage:
            break
        stages.append((each, answers))
    return merge_stages(sheet.game, tuple(stages))


def typed_value_text(box: FieldInput, key: str) -> Message | None:
    """Return one input's value as text.

    Returns None if the input is empty and its number is not fixed. Also returns None for the
    default, unless every seat must have a value, and for nobody if the field is not required.
    """
    field = box.field
    text = box.typed.get(key) or str(
        field.limits.fixed_numbers.get(key, "")
    )  # pages do not post fixed numbers
    if not text or (not field.needs_every_seat and text == str(field.default)):
        return None
    if text == NOBODY_VALUE and not field.required:
        return None
    match field.kind:
        case FieldKind.SEAT:
            return value_text(field, None if text == NOBODY_VALUE else text)
        case FieldKind.YES_OR_NO:
            return value_text(field, True)
        case FieldKind.PAIR | FieldKind.CALLS if isinstance(box.answer, list):
            return value_text(field, box.answer)
    return choice_text(field, text)
