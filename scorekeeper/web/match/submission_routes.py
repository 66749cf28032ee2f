"""The route that stores a player's own values. The scorer sees these values and saves them."""

from collections.abc import Sequence
from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused
from scorekeeper.match import submissions
from scorekeeper.match.commands import Stale
from scorekeeper.match.log import Submission
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web import permissions
from scorekeeper.web.match.context import (
    MatchView,
    command_meta,
    current_log,
    match_or_404,
    render_match,
    retarget_to_match,
    wants_part,
)
from scorekeeper.web.match.page import current_question, match_page
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.submissions import OwnForm, own_form, own_seat, submitted_texts

NOT_A_PLAYER = say(
    "This phone does not belong to a player in this match, so it cannot enter anything."
)


def submit_values(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Store a submission from this phone's player.

    The status is 422 if the submission is refused, and 409 if it is too late.
    """
    match = match_or_404(match_id)
    seat = own_seat(match)
    if seat is None:
        return render_match_instead(match, [Problem("not_active", NOT_A_PLAYER)])
    own = own_form(match, seat, request.form)
    if own is None or (own.question.round, own.question.stage) != (number, stage):
        return render_match_instead(match)
    try:
        if own.question.form.parse_problems:
            raise Refused(own.question.form.parse_problems)
        values = Submission(seat, number, stage, own.answers)
        submissions.save_submission(current_log(), match_id, values, command_meta())
    except Refused as refusal:
        return render_own_form(
            match,
            replace(own, question=question_builder.with_problems(own.question, refusal.problems)),
            422,
        )
    except Stale:
        return render_match_instead(match_or_404(match_id))
    if not wants_part():
        both = 1 if permissions.may_access("matches.record") else None
        return redirect(url_for("matches.show", match_id=match_id, mine=both), code=303)
    match = match_or_404(match_id)
    own = own_form(match, seat)
    return render_own_form(match, own, 200) if own else render_match_instead(match)


def render_own_form(match: MatchView, own: OwnForm, status: int) -> ResponseReturnValue:
    """Render the form for this phone's player: alone for htmx, otherwise within the match page."""
    if wants_part():
        return render_match(
            "match/_submission_form.html",
            match,
            status,
            own=own,
            submitted=submitted_texts(match, own.seat),
        )
    return match_page(match, current_question(match), status, own=own)


def render_match_instead(match: MatchView, refusal: Sequence[Problem] = ()) -> ResponseReturnValue:
    """Render the whole match instead of the form.

    The status is 422 if the submission was refused, and otherwise 409.
    """
    own, status = own_form(match, own_seat(match)), 422 if refusal else 409
    answer = match_page(
        match, current_question(match), status, own=own, late=not refusal, refusal=refusal
    )
    return retarget_to_match(answer) if wants_part() else answer
