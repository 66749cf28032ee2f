"""Pages of club nights: the list, a night, and its settings."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.club.draws import Method
from scorekeeper.league import last_setup, match_lists
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import ClubNight, NightSettings
from scorekeeper.match.names import MAX_NAME_LENGTH
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Options, Problem
from scorekeeper.web.dates import now
from scorekeeper.web.league.club import confirmations as club_confirmations
from scorekeeper.web.league.club import ranking as club_ranking
from scorekeeper.web.league.club import tables as club_tables
from scorekeeper.web.league.club.night_view import (
    METHOD_NOTES,
    METHOD_TITLES,
    build_night_view,
    night_title,
)
from scorekeeper.web.league.new_match_draft import past_agreement
from scorekeeper.web.match.context import new_key
from scorekeeper.web.seasons.unreadable_settings import ADVICE
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.page_cache import cache_page, load_current_clock, snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club", __name__)
DEFAULT_SIZE = 4
PAGE_SIZE = 40  # nights on one page of the list, which then takes fewer than five phone screens
LAST_RULES, STANDARD_RULES = "last", "standard"
UNREADABLE_RULES = say("The house rules cannot be read, so new draws use the standard rules.")


@dataclass(frozen=True)
class TypedSettings:
    """The settings form for a night, with typed or stored values.

    `rules` is LAST_RULES, STANDARD_RULES, or empty to keep the night's rules.
    """

    evening: str
    name: str
    game: Game
    size: str
    method: Method
    rules: str


class RefusedAction(NamedTuple):
    """The reason for refusing an action on a night's page, and the response status."""

    reason: Message
    status: int = 422


# ---------------------------------------------------------------- the list


@bp.get("/club")
@cache_page()
def index() -> ResponseReturnValue:
    """Show the latest club nights, with open nights first.

    `?before=` is the id of the last night on the previous page.
    """
    before = parse_small_int(request.args.get("before", ""))
    listed = club_night_lists.nights(current_store(), PAGE_SIZE + 1, before)
    nights = listed[:PAGE_SIZE]
    return render_template(
        "club/index.html",
        league_state=snapshot_for_page().league_state,
        open_nights=[night for night in nights if night.is_open],
        ended_nights=[night for night in nights if not night.is_open],
        is_first_page=before is None,
        next_page_before=nights[-1].id if len(listed) > PAGE_SIZE else None,
        night_title=night_title,
        games=GAMES,
    )


# ---------------------------------------------------------------- settings


@bp.get("/club/new")
def new() -> ResponseReturnValue:
    """Show the form for a new night, prefilled with this evening and the last game played."""
    last = last_setup.last_match_setup(current_store())
    game = GAMES[last.game] if last and last.game in GAMES else next(iter(GAMES.values()))
    size = str(DEFAULT_SIZE if DEFAULT_SIZE in game.seats else game.seats[0])
    tonight = load_current_clock().evening(now())
    return settings_page(TypedSettings(tonight, "", game, size, Method.FEWEST_MEETINGS, LAST_RULES))


@bp.post("/club/new")
def create() -> ResponseReturnValue:
    typed = typed_settings()
    settings = check_settings(typed, {})
    if isinstance(settings, Problem):
        return settings_page(typed, refused=settings)
    key = request.form.get("key", "")[:64] or new_key()
    night = club_nights.create_night(current_store(), settings, key, now())
    return redirect(url_for("club_people.show", night_id=night), code=303)


@bp.get("/club/<int:night_id>/edit")
def edit(night_id: int) -> ResponseReturnValue:
    """Show the form with a night's settings."""
    night = club_nights.get_night(current_store(), night_id)
    game, size = GAMES[night.game], str(night.size)
    typed = TypedSettings(night.evening, night.name, game, size, night.method, "")
    return settings_page(typed, night)


@bp.post("/club/<int:night_id>/edit")
def update(night_id: int) -> ResponseReturnValue:
    night = club_nights.get_night(current_store(), night_id)
    typed = typed_settings()
    settings = check_settings(typed, night.options if night.game == typed.game.slug else {})
    if isinstance(settings, Problem):
        return settings_page(typed, night, settings)
    club_nights.change_night(current_store(), night_id, settings)
    return redirect(url_for("club.show", night_id=night_id), code=303)


def settings_page(
    typed: TypedSettings, night: ClubNight | None = None, refused: Problem | None = None
) -> ResponseReturnValue:
    body = render_template(
        "club/settings.html",
        typed=typed,
        night=night,
        refused=refused,
        unreadable_settings=unreadable_sentences(night),
        games=list(GAMES.values()),
        method_titles=METHOD_TITLES,
        method_notes=METHOD_NOTES,
        key=request.form.get("key", "")[:64] or new_key(),
    )
    return (body, 422) if refused else body


def typed_settings() -> TypedSettings:
    form = request.form
    method = form.get("method", "")
    return TypedSettings(
        form.get("evening", ""),
        " ".join(form.get("name", "").split()),
        GAMES.get(form.get("game", ""), next(iter(GAMES.values()))),
        form.get("size", ""),
        Method(method) if method in set(Method) else Method.FEWEST_MEETINGS,
        form.get("rules", ""),
    )


def check_settings(typed: TypedSettings, kept: Options) -> NightSettings | Problem:
    """Return the settings, or the first problem with them.

    `kept` are the night's current house rules.
    """
    if not is_evening_date(typed.evening):
        reason = say("Enter the date of the evening, such as 2026-10-01.")
        return Problem("bad_date", reason, "evening")
    if len(typed.name) > MAX_NAME_LENGTH or not typed.name.isprintable():
        reason = say(
            "Enter a name of at most {n} characters, or leave it blank.", n=MAX_NAME_LENGTH
        )
        return Problem("bad_name", reason, "name")
    options = rules_of(typed.game, typed.rules, kept)
    sizes, size = club_nights.allowed_sizes(typed.game, options), parse_small_int(typed.size)
    if size not in sizes:
        reason = say(
            "Enter a table size that {game} allows with these rules: {sizes}.",
            game=typed.game.name,
            sizes=[str(n) for n in sizes],
        )
        return Problem("bad_size", reason, "size")
    return NightSettings(
        typed.evening, typed.name, typed.game.slug, dict(options), size or 0, typed.method
    )


def unreadable_sentences(night: ClubNight | None) -> list[Message]:
    """Return sentences about the house rules if they cannot be read, or an empty list."""
    return [] if night is None or night.has_readable_rules else [UNREADABLE_RULES, ADVICE]


def rules_of(game: Game, rules: str, kept: Options) -> Options:
    """Return the chosen house rules, as options that differ from the standard.

    Returns `kept` unless `rules` is STANDARD_RULES, or is LAST_RULES and the game has been played.
    """
    if rules == STANDARD_RULES:
        return {}
    latest = last_setup.last_match_setup(current_store(), game.slug)
    if rules != LAST_RULES or latest is None:
        return kept
    last = past_agreement(game, latest.players, latest.dealer, latest.options, latest.players)
    return last.given


# ---------------------------------------------------------------- a night


@bp.get("/club/<int:night_id>")
@cache_page(match_lists.running_match_versions, club_ranking.own_rows)
def show(night_id: int) -> ResponseReturnValue:
    """Show the page for a night: people, the draw or the tables, and the ranking.

    `?open=ranking` expands the ranking.
    """
    return night_page(night_id)


def night_page(night_id: int, refused: RefusedAction | None = None) -> ResponseReturnValue:
    night = club_nights.get_night(current_store(), night_id)
    if "extra_key" not in g:
        g.extra_key = match_lists.running_match_versions(current_store())
    snapshot = snapshot_for_page()
    body = render_template(
        "club/night.html",
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        view=build_night_view(night, snapshot),
        night=night,
        method_titles=METHOD_TITLES,
        method_notes=METHOD_NOTES,
        rows_shown=club_ranking.ROWS,
        is_unfolded=request.args.get("open") == club_ranking.UNFOLDED,
        reason=refused.reason if refused else None,
        unreadable_settings=unreadable_sentences(night),
    )
    return (body, refused.status) if refused else body


@bp.post("/club/<int:night_id>/end")
def end(night_id: int) -> ResponseReturnValue:
    """End the night and make its codes invalid.

    If codes or a draw would be lost, the user must first confirm this.
    """
    question = club_confirmations.ending(club_nights.get_night(current_store(), night_id))
    if question is not None and (confirmation := ask_first(question)):
        return confirmation
    club_nights.end_night(current_store(), night_id, now(), club_tables.end_codes)
    return redirect(url_for("club.show", night_id=night_id), code=303)


@bp.post("/club/<int:night_id>/reopen")
def reopen(night_id: int) -> ResponseReturnValue:
    """Reopen a night that has ended."""
    club_nights.reopen_night(current_store(), night_id)
    return redirect(url_for("club.show", night_id=night_id), code=303)
