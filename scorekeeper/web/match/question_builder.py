"""How a question comes about: asked afresh, half filled in, or refused.

One `Ask` is one stage of one deal. It is made the same way each time, so the three can never
disagree.
"""

from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.match.sheet import AskedStage
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, FieldLayout
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Problem, Record
from scorekeeper.rules.validation import above_limit_problems, problems
from scorekeeper.web.match.forms import AnswerForm
from scorekeeper.web.match.question import QuestionView, with_suggestions

SUGGESTED_INPUT = "rest"  # hidden inputs that name what was suggested, not said: "tricks-12=3"
SUBMITTED_INPUT = "came"  # and what came from the phones of players, as it was then


def blank(
    game: Game,
    asked: AskedStage,
    earlier: Record | None = None,
    prefix: str = "",
    *,
    sound: bool = True,
) -> QuestionView:
    """The question before anything is typed, or with answers given earlier.

    Not `sound`: the stages before it are not all right, so nothing can be told of what follows.
    """
    record = game.merge(asked.record, asked.stage, earlier) if earlier else asked.record
    fields = stage_fields(game, asked, record)
    form = AnswerForm(fields, None, earlier, prefix)
    if any(answer != {} for answer in form.answers.values()):  # something is said
        said = game.merge(asked.record, asked.stage, form.answers)
        fields = fields if said == record else stage_fields(game, asked, said)
    return build(game, asked, form, form.answers, fields, sound=sound)


def from_post(
    game: Game,
    asked: AskedStage,
    posted: MultiDict[str, str],
    prefix: str = "",
    *,
    looking: bool,
    sound: bool = True,
) -> QuestionView:
    """The question with what was posted. While `looking`, suggestions are not yet answers."""
    form = read_form(game, asked, posted, prefix=prefix)
    answers = without_suggestions(form, posted) if looking else form.answers
    fields = stage_fields(game, asked, game.merge(asked.record, asked.stage, answers))
    return build(game, asked, form, answers, fields, sound=sound)


def read_form(
    game: Game,
    asked: AskedStage,
    posted: MultiDict[str, str] | None,
    earlier: Record | None = None,
    prefix: str = "",
) -> AnswerForm:
    """The answers that were posted, or else given earlier, with nothing said about them yet."""
    fields = stage_fields(game, asked, asked.record)
    form = AnswerForm(fields, posted, earlier, prefix)
    if not fields:  # there is no such stage
        return form
    # What is fixed or asked may depend on what was just said: read it again with that.
    together = stage_fields(game, asked, game.merge(asked.record, asked.stage, form.answers))
    return form if together == fields else AnswerForm(together, posted, earlier, prefix)


def stage_fields(game: Game, asked: AskedStage, record: Record) -> tuple[Field, ...]:
    """The stage's fields in this position, with this much of the record."""
    return tuple(f for f in game.fields(asked.position, record) if f.stage == asked.stage)


def without_suggestions(form: AnswerForm, posted: MultiDict[str, str]) -> dict[str, Any]:
    """The answers apart from numbers that still stand as they were suggested."""
    answers = form.answers
    for suggestion in posted.getlist(SUGGESTED_INPUT):
        name, _, value = suggestion.partition("=")
        for box in form.boxes:
            for key in box.keys:
                if box.input(key) == name and box.typed.get(key) == value:
                    said = answers.get(box.asked.name)
                    if isinstance(said, dict):
                        answers[box.asked.name] = {k: v for k, v in said.items() if k != key}
                        box.typed.pop(key)
    return answers


def build(
    game: Game,
    asked: AskedStage,
    form: AnswerForm,
    answers: Record,
    fields: tuple[Field, ...],
    *,
    sound: bool,
) -> QuestionView:
    """What the answers so far suggest and bring; `fields` are what they allow."""
    suggested = {
        (field.name, seat): value
        for field in fields
        if field.look is not FieldLayout.HIDDEN
        for seat, value in field.rest.items()
    }
    together = game.merge(asked.record, asked.stage, with_suggestions(answers, suggested))
    preview = game.preview(asked.position, asked.stage, together) if sound else Preview()
    named = {f.name: f for f in fields}
    warnings = tuple(above_limit_problems(answers, fields))
    return QuestionView(game, asked, form, answers, named, suggested, preview, warnings=warnings)


def with_problems(ask: QuestionView, found: list[Problem]) -> QuestionView:
    """The same question with what is wrong with it. Nothing typed is lost."""
    return replace(ask, problems=tuple(found), warnings=())


def find_problems(ask: QuestionView, answers: Record) -> list[Problem]:
    """What cannot be read, else what the rules say to these answers of it."""
    if ask.form.wrong and not ask.instead:
        return ask.form.wrong
    record = ask.game.merge(ask.asked.record, ask.stage, answers)
    return problems(ask.game, ask.position, record, ask.stage)
