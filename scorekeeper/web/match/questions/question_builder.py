"""Build the view model of a question that was not posted, is partly filled in, or was refused.

A `QuestionView` is one stage of one deal. All three cases use `build`, so they are consistent.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.match.sheet import AskedStage
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, FieldLayout
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Problem
from scorekeeper.rules.validation import above_limit_problems, problems
from scorekeeper.web.match.questions.form_fields import FieldInput
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import (
    KEPT_INPUT,
    SUGGESTED_INPUT,
    Posted,
    hidden_values,
)
from scorekeeper.web.match.questions.kept_values import values_without_inputs, with_kept_values
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.questions.stage_values import with_suggestions


def unposted_question(
    game: Game,
    asked_stage: AskedStage,
    earlier: Answers | None = None,
    prefix: str = "",
    *,
    has_preview: bool = True,
) -> QuestionView:
    """Return the question without posted values, either empty or filled in with `earlier` answers.

    `has_preview` is False if an earlier stage is invalid. The question then has no preview.
    """
    answers = (
        game.deal.merge(asked_stage.deal_answers, asked_stage.stage, earlier)
        if earlier
        else asked_stage.deal_answers
    )
    fields = stage_fields(game, asked_stage, answers)
    form = AnswerForm(fields, None, earlier, prefix)
    if any(answer != {} for answer in form.answers.values()):  # there is an answer
        merged = game.deal.merge(asked_stage.deal_answers, asked_stage.stage, form.answers)
        fields = fields if merged == answers else stage_fields(game, asked_stage, merged)
    return build(game, asked_stage, form, form.answers, fields, has_preview=has_preview)


def from_post(
    game: Game,
    asked_stage: AskedStage,
    posted: Posted,
    prefix: str = "",
    *,
    is_preview: bool,
    has_preview: bool = True,
) -> QuestionView:
    """Return the question with posted values.

    In a preview (`is_preview`), suggestions that the user has not changed are left out.
    """
    form = read_form(game, asked_stage, posted, prefix=prefix)
    kept = tuple(values_without_inputs(form, posted, asked_stage.position.players))
    answers = without_suggestions(form, posted) if is_preview else form.answers
    fields = stage_fields(
        game, asked_stage, game.deal.merge(asked_stage.deal_answers, asked_stage.stage, answers)
    )
    question = build(game, asked_stage, form, answers, fields, has_preview=has_preview)
    return replace(question, kept=kept)


def read_form(
    game: Game,
    asked_stage: AskedStage,
    posted: Posted | None,
    earlier: Answers | None = None,
    prefix: str = "",
) -> AnswerForm:
    """Parse the posted values, if any, or fill in `earlier` answers. The rules are not checked."""
    fields = stage_fields(game, asked_stage, asked_stage.deal_answers)
    form = AnswerForm(fields, posted, earlier, prefix)
    if not fields:  # there is no such stage
        return form
    # Fixed values, and which fields apply, may depend on these answers, so parse again with them.
    together = stage_fields(
        game,
        asked_stage,
        game.deal.merge(asked_stage.deal_answers, asked_stage.stage, form.answers),
    )
    if together != fields:
        form = AnswerForm(together, posted, earlier, prefix)
    if posted is None or KEPT_INPUT not in posted:
        return form
    values = with_kept_values(form, posted, asked_stage.position.players)
    return read_form(game, asked_stage, values, prefix=prefix)


def stage_fields(game: Game, asked_stage: AskedStage, answers: Answers) -> tuple[Field, ...]:
    """Return the fields of the asked stage, given its position and the answers so far."""
    return tuple(
        f for f in game.deal.fields(asked_stage.position, answers) if f.stage == asked_stage.stage
    )


def without_suggestions(form: AnswerForm, posted: Posted) -> dict[str, Any]:
    """Return the answers without unchanged suggestions, and clear their inputs."""
    answers, suggested = form.answers, hidden_values(posted, SUGGESTED_INPUT)
    for box in form.boxes if suggested else ():
        numbers = answers.get(box.field.name)
        if isinstance(numbers, dict):
            unchanged = {k for k in box.keys if k in box.typed and is_unchanged(suggested, box, k)}
            answers[box.field.name] = {k: v for k, v in numbers.items() if k not in unchanged}
            for key in unchanged:
                box.typed.pop(key)
    return answers


def is_unchanged(values: Mapping[str, str], box: FieldInput, key: str) -> bool:
    """Return whether an input's text equals its text in `values` (by input name)."""
    return values.get(box.input(key)) == box.typed[key]


def build(
    game: Game,
    asked_stage: AskedStage,
    form: AnswerForm,
    answers: Answers,
    fields: tuple[Field, ...],
    *,
    has_preview: bool,
) -> QuestionView:
    """Return the question with suggestions, preview and warnings for these answers.

    `fields` are the stage's fields, given these answers.
    """
    suggested = {
        (field.name, seat): value
        for field in fields
        if field.layout is not FieldLayout.HIDDEN
        for seat, value in field.hints.suggested_numbers.items()
    }
    together = game.deal.merge(
        asked_stage.deal_answers, asked_stage.stage, with_suggestions(answers, suggested)
    )
    preview = (
        game.display.preview(asked_stage.position, asked_stage.stage, together)
        if has_preview
        else Preview()
    )
    named = {f.name: f for f in fields}
    warnings = tuple(above_limit_problems(answers, fields))
    return QuestionView(
        game, asked_stage, form, answers, named, suggested, preview, warnings=warnings
    )


def with_numbers_over_fixed(question: QuestionView) -> QuestionView:
    """Return the question with the numbers that were entered although they are fixed now.

    The rules refuse entered numbers that differ from the fixed ones.
    """
    answers = {**question.entered_answers, **question.form.numbers_over_fixed}
    return replace(question, entered_answers=answers)


def with_problems(question: QuestionView, problems: list[Problem]) -> QuestionView:
    """Return the question with these problems and with the typed values kept."""
    return replace(question, problems=tuple(problems), warnings=())


def find_problems(question: QuestionView, answers: Answers) -> list[Problem]:
    """Return problems with unparsable text or, if there are none, problems found by the rules."""
    if question.form.parse_problems and not question.quick_answer:
        return question.form.parse_problems
    deal_answers = question.game.deal.merge(
        question.asked_stage.deal_answers, question.stage, answers
    )
    return problems(question.game, question.position, deal_answers, question.stage)
