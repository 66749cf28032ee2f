"""The main routes of a match: its page, saving and previewing an answer, and the score sheet.

Importing this module adds the routes of the other modules to `bp`. Needs a log, but no database.
"""

from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import commands
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match import (
    bg_stats,
    client_data,
    conflicts,
    corrections,
    history,
    leaderboard,
    lifecycle,
    prefetch,
    question_builder,
    sharing,
    sheets,
    submissions,
    submit,
)
from scorekeeper.web.match.context import (
    MatchView,
    command_meta,
    current_log,
    match_or_404,
    render_match,
    retarget_to_match,
    wants_part,
)
from scorekeeper.web.match.page import (
    alternative_stages,
    bp,
    current_question,
    last_step_version,
    match_page,
    next_question,
    question_before_undo,
    required_seat_field,
    respond_saved,
)
from scorekeeper.web.match.question import QUICK_INPUT, QuestionView

bp.app_template_filter("capitalize_first")(history.capitalize_first)
bp.app_template_global("result_text")(sharing.result_text)
bp.app_template_global("required_seat_field")(required_seat_field)
bp.app_template_global("leaderboard")(leaderboard.leaderboard)
bp.app_template_global("bg_stats_url")(bg_stats.bg_stats_url)
bp.app_template_global("live_data")(client_data.live_data)

__all__ = [  # these add their routes to bp
    "bp",
    "corrections",
    "history",
    "lifecycle",
    "prefetch",
    "sharing",
    "submit",
]


@bp.get("/<int:match_id>")
def show(match_id: int) -> ResponseReturnValue:
    """The match page: the current question, or the final result."""
    match = match_or_404(match_id)
    instead = request.args.get("instead") == "1"
    seat = submissions.own_seat(match) if request.args.get("mine") == "1" else None
    saved = request.args.get("saved", "")
    # A step's version in the URL shows the toast only while that step is the last one.
    if saved not in (
        "undone",
        "draft",
        "same",
    ):
        saved = "saved" if saved == str(last_step_version(match)) else ""
    chosen = request.args.get("seat", "")
    return match_page(
        match,
        current_question(match, instead, chosen),
        saved=saved,
        own=submissions.own_form(match, seat),
    )


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>")
def record(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Save one stage of a deal, then show the next question."""
    return try_fast_save(match_id, number, stage) or save_answer(
        match_or_404(match_id), number, stage
    )


@bp.get("/<int:match_id>/rounds/<int:number>/<stage>")
@bp.get("/<int:match_id>/rounds/<int:number>/<stage>/look")
@bp.get("/<int:match_id>/rounds/<int:number>/<stage>/mine")
def redirect_to_match(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Redirect a GET of a POST URL, which is in a browser's address bar after a refusal."""
    return redirect(url_for("matches.show", match_id=match_id), code=303)


def try_fast_save(match_id: int, number: int, stage: str) -> ResponseReturnValue | None:
    """Save an answer that fits the cached sheet, without reading the log first.

    The write is refused if the match has a newer version, so no read is needed. Returns None if the
    answer was not saved this way; nothing was written in that case.
    """
    sheet, table_state = current_log().cached_state(match_id) or (None, None)
    asked = sheet.asked_for(number, stage) if sheet and not sheet.deleted else None
    if sheet is None or table_state is None or asked is None or "quick" in request.form:
        return None
    form = question_builder.read_form(sheet.game, asked, request.form)
    if form.wrong:
        return None
    try:
        after = commands.record_stage(
            current_log(), match_id, number, stage, form.answers, command_meta(), known=sheet
        )
    except (Refused, Stale):
        return None
    match = MatchView(match_id, after, table_state.people, table_state.submissions)
    return respond_saved(match_id, instead=stage != asked_stage(sheet), match=match)


def save_answer(match: MatchView, number: int, stage: str) -> ResponseReturnValue:
    """Save an answer after reading the newest sheet; 409 if it is too late, 422 if refused."""
    asked = match.sheet.asked_for(number, stage)
    if asked is None or match.sheet.deleted:
        return conflicts.conflict_page(match, number, stage, request.form)
    ask = question_builder.from_post(match.sheet.game, asked, request.form, looking=False)
    quick = ask.buttons.get(request.form.get(QUICK_INPUT, ""))
    if quick and ask.entered_answers and "sure" not in request.form:
        return render_refusal(match, ask, [discard_warning(quick)])
    if ask.form.wrong and not quick:
        return render_refusal(match, ask, ask.form.wrong)
    answers = quick.answers if quick else ask.answers
    try:
        after = commands.record_stage(
            current_log(), match.id, number, stage, answers, command_meta(), known=match.sheet
        )
    except Refused as refusal:
        return render_refusal(match, ask, refusal.problems)
    except Stale:
        return conflicts.conflict_page(match_or_404(match.id), number, stage, request.form)
    return respond_saved(
        match.id,
        instead=stage != asked_stage(match.sheet),
        match=replace(match, sheet=after),
    )


def discard_warning(quick: QuickAnswer) -> Problem:
    """The problem shown once before a quick answer replaces entered answers."""
    reason = say(
        "“{answer}” would discard what you entered. Choose “{answer}” again to confirm.",
        answer=quick.label,
    )
    return Problem("discards", reason)


def render_refusal(
    match: MatchView, ask: QuestionView, found: list[Problem]
) -> ResponseReturnValue:
    """The question with the typed values and their problems (422)."""
    told = replace(question_builder.with_problems(ask, found), in_place=wants_part())
    return match_page(match, submissions.annotate(match, told), status=422)


def asked_stage(sheet: Scoresheet) -> str | None:
    return sheet.asked.stage if sheet.asked else None


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>/look")
def preview(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Preview a partly filled form: forbidden values, suggestions, results. Saves nothing."""
    match = match_or_404(match_id)
    asked = match.sheet.asked_for(number, stage)
    if asked is None:
        return retarget_to_match(conflicts.conflict_page(match, number, stage, request.form))
    ask = preview_question(match, asked)
    if wants_part():
        ask = replace(ask, in_place=True)
        return render_match(
            "match/_question_fields.html", match, ask=ask, others=alternative_stages(match.sheet)
        )
    return match_page(match, ask)


def preview_question(match: MatchView, asked: AskedStage) -> QuestionView:
    """The question for a preview: with the typed values and a quick answer, if one was chosen.

    The posted `do` can be "clear" for an empty question or "refill" for undone answers.
    """
    game = match.sheet.game
    match request.form.get("do"):
        case "clear":
            return submissions.merge_submissions(match, question_builder.blank(game, asked))
        case "refill" if filled := question_before_undo(match.sheet, asked):
            return submissions.merge_submissions(match, filled)
    ask = question_builder.from_post(game, asked, request.form, looking=True)
    quick = ask.quick.get(request.form.get(QUICK_INPUT, ""))
    if quick and quick.saves:
        return replace(ask, instead=quick)
    if quick:
        return submissions.annotate(
            match, question_builder.blank(game, asked, {**ask.entered_answers, **quick.answers})
        )
    return submissions.merge_submissions(match, ask, request.form)


@bp.get("/<int:match_id>/sheet")
def sheet(match_id: int) -> ResponseReturnValue:
    """The whole score sheet; `?why=` explains one number."""
    match = match_or_404(match_id)
    return render_match(
        "match/sheet.html",
        match,
        board=whole_board(match),
        question=next_question(match.sheet),
        own=submissions.own_form(match, submissions.own_seat(match)),
    )


@bp.get("/<int:match_id>/sheet/board")
def board(match_id: int) -> ResponseReturnValue:
    """Only the score sheet, fetched when a number is tapped."""
    match = match_or_404(match_id)
    return render_match("match/_sheet_table.html", match, board=whole_board(match))


def whole_board(match: MatchView) -> sheets.Board:
    return sheets.build_board(match.sheet, match.people, why=request.args.get("why", ""))
