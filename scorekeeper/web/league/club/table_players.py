"""The page to change who plays at a table of a club night."""

from collections.abc import Collection, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.club.draws import RoundChanged
from scorekeeper.league.club.table_players import ChangeableTable
from scorekeeper.messages import AndList, Message, Name, say
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import stale_forms
from scorekeeper.web.league.club.draws import round_change
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
    """Change a table's players. If the round has started, their match is started.

    The status is 409 if another phone has changed the table, or if a chosen player cannot play at
    it any more. The page then shows the chosen players and what has changed.
    """
    store, log, place = current_store(), current_log(), (number, table)
    chosen = request.form.getlist("here")
    try:
        stored = club_table_players.get_table(store, log, night_id, place)
        if is_stale(stored, chosen):
            raise RoundChanged
        seen = stored.round.version
        club_table_players.change_players(store, log, night_id, place, seen, chosen, command_meta())
    except RoundChanged:
        return table_page(night_id, number, table, chosen, has_changed=True)
    except Refused as refusal:
        return table_page(night_id, number, table, chosen, refusal.problems[0].reason)
    except NotFound:
        return missing_table_page(night_id, number, table, chosen)
    return redirect(url_for("club.show", night_id=night_id, _anchor=f"round-{number}"), code=303)


def is_stale(table: ChangeableTable, chosen: Collection[str]) -> bool:
    """Return whether the chosen players no longer fit the stored table.

    They fit if the table already has exactly these players. They also still fit if only other
    tables of the round have changed.
    """
    if set(chosen) == set(table.players):
        return False
    shown = stale_forms.shown_values(request.form)
    seen = parse_small_int(request.form.get("seen", ""))
    is_same_table = seen == table.round.version or tuple(shown.getlist("here")) == table.players
    is_same_match = shown.get("match", match_id_text(table)) == match_id_text(table)
    return not (is_same_table and is_same_match and set(chosen) <= playable_keys(table))


def match_id_text(table: ChangeableTable) -> str:
    """Return the id of the match that would be replaced, or "" in a draft."""
    return str(table.match.id) if table.match else ""


def playable_keys(table: ChangeableTable) -> set[str]:
    """Return the keys of the people who can play at the table."""
    return {*table.players, *table.others}


# ---------------------------------------------------------------- the page


def table_page(
    night_id: int,
    number: int,
    table: int,
    chosen: Sequence[str] | None = None,
    reason: Message | None = None,
    *,
    has_changed: bool = False,
) -> ResponseReturnValue:
    """Return the page, or the night's page if the table cannot be changed.

    `reason` says why the chosen players were refused. `has_changed` says that another phone
    has changed the table.
    """
    store, night = current_store(), club_nights.get_night(current_store(), night_id)
    try:
        current = club_table_players.get_table(store, current_log(), night_id, (number, table))
    except Refused as refusal:
        reasons = [refusal.problems[0].reason, *unsaved_sentences(table, chosen or ())]
        return night_page(night_id, RefusedAction(reasons))
    people = snapshot_for_page().league_state.people
    chosen = current.players if chosen is None else chosen
    unavailable = [key for key in chosen if key in people and key not in playable_keys(current)]
    body = render_template(
        "league/club/table_players.html",
        night=night,
        title=night_title(night),
        game=GAMES[current.round.game],
        table_number=table,
        changeable_table=current,
        people=[people[key] for key in current.players if key in people]
        + list(sorted_people(people, current.others)),
        unavailable_people=sorted_people(people, unavailable),
        chosen_keys=chosen,
        reason=reason,
        shown_inputs=stale_forms.shown_inputs(shown_values(current)),
        conflicts=current_values(night_id, table, current, unavailable) if has_changed else [],
        key=request.form.get("key", "")[:64] or new_key(),
    )
    return body, stale_forms.form_status(stale=has_changed, refused=reason)


def shown_values(table: ChangeableTable) -> list[tuple[str, str]]:
    """Return the values (name, value) that the form has when it is opened."""
    return [("match", match_id_text(table)), *(("here", key) for key in table.players)]


def current_values(
    night_id: int, number: int, table: ChangeableTable, unavailable: Sequence[str]
) -> list[Message]:
    """Return what has changed, the table's players, and who cannot play at the table."""
    shown = stale_forms.shown_values(request.form)
    seen = parse_small_int(request.form.get("seen", ""))
    has_started = table.match is not None and shown.get("match") == ""
    lines = [say("Table {n}: {who}", n=number, who=AndList(map(Name, table.players)))]
    if has_started or (table.round.is_draft and seen != table.round.version):
        lines.insert(0, round_change(night_id, table.round.number, seen))
    if unavailable:
        who = AndList(map(Name, unavailable))
        lines.append(say("Not free for table {n}: {who}", n=number, who=who))
    return lines


def missing_table_page(
    night_id: int, number: int, table: int, chosen: Sequence[str]
) -> ResponseReturnValue:
    """Return the night's page, which says why the table no longer exists."""
    seen = parse_small_int(request.form.get("seen", ""))
    reasons = [round_change(night_id, number, seen), *unsaved_sentences(table, chosen)]
    return night_page(night_id, RefusedAction(reasons, 409))


def unsaved_sentences(table: int, chosen: Sequence[str]) -> list[Message]:
    """Return a list with a sentence that names the chosen players.

    The list is empty if none of them exists.
    """
    people = snapshot_for_page().league_state.people
    known = AndList(Name(key) for key in chosen if key in people)
    return [say("Not saved for table {n}: {who}.", n=table, who=known)] if known else []
