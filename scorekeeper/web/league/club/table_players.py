"""The page to change who plays at a table of a club night."""

from collections.abc import Collection

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.club.draws import RoundChanged
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import Message
from scorekeeper.rules import GAMES
from scorekeeper.web.league.club.draws import CHANGED
from scorekeeper.web.league.club.night_view import night_title, sorted_people
from scorekeeper.web.league.club.nights import RefusedAction, night_page
from scorekeeper.web.match.context import command_meta, current_log, new_key
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_table_players", __name__)


@bp.get("/club/<int:night_id>/rounds/<int:number>/tables/<int:table>")
def show(night_id: int, number: int, table: int) -> ResponseReturnValue:
    """Show a table's players, and the people who can play there instead."""
    return table_page(night_id, number, table)


@bp.post("/club/<int:night_id>/rounds/<int:number>/tables/<int:table>")
def save(night_id: int, number: int, table: int) -> ResponseReturnValue:
    """Change a table's players. If the round has started, their match is started."""
    seen, chosen = parse_small_int(request.form.get("seen", "")), request.form.getlist("here")
    place = number, table
    try:
        if seen is None:
            raise RoundChanged
        club_table_players.change_players(
            current_store(), current_log(), night_id, place, seen, chosen, command_meta()
        )
    except RoundChanged:
        return night_page(night_id, RefusedAction(CHANGED, 409))
    except Refused as refusal:
        return table_page(night_id, number, table, chosen, refusal.problems[0].reason)
    return redirect(url_for("club.show", night_id=night_id, _anchor=f"round-{number}"), code=303)


def table_page(
    night_id: int,
    number: int,
    table: int,
    chosen: Collection[str] | None = None,
    reason: Message | None = None,
) -> ResponseReturnValue:
    """Return the page, or the night's page if the table cannot be changed.

    `reason` says why the chosen players were refused.
    """
    store, night = current_store(), club_nights.get_night(current_store(), night_id)
    try:
        current = club_table_players.get_table(store, current_log(), night_id, (number, table))
    except Refused as refusal:
        return night_page(night_id, RefusedAction(refusal.problems[0].reason))
    people = snapshot_for_page().league_state.people
    body = render_template(
        "club/table_players.html",
        night=night,
        title=night_title(night),
        game=GAMES[current.round.game],
        table_number=table,
        changeable_table=current,
        people=[people[key] for key in current.players if key in people]
        + list(sorted_people(people, current.others)),
        chosen_keys=current.players if chosen is None else chosen,
        reason=reason,
        key=request.form.get("key", "")[:64] or new_key(),
    )
    return (body, 422) if reason else body
