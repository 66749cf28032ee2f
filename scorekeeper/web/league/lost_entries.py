"""Pages for matches with lost log entries. Saving is refused until an owner accepts the loss."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Flask, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.lost_entries import accept_lost_entries, count_lost_entries
from scorekeeper.league import match_lists
from scorekeeper.match import outcome
from scorekeeper.match.log import LostEntries
from scorekeeper.messages import Message, say, say_n
from scorekeeper.web.entered_values import match_answers, posted_lines
from scorekeeper.web.error_pages import REPLACE_PAGE_HEADERS
from scorekeeper.web.match.context import MatchView, match_or_404
from scorekeeper.web.shared.confirmation import Confirmation, ask_first
from scorekeeper.web.shared.session import current_store

bp = Blueprint("lost_entries", __name__)
CONFLICT_STATUS = 409  # as for an unreadable match


def init_app(app: Flask) -> None:
    app.register_error_handler(LostEntries, handle_lost_entries)


def handle_lost_entries(error: LostEntries) -> ResponseReturnValue:
    """Return the page that explains why nothing was saved, and shows what was entered."""
    match = match_or_404(error.match)
    page = render_template(
        "league/lost_entries.html",
        match=match,
        game=match.sheet.game,
        loss_sentence=loss_sentence(lost_count(error.match)),
        entered=list(posted_lines(match_answers(CONFLICT_STATUS))),
    )
    headers = REPLACE_PAGE_HEADERS if "HX-Request" in request.headers else ()
    return page, CONFLICT_STATUS, list(headers)


@bp.post("/matches/<int:match_id>/lost-entries")
def accept(match_id: int) -> ResponseReturnValue:
    """After confirmation, replace the stored result with the result of the remaining entries."""
    match = match_or_404(match_id)
    lost = lost_count(match_id)
    if lost:
        if question := ask_first(replacement_question(match, lost)):
            return question
        accept_lost_entries(current_store(), match_id)
    return redirect(url_for("matches.show", match_id=match_id), code=303)


def lost_count(match: int) -> int:
    store = current_store()
    with store.read() as connection:
        return count_lost_entries(connection, store.league_id, match)


def replacement_question(match: MatchView, lost: int) -> Confirmation:
    """Return the question with the stored result and the result that would replace it."""
    stored = match_lists.find_match(current_store(), match.id)
    effects = [loss_sentence(lost)]
    if stored is not None:
        effects.append(say("Stored result: {result}.", result=summary_text(match, stored.summary)))
    remaining_result = outcome.summary(match.sheet)
    effects.append(say("New result: {result}.", result=summary_text(match, remaining_result)))
    return Confirmation(
        say("Replace the stored result"),
        effects,
        say("Replace"),
        (url_for("matches.show", match_id=match.id), say("Match")),
    )


def loss_sentence(lost: int) -> Message:
    return say_n(
        "The last change that was saved in this match is missing from the database.",
        "The last {n} changes that were saved in this match are missing from the database.",
        lost,
    )


def summary_text(match: MatchView, summary: Mapping[str, Any]) -> Message:
    """Return the number of deals and the totals in a summary (`outcome.summary`)."""
    return say(
        "{deals} ({totals})",
        deals=match.sheet.game.display.deal_count(summary["deals"]),
        totals=[
            say("{who} {total}", who=match.names.get(side, side), total=total)
            for side, total in summary["totals"].items()
        ],
    )
