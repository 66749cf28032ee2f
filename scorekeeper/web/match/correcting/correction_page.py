"""The page that corrects an earlier deal, and shows what the new answers change.

If a correction makes later deals invalid, they are entered again too, on one page each. Until then,
the correction is saved as a draft. The complete correction is written as one event.
"""

import re
from dataclasses import replace

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Refused
from scorekeeper.match import correction_commands
from scorekeeper.match.commands import Stale
from scorekeeper.match.correction_commands import DraftReplaced
from scorekeeper.match.events import Entry
from scorekeeper.messages import say
from scorekeeper.web.match import conflicts, sheet_view
from scorekeeper.web.match.context import (
    PREVIEW_ROWS,
    MatchView,
    command_meta,
    current_log,
    form_int,
    match_or_404,
    render_match,
    retarget_to_match,
    wants_part,
)
from scorekeeper.web.match.correcting.correction_draft import (
    Correction,
    build_correction,
    is_unchanged,
)
from scorekeeper.web.match.correcting.saved_drafts import (
    check_answers_are_known,
    check_draft_is_known,
    draft_of_form,
    drafted_stages,
    drop_known_draft,
    save_draft,
    seen_version,
)
from scorekeeper.web.match.effects import changes_by_side, is_deal_incomplete, match_changes
from scorekeeper.web.match.page import respond_saved
from scorekeeper.web.match.questions.inputs import KEPT_INPUT, SUGGESTED_INPUT, Posted

NAMING = {SUGGESTED_INPUT, KEPT_INPUT}  # the hidden inputs whose values name another input
LEAVING = {"draft", "back", "sheet"}  # the buttons that save a draft and leave the page

# Matches names such as "4.cards.closer", or "cards.closer" for the corrected deal.
DEAL_INPUT_NAME = re.compile(r"(?:([1-9][0-9]{0,5})\.)?[^.]+\..+")


def has_recorded(match: MatchView, *numbers: int) -> bool:
    return all(1 <= number <= len(match.sheet.deal_answers) for number in numbers)


def posted_by_deal(number: int) -> dict[int, Posted]:
    """Return the posted inputs by deal. Names without a deal number belong to deal `number`.

    A suggestion or a kept value belongs to the deal of the input that it names.
    """
    by_deal: dict[int, Posted] = {}
    for name, value in request.form.items(multi=True):
        if match := DEAL_INPUT_NAME.fullmatch(value if name in NAMING else name):
            deal = int(match[1] or number)
            by_deal.setdefault(deal, MultiDict()).add(name, value)
    return by_deal


def correction_from_form(
    match: MatchView, number: int, asked_number: int, *, is_preview: bool = False
) -> Correction:
    posted = {n: stages for n, stages in posted_by_deal(number).items() if has_recorded(match, n)}
    drafted = drafted_stages(match.sheet, draft_of_form(match, number))
    return build_correction(
        match.sheet, number, asked_number, posted, drafted, is_preview=is_preview
    )


def render_correction(
    match: MatchView,
    correction: Correction,
    status: int = 200,
    seen: int = 0,
    draft: Entry | None = None,
) -> ResponseReturnValue:
    """Render the correction page or, for a POST from htmx, a part of it.

    `draft` is the draft that the page starts from, by default the draft that the posted form names.
    """
    sheet, new_sheet = match.sheet, correction.new_sheet
    if wants_part():
        correction = with_reasons_in_place(correction)
    return render_match(
        "match/_correction.html" if wants_part() else "match/correction.html",
        match,
        status,
        correction=correction,
        seen=seen or sheet.version,
        draft=draft.version if draft else form_int("draft"),
        later=len(sheet.deal_answers) - correction.number,
        was=sheet.written[correction.asked_number - 1],
        unchanged=new_sheet is not None and is_unchanged(sheet, correction.corrected),
        effects=list(changes_by_side(sheet, new_sheet)) if new_sheet else [],
        for_the_match=list(match_changes(sheet, new_sheet)) if new_sheet else [],
        is_deal_incomplete=new_sheet is not None and is_deal_incomplete(new_sheet),
        board=sheet_view.build_board(sheet, match.people, PREVIEW_ROWS),
    )


def with_reasons_in_place(correction: Correction) -> Correction:
    """Return the correction for a page that is already open.

    When reasons for problems appear on such a page, they do not move other elements.
    """
    questions = tuple(replace(question, is_in_place=True) for question in correction.questions)
    return replace(correction, asked_deal=replace(correction.asked_deal, questions=questions))


def correction_form(
    match_id: int, number: int, asked_number: int | None = None
) -> ResponseReturnValue:
    """Show the page to correct an old deal.

    The recorded answers are filled in or, if there is a draft, the answers in the draft.
    """
    match = match_or_404(match_id)
    if not has_recorded(match, number):
        abort(404, say("This deal has not been saved yet."))
    draft = match.sheet.drafts.get(number)
    drafted = drafted_stages(match.sheet, draft)
    if asked_number is not None and not (
        drafted and number < asked_number and has_recorded(match, asked_number)
    ):
        return redirect(url_for(".correction_form", match_id=match_id, number=number), code=303)
    seen = draft.version if draft else match.sheet.version
    correction = build_correction(match.sheet, number, asked_number or number, {}, drafted)
    return render_correction(match, correction, seen=seen, draft=draft)


def redirect_to_correction(
    match_id: int, number: int, asked_number: int | None = None
) -> ResponseReturnValue:
    """Redirect a GET request for the preview URL to the correction page.

    Browsers without scripts show the preview URL in the address bar.
    """
    page = url_for(".correction_form", match_id=match_id, number=number, asked_number=asked_number)
    return redirect(page, code=303)


def preview_correction(
    match_id: int, number: int, asked_number: int | None = None
) -> ResponseReturnValue:
    """Preview a correction's effects without saving it."""
    match = match_or_404(match_id)
    asked_number = asked_number or number
    if not has_recorded(match, number, asked_number):
        return retarget_to_match(
            conflicts.correction_conflict_page(match, number, posted_by_deal(number))
        )
    correction = correction_from_form(match, number, asked_number, is_preview=True)
    return render_correction(match, correction, seen=seen_version(match))


def correct(match_id: int, number: int, asked_number: int | None = None) -> ResponseReturnValue:
    """Save a correction, show the next deal that it makes invalid, or save a draft."""
    match = match_or_404(match_id)
    asked_number = asked_number or number
    if not has_recorded(match, number, asked_number):
        return conflicts.correction_conflict_page(match, number, posted_by_deal(number))
    correction = correction_from_form(match, number, asked_number)
    try:
        check_answers_are_known(match, correction)
        if request.form.get("do") in LEAVING and number in correction.corrected:
            return keep_and_leave(match, correction)
        if correction.problems:
            return render_correction(match, correction, 422, seen_version(match))
        if correction.stop:
            save_draft(match, correction)
            return render_next_deal(match_or_404(match_id), correction)
        if correction.uncounted and request.form.get("gone") != str(correction.uncounted[0]):
            return render_correction(match, correction, 200, seen_version(match))
        return save_correction(match, correction)
    except Refused:  # another deal has changed, so show the page again with the newest sheet
        newest = match_or_404(match_id)
        return render_correction(
            newest, correction_from_form(newest, number, asked_number), 422, seen_version(match)
        )
    except Stale as late:
        return respond_stale(match_id, number, late)


def respond_stale(match_id: int, number: int, late: Stale) -> ResponseReturnValue:
    """Return the page that compares the form with the saved deals or with another phone's draft."""
    match = match_or_404(match_id)
    draft = match.sheet.drafts.get(number) if isinstance(late, DraftReplaced) else None
    return conflicts.correction_conflict_page(match, number, posted_by_deal(number), draft)


def keep_and_leave(match: MatchView, correction: Correction) -> ResponseReturnValue:
    """Save the correction as a draft, then redirect to the page that the button opens.

    The draft includes an incomplete later deal. If nothing was changed, the draft is dropped
    instead.
    """
    if is_unchanged(match.sheet, correction.corrected) and not correction.problems:
        drop_known_draft(match, correction.number)
        return respond_saved(match.id, saved="same")
    save_draft(match, correction)
    match request.form["do"]:
        case "back":
            return redirect_to_correction(match.id, correction.number)
        case "sheet":
            return redirect(url_for(".sheet", match_id=match.id), code=303)
    return respond_saved(match.id, saved="draft")


def save_correction(match: MatchView, correction: Correction) -> ResponseReturnValue:
    """Save the whole correction, whose form was checked with `check_answers_are_known`.

    If the correction changes nothing, only its draft is deleted. Raises DraftReplaced if another
    phone has saved its own draft in the meantime.
    """
    if is_unchanged(match.sheet, correction.corrected):
        drop_known_draft(match, correction.number)
        return respond_saved(match.id, saved="same")
    stages = correction.corrected[correction.number]
    check_draft_is_known(match, correction.number, seen_version(match))
    correction_commands.correct_deal(
        current_log(),
        match.id,
        correction.number,
        stages,
        match.sheet.version,  # the user knows the answers on this sheet
        command_meta(),
        correction.later,
        replaces=[match.sheet.drafts.get(correction.number)],
    )
    return respond_saved(match.id)


def render_next_deal(match: MatchView, correction: Correction) -> ResponseReturnValue:
    """Render the page of the next deal that the correction makes invalid."""
    shown_deal = correction.stop.number if correction.stop else correction.number
    return render_correction(
        match,
        correction_from_form(match, correction.number, shown_deal, is_preview=True),
        seen=seen_version(match),
        draft=match.sheet.drafts.get(correction.number),
    )


def drop_draft(match_id: int, number: int) -> ResponseReturnValue:
    """Drop a correction's draft."""
    match = match_or_404(match_id)
    try:
        check_draft_is_known(match, number, seen_version(match))
    except DraftReplaced as late:
        return respond_stale(match_id, number, late)
    drop_known_draft(match, number)
    return respond_saved(match_id, saved="")
