"""The form that creates a season or changes its settings."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Refused
from scorekeeper.league import season_commands, season_moves
from scorekeeper.league.ratings import rate
from scorekeeper.league.season_merge import EditConflict
from scorekeeper.league.season_moves import SeasonMove
from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.scheme_example import ExampleRow, example_rows
from scorekeeper.stats.scheme_text import scheme_sentences
from scorekeeper.stats.schemes import MEASURES, Measure, Scheme
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import now
from scorekeeper.web.match.context import wants_part
from scorekeeper.web.seasons import season_form, season_move_text
from scorekeeper.web.seasons.conflict import current_values
from scorekeeper.web.seasons.current_season import note_of_form
from scorekeeper.web.seasons.season_form import SeasonForm
from scorekeeper.web.seasons.season_urls import season_or_404
from scorekeeper.web.seasons.settings_folds import fold_values
from scorekeeper.web.seasons.unreadable_settings import unreadable_sentences
from scorekeeper.web.shared.confirmation import confirmation_key, is_confirmed
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stake_labels import stake_label_by_game
from scorekeeper.web.unfolding import with_shown_parts

bp = Blueprint("season_settings", __name__)
EMPTY_SEASON = Season(0, "")
# Both functions take the season with the posted settings and the season that the form showed. The
# second argument can be None.
SaveSeason = Callable[[Season, Season | None], int]
FindMoves = Callable[[Season, Season | None], list[SeasonMove]]


@bp.get("/season/new")
def new() -> ResponseReturnValue:
    """Show the form for a new season: empty, or with the settings of season `?like=`.

    The first season has no start date, so it includes earlier matches. By default, any later season
    starts today.
    """
    league_state = snapshot_for_page().league_state
    starts = league_state.clock.evening(now()) if league_state.seasons else None
    source = league_state.season(parse_small_int(request.args.get("like", "")))
    if source is None:
        return render_season_form(
            EMPTY_SEASON, season_form.form_from_season(replace(EMPTY_SEASON, starts=starts))
        )
    copied = replace(source, id=0, name="", starts=starts, ends=None, closed_at=None)
    return render_season_form(
        EMPTY_SEASON, season_form.form_from_season(copied), copied_season=source
    )


@bp.post("/season/new")
def create() -> ResponseReturnValue:
    """Create the season, or show the form again if it could not be created."""
    return handle_form(
        EMPTY_SEASON,
        lambda season, shown: season_commands.create_season(current_store(), season).id,
        lambda season, shown: season_moves.moves_if_created(current_store(), season),
    )


@bp.get("/season/<int:season_id>/edit")
def edit(season_id: int) -> ResponseReturnValue:
    season = season_or_404(season_id)
    return render_season_form(season, season_form.form_from_season(season))


@bp.post("/season/<int:season_id>/edit")
def update(season_id: int) -> ResponseReturnValue:
    """Save the settings, which apply to all matches of the season."""

    def change(season: Season, shown: Season | None) -> int:
        season_commands.change_season(current_store(), season, shown=shown)
        return season_id

    return handle_form(
        season_or_404(season_id),
        change,
        lambda season, shown: season_moves.moves_if_changed(current_store(), season, shown),
    )


def handle_form(
    season: Season,
    change: SaveSeason,
    find_moves: FindMoves,
) -> ResponseReturnValue:
    """Save the posted form, or show it again if it could not be saved.

    `change` saves the season and returns its id. If `find_moves` finds matches that would move to
    another season, the user must first confirm the change (422). If a button other than `save` was
    pressed, nothing is saved. That button takes effect, and the page is rendered again.
    """
    posted = MultiDict(request.form)
    form = SeasonForm(posted)
    if "save" not in posted:
        reorder(form, posted)
        return render_season_form(season, form)
    if not form.validate():
        return render_season_form(season, form, refused=True)
    return save_form(season, form, change, find_moves)


def save_form(
    season: Season, form: SeasonForm, change: SaveSeason, find_moves: FindMoves
) -> ResponseReturnValue:
    """Save a valid form.

    If it cannot be saved, show it again with the reason, the conflict, or the moves to confirm.
    """
    try:
        seasons = (
            form.season(season.id, season.closed_at),
            season_form.shown_season(MultiDict(request.form), season.id),
        )
        moves = season_move_text.move_sentences(find_moves(*seasons), season.id)
        if moves and not is_confirmed(moves):
            return render_season_form(season, form, moves=moves)
        number = change(*seasons)
    except EditConflict as conflict:
        return render_season_form(
            conflict.stored, season_form.form_from_season(conflict.season), conflict=conflict
        )
    except Refused as refusal:
        for problem in refusal.problems:
            form[problem.field or "name"].errors = [problem.reason]
        return render_season_form(season, form, refused=True)
    return redirect(url_for("seasons.show", season_key=number), code=303)


def reorder(form: SeasonForm, posted: MultiDict[str, str]) -> None:
    """Apply the tie-break button that was pressed: move up or down, remove, add.

    The form does not show errors before the user saves.
    """
    form.validate()
    order = form.order
    for step, by in (("up", -1), ("down", 1)):
        if step in posted:
            order = season_form.move_tie_break(order, posted[step], by)
    if "without" in posted:
        order = tuple(name for name in order if name != posted["without"])
    if posted.get("with") in TIE_BREAKS:
        order = (*order, posted["with"])
    form.ties.data = " ".join(order)
    for field in form:
        field.errors = []
    form.amount_problems = {}


def render_season_form(
    season: Season,
    form: SeasonForm,
    *,
    copied_season: Season | None = None,
    refused: bool = False,
    conflict: EditConflict | None = None,
    moves: Sequence[Message] = (),
) -> ResponseReturnValue:
    """Render the form, as a page or as the part that htmx swaps. `moves` must be confirmed."""
    problems = [error for field in form for error in field.errors]
    problems += list(form.amount_problems.values())
    body = render_template(
        "seasons/_settings_form.html" if wants_part() else "seasons/settings.html",
        season=season,
        form=form,
        copied_season=copied_season,
        problems=problems if refused else [],
        unreadable_settings=unreadable_sentences(season),
        dates_note=note_of_form(
            snapshot_for_page().league_state, season, form.starts.data or "", form.ends.data or ""
        ),
        move_sentences=moves,
        confirmation_key=confirmation_key(moves) if moves else "",
        games=GAMES,
        tie_breaks=TIE_BREAKS,
        tie_break_order=form.order,
        scoring_sentences=scheme_sentences(form.scheme),
        stake_labels=stake_label_by_game(),
        scheme_examples=scheme_examples(form.scheme),
        **fold_values(form, request.form),
        form_url=with_shown_parts(
            url_for(".edit", season_id=season.id) if season.id else url_for(".new")
        ),
        shown_inputs=shown_inputs(season, conflict),
        conflicts=current_values(conflict.stored, conflict.parts) if conflict else [],
    )
    return body, stale_forms.form_status(stale=conflict, refused=refused or moves)


def scheme_examples(scheme: Scheme) -> list[tuple[Measure, list[ExampleRow]]]:
    """Return each measure with the rows of its example."""
    return [
        (measure, example_rows(replace(scheme, measure=name, per_match=False), rate))
        for name, measure in MEASURES.items()
    ]


def shown_inputs(season: Season, conflict: EditConflict | None) -> list[tuple[str, str]]:
    """Return hidden inputs with the values that the form showed when it was opened.

    After a conflict, they contain the saved settings. The next save therefore overwrites only
    values that the user has seen. A new season has no such inputs.
    """
    if request.form and not conflict:
        return stale_forms.posted_shown_inputs(MultiDict(request.form))
    if not season.id:
        return []
    shown = season_form.shown_values(season_form.form_from_season(season))
    return stale_forms.shown_inputs(shown)
