"""The form for the first match of a new league, which the home page shows until then."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.errors import Refused
from scorekeeper.match import commands
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import player_counts
from scorekeeper.web import i18n, permissions
from scorekeeper.web.access import invitations
from scorekeeper.web.league import first_players
from scorekeeper.web.league.first_players import PLAYING_CARD_NAMES
from scorekeeper.web.match.context import command_meta, current_log, new_key
from scorekeeper.web.shared.session import current_store

bp = Blueprint("first_visit", __name__)
PLAYER_COUNTS = range(2, len(PLAYING_CARD_NAMES) + 1)
NO_NEWS = Markup()


def first_game() -> Game:
    return next(iter(GAMES.values()))


def requested_form(news: Markup) -> ResponseReturnValue:
    """Render the form for the first match with the choices in the address, or with the defaults."""
    game = GAMES.get(request.args.get("game", ""), first_game())
    chosen = request.args.get("seats", "")
    if chosen == request.args.get("usual", ""):  # the number that was shown for another game
        chosen = ""
    return render_form(game, parse_player_count(chosen) or usual_player_count(game), news=news)


def usual_player_count(game: Game) -> int:
    """Return the usual number of players of the game, or all players who have names, if more."""
    named = len(first_players.named_players(current_store()))
    return min(max(game.usual_seats, game.seats[0], named), game.seats[-1])


def render_form(
    game: Game, seats: int, problems: Sequence[Problem] = (), news: Markup = NO_NEWS
) -> ResponseReturnValue:
    """Render the form for the first match, with the game and the number of players.

    The names of players can be entered later.
    """
    people = first_players.named_players(current_store())
    i18n.set_page_names({each.key: each.name for each in people})
    page = render_template(
        "league/first_visit.html",
        games=list(GAMES.values()),
        game=game,
        seats=min(max(seats, game.seats[0]), game.seats[-1]) if not problems else seats,
        usual=usual_player_count(game),
        numbers=PLAYER_COUNTS,
        cards=PLAYING_CARD_NAMES,
        named_keys=[each.key for each in people],
        problems=problems,
        key=request.form.get("key", "")[:64] or new_key(),
        news=news,
    )
    return page, 422 if problems else 200


def parse_player_count(text: str) -> int:
    """Return the number of players in `text`, or 0 if it is not in PLAYER_COUNTS."""
    return int(text) if text in map(str, PLAYER_COUNTS) else 0


@bp.post("/first")
def start() -> ResponseReturnValue:
    """Start the first match, with the named players on the page and players named after cards.

    Redirects to the form for a new match if the form contains "names", if other players were added
    since, or if there are more players than seats. In that form, users choose the players first.
    If the posted form contains "invite", an owner then sees the code that lets other people join.
    """
    game = GAMES.get(request.form.get("game", ""), first_game())
    if "names" in request.form:
        return redirect(url_for("new_match.show", game=game.slug), code=303)
    seats = parse_player_count(request.form.get("seats", ""))
    if seats not in game.seats:
        few = say("{game} is for {players}.", game=game.name, players=player_counts(game.seats))
        return render_form(game, seats, [Problem("bad_players", few, "seats")])
    shown = request.form.get("named", "").split()
    people = first_players.first_players(current_store(), seats, shown)
    if people is None:
        return redirect(url_for("new_match.show", game=game.slug), code=303)
    try:
        match = commands.start_match(current_log(), game.slug, people, {}, command_meta())
    except Refused as refusal:
        return render_form(game, seats, refusal.problems)
    if "invite" in request.form and permissions.may_access("invitations.invite"):
        return invitations.invite_table()
    return redirect(url_for("matches.show", match_id=match), code=303)
