"""Pages of club nights: the list, a night, and its settings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league import last_setup, match_lists
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import ClubNight, StaleNight
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import now
from scorekeeper.web.league.club import confirmations as club_confirmations
from scorekeeper.web.league.club import ranking as club_ranking
from scorekeeper.web.league.club import tables as club_tables
from scorekeeper.web.league.club.night_form import (
    LAST_RULES,
    TypedSettings,
    check_settings,
    form_from_night,
    form_from_post,
    kept_rules,
    merge_forms,
    nearest_size,
    rules_summaries,
    shown_values,
    with_allowed_size,
)
from scorekeeper.web.league.club.night_view import (
    DRAW_METHOD_NOTES,
    DRAW_METHOD_TITLES,
    build_night_view,
    night_title,
)
from scorekeeper.web.match.context import new_key
from scorekeeper.web.seasons.unreadable_settings import ADVICE
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.page_cache import cache_page, load_current_clock, snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club", __name__)
DEFAULT_SIZE = 4
NO_CHOICES: Mapping[str, str] = {}
PAGE_SIZE = 40  # nights on one page of the list, which then takes fewer than five phone screens
UNREADABLE_RULES = say("The house rules cannot be read, so new draws use the standard rules.")


class RefusedAction(NamedTuple):
    """An action on a night's page that was refused, and the response status.

    `reasons` are shown as sentences. `choices` are the posted values, which stay in the form.
    """

    reasons: Sequence[Message]
    status: int = 422
    choices: Mapping[str, str] = NO_CHOICES


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
        "league/club/index.html",
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
    size = str(nearest_size(game.seats, DEFAULT_SIZE))
    tonight = load_current_clock().evening(now())
    return settings_page(
        TypedSettings(tonight, "", game, size, DrawMethod.FEWEST_MEETINGS, LAST_RULES)
    )


@bp.post("/club/new")
def create() -> ResponseReturnValue:
    """Create a night. A size that was not changed on the page is adapted to the game."""
    typed = form_from_post(request.form)
    if has_shown_size(typed):
        typed = with_allowed_size(typed, {})
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
    return settings_page(form_from_night(night), night)


@bp.post("/club/<int:night_id>/edit")
def update(night_id: int) -> ResponseReturnValue:
    """Save the settings that were changed on the page.

    The status is 409 if another phone has changed the same settings, and 422 if they are invalid.
    """
    night = club_nights.get_night(current_store(), night_id)
    typed, shown = form_from_post(request.form), stale_forms.shown_values(request.form)
    chosen, conflicts = merge_forms(shown, typed, night) if shown else (typed, [])
    if conflicts:
        return settings_page(chosen, night, conflicts=conflicts)
    kept = kept_rules(chosen.game, night)
    if has_shown_size(typed):
        chosen = with_allowed_size(chosen, kept)
    settings = check_settings(chosen, kept)
    if isinstance(settings, Problem):
        return settings_page(chosen, night, settings)
    try:
        club_nights.change_night(current_store(), night_id, settings, seen=night.settings)
    except StaleNight:  # another phone saved since `night` was read, so compare again
        return update(night_id)
    return redirect(url_for("club.show", night_id=night_id), code=303)


def has_shown_size(typed: TypedSettings) -> bool:
    """Return whether the table size is still the one that the form had when it was opened."""
    return typed.size == stale_forms.shown_values(request.form).get("size")


def settings_page(
    typed: TypedSettings,
    night: ClubNight | None = None,
    refused: Problem | None = None,
    conflicts: Sequence[Message] = (),
) -> ResponseReturnValue:
    """Render the form. `conflicts` lists stored settings that differ from the typed settings."""
    games = list(GAMES.values())
    size = night.settings.size if night else DEFAULT_SIZE
    new_inputs = stale_forms.posted_shown_inputs(request.form) or stale_forms.shown_inputs(
        [("size", typed.size)]
    )
    body = render_template(
        "league/club/settings.html",
        typed=typed,
        night=night,
        refused=refused,
        unreadable_settings=unreadable_sentences(night),
        games=games,
        size_by_game={game.slug: nearest_size(game.seats, size) for game in games},
        rules_summaries=rules_summaries(night),
        method_titles=DRAW_METHOD_TITLES,
        method_notes=DRAW_METHOD_NOTES,
        key=request.form.get("key", "")[:64] or new_key(),
        shown_inputs=stale_forms.shown_inputs(shown_values(night)) if night else new_inputs,
        conflicts=conflicts,
    )
    return body, stale_forms.form_status(stale=conflicts, refused=refused)


# ---------------------------------------------------------------- a night


@bp.get("/club/<int:night_id>")
@cache_page(match_lists.running_match_versions, club_ranking.own_rows)
def show(night_id: int) -> ResponseReturnValue:
    """Show the page for a night: people, the draw or the tables, and the ranking.

    `?open=ranking` shows a page of the ranking instead.
    """
    return night_page(night_id)


def night_page(night_id: int, refused: RefusedAction | None = None) -> ResponseReturnValue:
    night = club_nights.get_night(current_store(), night_id)
    if "extra_key" not in g:
        g.extra_key = match_lists.running_match_versions(current_store())
    snapshot = snapshot_for_page()
    view = build_night_view(night, snapshot)
    body = render_template(
        "league/club/night.html",
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        view=view,
        night=night,
        method_titles=DRAW_METHOD_TITLES,
        method_notes=DRAW_METHOD_NOTES,
        ranking_rows=club_ranking.shown_rows(len(view.ranking.lines)),
        is_ranking_open=club_ranking.is_open() and not refused,
        reasons=refused.reasons if refused else [],
        choices=refused.choices if refused else NO_CHOICES,
        unreadable_settings=unreadable_sentences(night),
    )
    return (body, refused.status) if refused else body


def unreadable_sentences(night: ClubNight | None) -> list[Message]:
    """Return sentences about the house rules if they cannot be read, or an empty list."""
    return [] if night is None or night.has_readable_rules else [UNREADABLE_RULES, ADVICE]


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
