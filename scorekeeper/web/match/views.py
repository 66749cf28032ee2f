"""The main views of a match: its page, saving and previewing an answer, and the score sheet."""

from contextlib import suppress
from dataclasses import replace

from flask import make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused
from scorekeeper.match import commands
from scorekeeper.match.commands import Stale
from scorekeeper.match.sheet import AskedStage
from scorekeeper.messages import say
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Problem
from scorekeeper.rules.validation import inactive_reason
from scorekeeper.web.match import conflicts, sheet_view, submissions
from scorekeeper.web.match.context import (
    MatchView,
    cached_match,
    command_meta,
    current_log,
    match_or_404,
    render_match,
    retarget_to_match,
    wants_part,
)
from scorekeeper.web.match.page import (
    alternative_stages,
    current_question,
    last_step_version,
    match_page,
    next_question,
    question_before_undo,
    respond_saved,
)
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import QUICK_INPUT
from scorekeeper.web.match.questions.question import QuestionView


def show(match_id: int) -> ResponseReturnValue:
    """Show the match page: the current question, or the final result."""
    match = match_or_404(match_id)
    instead = request.args.get("instead") == "1"
    seat = submissions.own_seat(match) if request.args.get("mine") == "1" else None
    saved = request.args.get("saved", "")
    # A step's version in the URL shows the toast only while that step is the last one.
    if saved not in (
        "undone",
        "draft",
        "same",
        "already",
    ):
        saved = "saved" if saved == str(last_step_version(match)) else ""
    # The seat remains in the URL after its deal is saved, so it applies only to that deal.
    is_this_deal = request.args.get("deal") == str(match.sheet.position.number)
    chosen = request.args.get("seat", "") if is_this_deal else ""
    return match_page(
        match,
        current_question(match, instead, chosen),
        saved=saved,
        own=submissions.own_form(match, seat),
    )


def record(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Save one stage of a deal, then show the next question.

    An answer that fits the sheet in memory is saved without reading the log first. The write is
    refused if the match has a newer version. The answer is then checked against the newest sheet.
    The status is 422 if the answer is refused, and 409 if it is too late.
    """
    remembered = cached_match(match_id)
    if remembered and QUICK_INPUT not in request.form:  # a button's number depends on the sheet
        with suppress(Refused, Stale):
            return save_answer(remembered, number, stage)
    match = match_or_404(match_id)
    try:
        return save_answer(match, number, stage)
    except Refused as refusal:
        return render_refusal(
            match, require_answerable_stage(match, number, stage), refusal.problems
        )
    except Stale:
        match = match_or_404(match_id)
        if conflicts.is_already_saved(match.sheet, number, stage, request.form):
            return respond_saved(match.id, saved="already")
        return conflicts.conflict_page(match, number, stage, request.form)


def redirect_to_match(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Redirect a GET request for a URL that accepts only POST requests to the match.

    A browser's address bar shows such a URL after a refusal.
    """
    return redirect(url_for("matches.show", match_id=match_id), code=303)


def save_answer(match: MatchView, number: int, stage: str) -> ResponseReturnValue:
    """Save the posted answer to this question.

    Raises Refused if the answer is refused, and Stale if the match does not ask this question now.
    """
    asked_stage = require_answerable_stage(match, number, stage)
    answers = posted_answers(match.sheet.game, asked_stage)
    after = commands.record_stage(
        current_log(), match.id, number, stage, answers, command_meta(), known=match.sheet
    )
    instead = match.sheet.asked_stage is None or stage != match.sheet.asked_stage.stage
    return respond_saved(match.id, instead=instead, match=replace(match, sheet=after))


def require_answerable_stage(match: MatchView, number: int, stage: str) -> AskedStage:
    """Return this stage of the deal. Raises Stale if it cannot be answered now."""
    asked_stage = match.sheet.answerable_stage(number, stage)
    if asked_stage is None or match.sheet.is_deleted:
        raise Stale(match.sheet)
    return asked_stage


def posted_answers(game: Game, asked_stage: AskedStage) -> Answers:
    """Return the entered answers or, if a quick answer was chosen, its answers.

    Raises Refused if the answers cannot be read or contain numbers for players who are not in
    the question, or if a quick answer would discard entered ones.
    """
    if chosen := request.form.get(QUICK_INPUT):
        question = question_builder.from_post(game, asked_stage, request.form, is_preview=False)
        quick = question.buttons.get(chosen)
        if quick and question.entered_answers and "sure" not in request.form:
            raise Refused([discard_warning(quick)])
        if quick:
            return quick.answers
    form = question_builder.read_form(game, asked_stage, request.form)
    if form.parse_problems:
        raise Refused(form.parse_problems)
    if problems := absent_player_problems(asked_stage, form):
        raise Refused(problems)
    # The rules refuse entered numbers that disagree with the fixed ones.
    return {**form.answers, **form.numbers_over_fixed}


def absent_player_problems(asked_stage: AskedStage, form: AnswerForm) -> list[Problem]:
    """Return a problem for each number of a player who does not take part in this deal."""
    position, fields = asked_stage.position, [box.field for box in form.boxes]
    return [
        Problem("not_active", inactive_reason(position, fields, seat), box.field.name, seat)
        for box, seat, _ in form.values_of_absent_players(request.form, position.players)
    ]


def discard_warning(quick: QuickAnswer) -> Problem:
    """Return the problem shown once before a quick answer replaces entered answers."""
    reason = say(
        "“{answer}” would discard what you entered. Choose “{answer}” again to confirm.",
        answer=quick.label,
    )
    return Problem("discards", reason)


def render_refusal(
    match: MatchView, asked_stage: AskedStage, problems: list[Problem]
) -> ResponseReturnValue:
    """Render the question with the typed values and their problems (422)."""
    question = question_builder.from_post(
        match.sheet.game, asked_stage, request.form, is_preview=False
    )
    refused = replace(question_builder.with_problems(question, problems), is_in_place=wants_part())
    return match_page(match, submissions.annotate(match, refused), status=422)


def preview(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Preview a partly filled-in form without saving it: forbidden values, suggestions, results.

    A header reports the match's version, because the page may show an older one.
    """
    match = match_or_404(match_id)
    asked_stage = match.sheet.answerable_stage(number, stage)
    if asked_stage is None:
        page = retarget_to_match(conflicts.conflict_page(match, number, stage, request.form))
        return with_version(page, match)
    question = preview_question(match, asked_stage)
    if wants_part():
        question = replace(question, is_in_place=True)
        part = render_match(
            "match/_question_fields.html",
            match,
            question=question,
            others=alternative_stages(match.sheet),
        )
        return with_version(part, match)
    return match_page(match, question)


def with_version(answer: ResponseReturnValue, match: MatchView) -> ResponseReturnValue:
    """Add the version of the match to a preview.

    A page that shows an older version ignores the preview.
    """
    response = make_response(answer)
    response.headers["Scorekeeper-At"] = match.page_version
    return response


def preview_question(match: MatchView, asked_stage: AskedStage) -> QuestionView:
    """Return the question for a preview, with the typed values and any chosen quick answer.

    The posted `do` may be "clear" to empty the question, or "refill" to fill in the answers that
    were undone.
    """
    game = match.sheet.game
    match request.form.get("do"):
        case "clear":
            return submissions.merge_submissions(
                match, question_builder.unposted_question(game, asked_stage)
            )
        case "refill" if filled := question_before_undo(match.sheet, asked_stage):
            return submissions.merge_submissions(match, filled)
    question = question_builder.from_post(game, asked_stage, request.form, is_preview=True)
    quick = question.quick_answers.get(request.form.get(QUICK_INPUT, ""))
    if quick and quick.submits:
        return replace(question, quick_answer=quick)
    if quick:
        return submissions.annotate(
            match,
            question_builder.unposted_question(
                game, asked_stage, {**question.entered_answers, **quick.answers}
            ),
        )
    return submissions.merge_submissions(match, question, request.form)


def sheet(match_id: int) -> ResponseReturnValue:
    """Show the whole score sheet.

    `?why=` selects a number to explain.
    """
    match = match_or_404(match_id)
    return render_match(
        "match/sheet.html",
        match,
        board=whole_board(match),
        asked=next_question(match.sheet),
        own=submissions.own_form(match, submissions.own_seat(match)),
    )


def board(match_id: int) -> ResponseReturnValue:
    """Show only the score sheet, which the page fetches when a number is tapped."""
    match = match_or_404(match_id)
    return render_match("match/_sheet_table.html", match, board=whole_board(match))


def whole_board(match: MatchView) -> sheet_view.Board:
    return sheet_view.build_board(match.sheet, match.people, why=request.args.get("why", ""))
