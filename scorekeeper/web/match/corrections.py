"""Correcting an old deal: the same fields as when it was written, and what will change.

A correction that makes later deals impossible goes through them, a page each, and is kept as a
draft meanwhile. All of it is written in one step.
"""

import re
from contextlib import suppress
from dataclasses import replace

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.match import commands
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.match.events import CorrectionDrafted, Deals, Stages, deals_of
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.web.match import conflicts, question_builder, sheets
from scorekeeper.web.match.context import (
    LAST_ROWS,
    Match,
    opened,
    render,
    sent,
    the_log,
    wants_part,
    whole_number,
)
from scorekeeper.web.match.correction_draft import Correction, Posted, correction, is_unchanged
from scorekeeper.web.match.effects import effects, for_the_match
from scorekeeper.web.match.page import bp, written

OF_A_DEAL = re.compile(r"(?:([1-9][0-9]{0,5})\.)?[^.]+\..+")  # "4.cards.closer", "cards.closer"
CORRECT = "/<int:match_id>/rounds/<int:number>/correct"


def is_written(match: Match, *numbers: int) -> bool:
    return all(1 <= number <= len(match.sheet.said) for number in numbers)


def posted_by_deal(number: int) -> dict[int, Posted]:
    """The fields that were posted, by deal; the corrected one has no number before its names.

    A suggestion belongs to the deal of the field that it names.
    """
    found: dict[int, Posted] = {}
    for name, value in request.form.items(multi=True):
        if match := OF_A_DEAL.fullmatch(value if name == question_builder.REST else name):
            deal = int(match[1] or number)
            found.setdefault(deal, MultiDict()).add(name, value)
    return found


def drafted(sheet: Scoresheet, number: int) -> dict[int, Stages]:
    """The deals of a draft that are still on the sheet."""
    draft = sheet.drafts.get(number)
    if draft is None or not isinstance(draft.event, CorrectionDrafted):
        return {}
    return {n: stages for n, stages in deals_of(draft.event) if n <= len(sheet.said)}


def of_form(match: Match, number: int, at: int, *, looking: bool = False) -> Correction:
    posted = {n: said for n, said in posted_by_deal(number).items() if is_written(match, n)}
    return correction(match.sheet, number, at, posted, {}, looking=looking)


def shown(match: Match, found: Correction, status: int = 200, seen: int = 0) -> ResponseReturnValue:
    """The correcting page, or its part after a POST."""
    sheet, then = match.sheet, found.then
    if wants_part():
        found = on_an_open_page(found)
    return render(
        "matches/_correct.html" if wants_part() else "matches/correct.html",
        match,
        status,
        correction=found,
        seen=seen or sheet.version,
        later=len(sheet.said) - found.number,
        was=sheet.written[found.at - 1],
        unchanged=found.then is not None and is_unchanged(sheet, found.corrected),
        effects=list(effects(sheet, then)) if then else [],
        for_the_match=list(for_the_match(sheet, then)) if then else [],
        board=sheets.board(sheet, match.people, LAST_ROWS),
    )


def on_an_open_page(found: Correction) -> Correction:
    """The same where a reason must not move anything."""
    asks = tuple(replace(ask, in_place=True) for ask in found.asks)
    return replace(found, page=replace(found.page, asks=asks))


@bp.get(CORRECT)
@bp.get(f"{CORRECT}/<int:at>")
def ask_correction(match_id: int, number: int, at: int | None = None) -> ResponseReturnValue:
    """An old deal as it was written, or as its draft has it, to be corrected."""
    match = opened(match_id)
    if not is_written(match, number):
        abort(404, say("This deal has not been written down."))
    draft, found = match.sheet.drafts.get(number), drafted(match.sheet, number)
    if at is not None and not (found and number < at and is_written(match, at)):
        return redirect(url_for(".ask_correction", match_id=match_id, number=number), code=303)
    seen = draft.version if draft else match.sheet.version
    return shown(match, correction(match.sheet, number, at or number, {}, found), seen=seen)


@bp.get(f"{CORRECT}/look")
@bp.get(f"{CORRECT}/<int:at>/look")
def looked(match_id: int, number: int, at: int | None = None) -> ResponseReturnValue:
    """The address that stands above a look where there is no script."""
    page = url_for(".ask_correction", match_id=match_id, number=number, at=at)
    return redirect(page, code=303)


@bp.post(f"{CORRECT}/look")
@bp.post(f"{CORRECT}/<int:at>/look")
def look_at_correction(match_id: int, number: int, at: int | None = None) -> ResponseReturnValue:
    """What a correction would change. Writes nothing."""
    match = opened(match_id)
    at = at or number
    if not is_written(match, number, at):
        return conflicts.instead_of_part(too_late(match, number))
    return shown(match, of_form(match, number, at, looking=True), seen=seen_by(match))


@bp.post(CORRECT)
@bp.post(f"{CORRECT}/<int:at>")
def correct(match_id: int, number: int, at: int | None = None) -> ResponseReturnValue:
    """Correct an old deal, ask the next deal that cannot stay, or keep a draft of it all."""
    match = opened(match_id)
    at = at or number
    if not is_written(match, number, at):
        return too_late(match, number)
    found = of_form(match, number, at)
    try:
        commands.check_is_newest(match.sheet, found.corrected, seen_by(match))
        if request.form.get("do") == "draft" and number in found.corrected:
            keep(match, found)
            return written(match_id, saved="draft")
        if found.problems:
            return shown(match, found, 422, seen_by(match))
        if found.stop:
            keep(match, found)
            return ask_next(opened(match_id), found)
        if found.gone and request.form.get("gone") != str(found.gone[0]):
            return shown(match, found, 200, seen_by(match))
        return finished(match, found)
    except Refused:  # somebody has changed another deal since: asked again from what there is now
        now = opened(match_id)
        return shown(now, of_form(now, number, at), 422, seen_by(match))
    except Stale:
        return too_late(opened(match_id), number)


def seen_by(match: Match) -> int:
    return whole_number("seen", match.sheet.version)


def finished(match: Match, found: Correction) -> ResponseReturnValue:
    """Write the whole correction, if it changes anything."""
    if is_unchanged(match.sheet, found.corrected):
        drop(match.id, found.number)
        return written(match.id, saved="same")
    first, seen = found.corrected[found.number], seen_by(match)
    commands.correct(the_log(), match.id, found.number, first, seen, sent(), found.later)
    return written(match.id)


def ask_next(match: Match, found: Correction) -> ResponseReturnValue:
    """The page of the next deal that cannot stay as it is."""
    at = found.stop.number if found.stop else found.number
    return shown(match, of_form(match, found.number, at, looking=True), seen=seen_by(match))


def keep(match: Match, found: Correction) -> None:
    """Keep what is right so far as a draft, unless it is the one that is kept already."""
    later = up_to_the_first_gap(found)
    event = CorrectionDrafted(found.number, found.corrected[found.number], later)
    kept = match.sheet.drafts.get(found.number)
    if kept and kept.event == event:
        return
    tap = sent()
    commands.draft(
        the_log(), match.id, event.round, event.stages, tap._replace(key=f"{tap.key}-kept"), later
    )


def up_to_the_first_gap(found: Correction) -> Deals:
    """The later deals before the one that is asked next."""
    end = found.stop.number if found.stop else None
    return tuple((n, stages) for n, stages in found.later if end is None or n < end)


def too_late(match: Match, number: int) -> ResponseReturnValue:
    """Somebody corrected one of these deals meanwhile, or took it back: both beside each other."""
    if the_log().sent(match.id, sent().key):
        return written(match.id)
    return conflicts.page_of_deals(match, number, posted_by_deal(number))


def drop(match_id: int, number: int) -> None:
    with suppress(Stale):  # somebody gave it up already, or there is none
        commands.drop_draft(the_log(), match_id, number, sent()._replace(key=f"{sent().key}-drop"))


@bp.post(f"{CORRECT}/drop")
def drop_draft(match_id: int, number: int) -> ResponseReturnValue:
    """Give up a kept correction."""
    opened(match_id)
    drop(match_id, number)
    return written(match_id, saved="")
