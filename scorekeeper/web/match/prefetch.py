"""Predict up to six of a match's next questions, for use without a network.

The match is simulated twice with opposite answers (simulated_stages.py). A predicted question keeps
what both simulations agree on and leaves the rest blank. Prediction stops when the simulations
reach different stages, or when the agreed number of deals has been played. No simulation takes a
player out or reaches a target, because the page computes the totals and stops there itself.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from flask import jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import Message
from scorekeeper.rules.live_hints import LiveHints
from scorekeeper.web.match.common_question import (
    KnownQuestion,
    common_question,
    without_live_hints,
)
from scorekeeper.web.match.context import (
    MatchView,
    match_or_404,
    new_key,
)
from scorekeeper.web.match.leaderboard import sides_still_in_first
from scorekeeper.web.match.page import alternative_stages, next_question
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.questions.totals_data import totals_data
from scorekeeper.web.match.simulated_stages import (
    NEXT_DEALER,
    OVER,
    SIMULATIONS,
    SimulatedStages,
    next_asked,
    next_simulated_stages,
)
from scorekeeper.web.match.step_text import title_with_deal

MAX_PREDICTED_STAGES = 6  # enough for three deals of two stages each


class Prediction(NamedTuple):
    """A predicted question, or one for each value that it depends on (simulated_stages.py).

    There are no questions if the match is over.
    """

    questions: dict[str, KnownQuestion]
    depends_on: str = ""


def upcoming_questions(match_id: int) -> ResponseReturnValue:
    """Return the current and the predicted questions as JSON: {"next": [{"address", "part"}]}.

    If a question depends on an earlier choice, it has "choices" instead of "part": one part for
    each value of the field "choice". If a question depends on the next dealer, it has "dealers". If
    another stage, such as a call, can be answered instead, "other" is the question for that stage,
    and "after_other" is the current question after it.

    An entry with "over" in place of a question means that the last of the agreed deals has been
    played. The key "over" has the part that is then shown, and "board" the leaderboard, which the
    page fills with the totals. "totals" is the data for the totals, unless the current question has
    it. If "decided" is true, the totals decide whether another question follows. If a deal can take
    a player out, "out" is the part that is then shown.
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
    if parts["next"]:
        parts |= totals_parts(match.sheet)
        parts["over"] = render_template("match/_predicted_end.html")
        parts["board"] = render_board(match)
    response = jsonify(parts)
    response.headers["Cache-Control"] = "no-store"  # each question has a new key
    return response


def render_board(match: MatchView) -> str:
    """Render the leaderboard of predicted questions, or "" if games within the match replace it."""
    sheet, columns = match.sheet, match.sheet.game.display.columns
    if columns and columns(sheet.played_deals, sheet.position):
        return ""
    return render_template(
        "match/_predicted_leaderboard.html",
        game=sheet.game,
        sides=sides_still_in_first(sheet, match.people),
    )


def render_prediction(match: MatchView, prediction: Prediction) -> dict[str, Any]:
    """Render a prediction: the address of its question, and its part or its parts by key."""
    if not prediction.questions:
        return {"over": True}
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


def totals_parts(sheet: Scoresheet) -> dict[str, Any]:
    """Return what the page needs to know about totals: "totals" and "decided", if they apply."""
    asked_stage = sheet.asked_stage
    if asked_stage is None:
        return {}
    hints = sheet.game.display.live_hints(
        asked_stage.position, asked_stage.stage, asked_stage.deal_answers
    )
    totals = hints.totals or hints.waiting_totals
    parts: dict[str, Any] = {"decided": True} if totals and totals.decide_the_match else {}
    if totals and totals.out_limit is not None:
        parts["out"] = render_template("match/_predicted_out.html")
    if hints.waiting_totals:
        parts["totals"] = totals_data(hints.waiting_totals)
    return parts


def predict_questions(sheet: Scoresheet) -> Iterator[Prediction]:
    """Yield the current question, then up to six predicted ones.

    Each question is paired with the line below its title. The line is None if it is not known. If
    the last of the agreed deals ends the match, a final prediction without questions follows.
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
        if all(each and each.stage == OVER for stages in variants.values() for each in stages):
            yield Prediction({})
            return
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


def without_totals(live: LiveHints | None) -> LiveHints | None:
    """Return the live hints without the totals, which depend on the simulated answers.

    The page computes the totals from the answers that wait on the phone.
    """
    return live and live._replace(totals=None)
