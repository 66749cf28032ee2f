"""The values of an answer that was not saved, as text for the error page that replaces its form.

An example is "Bids: Ana 1, Bruno 0". A phone that was removed sees only the names of matches that
started before it was removed, because it could open these matches until then.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from flask import g, request

from scorekeeper.match.log import MatchNotFound
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.messages import Message, Name
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.web import permissions
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.match.answer_text import choice_text, value_text, with_label, with_player_name
from scorekeeper.web.match.conflict_rows import LateAnswer, answers_before
from scorekeeper.web.match.context import MatchView, current_log, load_match
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.form_fields import NOBODY_VALUE, FieldInput
from scorekeeper.web.match.questions.inputs import Posted
from scorekeeper.web.match.step_text import deal_position


class EnteredAnswer(NamedTuple):
    """The value of one input: its name in the form, its field and seat, and its text."""

    input: str
    field: Field
    seat: str | None
    text: Message


def entered_answers() -> dict[str, str]:
    """Return lines of text that describe the posted answers, by input name.

    Each line describes a field and is stored under the name of the field's last input. The field's
    other inputs have the text "". Inputs that cannot be described are left out.
    """
    match, number = visible_match(), (request.view_args or {}).get("number", 0)
    if match is None or not 1 <= number <= len(match.sheet.played_deals) + 1:
        return {}
    entered: dict[str, str] = {}
    for late in posted_stages(number, request.form):
        answers = stage_answers(match.sheet, late)
        for _, group in groupby(answers, lambda answer: answer.field.name):
            each = list(group)
            line = with_label(
                line_label(match.sheet, late, each[0].field),
                [with_player_name(answer.seat, answer.text) for answer in each],
            )
            entered |= dict.fromkeys((answer.input for answer in each), "")
            entered[each[-1].input] = translate_sentence(line, match.names)
    return entered


def line_label(sheet: Scoresheet, late: LateAnswer, field: Field) -> Message:
    """Return the label of a line: the field's label or, for required numbers, the stage's title."""
    if field.kind is not FieldKind.NUMBERS or not field.required:
        return field.label
    return sheet.game.display.title(deal_position(sheet, late.deal), late.stage)


def visible_match() -> MatchView | None:
    """Return the match in this URL, or None if the phone may not see its names."""
    is_member = permissions.current_right() is not None
    if not is_member and g.get("removed_at") is None:
        return None
    try:
        match = load_match(current_log(), (request.view_args or {})["match_id"])
    except (KeyError, MatchNotFound):
        return None
    return match if is_member or match.sheet.started_at <= g.removed_at else None


def posted_stages(number: int, posted: Posted) -> Iterator[LateAnswer]:
    """Yield the stage in the URL, or every stage that a correction's inputs name."""
    stage = (request.view_args or {}).get("stage")
    if stage is not None:
        yield LateAnswer(number, stage, "", posted)
        return
    for name in dict.fromkeys(each.rpartition(".")[0] for each in posted):
        if name and "." not in name:
            yield LateAnswer(number, name, f"{name}.", posted)


def stage_answers(sheet: Scoresheet, late: LateAnswer) -> Iterator[EnteredAnswer]:
    """Yield one stage's posted values, field by field."""
    number, stage = late.deal, late.stage
    before = answers_before(sheet, number, stage)
    asked_stage = AskedStage(number, stage, deal_position(sheet, number), before)
    for box in question_builder.read_form(sheet.game, asked_stage, late.stage_form).boxes:
        for key in box.keys:
            text = input_text(box, key)
            if text is not None:
                seat = key if key in box.field.seats else None
                yield EnteredAnswer(late.prefix + box.input(key), box.field, seat, text)


def input_text(box: FieldInput, key: str) -> Message | None:
    """Return the posted value of one input as text, or None if there is none."""
    field, typed = box.field, box.typed.get(key, "").strip()
    if not typed:
        return None
    match field.kind:
        case FieldKind.SEAT if typed == NOBODY_VALUE:
            return value_text(field, None)
        case FieldKind.SEAT if typed in field.seats:
            return value_text(field, Name(typed))
        case FieldKind.YES_OR_NO:
            return value_text(field, True)
        case FieldKind.PAIR | FieldKind.CALLS if box.answer:
            return value_text(field, box.answer)
    return choice_text(field, typed)
