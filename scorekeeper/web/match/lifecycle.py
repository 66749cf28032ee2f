"""Routes that change a match as a whole: undo, redo, end, reopen, delete, restore, rematch.

If a match has ended, undo, redo and reopen must be confirmed on a separate page, because the match
may then no longer count towards its season. No confirmation is needed soon after the last step of a
match played this evening, because the user is then probably correcting a slip. Continuing an
unfinished match that another match has replaced at a table of a club night must always be
confirmed.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from flask import Response, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused
from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Stale
from scorekeeper.match.events import (
    Entry,
    Event,
    MatchReopened,
    StageRecorded,
    StepRedone,
    StepUndone,
)
from scorekeeper.match.rematches import rematch_key
from scorekeeper.match.replay import apply_entry
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import ASK_BEFORE_RESTORE_KEY, SECOND_MATCH_KEY
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.match.context import (
    MatchView,
    command_meta,
    current_log,
    form_int,
    match_or_404,
    render_match,
    wants_part,
)
from scorekeeper.web.match.next_step import next_step
from scorekeeper.web.match.page import current_question, headline, match_page, respond_saved

SLIP_S = 120  # seconds after a step during which undoing it needs no confirmation
WAITED_HEADER = "Scorekeeper-Waited"  # sent with an answer that waited in the phone's outbox
UNCONFIRMED = say("The match has ended. You can undo or redo steps on its score sheet.")


def change_and_respond(
    match_id: int, change: Callable[[], Scoresheet], saved: str = "saved", instead: bool = False
) -> ResponseReturnValue:
    """Call `change`, then show the match: the next stage or, with `instead`, the alternative to it.

    After an undo of an alternative, the alternative is shown. The status is 409 if the change was
    too late (Stale), and 422 if it was refused.
    """
    match = match_or_404(match_id)
    try:
        sheet = change()
    except Stale:
        match = match_or_404(match_id)
        return match_page(match, current_question(match), 409, late=True)
    except Refused as refusal:
        return match_page(match, current_question(match), 422, refusal=refusal.problems)
    instead = instead or (saved == "undone" and is_alternative_undone(sheet))
    return respond_saved(match_id, saved=saved, instead=instead)


def is_alternative_undone(sheet: Scoresheet) -> bool:
    """Return whether the last undone step was an alternative to the next stage, such as a call."""
    asked_stage, undone = sheet.asked_stage, sheet.undone[-1].event if sheet.undone else None
    return (
        asked_stage is not None
        and isinstance(undone, StageRecorded)
        and undone.stage
        in sheet.game.deal.other_stages(asked_stage.position, asked_stage.deal_answers)
    )


class EndedMatchChange(NamedTuple):
    """A change of an ended match: its title, the version of its step, and the sheet after it.

    `is_late` tells whether the change is more than the correction of a slip. `second_match` holds
    sentences about a match that has replaced this one, if the change would continue this match.
    """

    title: Message
    step: int | None
    after: Scoresheet
    is_late: bool
    second_match: Sequence[Message]


def is_late_change(match: MatchView, action: str) -> bool:
    """Return whether this change of an ended match is more than the correction of a slip.

    On the evening of the match, an answer that waited in a phone's outbox counts as a correction,
    because its user can no longer be asked.
    """
    sheet = match.sheet
    if match.evening is None or match.is_from_earlier_evening:
        return match.is_from_earlier_evening
    step = sheet.last_step if action == "undo" else None
    saved_at = step.at if step else sheet.changed_at
    return now() - saved_at > SLIP_S and WAITED_HEADER not in request.headers


def change_to_confirm(match: MatchView, action: str) -> EndedMatchChange | None:
    """Return the change that `action` (undo, redo or reopen) would make, if it must be confirmed.

    Returns None if nothing has to be confirmed, or if the action is not possible now.
    """
    sheet = match.sheet
    if action == "undo" and match.undo and sheet.last_step:
        title, step = say("Undo: {what}", what=match.undo), sheet.last_step.version
        event: Event = StepUndone(step)
    elif action == "redo" and match.redo:
        title, step = say("Redo: {what}", what=match.redo), sheet.undone[-1].version
        event = StepRedone(step)
    elif action == "reopen" and sheet.ended:
        title, step, event = say("Keep playing"), None, MatchReopened()
    else:
        return None
    after = apply_entry(sheet, Entry(sheet.version + 1, event, now()))
    continues = sheet.is_over and not after.is_over
    find_second = current_app.extensions.get(SECOND_MATCH_KEY) if continues else None
    second_match = find_second(match.id) if find_second else ()
    is_late = is_late_change(match, action)
    if not is_late and not second_match:
        return None
    return EndedMatchChange(title, step, after, is_late, second_match)


def confirm_change(match_id: int, action: str) -> ResponseReturnValue:
    """Show the page that asks for confirmation before an ended match is changed.

    If nothing has to be confirmed, redirect to the match.
    """
    match = match_or_404(match_id)
    if action not in {"undo", "redo", "reopen"}:
        abort(404)
    change = change_to_confirm(match, action)
    if change is None:
        return redirect(url_for(".show", match_id=match_id), code=303)
    return render_match("match/confirm_change.html", match, action=action, change=change)


def redirect_to_confirmation(match_id: int, action: str) -> ResponseReturnValue | None:
    """Return a redirect to the confirmation page, or None if nothing has to be confirmed."""
    if "confirmed" in request.form:
        return None
    match = match_or_404(match_id)
    if not match.is_from_earlier_evening and (
        not match.sheet.is_over or not change_to_confirm(match, action)
    ):
        return None
    page = url_for(".confirm_change", match_id=match_id, action=action)
    if wants_part():
        reason = f'<p role="alert">{translate_sentence(UNCONFIRMED, {})}</p>'  # for the outbox
        return Response(reason, status=200, headers={"HX-Redirect": page})
    return redirect(page, code=303)


def undo(match_id: int) -> ResponseReturnValue:
    """Undo the last step, if it is still the one that the page showed."""
    if confirmation := redirect_to_confirmation(match_id, "undo"):
        return confirmation
    step = form_int("step")
    return change_and_respond(
        match_id, lambda: commands.undo(current_log(), match_id, step, command_meta()), "undone"
    )


def redo(match_id: int) -> ResponseReturnValue:
    """Redo the last undone step, if it is still the one that the page showed."""
    if confirmation := redirect_to_confirmation(match_id, "redo"):
        return confirmation
    instead, step = is_alternative_undone(match_or_404(match_id).sheet), form_int("step")
    return change_and_respond(
        match_id,
        lambda: commands.redo(current_log(), match_id, step, command_meta()),
        instead=instead,
    )


def end_form(match_id: int) -> ResponseReturnValue:
    """Show the page with the ways to end the match now."""
    match = match_or_404(match_id)
    sheet = match.sheet
    may_count = bool(sheet.played_deals) and not sheet.is_over
    return render_match(
        "match/end_match.html",
        match,
        headline=headline(outcome.closed_sheet(sheet)) if may_count else None,
        is_open=sheet.game.is_open(sheet.setup),
        half_a_deal=len(sheet.deal_answers) > len(sheet.played_deals),
    )


def close(match_id: int) -> ResponseReturnValue:
    """End the match now.

    If the form has `how=closed`, the leader wins. With any other value, nobody wins.
    """
    how = "closed" if request.form.get("how") == "closed" else "unfinished"
    return change_and_respond(
        match_id, lambda: commands.close(current_log(), match_id, how, command_meta())
    )


def reopen(match_id: int) -> ResponseReturnValue:
    """Reopen a match that was ended early."""
    if confirmation := redirect_to_confirmation(match_id, "reopen"):
        return confirmation
    return change_and_respond(
        match_id, lambda: commands.reopen(current_log(), match_id, command_meta())
    )


def delete(match_id: int) -> ResponseReturnValue:
    """Delete a match, so that it no longer counts. It is listed for 30 days and can be restored."""
    return change_and_respond(
        match_id, lambda: commands.delete(current_log(), match_id, command_meta()), ""
    )


def restore(match_id: int) -> ResponseReturnValue:
    """Restore a match that was deleted.

    If another match has replaced it at a club night's table, the user must confirm first.
    """
    ask_first = current_app.extensions.get(ASK_BEFORE_RESTORE_KEY)
    if ask_first and (question := ask_first(match_id)):
        return cast("ResponseReturnValue", question)
    return change_and_respond(
        match_id, lambda: commands.restore(current_log(), match_id, command_meta()), ""
    )


def rematch(match_id: int) -> ResponseReturnValue:
    """Start a match with the same players and options. The next player deals first.

    All phones that tap Rematch join the same match while it runs, because the rematch's key is
    derived from the old match. If the rematch is over or was deleted, another rematch is started.
    If the players already have other matches, as in the next round of a club night, none is
    started.
    """
    match = match_or_404(match_id)
    following = next_step(match_id)
    if following and not following.allows_rematch:  # the page was opened before that
        return redirect(following.url, code=303)
    setup, log = match.sheet.setup, current_log()
    players = log.current_keys(setup.players)
    dealer = players[setup.players.index(match.next_first_dealer)]
    options = {**setup.options, "first_dealer": dealer}
    meta = command_meta()
    for number in itertools.count(1):
        shared = meta._replace(key=rematch_key(match.id, number))
        try:
            new = commands.start_match(log, setup.game, players, options, shared)
        except Refused as refusal:  # the game's options have changed since
            return match_page(match, current_question(match), 422, refusal=refusal.problems)
        started = log.sheet(new)
        if not started.is_over and not started.is_deleted:
            break
    return redirect(url_for("matches.show", match_id=new), code=303)
