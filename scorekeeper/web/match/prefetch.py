"""Predict up to six of a match's next questions, for use without a network.

The match is simulated twice with opposite answers (simulated_stages.py). A predicted question keeps
what both simulations agree on and leaves the rest blank. Prediction stops when the simulations
reach different stages.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

from flask import jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match.sheet import AskedStage, Scoresheet, deal_title
from scorekeeper.messages import Message
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, NumberLimits, PageHints
from scorekeeper.rules.game import Game
from scorekeeper.rules.live_hints import LiveHints
from scorekeeper.web.match.context import (
    MatchView,
    match_or_404,
    new_key,
)
from scorekeeper.web.match.page import alternative_stages, next_question
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.simulated_stages import (
    NEXT_DEALER,
    SIMULATIONS,
    SimulatedStages,
    next_asked,
    next_simulated_stages,
)
from scorekeeper.web.match.step_text import title_with_deal

MAX_PREDICTED_STAGES = 6  # enough for three deals of two stages each
# Field attributes that must be equal in both simulations for the prediction to continue.
SHAPE_ATTRIBUTES = (
    "name",
    "kind",
    "stage",
    "layout",
    "seats",
    "choices",
    "pairs",
    "required",
    "needs_every_seat",
)
FieldPart = Field | NumberLimits | PageHints
KnownQuestion = tuple[QuestionView, Message | None]  # a question with the line below its title


class Prediction(NamedTuple):
    """A predicted question, or one for each value that it depends on (simulated_stages.py)."""

    questions: dict[str, KnownQuestion]
    depends_on: str = ""


def upcoming_questions(match_id: int) -> ResponseReturnValue:
    """Return the current and the predicted questions as JSON: {"next": [{"address", "part"}]}.

    If a question depends on an earlier choice, it has "choices" instead of "part": one part for
    each value of the field "choice". If a question depends on the next dealer, it has "dealers". If
    another stage, such as a call, can be answered instead, "other" is the question for that stage,
    and "after_other" is the current question after it.
    """
    match = match_or_404(match_id)
    match.set_page_names()
    parts: dict[str, Any] = {
        "next": [render_prediction(match, each) for each in predict_questions(match.sheet)]
    }
    if other := other_question(match.sheet):
        parts["other"] = render_question(match, *other)
    if after_other := question_after_other_stage(match.sheet):
        parts["after_other"] = render_question(match, *after_other)
    response = jsonify(parts)
    response.headers["Cache-Control"] = "no-store"  # each question has a new key
    return response


def render_prediction(match: MatchView, prediction: Prediction) -> dict[str, Any]:
    """Render a prediction: the address of its question, and its part or its parts by key."""
    rendered = {key: render_question(match, *each) for key, each in prediction.questions.items()}
    first = next(iter(rendered.values()))
    if not prediction.depends_on:
        return dict(first)
    parts = {key: each["part"] for key, each in rendered.items()}
    if prediction.depends_on == NEXT_DEALER:
        return {"address": first["address"], "dealers": parts}
    choice = prediction.depends_on
    return {"address": first["address"], "choice": choice, "choices": parts}


def render_question(
    match: MatchView, question: QuestionView, about: Message | None
) -> dict[str, str]:
    """Render one question as HTML (`part`), with the URL that receives its answer (`address`)."""
    address = url_for(
        "matches.record", match_id=match.id, number=question.round, stage=question.stage
    )
    is_current_deal = question.round == match.sheet.position.number
    part = render_template(
        "match/_predicted_question.html",
        match=match,
        sheet=match.sheet,
        game=question.game,
        people=match.people,
        everyone=tuple(match.people.values()),
        deal=deal_title,
        title_of=title_with_deal,
        key=new_key(),
        question=question,
        about=about,
        others=alternative_stages(match.sheet) if is_current_deal else (),
    )
    return {"address": address, "part": part}


def predict_questions(sheet: Scoresheet) -> Iterator[Prediction]:
    """Yield the current question, then up to six predicted ones.

    Each question is paired with the line below its title. The line is None if it is not known.
    """
    asked_stage = None if sheet.is_deleted else sheet.asked_stage
    if asked_stage is None:
        return
    now = question_builder.unposted_question(sheet.game, asked_stage)
    now = replace(now, preview=without_live_hints(now.preview))
    yield Prediction({"": (now, sheet.game.display.deal_subtitle(asked_stage.position))})
    stages: SimulatedStages = tuple(asked_stage for _ in SIMULATIONS)
    for _ in range(MAX_PREDICTED_STAGES):
        depends_on, variants = next_simulated_stages(sheet.game, stages)
        questions = {}
        for key, stages in variants.items():
            common = common_question(sheet.game, stages)
            if common is None:
                return
            question, subtitle = common
            live = without_totals(question.predicted_live)
            questions[key] = replace(question, predicted_live=live), subtitle
        yield Prediction(questions, depends_on)


def other_question(sheet: Scoresheet) -> KnownQuestion | None:
    """Return the question for a stage that can be answered instead, or None."""
    question = next_question(sheet, instead=True)
    if question is None or question.stage not in alternative_stages(sheet):
        return None
    return question, sheet.game.display.deal_subtitle(sheet.position)


def question_after_other_stage(sheet: Scoresheet) -> KnownQuestion | None:
    """Return the current question after a stage that can be answered instead, such as a call.

    Returns None if there is no such stage.
    """
    asked_stage = None if sheet.is_deleted else sheet.asked_stage
    if asked_stage is None:
        return None
    others = sheet.game.deal.other_stages(asked_stage.position, asked_stage.deal_answers)
    for stage in others[:1]:
        other = asked_stage._replace(stage=stage)
        return common_question(
            sheet.game,
            tuple(next_asked(sheet.game, other, simulation) for simulation in SIMULATIONS),
        )
    return None


# ---------------------------------------------------------------- common to both simulations


def common_question(game: Game, stages: SimulatedStages) -> KnownQuestion | None:
    """Return the next question, with only the values that both simulations agree on.

    Returns None if the two questions differ in stage or in shape, or if a simulation has ended.
    """
    one, other = (*stages, None)[:2]
    if one is None or other is None or one[:2] != other[:2]:
        return None
    both = one, other
    shown = common_fields(
        *(question_builder.stage_fields(game, each, each.deal_answers) for each in both)
    )
    if shown is None:
        return None
    subtitle, other_subtitle = (game.display.deal_subtitle(each.position) for each in both)
    preview, live = common_texts(game, both)
    if one.position.dealer != other.position.dealer:
        one = one._replace(position=one.position._replace(dealer=""))
    named = {field.name: field for field in shown}
    question = QuestionView(
        game, one, AnswerForm(shown), {}, named, {}, preview, predicted_live=live
    )
    return question, subtitle if subtitle == other_subtitle else None


def common_texts(game: Game, both: tuple[AskedStage, AskedStage]) -> tuple[Preview, LiveHints]:
    """Return the preview and the live hints that both simulations share."""
    questions = [(each.position, each.stage, each.deal_answers) for each in both]
    previews = [game.display.preview(*question) for question in questions]
    preview = without_live_hints(common_preview(*previews))
    return preview, common_live(*(game.display.live_hints(*question) for question in questions))


def common_fields(one: tuple[Field, ...], other: tuple[Field, ...]) -> tuple[Field, ...] | None:
    """Return the fields with the values that both simulations share.

    Returns None if the shapes of the fields differ.
    """
    if len(one) != len(other) or any(
        getattr(a, name) != getattr(b, name)
        for a, b in zip(one, other, strict=True)
        for name in SHAPE_ATTRIBUTES
    ):
        return None
    return tuple(common_field(a, b) for a, b in zip(one, other, strict=True))


def common_field(one: Field, other: Field) -> Field:
    """Return a field with the values that both fields share.

    Its limits are wide enough for both fields.
    """
    shared_values = common_values(one.limits, other.limits)
    spans = [each.limits.bounds(seat) for each in (one, other) for seat in (*each.seats, "")]
    wide = {"least": min(least for least, _ in spans), "most": max(most for _, most in spans)}
    parts = {
        "limits": NumberLimits(
            **(wide | shared_values if "by_seat" in shared_values else shared_values | wide)
        ),
        "hints": PageHints(**common_values(one.hints, other.hints)),
    }
    return replace(blank_field(one), **(common_values(one, other) | parts))


def blank_field(field: Field) -> Field:
    """Return the field with only its name, kind, stage and label."""
    return Field(name=field.name, kind=field.kind, stage=field.stage, label=field.label)


def common_values(one: FieldPart, other: FieldPart) -> dict[str, Any]:
    """Return the values that are equal in both parts, by name."""
    return {
        each.name: getattr(one, each.name)
        for each in fields(one)
        if getattr(one, each.name) == getattr(other, each.name)
    }


def common_preview(one: Preview, other: Preview) -> Preview:
    """Return the parts of the preview that both simulations share."""
    shared_parts = {
        name: getattr(one, name)
        for name in Preview._fields
        if getattr(one, name) == getattr(other, name)
    }
    return Preview(**shared_parts)


def common_live(one: LiveHints, other: LiveHints) -> LiveHints:
    """Return the live hints that both simulations share."""
    shared_parts = {
        name: getattr(one, name)
        for name in LiveHints._fields
        if getattr(one, name) == getattr(other, name)
    }
    return LiveHints(**shared_parts)


def without_totals(live: LiveHints | None) -> LiveHints | None:
    """Return the live hints without the totals, which depend on the simulated answers.

    The page computes the totals from the answers that wait on the phone.
    """
    return live and live._replace(totals=None)


def without_live_hints(preview: Preview) -> Preview:
    """Return the preview without sentences and totals, which change as values are entered.

    Only notes and quick answers are kept.
    """
    return Preview(
        notes=preview.notes, quick_answers=preview.quick_answers, quick_label=preview.quick_label
    )
