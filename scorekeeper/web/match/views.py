"""The match at the table: the question, the sheet, undo, ending, the podium.

Needs nothing but a log that was handed in; runs without a database.
"""

from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import commands
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.match.sheet import Asked, Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules.display import Quick
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
from scorekeeper.web.match.context import Match, opened, render, sent, the_log, wants_part
from scorekeeper.web.match.page import (
    before_undo,
    bp,
    last_of,
    next_question,
    others,
    page,
    question,
    seat_asked,
    written,
)
from scorekeeper.web.match.question import QUICK, Ask

bp.app_template_filter("begun")(history.begun)
bp.app_template_global("share_text")(sharing.as_text)
bp.app_template_global("seat_asked")(seat_asked)
bp.app_template_global("leaderboard")(leaderboard.leaderboard)
bp.app_template_global("bg_stats")(bg_stats.bg_stats)
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
    """What the table must answer now, or how the match ended."""
    match = opened(match_id)
    instead = request.args.get("instead") == "1"
    seat = submissions.own_seat(match) if request.args.get("mine") == "1" else None
    saved = request.args.get("saved", "")
    if saved not in (
        "undone",
        "draft",
        "same",
    ):  # a word on the last step, not on one that is long past
        saved = "saved" if saved == str(last_of(match)) else ""
    chosen = request.args.get("seat", "")
    return page(
        match, question(match, instead, chosen), saved=saved, own=submissions.of_seat(match, seat)
    )


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>")
def record(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Write down one stage of a deal, then ask the next question."""
    return recorded_at_once(match_id, number, stage) or recorded(opened(match_id), number, stage)


@bp.get("/<int:match_id>/rounds/<int:number>/<stage>")
@bp.get("/<int:match_id>/rounds/<int:number>/<stage>/look")
@bp.get("/<int:match_id>/rounds/<int:number>/<stage>/mine")
def answered(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """The address that stands above a refused answer where there is no script."""
    return redirect(url_for("matches.show", match_id=match_id), code=303)


def recorded_at_once(match_id: int, number: int, stage: str) -> ResponseReturnValue | None:
    """An answer that fits the sheet as it was last seen: it is written only if nothing came in
    between, so nobody needs to look first, nor who sits there. None for any other, with nothing
    written.
    """
    sheet, seats = the_log().lately(match_id) or (None, None)
    asked = sheet.asked_for(number, stage) if sheet and not sheet.thrown_away else None
    if sheet is None or seats is None or asked is None or "quick" in request.form:
        return None
    form = question_builder.read(sheet.game, asked, request.form)
    if form.wrong:
        return None
    try:
        after = commands.record(
            the_log(), match_id, number, stage, form.answers, sent(), known=sheet
        )
    except (Refused, Stale):
        return None
    match = Match(match_id, after, seats.people, seats.slips)
    return written(match_id, instead=stage != asked_first(sheet), match=match)


def recorded(match: Match, number: int, stage: str) -> ResponseReturnValue:
    """Any answer: too late, a quick one, not to be read, refused, or written."""
    asked = match.sheet.asked_for(number, stage)
    if asked is None or match.sheet.thrown_away:
        return too_late(match, number, stage)
    ask = question_builder.typed(match.sheet.game, asked, request.form, looking=False)
    quick = ask.buttons.get(request.form.get(QUICK, ""))
    if quick and ask.said and "sure" not in request.form:
        return refused(match, ask, [would_discard(quick)])
    if ask.form.wrong and not quick:
        return refused(match, ask, ask.form.wrong)
    answers = quick.answers if quick else ask.answers
    try:
        after = commands.record(
            the_log(), match.id, number, stage, answers, sent(), known=match.sheet
        )
    except Refused as refusal:
        return refused(match, ask, refusal.problems)
    except Stale:
        return too_late(opened(match.id), number, stage)
    return written(
        match.id,
        instead=stage != asked_first(match.sheet),
        match=replace(match, sheet=after),
    )


def would_discard(quick: Quick) -> Problem:
    """Asked once before a quick answer is saved over answers that were entered."""
    reason = say(
        "“{answer}” would discard what you entered. Choose it again to save it.", answer=quick.label
    )
    return Problem("discards", reason)


def refused(match: Match, ask: Ask, found: list[Problem]) -> ResponseReturnValue:
    """The question with what was typed and what is wrong with it."""
    told = replace(question_builder.refused(ask, found), in_place=wants_part())
    return page(match, submissions.marked(match, told), status=422)


def asked_first(sheet: Scoresheet) -> str | None:
    return sheet.asked.stage if sheet.asked else None


def too_late(match: Match, number: int, stage: str) -> ResponseReturnValue:
    """Somebody was faster: what is there now, and what was typed beside it."""
    if the_log().sent(match.id, sent().key):
        return written(match.id)
    return conflicts.page(match, number, stage, request.form)


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>/look")
def look(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """What a half-filled form forbids, suggests and would bring. Writes nothing."""
    match = opened(match_id)
    asked = match.sheet.asked_for(number, stage)
    if asked is None:
        return conflicts.instead_of_part(too_late(match, number, stage))
    ask = looked_at(match, asked)
    if wants_part():
        ask = replace(ask, in_place=True)
        return render("matches/_ask.html", match, ask=ask, others=others(match.sheet))
    return page(match, ask)


def looked_at(match: Match, asked: Asked) -> Ask:
    """The question with what is typed so far, with a quick answer filled in, cleared, or with
    the answers that were undone.
    """
    game = match.sheet.game
    match request.form.get("do"):
        case "clear":
            return submissions.arrived(match, question_builder.fresh(game, asked))
        case "refill" if filled := before_undo(match.sheet, asked):
            return submissions.arrived(match, filled)
    ask = question_builder.typed(game, asked, request.form, looking=True)
    quick = ask.quick.get(request.form.get(QUICK, ""))
    if quick and quick.saves:
        return replace(ask, instead=quick)
    if quick:
        return submissions.marked(
            match, question_builder.fresh(game, asked, {**ask.said, **quick.answers})
        )
    return submissions.arrived(match, ask, request.form)


@bp.get("/<int:match_id>/sheet")
def sheet(match_id: int) -> ResponseReturnValue:
    """The whole score sheet; `why` opens the reason of one number."""
    match = opened(match_id)
    return render(
        "matches/sheet.html",
        match,
        board=whole_board(match),
        question=next_question(match.sheet),
        own=submissions.of_seat(match, submissions.own_seat(match)),
    )


@bp.get("/<int:match_id>/sheet/board")
def board(match_id: int) -> ResponseReturnValue:
    """The sheet alone, for a tap on a number."""
    match = opened(match_id)
    return render("matches/_board.html", match, board=whole_board(match))


def whole_board(match: Match) -> sheets.Board:
    return sheets.board(match.sheet, match.people, why=request.args.get("why", ""))
