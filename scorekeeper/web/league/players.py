"""The list of players, and the page to rename, hide, merge or remove a player.

A player who has played can be hidden but not removed.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.merged_players import merge_targets
from scorekeeper.db.store import Store
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import player_merge, player_renames, roster
from scorekeeper.league.player_renames import StaleNames
from scorekeeper.league.roster import PLAYER_NOT_FOUND, Player
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import medium_date
from scorekeeper.web.league import player_list
from scorekeeper.web.league.seat_names import renamed_sentence
from scorekeeper.web.shared.page_cache import cache_page, get_stats_snapshot
from scorekeeper.web.shared.player_chips import chips_by_key
from scorekeeper.web.shared.player_search import PlayerSearch, player_picker, search_players
from scorekeeper.web.shared.session import current_store

bp = Blueprint("players", __name__)
ADD_FORM = "add"  # the name of a form; a player's forms are named after the player's id
MERGE_FORM_ENDING = "-same"


class RefusedForm(NamedTuple):
    """The name of a refused form, the typed text, and the reason.

    `is_stale` is true if another phone has changed the name that the form showed.
    """

    form: str
    typed: str
    reason: Message
    is_stale: bool = False


@bp.get("/players")
@cache_page()
def show() -> ResponseReturnValue:
    """Show the list of players, sorted by name or by `?sort=`, from row `?from=` or `?letter=`.

    `?q=` searches for players. After a merge, `?merged=` is the id of the merged entry.
    """
    return render_player_list()


def render_player_list(refused: RefusedForm | None = None) -> ResponseReturnValue:
    everyone = all_entries()
    targets = merge_targets(everyone)
    players = [each for each in everyone if each.id not in targets]
    people = chips_by_key(players)
    careers = get_stats_snapshot().league_stats.careers
    listed = player_list.list_players(
        [player for player in players if not player.hidden], careers, request.args
    )
    shown = {row.player.key: people[row.player.key] for row in listed.rows}
    search = search_players(shown, request.args.get("q", "")) if listed.is_long else PlayerSearch()
    body = render_template(
        "league/players.html",
        people=people,
        player_list=listed,
        search=search,
        page_size=player_list.PAGE_SIZE,
        hidden_players=[player for player in players if player.hidden],
        merged_pair=just_merged(everyone),
        refused_form=refused,
    )
    return (body, 422) if refused else body


def all_entries() -> list[Player]:
    return roster.players(current_store(), include_hidden=True, include_merged=True)


def just_merged(everyone: Sequence[Player]) -> tuple[Player, Player] | None:
    """Return the merged entry `?merged=` and the player it counts as, for a notice with Undo.

    Returns None if there is no such merged entry.
    """
    by_id, targets = {each.id: each for each in everyone}, merge_targets(everyone)
    merged = parse_small_int(request.args.get("merged", ""))
    return (by_id[merged], by_id[targets[merged]]) if merged in targets else None


@bp.post("/players")
def add() -> ResponseReturnValue:
    typed = request.form.get("name", "")
    try:
        player = roster.add_player(current_store(), typed)
    except Refused as refusal:
        return render_player_list(RefusedForm(ADD_FORM, typed, refusal.problems[0].reason))
    return redirect_to_row(player.id, ADD_FORM)


def redirect_to_row(player_id: int, form: str) -> ResponseReturnValue:
    """Redirect to the list page that shows the player, at the row or form with this name."""
    first_row = player_list.first_row_of_page_with(roster.players(current_store()), player_id)
    query: dict[str, Any] = {"from": first_row} if first_row else {}
    return redirect(url_for(".show", **query, _anchor=f"player-{form}"), code=303)


# ---------------------------------------------------------------- one player


@bp.get("/players/<int:player_id>/edit")
def edit(player_id: int) -> ResponseReturnValue:
    """Show the forms that change a player.

    For a merged entry, redirect to the player that it counts as.
    """
    everyone = all_entries()
    targets = merge_targets(everyone)
    if player_id in targets:
        return redirect(url_for(".edit", player_id=targets[player_id]), code=303)
    return edit_page(player_id, everyone)


def edit_page(
    player_id: int, everyone: Sequence[Player], refused: RefusedForm | None = None
) -> ResponseReturnValue:
    targets = merge_targets(everyone)
    number = targets.get(player_id, player_id)
    player = next((each for each in everyone if each.id == number), None)
    if player is None:
        raise NotFound(PLAYER_NOT_FOUND)
    others = [each for each in everyone if each.merged_into is None and each.id != number]
    body = render_template(
        "league/player_edit.html",
        player=player,
        first_row=player_list.first_row_of_page_with(
            [each for each in everyone if not each.hidden], number
        ),
        merged_entries=[each for each in everyone if targets.get(each.id) == number],
        **player_picker(others, request.args.get("q", "")),
        chosen_key=request.values.get("into", ""),
        refused_form=refused,
    )
    return body, stale_forms.form_status(stale=refused and refused.is_stale, refused=refused)


def submit_form(
    player_id: int, change: Callable[[Store, str], object], ending: str = ""
) -> ResponseReturnValue:
    """Call `change` with the posted name and redirect.

    If `change` raises Refused, show the form again with the reason.
    """
    typed = request.form.get("name", "")
    try:
        change(current_store(), typed)
    except Refused as refusal:
        refused = RefusedForm(f"{player_id}{ending}", typed, refusal.problems[0].reason)
        return edit_page(player_id, all_entries(), refused)
    return redirect_to_row(player_id, str(player_id))


@bp.post("/players/<int:player_id>/name")
def rename(player_id: int) -> ResponseReturnValue:
    """Save the name if it was changed on the page.

    The status is 409 if another phone has renamed the player in the meantime.
    """
    shown = stale_forms.shown_values(request.form).get("name")

    def change(store: Store, name: str) -> None:
        if name != shown:
            seen = {} if shown is None else {player_id: shown}
            player_renames.rename_players(store, {player_id: name}, seen)

    try:
        return submit_form(player_id, change)
    except StaleNames as stale:
        reason = renamed_sentence(str(shown), stale.stored[player_id])
        refused = RefusedForm(str(player_id), request.form.get("name", ""), reason, is_stale=True)
        return edit_page(player_id, all_entries(), refused)


@bp.post("/players/<int:player_id>/hide")
def hide(player_id: int) -> ResponseReturnValue:
    return submit_form(player_id, lambda store, _name: roster.hide_player(store, player_id))


@bp.post("/players/<int:player_id>/show")
def unhide(player_id: int) -> ResponseReturnValue:
    return submit_form(player_id, lambda store, _name: roster.unhide_player(store, player_id))


@bp.post("/players/<int:player_id>/remove")
def remove(player_id: int) -> ResponseReturnValue:
    """Remove a player who was added by mistake.

    The removal is refused if a match, a payment or a merged entry refers to the player.
    """
    return submit_form(player_id, lambda store, _name: roster.remove_player(store, player_id))


@bp.post("/players/<int:player_id>/same")
def merge(player_id: int) -> ResponseReturnValue:
    """Merge this player into the chosen player (`into`) or the player whose name was posted."""

    def change(store: Store, name: str) -> None:
        into = chosen_player(store, name)
        try:
            player_merge.merge_players(store, player_id, into.id)
        except Refused as refusal:
            raise Refused([with_evening_in_words(each) for each in refusal.problems]) from None

    response = submit_form(player_id, change, MERGE_FORM_ENDING)
    if isinstance(response, tuple):  # the merge was refused
        return response
    return redirect(url_for(".show", merged=player_id, _anchor="merged"), code=303)


def chosen_player(store: Store, name: str) -> Player:
    """Return the chosen player, or the player with this name if none was chosen.

    Raises Refused if there is no such player, or if neither was given.
    """
    chosen = request.form.get("into", "")
    if not chosen and not name.strip():
        raise Refused([Problem("nobody", say("Choose the other entry for this player."))])
    if chosen:
        player = {each.key: each for each in roster.players(store, include_hidden=True)}.get(chosen)
    else:
        player = roster.find_player_by_name(store, name)
    if player is None and chosen:
        raise Refused([Problem("nobody", say("This player does not exist. Choose another one."))])
    if player is None:
        reason = say("There is no player called {name}.", name=name.strip())
        raise Refused([Problem("nobody", reason)])
    return player


def with_evening_in_words(problem: Problem) -> Problem:
    """Return the problem, with ISO dates in its reason written in the form that pages use."""
    values = problem.reason.values
    if "evening" not in values:
        return problem
    shown = {**values, "evening": medium_date(str(values["evening"]))}
    return problem._replace(reason=problem.reason._replace(values=shown))


@bp.post("/players/<int:player_id>/part")
def unmerge(player_id: int) -> ResponseReturnValue:
    """Undo a merge."""
    return submit_form(
        player_id, lambda store, _name: player_merge.unmerge_player(store, player_id)
    )
