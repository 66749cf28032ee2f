"""The page on which to tick the players who are at a club night, and to add new players."""

from collections import Counter

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused
from scorekeeper.league import match_lists, roster
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.roster import Player
from scorekeeper.messages import Message
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import now
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.league.new_match import unhide_or_add_player
from scorekeeper.web.shared.player_search import MAX_RESULTS, player_picker
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_people", __name__)
RECENT_MATCHES = 200  # matches whose players count as recent; a large club's last few evenings


@bp.get("/club/<int:night_id>/people")
def show(night_id: int) -> ResponseReturnValue:
    """Show all players, with a tick for each player who is at the night.

    With `?coming=1`, the players who said yes are ticked too.
    """
    if "coming" not in request.args:
        return people_page(night_id)
    players = club_nights.night_players(current_store(), night_id)
    return people_page(night_id, {p.key for p in players if p.here or p.answer == "yes"})


@bp.post("/club/<int:night_id>/people")
def save(night_id: int) -> ResponseReturnValue:
    """Save who is at the night, including a player whose name was typed.

    If the form contains "search", nothing is saved and the page shows the players that the query
    finds. If the form contains "add", the response redirects to the list instead of the night.
    """
    store, before, ticked = current_store(), ticked_before(), set(request.form.getlist("here"))
    club_nights.get_night(store, night_id)
    if "search" in request.form:
        return people_page(night_id, with_changes(night_id, before, ticked))
    name = request.form.get("name", "").strip()
    if name:
        try:
            ticked.add(unhide_or_add_player(name).key)
        except Refused as refusal:
            changed = with_changes(night_id, before, ticked)
            return people_page(night_id, changed, refusal.problems[0].reason)
    club_nights.set_here(store, night_id, before, ticked, now())
    endpoint = "club_people.show" if "add" in request.form else "club.show"
    return redirect(url_for(endpoint, night_id=night_id), code=303)


def ticked_before() -> set[str]:
    """Return the keys that were ticked when the form was loaded."""
    shown = stale_forms.shown_values(request.form).getlist("here")
    return set(shown or request.form.getlist("was"))  # pages of older versions have `was`


def with_changes(night_id: int, before: set[str], ticked: set[str]) -> set[str]:
    """Return the keys of the players at the night, with the changes that were made on the page."""
    players = club_nights.night_players(current_store(), night_id)
    return ({each.key for each in players if each.here} | (ticked - before)) - (before - ticked)


def people_page(
    night_id: int, ticked: set[str] | None = None, reason: Message | None = None
) -> ResponseReturnValue:
    store = current_store()
    night = club_nights.get_night(store, night_id)
    night_players = {each.key: each for each in club_nights.night_players(store, night_id)}
    here = {key for key, each in night_players.items() if each.here}
    coming = {key for key, each in night_players.items() if each.answer == "yes"}
    entries = roster.players(store, include_hidden=True)
    players = sort_players(
        [each for each in entries if not each.hidden or each.key in here], here, coming
    )
    ticked_keys = here if ticked is None else ticked
    hidden_keys = {player.key for player in players[MAX_RESULTS:]} - here - coming
    later_keys = hidden_keys - ticked_keys
    body = render_template(
        "league/club/people.html",
        night=night,
        title=night_title(night),
        first_players=[player for player in players if player.key not in later_keys],
        later_players=[player for player in players if player.key in later_keys],
        **player_picker(players, request.form.get("q", "")),
        hidden_keys=hidden_keys,
        shown_inputs=stale_forms.shown_inputs(
            ("here", player.key) for player in players if player.key in here
        ),
        ticked_keys=ticked_keys,
        answer_by_player={key: each.answer for key, each in night_players.items()},
        reason=reason,
        typed=request.form.get("name", "") if reason else "",
    )
    return (body, 422) if reason else body


def sort_players(players: list[Player], here: set[str], coming: set[str]) -> list[Player]:
    """Return the players in the order in which the page lists them.

    Players at the night come first, then players who said yes, recent players, and all others. If
    the recent players do not all fit in the first MAX_RESULTS rows, those who played the largest
    number of recent matches are chosen. Within each group, the players in the first rows keep the
    order of `players`, and so do the others.
    """
    matches = match_lists.recent_matches(current_store(), RECENT_MATCHES)
    count_by_player = Counter(key for match in matches for key in match.people)

    def group(player: Player) -> int:
        groups = (here, coming, count_by_player)
        return next((n for n, keys in enumerate(groups) if player.key in keys), len(groups))

    ranked = sorted(players, key=lambda each: (group(each), -count_by_player[each.key]))
    offered = {each.key for each in ranked[:MAX_RESULTS]}
    return sorted(players, key=lambda each: (each.key not in offered, group(each)))
