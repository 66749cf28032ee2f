"""A player enters his own on his own phone: it is shown to who keeps score, and not saved."""

from collections.abc import Sequence
from dataclasses import replace

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import submissions
from scorekeeper.match.commands import Refused, Stale
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web import permissions
from scorekeeper.web.match import conflicts, question_builder
from scorekeeper.web.match.context import Match, opened, render, sent, the_log, wants_part
from scorekeeper.web.match.page import bp, page, question
from scorekeeper.web.match.submissions import Own, of_seat, own_seat, so_far

NOBODY = say("This phone is nobody’s who plays in this match, so there is nothing to enter.")


@bp.post("/<int:match_id>/rounds/<int:number>/<stage>/mine")
def hand_in(match_id: int, number: int, stage: str) -> ResponseReturnValue:
    """Show it to who keeps score."""
    match = opened(match_id)
    seat = own_seat(match)
    if seat is None:
        return instead(match, [Problem("not_active", NOBODY)])
    own = of_seat(match, seat, request.form)
    if own is None or (own.ask.round, own.ask.stage) != (number, stage):
        return instead(match)
    try:
        if own.ask.form.wrong:
            raise Refused(own.ask.form.wrong)
        submissions.hand_in(the_log(), match_id, number, stage, seat, own.said, sent())
    except Refused as refusal:
        return answered(
            match, replace(own, ask=question_builder.refused(own.ask, refusal.problems)), 422
        )
    except Stale:
        return instead(opened(match_id))
    if not wants_part():
        both = 1 if permissions.may("matches.record") else None
        return redirect(url_for("matches.show", match_id=match_id, mine=both), code=303)
    match = opened(match_id)
    own = of_seat(match, seat)
    return answered(match, own, 200) if own else instead(match)


def answered(match: Match, own: Own, status: int) -> ResponseReturnValue:
    """The form of the one player, as it was typed or handed in."""
    if wants_part():
        return render(
            "matches/_mine.html", match, status, own=own, others_said=so_far(match, own.seat)
        )
    return page(match, question(match), status, own=own)


def instead(match: Match, refusal: Sequence[Problem] = ()) -> ResponseReturnValue:
    """The whole match, also where the page waits for one form: why not, or that it has gone on."""
    own, status = of_seat(match, own_seat(match)), 422 if refusal else 409
    answer = page(match, question(match), status, own=own, late=not refusal, refusal=refusal)
    return conflicts.instead_of_part(answer) if wants_part() else answer
