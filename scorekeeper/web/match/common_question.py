"""The parts of a predicted question that both simulations share (simulated_stages.py)."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from scorekeeper.match.sheet import AskedStage
from scorekeeper.messages import Message
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, NumberLimits, PageHints
from scorekeeper.rules.game import Game
from scorekeeper.rules.live_hints import LiveHints
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.simulated_stages import OVER, SimulatedStages

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
Parts = TypeVar("Parts", Preview, LiveHints)
KnownQuestion = tuple[QuestionView, Message | None]  # a question with the line below its title


def common_question(game: Game, stages: SimulatedStages) -> KnownQuestion | None:
    """Return the next question, with only the values that both simulations agree on.

    Returns None if the two questions differ in stage or in shape, or if a simulation has ended.
    """
    one, other = (*stages, None)[:2]
    if one is None or other is None or one[:2] != other[:2] or one.stage == OVER:
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
    preview = without_live_hints(common_parts(*previews))
    return preview, common_parts(*(game.display.live_hints(*question) for question in questions))


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


def common_parts(one: Parts, other: Parts) -> Parts:
    """Return the parts that both simulations share. The other parts have their defaults."""
    shared = {
        name: getattr(one, name)
        for name in one._fields
        if getattr(one, name) == getattr(other, name)
    }
    return type(one)(**shared)


def without_live_hints(preview: Preview) -> Preview:
    """Return the preview without sentences and totals, which change as values are entered.

    Only notes and quick answers are kept.
    """
    return Preview(
        notes=preview.notes, quick_answers=preview.quick_answers, quick_label=preview.quick_label
    )
