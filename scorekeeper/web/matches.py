"""The match at the table: the question, the sheet, undo, ending, the podium.

Needs nothing but a log that was handed in; runs without a database.
"""

from dataclasses import replace

from flask import make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper import access, table
from scorekeeper.reading import small_number
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.onpage import Quick
from scorekeeper.scoresheet import Asked, Scoresheet
from scorekeeper.table import Refused, Stale
from scorekeeper.web import asking, clashes, corrections, endings, sharing, sheets
from scorekeeper.web.asking import Ask
from scorekeeper.web.pages import LAST_ROWS, Match, opened, render, sent, the_log, wants_part
from scorekeeper.web.showing import bp, last_of, next_question, page, written

bp.app_template_global("share_text")(sharing.as_text)

__all__ = ["bp", "corrections", "endings", "sharing"]  # these add their routes to bp


@bp.get("/<int:match_id>")
def show(match_id: int) -> ResponseReturnValue:
    """What the table must answer now, or how the match ended."""
    match = opened(match_id)
    instead = request.args.get("instead") == "1"
    saved = request.args.get("saved", "")
    if saved not in ("undone", "draft"):  # a word on the last step, not on one that is long past
        saved = "saved" if saved == str(last_of(match)) else ""
    return page(match, next_question(match.sheet, instead), saved=saved)


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>")
def record(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Write down one stage of a deal, then ask the next question."""
    access.require("score")
    return recorded_at_once(match_id, number, stage) or recorded(opened(match_id), number, stage)


def recorded_at_once(match_id: int, number: int, stage: str) -> ResponseReturnValue | None:
    """An answer that fits the sheet as it was last seen: it is written only if nothing came in
    between, so nobody needs to look first. None for any other, with nothing written.
    """
    sheet = the_log().lately(match_id)
    asked = sheet.asked_for(number, stage) if sheet and not sheet.thrown_away else None
    if sheet is None or asked is None or "quick" in request.form:
        return None
    form = asking.read(sheet.game, asked, request.form)
    if form.wrong:
        return None
    try:
        after = table.record(the_log(), match_id, number, stage, form.answers, sent(), known=sheet)
    except (Refused, Stale):
        return None
    match = Match(match_id, after, the_log().people(match_id))
    return written(match_id, instead=stage != asked_first(sheet), match=match)


def recorded(match: Match, number: int, stage: str) -> ResponseReturnValue:
    """Any answer: too late, a quick one, not to be read, refused, or written."""
    asked = match.sheet.asked_for(number, stage)
    if asked is None or match.sheet.thrown_away:
        return too_late(match, number, stage)
    quick, answers = None, {}
    if "quick" in request.form:
        quick = chosen_quick(asking.typed(match.sheet.game, asked, request.form, looking=False))
    if quick:
        if not quick.saves:
            return page(match, asking.fresh(match.sheet.game, asked, dict(quick.answers)))
        answers = dict(quick.answers)
    else:
        form = asking.read(match.sheet.game, asked, request.form)
        if form.wrong:
            return refused(match, asked, form.wrong)
        answers = form.answers
    try:
        after = table.record(the_log(), match.id, number, stage, answers, sent(), known=match.sheet)
    except Refused as refusal:
        return refused(match, asked, refusal.problems)
    except Stale:
        return too_late(opened(match.id), number, stage)
    return written(
        match.id,
        instead=stage != asked_first(match.sheet),
        match=replace(match, sheet=after),
    )


def refused(match: Match, asked: Asked, found: list[Problem]) -> ResponseReturnValue:
    """The question with what was typed and what is wrong with it."""
    ask = asking.typed(match.sheet.game, asked, request.form, looking=False)
    return page(match, asking.refused(ask, found), status=422)


def asked_first(sheet: Scoresheet) -> str | None:
    return sheet.asked.stage if sheet.asked else None


def chosen_quick(ask: Ask) -> Quick | None:
    """The quick answer whose button was tapped, if one was."""
    number = small_number(request.form.get("quick", ""))
    if number is None or number >= len(ask.preview.quick):
        return None
    quick = ask.preview.quick[number]
    return None if quick.disabled else quick


def too_late(match: Match, number: int, stage: str) -> ResponseReturnValue:
    """Somebody was faster: what is there now, and what was typed beside it."""
    if the_log().sent(match.id, sent().key):
        return written(match.id)
    clash = clashes.clash(match.sheet, number, [(stage, request.form)])
    part = "matches/_clash.html" if wants_part() else "matches/clash.html"
    return render(
        part, match, 409, clash=clash, board=sheets.board(match.sheet, match.people, LAST_ROWS)
    )


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>/look")
def look(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """What a half-filled form forbids, suggests and would bring. Writes nothing."""
    match = opened(match_id)
    asked = match.sheet.asked_for(number, stage)
    if asked is None:
        response = make_response(too_late(match, number, stage))
        # A look swaps the question alone; this answer is the whole match.
        response.headers["HX-Retarget"] = "#match"
        response.headers["HX-Reswap"] = "outerHTML"
        return response
    ask = looked_at(match.sheet, asked)
    if wants_part():
        return render("matches/_ask.html", match, ask=ask, others=())
    return page(match, ask)


def looked_at(sheet: Scoresheet, asked: Asked) -> Ask:
    """The question with what is typed so far, or with a quick answer filled in."""
    ask = asking.typed(sheet.game, asked, request.form, looking=True)
    quick = chosen_quick(ask)
    return asking.fresh(sheet.game, asked, dict(quick.answers)) if quick else ask


@bp.get("/<int:match_id>/sheet")
def sheet(match_id: int) -> ResponseReturnValue:
    """The whole score sheet; `why` opens the reason of one number."""
    match = opened(match_id)
    question = next_question(match.sheet)
    return render("matches/sheet.html", match, board=whole_board(match), question=question)


@bp.get("/<int:match_id>/sheet/board")
def board(match_id: int) -> ResponseReturnValue:
    """The sheet alone, for a tap on a number."""
    match = opened(match_id)
    return render("matches/_board.html", match, board=whole_board(match))


def whole_board(match: Match) -> sheets.Board:
    return sheets.board(match.sheet, match.people, why=request.args.get("why", ""))
