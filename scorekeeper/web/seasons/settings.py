"""Opening a season, changing how it counts, closing it, and the next one with the same settings."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.db.evenings import evening_date
from scorekeeper.league import season_commands
from scorekeeper.league.ratings import rate
from scorekeeper.league.season_merge import EditConflict
from scorekeeper.league.seasons import Season, SeasonNotFound
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.rules import GAMES
from scorekeeper.stats.example import example_rows
from scorekeeper.stats.scheme_text import scheme_sentences
from scorekeeper.stats.schemes import MEASURES
from scorekeeper.stats.tiebreaks import TIE_BREAKS
from scorekeeper.web.match.context import now, wants_part
from scorekeeper.web.seasons import season_form, views
from scorekeeper.web.seasons.conflict import current_values
from scorekeeper.web.seasons.season_form import SeasonForm
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.stake_labels import stake_label_by_game

bp = Blueprint("season_settings", __name__)
EMPTY_SEASON = Season(0, "")


def get_season(season_id: int) -> Season:
    season = snapshot_for_page().facts.season(season_id)
    if season is None:
        raise SeasonNotFound
    return season


@bp.get("/season/new")
def new() -> ResponseReturnValue:
    """An empty form, or with the settings of the season that `?like=` names.

    The first season takes what was played before, too; a later one begins tonight, unless
    somebody writes another evening.
    """
    facts = snapshot_for_page().facts
    starts = evening_date(now()) if facts.seasons else None
    like = facts.season(parse_small_int(request.args.get("like", "")))
    if like is None:
        return page(
            EMPTY_SEASON, season_form.form_from_season(replace(EMPTY_SEASON, starts=starts))
        )
    copied = replace(like, id=0, name="", starts=starts, ends=None, closed_at=None)
    return page(EMPTY_SEASON, season_form.form_from_season(copied), like=like)


@bp.post("/season/new")
def create() -> ResponseReturnValue:
    """Open it, or look at the form again."""
    return handle_form(EMPTY_SEASON, lambda season, shown: season_commands.create_season(season).id)


@bp.get("/season/<int:season_id>/edit")
def edit(season_id: int) -> ResponseReturnValue:
    season = get_season(season_id)
    return page(season, season_form.form_from_season(season))


@bp.post("/season/<int:season_id>/edit")
def update(season_id: int) -> ResponseReturnValue:
    """Write the settings; all matches are counted by the new ones."""

    def change(season: Season, shown: Season | None) -> int:
        season_commands.change_season(season, shown=shown)
        return season_id

    return handle_form(get_season(season_id), change)


def handle_form(
    season: Season, change: Callable[[Season, Season | None], int]
) -> ResponseReturnValue:
    """What a form of settings asks for: a tie-break up or down, a look, or the season itself."""
    posted = MultiDict(request.form)
    form = SeasonForm(posted)
    if "save" not in posted:
        form.validate()
        reorder(form, posted)
        for field in form:
            field.errors = []  # nobody has said that he is done
        form.wrong_amounts = {}
        return page(season, form)
    if not form.validate():
        return page(season, form, refused=True)
    try:
        number = change(
            form.season(season.id, season.closed_at), season_form.original_season(posted, season.id)
        )
    except EditConflict as clash:
        return page(clash.there, season_form.form_from_season(clash.season), clash=clash)
    except Refused as refusal:
        for problem in refusal.problems:
            field = form.ends if problem.code == "bad_dates" else form.name
            field.errors = [problem.reason]
        return page(season, form, refused=True)
    return redirect(url_for("seasons.show", which=number), code=303)


def reorder(form: SeasonForm, posted: MultiDict[str, str]) -> None:
    """A tie-break one up or down, out, or in again."""
    order = form.order
    for step, by in (("up", -1), ("down", 1)):
        if step in posted:
            order = season_form.move_tie_break(order, posted[step], by)
    if "without" in posted:
        order = tuple(name for name in order if name != posted["without"])
    if posted.get("with") in TIE_BREAKS:
        order = (*order, posted["with"])
    form.ties.data = " ".join(order)


def page(
    season: Season,
    form: SeasonForm,
    *,
    like: Season | None = None,
    refused: bool = False,
    clash: EditConflict | None = None,
) -> ResponseReturnValue:
    """The form, whole page or part. It says what it showed when it was opened, or what is there
    after a clash: who then saves once more has seen it.
    """
    books = snapshot_for_page()
    scheme = form.scheme
    wrong = [error for field in form for error in field.errors]
    wrong += list(form.wrong_amounts.values())
    body = render_template(
        "seasons/_settings.html" if wants_part() else "seasons/settings.html",
        facts=books.facts,
        season=season,
        form=form,
        like=like,
        wrong=wrong if refused else [],
        games=GAMES,
        ties=TIE_BREAKS,
        order=form.order,
        how=scheme_sentences(scheme),
        stakes_for=stake_label_by_game(),
        schemes=[
            (measure, example_rows(replace(scheme, measure=name, a_match=False), rate))
            for name, measure in MEASURES.items()
        ],
        address=url_for(".edit", season_id=season.id) if season.id else url_for(".new"),
        was=season_form.posted_original_fields(MultiDict(request.form))
        if request.form and not clash
        else season_form.original_fields(season_form.form_from_season(season))
        if season.id
        else [],
        clash=current_values(clash.there, clash.parts) if clash else [],
    )
    return body, 409 if clash else 422 if refused else 200


# ---------------------------------------------------------------- closing and the like


def apply_and_redirect(change: Callable[[int], None], season_id: int) -> ResponseReturnValue:
    change(season_id)
    return redirect(url_for("seasons.show", which=season_id), code=303)


@bp.post("/season/<int:season_id>/close")
def close(season_id: int) -> ResponseReturnValue:
    """The table stays as it is now, with its champions."""
    return apply_and_redirect(season_commands.close_season, season_id)


@bp.post("/season/<int:season_id>/reopen")
def reopen(season_id: int) -> ResponseReturnValue:
    """The season counts again what is there today."""
    return apply_and_redirect(season_commands.reopen_season, season_id)


@bp.post("/season/<int:season_id>/current")
def make_current(season_id: int) -> ResponseReturnValue:
    """This season is the one that is shown first."""
    return apply_and_redirect(season_commands.select_current_season, season_id)


@bp.post("/season/<int:season_id>/remove")
def remove(season_id: int) -> ResponseReturnValue:
    """Take the season out; its matches stay."""
    try:
        season_commands.remove_season(season_id)
    except Refused as refusal:
        return views.page(get_season(season_id), refusal.problems), 422
    return redirect(url_for("seasons.current"), code=303)
