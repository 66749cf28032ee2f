"""Routes that change a match as a whole: undo, redo, end, reopen, delete, rematch."""

from collections.abc import Callable

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.match.events import StageRecorded
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.web.match.context import (
    command_meta,
    current_log,
    form_int,
    match_or_404,
    render_match,
)
from scorekeeper.web.match.page import bp, current_question, headline, match_page, respond_saved


def change_and_respond(
    match_id: int, change: Callable[[], Scoresheet], saved: str = "saved"
) -> ResponseReturnValue:
    """Call `change`, then show the match: 409 if it was too late (Stale), 422 if refused."""
    match = match_or_404(match_id)
    try:
        sheet = change()
    except Stale:
        match = match_or_404(match_id)
        return match_page(match, current_question(match), 409, late=True)
    except Refused as refusal:
        return match_page(match, current_question(match), 422, refusal=refusal.problems)
    return respond_saved(
        match_id, saved=saved, instead=saved == "undone" and is_alternative_undone(sheet)
    )


def is_alternative_undone(sheet: Scoresheet) -> bool:
    """Whether the step undone last answered an alternative to the next stage, such as a call."""
    asked, undone = sheet.asked, sheet.undone[-1].event if sheet.undone else None
    return (
        asked is not None
        and isinstance(undone, StageRecorded)
        and undone.stage in sheet.game.deal.others(asked.position, asked.record)
    )


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Undo the last step, if it is still the one that the page showed."""
    step = form_int("step")
    return change_and_respond(
        match_id, lambda: commands.undo(current_log(), match_id, step, command_meta()), "undone"
    )


@bp.post("/<int:match_id>/redo")
def redo(match_id: int) -> ResponseReturnValue:
    """Redo the step that was undone, if it is still the one that the page showed."""
    return change_and_respond(
        match_id, lambda: commands.redo(current_log(), match_id, form_int("step"), command_meta())
    )


@bp.get("/<int:match_id>/end")
def end_form(match_id: int) -> ResponseReturnValue:
    """The page with the ways to end the match now."""
    match = match_or_404(match_id)
    sheet = match.sheet
    may_count = bool(sheet.rounds) and not sheet.is_over
    return render_match(
        "match/end_match.html",
        match,
        headline=headline(outcome.closed_sheet(sheet)) if may_count else None,
        is_open=sheet.game.is_open(sheet.setup),
        half_a_deal=len(sheet.deal_answers) > len(sheet.rounds),
    )


@bp.post("/<int:match_id>/close")
def close(match_id: int) -> ResponseReturnValue:
    """End the match now. With `how=closed` the leader wins; with any other value nobody wins."""
    how = "closed" if request.form.get("how") == "closed" else "unfinished"
    return change_and_respond(
        match_id, lambda: commands.close(current_log(), match_id, how, command_meta())
    )


@bp.post("/<int:match_id>/reopen")
def reopen(match_id: int) -> ResponseReturnValue:
    """Reopen a match that was ended."""
    return change_and_respond(
        match_id, lambda: commands.reopen(current_log(), match_id, command_meta())
    )


@bp.post("/<int:match_id>/throw-away")
def delete(match_id: int) -> ResponseReturnValue:
    """Delete a match: it no longer counts. For 30 days, it is listed and can be restored."""
    return change_and_respond(
        match_id, lambda: commands.delete(current_log(), match_id, command_meta()), ""
    )


@bp.post("/<int:match_id>/bring-back")
def restore(match_id: int) -> ResponseReturnValue:
    """Restore a match that was deleted."""
    return change_and_respond(
        match_id, lambda: commands.restore(current_log(), match_id, command_meta()), ""
    )


@bp.post("/<int:match_id>/rematch")
def rematch(match_id: int) -> ResponseReturnValue:
    """Start a match with the same players and options; the next player deals first.

    All phones that tap Rematch get the same new match, because its key is derived from the old
    match. If the new match was deleted, another one is started.
    """
    match = match_or_404(match_id)
    setup = match.sheet.setup
    players = current_log().current_keys(setup.players)
    dealer = players[setup.players.index(match.next_first_dealer)]
    options = {**setup.options, "first_dealer": dealer}
    mine = command_meta()
    shared = mine._replace(key=f"again {match_id} {match.sheet.version}")
    try:
        new = commands.start_match(current_log(), setup.game, players, options, shared)
        if current_log().sheet(new).deleted:
            new = commands.start_match(current_log(), setup.game, players, options, mine)
    except Refused as refusal:  # the game's options have changed since
        return match_page(match, current_question(match), 422, refusal=refusal.problems)
    return redirect(url_for("matches.show", match_id=new), code=303)
