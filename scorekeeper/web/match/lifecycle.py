"""Undo, ending a match now, playing on, throwing away, and the rematch."""

from collections.abc import Callable

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.web.match.context import opened, render, sent, the_log, whole_number
from scorekeeper.web.match.page import bp, headline, page, question, written


def changed(
    match_id: int, change: Callable[[], Scoresheet], saved: str = "saved"
) -> ResponseReturnValue:
    """Make a change and show the match; 409 with the match as it is if that came too late."""
    match = opened(match_id)
    try:
        change()
    except Stale:
        match = opened(match_id)
        return page(match, question(match), 409, late=True)
    except Refused as refusal:
        return page(match, question(match), 422, refusal=refusal.problems)
    return written(match_id, saved=saved)


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Take back the last step, if it is still the one that was seen."""
    step = whole_number("step")
    return changed(match_id, lambda: commands.undo(the_log(), match_id, step, sent()), "undone")


@bp.post("/<int:match_id>/redo")
def redo(match_id: int) -> ResponseReturnValue:
    """Let the step that was undone hold again."""
    return changed(
        match_id, lambda: commands.redo(the_log(), match_id, whole_number("step"), sent())
    )


@bp.get("/<int:match_id>/end")
def ask_end(match_id: int) -> ResponseReturnValue:
    """How to end the match now, and what each way means."""
    match = opened(match_id)
    sheet = match.sheet
    may_count = bool(sheet.rounds) and not sheet.is_over
    return render(
        "matches/end.html",
        match,
        headline=headline(outcome.ended_now(sheet)) if may_count else None,
        is_open=sheet.game.is_open(sheet.setup),
        half_a_deal=len(sheet.said) > len(sheet.rounds),
    )


@bp.post("/<int:match_id>/close")
def close(match_id: int) -> ResponseReturnValue:
    """End the match now: whoever leads wins, or nobody does."""
    how = "closed" if request.form.get("how") == "closed" else "unfinished"
    return changed(match_id, lambda: commands.close(the_log(), match_id, how, sent()))


@bp.post("/<int:match_id>/reopen")
def reopen(match_id: int) -> ResponseReturnValue:
    """Play on."""
    return changed(match_id, lambda: commands.reopen(the_log(), match_id, sent()))


@bp.post("/<int:match_id>/throw-away")
def throw_away(match_id: int) -> ResponseReturnValue:
    """The match counts for nothing; it is kept for 30 days."""
    return changed(match_id, lambda: commands.throw_away(the_log(), match_id, sent()), "")


@bp.post("/<int:match_id>/bring-back")
def bring_back(match_id: int) -> ResponseReturnValue:
    """A match that was thrown away counts again."""
    return changed(match_id, lambda: commands.bring_back(the_log(), match_id, sent()), "")


@bp.post("/<int:match_id>/rematch")
def rematch(match_id: int) -> ResponseReturnValue:
    """The same people and options once more; the deal goes to the next.

    Whoever taps first, all phones come to the same match, unless that one was thrown away.
    """
    match = opened(match_id)
    setup = match.sheet.setup
    players = the_log().today(setup.players)
    dealer = players[setup.players.index(match.next_first_dealer)]
    options = {**setup.options, "first_dealer": dealer}
    mine = sent()
    shared = mine._replace(key=f"again {match_id} {match.sheet.version}")
    try:
        new = commands.start(the_log(), setup.game, players, options, shared)
        if the_log().sheet(new).thrown_away:
            new = commands.start(the_log(), setup.game, players, options, mine)
    except Refused as refusal:  # the game's options have changed since
        return page(match, question(match), 422, refusal=refusal.problems)
    return redirect(url_for("matches.show", match_id=new), code=303)
