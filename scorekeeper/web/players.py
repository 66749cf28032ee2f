"""The players of the league and its name: add, rename, hide. Who has played is never deleted."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import access, league
from scorekeeper.league import NobodyThere
from scorekeeper.rules.words import Say, say
from scorekeeper.table import Refused
from scorekeeper.web.new_match import in_colours

bp = Blueprint("players", __name__)
ADD, LEAGUE = "add", "league"  # forms of the page; those of players are called by their id


class Wrong(NamedTuple):
    """Which form of the page was refused, what was typed there, and why not."""

    form: str
    typed: str
    reason: Say


@bp.get("/players")
def show() -> ResponseReturnValue:
    """Everybody, and what the league is called."""
    return page()


def page(wrong: Wrong | None = None) -> ResponseReturnValue:
    players = league.players(include_hidden=True)
    body = render_template(
        "leagues/players.html",
        league=league.current_league(),
        people=in_colours(players),
        shown=[player for player in players if not player.hidden],
        hidden=[player for player in players if player.hidden],
        wrong=wrong,
        is_plain=not request.is_secure,
    )
    return body, 422 if wrong else 200


def settle(form: str, change: Callable[[str], object]) -> ResponseReturnValue:
    """Do what one form of the page asks with the name in it, or say beside it why not."""
    access.require("settle")
    typed = request.form.get("name", "")
    try:
        change(typed)
    except NobodyThere:
        abort(404, say("There is no such player. Somebody may have removed him."))
    except Refused as refusal:
        return page(Wrong(form, typed, refusal.problems[0].reason))
    return redirect(url_for(".show", _anchor=f"player-{form}"), code=303)


@bp.post("/players")
def add() -> ResponseReturnValue:
    return settle(ADD, league.add_player)


@bp.post("/league")
def rename_league() -> ResponseReturnValue:
    return settle(LEAGUE, league.rename_league)


@bp.post("/players/<int:player_id>/name")
def rename(player_id: int) -> ResponseReturnValue:
    return settle(str(player_id), lambda name: league.rename_player(player_id, name))


@bp.post("/players/<int:player_id>/hide")
def hide(player_id: int) -> ResponseReturnValue:
    return settle(str(player_id), lambda name: league.hide_player(player_id))


@bp.post("/players/<int:player_id>/show")
def show_again(player_id: int) -> ResponseReturnValue:
    return settle(str(player_id), lambda name: league.show_player(player_id))


@bp.post("/players/<int:player_id>/remove")
def remove(player_id: int) -> ResponseReturnValue:
    """Only for somebody who was added by mistake; league refuses anybody else."""
    return settle(str(player_id), lambda name: league.remove_player(player_id))
