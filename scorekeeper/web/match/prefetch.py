"""Prediction of a match's next questions, at most six, for use without a network.

The match is simulated twice with opposite answers. A predicted question keeps what both simulations
agree on and leaves the rest blank. Prediction stops where the simulations ask different stages.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from flask import jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match.sheet import AskedStage, Scoresheet, fields_in_turn
from scorekeeper.messages import Message
from scorekeeper.rules.arithmetic import LiveHints
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout, NumberLimits, PageHints
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.web import i18n
from scorekeeper.web.match import question_builder
from scorekeeper.web.match.context import (
    MatchView,
    deal_title,
    match_or_404,
    new_key,
    title_with_deal,
)
from scorekeeper.web.match.forms import AnswerForm
from scorekeeper.web.match.question import QuestionView

MAX_PREDICTED_STAGES = 6  # three deals of two stages each
# Simulation 1 answers this many points or cards above the minimum; simulation 0 stays close to it.
TYPICAL_EXTRA = 20
# Attributes of fields that must be equal in both simulations, or the prediction stops.
SHAPE_ATTRIBUTES = (
    "name",
    "kind",
    "stage",
    "look",
    "seats",
    "choices",
    "pairs",
    "required",
    "everyone",
)
SIMULATIONS = (0, 1)
FieldPart = Field | NumberLimits | PageHints


def upcoming_questions(match_id: int) -> ResponseReturnValue:
    """Return the current and the predicted questions as JSON: {"next": [{"address", "part"}]}."""
    match = match_or_404(match_id)
    i18n.set_page_names(match.names)
    answer = jsonify(
        next=[
            render_question(match, question, about)
            for question, about in predict_questions(match.sheet)
        ]
    )
    answer.headers["Cache-Control"] = "no-store"  # each question has a new key
    return answer


def render_question(
    match: MatchView, question: QuestionView, about: Message | None
) -> dict[str, str]:
    """Render one question as HTML (`part`), with the URL that receives its answer (`address`)."""
    address = url_for(
        "matches.record", match_id=match.id, number=question.round, stage=question.stage
    )
    part = render_template(
        "match/_predicted_question.html",
        match=match,
        sheet=match.sheet,
        game=question.game,
        people=match.people,
        everybody=tuple(match.people.values()),
        deal=deal_title,
        title_of=title_with_deal,
        key=new_key(),
        question=question,
        about=about,
        others=(),
    )
    return {"address": address, "part": part}


def predict_questions(sheet: Scoresheet) -> Iterator[tuple[QuestionView, Message | None]]:
    """Yield the current question, then up to six predicted ones.

    Each question is paired with the line below its title, or with None if that line is not known.
    """
    asked = None if sheet.deleted else sheet.asked
    if asked is None:
        return
    now = question_builder.blank(sheet.game, asked)
    yield (
        replace(now, preview=without_live_hints(now.preview)),
        sheet.game.display.about(asked.position),
    )
    tables: tuple[AskedStage | None, ...] = tuple(asked for _ in SIMULATIONS)
    for _ in range(MAX_PREDICTED_STAGES):
        tables = tuple(
            next_asked(sheet.game, at, table)
            for table, at in zip(SIMULATIONS, tables, strict=True)
            if at is not None
        )
        found = common_question(sheet.game, tables)
        if found is None:
            return
        yield found


# ---------------------------------------------------------------- two simulations


def next_asked(game: Game, asked: AskedStage, table: int) -> AskedStage | None:
    """Return the next stage in this simulation.

    Returns None if the simulated match is over or does not advance.
    """
    answers = game.deal.merge(
        asked.deal_answers, asked.stage, simulated_answers(game, asked, table)
    )
    position, stage = asked.position, game.deal.stage(asked.position, answers)
    if stage is None:
        position, answers = position_after(game, position, answers, table), {}
        stage = None if position.over else game.deal.stage(position, answers)
    is_new = (position.number, stage) != asked[:2]
    return AskedStage(position.number, stage, position, answers) if stage and is_new else None


def position_after(game: Game, position: Position, answers: Answers, table: int) -> Position:
    """Return the position after a complete deal, with totals that differ between the simulations.

    Future totals are unknown, so the simulations must not agree on them by chance.
    """
    after = play(game, position, answers).after
    return after._replace(totals={side: total + table for side, total in after.totals.items()})


def simulated_answers(game: Game, asked: AskedStage, table: int) -> Answers:
    """Return this simulation's answers to a stage: required fields and lists of seats only."""
    answers: dict[str, Any] = {}
    for field in fields_in_turn(game, asked, answers):
        if is_simulated(field):
            answers[field.name] = simulated_answer(field, table)
    return answers


def is_simulated(field: Field) -> bool:
    """Return whether simulations answer the field: if it is required, or a list of seats."""
    return (
        field.required or field.kind is FieldKind.SEATS
    ) and field.look is not FieldLayout.HIDDEN


def simulated_answer(field: Field, table: int) -> Any:
    """Return a field's answer: one extreme in simulation 0, the other in simulation 1.

    Choices are the exception: both simulations take the first that is allowed.
    """
    end = -table  # the index of the chosen item: the first (0) or the last (-1)
    match field.kind:
        case FieldKind.NUMBERS:
            return simulated_numbers(field, table)
        case FieldKind.NUMBER:
            return field.limits.bounds("")[table]
        case FieldKind.SEAT:
            return field.seats[end]
        case FieldKind.PAIR:
            return list(field.pairs[end])
        case FieldKind.CHOICE:
            return next(c.value for c in field.choices if ("", c.value) not in field.no)
        case FieldKind.CARD:
            return ("2C", "KD")[table]
        case FieldKind.SEATS:
            return list(field.seats) if table else []
    return []


def simulated_numbers(field: Field, table: int) -> Mapping[str, int]:
    """Return numbers by seat: near the minimum in simulation 0, well above it in simulation 1.

    In simulation 0 only the first seat has the minimum. If the numbers have a total, one seat gets
    all of it: the first in simulation 0, the last in simulation 1. Fixed numbers stay.
    """
    if field.limits.total is not None:
        answers = dict.fromkeys(field.seats, 0) | {field.seats[-table]: field.limits.total}
    else:
        answers = {
            seat: simulated_number(
                *field.limits.bounds(seat), TYPICAL_EXTRA if table else int(seat != field.seats[0])
            )
            for seat in field.seats
        }
    return answers | {seat: fixed for seat, fixed in field.limits.fixed.items() if seat in answers}


def simulated_number(least: int, most: int, more: int) -> int:
    """Return `least` plus `more`, but at most `most`.

    In simulation 0, where `more` is small, return less than `most` if possible.
    """
    return min(least + more, most - (more < TYPICAL_EXTRA and most > least))


# ---------------------------------------------------------------- common to both simulations


def common_question(
    game: Game, tables: tuple[AskedStage | None, ...]
) -> tuple[QuestionView, Message | None] | None:
    """Return what both simulations share of the next question.

    Returns None if the two questions differ in stage or in shape, or if a simulation has ended.
    """
    first, second = (*tables, None)[:2]
    if first is None or second is None or first[:2] != second[:2]:
        return None
    both = [question_builder.stage_fields(game, at, at.deal_answers) for at in (first, second)]
    shown = common_fields(*both)
    if shown is None:
        return None
    previews = [
        game.display.preview(at.position, at.stage, at.deal_answers) for at in (first, second)
    ]
    preview = without_live_hints(common_preview(*previews))
    if not preview.quick:  # reserve space for buttons that depend on earlier answers
        room = tuple(each for each in previews[0].quick if not each.saves)
        preview = preview._replace(quick=room)
    about, other = game.display.about(first.position), game.display.about(second.position)
    if first.position.dealer != second.position.dealer:
        first = first._replace(position=first.position._replace(dealer=""))
    live = common_live(
        *(game.display.live(at.position, at.stage, at.deal_answers) for at in (first, second))
    )
    named = {field.name: field for field in shown}
    question = QuestionView(
        game, first, AnswerForm(shown), {}, named, {}, preview, predicted_live=live
    )
    return question, about if about == other else None


def common_fields(one: tuple[Field, ...], other: tuple[Field, ...]) -> tuple[Field, ...] | None:
    """Return the fields with what both simulations share, or None if their shapes differ."""
    if len(one) != len(other) or any(
        getattr(a, name) != getattr(b, name)
        for a, b in zip(one, other, strict=True)
        for name in SHAPE_ATTRIBUTES
    ):
        return None
    return tuple(common_field(a, b) for a, b in zip(one, other, strict=True))


def common_field(one: Field, other: Field) -> Field:
    """Return a field with the values that both share, and limits that include those of both."""
    same = common_values(one.limits, other.limits)
    spans = [each.limits.bounds(seat) for each in (one, other) for seat in (*each.seats, "")]
    wide = {"least": min(least for least, _ in spans), "most": max(most for _, most in spans)}
    parts = {
        "limits": NumberLimits(**(wide | same if "by_seat" in same else same | wide)),
        "hints": PageHints(**common_values(one.hints, other.hints)),
    }
    return replace(blank_field(one), **(common_values(one, other) | parts))


def blank_field(field: Field) -> Field:
    """Return the field with only its name, kind, stage and label."""
    return Field(name=field.name, kind=field.kind, stage=field.stage, label=field.label)


def common_values(one: FieldPart, other: FieldPart) -> dict[str, Any]:
    """Return the values that are equal in both, by name."""
    return {
        each.name: getattr(one, each.name)
        for each in fields(one)
        if getattr(one, each.name) == getattr(other, each.name)
    }


def common_preview(one: Preview, other: Preview) -> Preview:
    """Return the parts of the preview that both simulations share."""
    same = {
        name: getattr(one, name)
        for name in Preview._fields
        if getattr(one, name) == getattr(other, name)
    }
    return Preview(**same)


def common_live(one: LiveHints, other: LiveHints) -> LiveHints:
    """Return the live hints that both simulations share."""
    same = {
        name: getattr(one, name)
        for name in LiveHints._fields
        if getattr(one, name) == getattr(other, name)
    }
    return LiveHints(**same)


def without_live_hints(preview: Preview) -> Preview:
    """Return the preview without sentences and totals, which change as values are entered.

    Only notes and quick answers stay.
    """
    return Preview(notes=preview.notes, quick=preview.quick, quick_label=preview.quick_label)
