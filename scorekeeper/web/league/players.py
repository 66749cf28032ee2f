"""The players page: add, rename, hide, merge and remove players.

A player who has played can be hidden but not removed.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.aliases import resolve_merge_chains
from scorekeeper.db.store import Store
from scorekeeper.league import match_lists, player_merge, roster
from scorekeeper.league.roster import Player
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import name_error
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.dates import medium_date
from scorekeeper.web.shared.page_cache import cache_page
from scorekeeper.web.shared.player_chips import chips_by_key
from scorekeeper.web.shared.session import current_store

bp = Blueprint("players", __name__)
ADD_FORM = "add"  # the name of a form; a player's forms are named by the player's id


class RefusedForm(NamedTuple):
    """The name of a form that was refused, the text typed in it, and the reason."""

    form: str
    typed: str
    reason: Message


@bp.get("/players")
@cache_page(match_lists.running_match_versions)  # a player of a running match cannot be removed
def show() -> ResponseReturnValue:
    """All players."""
    return page()


def page(wrong: RefusedForm | None = None) -> ResponseReturnValue:
    store = current_store()
    everybody = roster.players(store, include_hidden=True, include_merged=True)
    players = [each for each in everybody if each.merged_into is None]
    body = render_template(
        "league/players.html",
        league_name=roster.get_league(store).name,
        people=chips_by_key(players),
        shown=[player for player in players if not player.hidden],
        hidden=[player for player in players if player.hidden],
        also=merged_entries(everybody),
        done=just_merged(everybody),
        wrong=wrong,
    )
    return (body, 422) if wrong else body


def merged_entries(everybody: Sequence[Player]) -> dict[int, list[Player]]:
    """Merged players, by the id of the player they were merged into."""
    found: dict[int, list[Player]] = {}
    now = merge_targets(everybody)
    for player in everybody:
        if player.id in now:
            found.setdefault(now[player.id], []).append(player)
    return found


def merge_targets(everybody: Sequence[Player]) -> dict[int, int]:
    return resolve_merge_chains(
        {each.id: each.merged_into for each in everybody if each.merged_into}
    )


def just_merged(everybody: Sequence[Player]) -> tuple[Player, Player] | None:
    """The player `?merged=` and the player they were merged into, for a notice with Undo."""
    by_id, now = {each.id: each for each in everybody}, merge_targets(everybody)
    merged = parse_small_int(request.args.get("merged", ""))
    return (by_id[merged], by_id[now[merged]]) if merged in now else None


def submit_form(form: str, change: Callable[[Store, str], object]) -> ResponseReturnValue:
    """Call `change` with the posted name and redirect; if refused, show the reason in the form."""
    typed = request.form.get("name", "")
    try:
        change(current_store(), typed)
    except Refused as refusal:
        return page(RefusedForm(form, typed, refusal.problems[0].reason))
    return redirect(url_for(".show", _anchor=f"player-{form}"), code=303)


@bp.post("/players")
def add() -> ResponseReturnValue:
    return submit_form(ADD_FORM, roster.add_player)


@bp.post("/players/<int:player_id>/name")
def rename(player_id: int) -> ResponseReturnValue:
    return submit_form(
        str(player_id), lambda store, name: roster.rename_player(store, player_id, name)
    )


@bp.post("/players/<int:player_id>/hide")
def hide(player_id: int) -> ResponseReturnValue:
    return submit_form(str(player_id), lambda store, _name: roster.hide_player(store, player_id))


@bp.post("/players/<int:player_id>/show")
def unhide(player_id: int) -> ResponseReturnValue:
    return submit_form(str(player_id), lambda store, _name: roster.unhide_player(store, player_id))


@bp.post("/players/<int:player_id>/remove")
def remove(player_id: int) -> ResponseReturnValue:
    """Remove a player who was added by mistake; refused if a match or a payment includes them."""
    return submit_form(str(player_id), lambda store, _name: roster.remove_player(store, player_id))


@bp.post("/players/<int:player_id>/same")
def merge(player_id: int) -> ResponseReturnValue:
    """Merge this player into the player whose name was posted."""

    def change(store: Store, name: str) -> None:
        into = roster.find_player_by_name(store, name)
        if into is None:
            raise name_error(say("There is no player called {name}.", name=name.strip()), "nobody")
        try:
            player_merge.merge_players(store, player_id, into.id)
        except Refused as refusal:
            raise Refused([with_evening_in_words(each) for each in refusal.problems]) from None

    answer = submit_form(f"{player_id}-same", change)
    if isinstance(answer, tuple):  # refused
        return answer
    return redirect(url_for(".show", merged=player_id, _anchor="merged"), code=303)


def with_evening_in_words(problem: Problem) -> Problem:
    """The problem with the ISO date in its reason, if it has one, as pages show evenings."""
    values = problem.reason.values
    if "night" not in values:
        return problem
    told = {**values, "night": medium_date(str(values["night"]))}
    return problem._replace(reason=problem.reason._replace(values=told))


@bp.post("/players/<int:player_id>/part")
def unmerge(player_id: int) -> ResponseReturnValue:
    """Undo a merge."""
    return submit_form(
        str(player_id), lambda store, _name: player_merge.unmerge_player(store, player_id)
    )
