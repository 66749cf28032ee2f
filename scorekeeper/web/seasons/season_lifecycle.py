"""Close, reopen or remove a season, or make it the current one."""

from collections.abc import Callable

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league import season_commands
from scorekeeper.web.seasons import season_confirmations, seasons
from scorekeeper.web.seasons.season_urls import season_or_404
from scorekeeper.web.shared.confirmation import Confirmation, ask_first
from scorekeeper.web.shared.session import current_store

bp = Blueprint("season_lifecycle", __name__)


@bp.post("/season/<int:season_id>/close")
def close(season_id: int) -> ResponseReturnValue:
    """Close the season: freeze its results and determine its champions.

    If matches in progress would then not count towards the season, the user must confirm this
    first.
    """
    question = season_confirmations.closing_question(current_store(), season_id)
    return apply_and_redirect(season_commands.close_season, season_id, question)


@bp.post("/season/<int:season_id>/reopen")
def reopen(season_id: int) -> ResponseReturnValue:
    """Reopen the season after the user has confirmed it.

    The season's table is then computed from the current results again.
    """
    question = season_confirmations.reopening_question(current_store(), season_id)
    return apply_and_redirect(season_commands.reopen_season, season_id, question)


@bp.post("/season/<int:season_id>/current")
def make_current(season_id: int) -> ResponseReturnValue:
    """Make this the current season, which pages show by default."""
    return apply_and_redirect(season_commands.select_current_season, season_id)


@bp.post("/season/<int:season_id>/remove")
def remove(season_id: int) -> ResponseReturnValue:
    """Remove the season after the user has confirmed it. Its matches are kept.

    If the season cannot be removed, the status is 422 and the page shows the reason.
    """
    try:
        if confirmation := ask_first(
            season_confirmations.removal_question(current_store(), season_id)
        ):
            return confirmation
        season_commands.remove_season(current_store(), season_id)
    except Refused as refusal:
        return seasons.render_season(season_or_404(season_id), refusal.problems), 422
    return redirect(url_for("seasons.current"), code=303)


def apply_and_redirect(
    change: Callable[[Store, int], None],
    season_id: int,
    question: Confirmation | None = None,
) -> ResponseReturnValue:
    """Change the season, then redirect to its page.

    If there is a `question`, the user must confirm it first.
    """
    if question is not None and (confirmation := ask_first(question)):
        return confirmation
    change(current_store(), season_id)
    return redirect(url_for("seasons.show", season_key=season_id), code=303)
