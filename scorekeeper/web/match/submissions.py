"""Submissions on pages: the form on a player's own phone, and values in the scorer's form.

A submission does not save an answer. It prefills the scorer's form, where the scorer can change the
values before saving.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import g
from werkzeug.datastructures import MultiDict

from scorekeeper.match import submissions
from scorekeeper.match.log import Submission
from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import NO, YES, Field, FieldKind
from scorekeeper.rules.kernel import Answers
from scorekeeper.web.match.context import MatchView, current_log
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import (
    SUBMITTED_INPUT,
    SUGGESTED_INPUT,
    Posted,
    SubmittedValue,
    hidden_values,
)
from scorekeeper.web.match.questions.question import QuestionView

SubmittedTexts = Mapping[str, Message]  # texts by seat


@dataclass(frozen=True)
class OwnForm:
    """The question reduced to the row of one seat, for that player's phone."""

    question: QuestionView
    seat: str
    label: Message
    is_sent: bool

    @property
    def answers(self) -> Answers:
        """The seat's values by field, without empty values."""
        answers: dict[str, int | bool] = {}
        for box in self.question.boxes:
            if box.field.kind is FieldKind.SEATS:
                answers[box.field.name] = box.typed.get(self.seat) == YES
            elif box.answer and self.seat in box.answer:
                answers[box.field.name] = box.answer[self.seat]
        return answers


def own_seat(match: MatchView) -> str | None:
    """Return the seat of this phone's player in the match, or None if they do not play.

    Merged players count as one, so the player may have a seat in the match under another key.
    """
    player: str | None = g.get("me") or None
    if player is None or player in match.people:
        return player
    seats = tuple(match.people)
    me, *current_keys = current_log().current_keys((player, *seats))
    return next((seat for seat, key in zip(seats, current_keys, strict=True) if key == me), None)


def own_form(match: MatchView, seat: str | None, posted: Posted | None = None) -> OwnForm | None:
    """Return the form for this seat, with the posted or the submitted values.

    Returns None if the seat has nothing to enter now.
    """
    sheet = match.sheet
    asked_stage = sheet.asked_stage
    if seat is None or asked_stage is None or sheet.is_deleted:
        return None
    pending = match.pending_submissions
    fields = [
        replace(field, seats=(seat,), hints=replace(field.hints, suggested_numbers={}))
        for field in submissions.submittable_fields(sheet, asked_stage, seat, pending.values())
    ]
    if not fields:
        return None
    form = AnswerForm(tuple(fields), posted, submission_as_answers(pending.get(seat)))
    answers = submissions.answers_with_submissions(sheet, asked_stage, pending.values())
    preview = sheet.game.display.preview(asked_stage.position, asked_stage.stage, answers)
    allowed = {field.name: field for field in fields}
    question = QuestionView(sheet.game, asked_stage, form, form.answers, allowed, {}, preview)
    return OwnForm(question, seat, fields[0].label, seat in pending)


def submission_as_answers(submission: Submission | None) -> Answers:
    """Return a submission as answers to a form with only its seat.

    Returns no answers if `submission` is None.
    """
    answers: dict[str, object] = {}
    if submission is None:
        return answers
    for name, value in submission.answers.items():
        alone = [submission.seat] if value else []
        answers[name] = alone if isinstance(value, bool) else {submission.seat: value}
    return answers


def submitted_texts(match: MatchView, but: str | None = None) -> SubmittedTexts:
    """Return the submissions as text, by seat. The submission of seat `but` is left out."""
    asked_stage = match.sheet.asked_stage
    if asked_stage is None or not match.pending_submissions:
        return {}
    fields = submissions.per_seat_fields(
        match.sheet, asked_stage, match.pending_submissions.values()
    )
    field = next(fields)
    return {
        seat: submission_text(field, submission)
        for seat, submission in match.pending_submissions.items()
        if seat != but
    }


def submission_text(field: Field, submission: Submission) -> Message:
    value = submission.answers.get(field.name)
    if isinstance(value, bool):
        words = {choice.value: choice.label for choice in field.choices}
        return words[input_text(value)]
    return say("–") if value is None else say("{n}", n=value)


def input_text(value: int | bool) -> str:
    """Return a submitted value as the text for its input."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


# ---------------------------------------------------------------- the scorer's page


class SubmittedInput(NamedTuple):
    """One submitted value, with the `name` of its input and the text for this input."""

    name: str
    field: str
    submission: Submission
    text: str


def submitted_inputs(match: MatchView, question: QuestionView) -> Iterator[SubmittedInput]:
    """Yield all values submitted for this question.

    Yields nothing if the question is not the current one.
    """
    pending = match.pending_submissions
    if not pending or question.asked_stage != match.sheet.asked_stage:
        return
    for field in submissions.per_seat_fields(match.sheet, question.asked_stage, pending.values()):
        for seat, submission in pending.items():
            if seat in field.seats and field.name in submission.answers:
                text = input_text(submission.answers[field.name])
                yield SubmittedInput(f"{field.name}-{seat}", field.name, submission, text)


def merge_submissions(
    match: MatchView, question: QuestionView, posted: Posted | None = None
) -> QuestionView:
    """Return the question with submitted values filled in where the scorer entered nothing.

    `posted` is the form as it is on the open page, or None for a new page.
    """
    now = {each.name: each.text for each in submitted_inputs(match, question)}
    before = hidden_values(posted, SUBMITTED_INPUT) if posted else {}
    if not now and not before:
        return question
    form = form_data(question) if posted is None else posted
    values = filled_form(question, form, before, now)
    return annotate(
        match,
        question_builder.from_post(question.game, question.asked_stage, values, is_preview=True),
    )


def annotate(match: MatchView, question: QuestionView) -> QuestionView:
    """Return the question with each submitted value and the phone that sent it."""
    typed = {box.input(key): box.typed.get(key) for box in question.boxes for key in box.keys}
    return replace(
        question,
        submitted={
            (each.field, each.submission.seat): SubmittedValue(
                each.submission.phone, each.text, typed.get(each.name) == each.text
            )
            for each in submitted_inputs(match, question)
        },
    )


def form_data(question: QuestionView) -> Posted:
    """Return the values that the form of a new page would post."""
    return MultiDict(
        (box.input(key), box.typed[key])
        for box in question.boxes
        for key in box.keys
        if key in box.typed
    )


def filled_form(
    question: QuestionView, form: Posted, before: Mapping[str, str], now: Mapping[str, str]
) -> Posted:
    """Return the form with the values that are submitted `now`, by input name.

    A value is filled in where the scorer entered nothing, or where the input still has the value
    submitted `before`. If that submission was withdrawn, the input is cleared.
    """
    usual = {box.input(key): str(box.field.default) for box in question.boxes for key in box.keys}
    suggested, values = hidden_values(form, SUGGESTED_INPUT), form.copy()
    for name in {**before, **now}:
        typed = form.get(name, "")
        replaceable = (
            {before[name]} if name in before else {"", usual.get(name), suggested.get(name)}
        )
        if typed in replaceable:
            values.setlist(name, [now[name]] if name in now else [])
    return values
