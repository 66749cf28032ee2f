"""Actions on a round of a club night: draw, swap two players, start the matches."""

import secrets
from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.club.draws import Method
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import results as club_results
from scorekeeper.league.club.draws import MAX_SEED, DrawRequest, RoundChanged
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import say
from scorekeeper.web.dates import now
from scorekeeper.web.league.club.nights import RefusedAction, night_page
from scorekeeper.web.match.context import command_meta, current_log
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_draws", __name__)
CHANGED = say(
    "Another phone has drawn, changed or started this round. This page shows the latest state."
)


def run_draft_action(
    night_id: int, number: int, action: Callable[[int], None]
) -> ResponseReturnValue:
    """Call `action` with the draft version that the page showed.

    Redirects to the round, or shows the reason if the action was refused.
    """
    seen = parse_small_int(request.form.get("seen", ""))
    try:
        if seen is None:
            raise RoundChanged
        action(seen)
    except RoundChanged:
        return night_page(night_id, RefusedAction(CHANGED, 409))
    except Refused as refusal:
        return night_page(night_id, RefusedAction(refusal.problems[0].reason))
    return redirect(url_for("club.show", night_id=night_id, _anchor=f"round-{number}"), code=303)


@bp.post("/club/<int:night_id>/rounds/<int:number>/draw")
def draw(night_id: int, number: int) -> ResponseReturnValue:
    """Draw a round, or draw it again, with the chosen method and table size."""
    store = current_store()

    method, size = request.form.get("method", ""), request.form.get("size", "")

    def action(seen: int) -> None:
        players = [each.key for each in club_nights.night_players(store, night_id)]
        past = club_results.past_of_season(get_stats_snapshot(), players)
        wanted = DrawRequest(
            number,
            seen,
            secrets.randbelow(MAX_SEED + 1),
            Method(method) if method in set(Method) else None,
            parse_small_int(size),
        )
        club_draws.draw_round(store, night_id, wanted, past, now())

    return run_draft_action(night_id, number, action)


@bp.post("/club/<int:night_id>/rounds/<int:number>/swap")
def swap(night_id: int, number: int) -> ResponseReturnValue:
    """Swap two players in the draw."""
    player, other = request.form.get("one", ""), request.form.get("other", "")
    return run_draft_action(
        night_id,
        number,
        lambda seen: club_draws.swap_players(
            current_store(), night_id, number, seen, player, other
        ),
    )


@bp.post("/club/<int:night_id>/rounds/<int:number>/start")
def start(night_id: int, number: int) -> ResponseReturnValue:
    """Start a match at each table."""
    return run_draft_action(
        night_id,
        number,
        lambda seen: club_draws.start_round(
            current_store(), current_log(), night_id, number, seen, command_meta()
        ),
    )
