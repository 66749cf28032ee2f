"""The terms of one match: its evening, the season that it counts towards, and its stake.

The season and the stake are optional.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused
from scorekeeper.league import match_evening, match_lists, match_season, match_terms_commands
from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.match_terms_commands import StaleTerms
from scorekeeper.league.seasons import Season
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.stakes import NO_STAKES
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import now
from scorekeeper.web.match.context import (
    MATCH_NOT_FOUND,
    MatchView,
    command_meta,
    current_log,
    new_key,
)
from scorekeeper.web.money_text import format_amount
from scorekeeper.web.seasons.match_season_change import SeasonChange, season_change
from scorekeeper.web.seasons.match_terms_form import (
    TermsForm,
    form_from_post,
    form_from_terms,
    merge_forms,
    season_sentence,
    terms_from_form,
)
from scorekeeper.web.seasons.season_choices import season_choices, season_groups
from scorekeeper.web.shared.player_search import PlayerSearch
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stake_labels import MatchStake, stake_label_by_game

bp = Blueprint("match_terms", __name__)
SAVE_AGAIN = say("Save again to confirm.")


class MatchSeasonLine(NamedTuple):
    """The season of a match as a sentence, and its evening.

    `has_no_open_season` means that the match counts towards no season because no season is open on
    its evening.
    """

    sentence: Message
    evening: str
    has_no_open_season: bool


def shown_season_info(match_id: int) -> MatchSeasonInfo | None:
    """Return the season and the terms of a match that a page shows, loaded once per request."""
    loaded = g.setdefault("season_info_by_match", {})
    if match_id not in loaded:
        loaded[match_id] = match_season.load_match_season_info(current_store(), match_id)
    info: MatchSeasonInfo | None = loaded[match_id]
    return info


@bp.app_template_global("match_season_line")
def match_season_line(match_id: int) -> MatchSeasonLine | None:
    """Return the match's season and evening, or None for an unknown match."""
    info = shown_season_info(match_id)
    if info is None:
        return None
    sentence = season_sentence(info) if info.seasons else say("Evening, season and stake")
    return MatchSeasonLine(sentence, info.evening, info.has_no_open_season)


@bp.app_template_global("stake_of_match")
def stake_of_match(match: MatchView) -> MatchStake | None:
    """Return the stake of a match, or None if there is none or if players are partners.

    Partners would have to share each payment.
    """
    info = shown_season_info(match.id)
    setup = match.sheet.setup
    if info is None or any(len(side) > 1 for side in GAMES[setup.game].sides(setup)):
        return None
    stakes = info.terms.stake
    if stakes is None:
        stakes = info.season.stakes if info.season else NO_STAKES
    amount = stakes.amounts.get(setup.game, 0)
    label = stake_label_by_game()[setup.game]
    return MatchStake(amount, stakes.unit, label) if amount else None


@bp.app_template_global("season_of_match")
def season_of_match(match_id: int) -> Season | None:
    """Return the season that a finished match counts towards, or None if there is none."""
    info = shown_season_info(match_id)
    return info.season if info else None


@bp.get("/matches/<int:match_id>/terms")
def show(match_id: int) -> ResponseReturnValue:
    """Show the form with a match's current terms."""
    info = season_info_or_404(match_id)
    return render_form(match_id, info, form_from_terms(info))


def season_info_or_404(match_id: int) -> MatchSeasonInfo:
    info = match_season.load_match_season_info(current_store(), match_id)
    if info is None:
        abort(404, MATCH_NOT_FOUND)
    if info.game not in GAMES:  # the match's row is damaged
        raise UnreadableMatch(match_id, 0)
    return info


def is_imported_match(match_id: int) -> bool:
    """Return whether the match is an imported result, which cannot have a stake."""
    match = match_lists.find_match(current_store(), match_id)
    return match is not None and match.import_id is not None


def render_form(
    match_id: int,
    info: MatchSeasonInfo,
    chosen: TermsForm,
    problem: Problem | None = None,
    opened: TermsForm | None = None,
    conflicts: Sequence[Message] = (),
    change: SeasonChange | None = None,
) -> ResponseReturnValue:
    """Render the form.

    `opened` holds the terms that the form showed when it was opened, by default the current terms.
    `change` is a change of season that has to be confirmed.
    """
    if info.is_fixed:  # neither the season nor the evening can be changed
        current = form_from_terms(info)
        chosen = replace(chosen, season=current.season, evening=current.evening)
    choices = season_choices(info)
    body = render_template(
        "seasons/match_terms.html",
        match_id=match_id,
        key=new_key(),
        season_info=info,
        is_imported=is_imported_match(match_id),
        terms_form=chosen,
        game=GAMES[info.game],
        season_line=season_sentence(info),
        season_choices=choices,
        season_groups=season_groups(choices, chosen.evening or info.evening, chosen.season),
        season_search=PlayerSearch(),
        stake_label=stake_label_by_game()[info.game],
        season_stake=season_stake_text(info),
        today=info.calendar.clock.evening(now()),
        season_change=change,
        save_again_hint=SAVE_AGAIN,
        refused_problem=problem,
        is_saved=request.args.get("saved") == "1",
        shown_inputs=stale_forms.shown_inputs(asdict(opened or form_from_terms(info)).items()),
        conflicts=conflicts,
    )
    return body, stale_forms.form_status(stale=conflicts, refused=problem or change)


def season_stake_text(info: MatchSeasonInfo) -> str:
    """Return the stake that the season sets for this game, or "" if it sets none."""
    stakes = info.season.stakes if info.season else NO_STAKES
    amount = stakes.amounts.get(info.game, 0)
    return format_amount(amount, stakes.unit) if amount else ""


# ---------------------------------------------------------------- saving


@bp.post("/matches/<int:match_id>/terms")
def save(match_id: int) -> ResponseReturnValue:
    """Save this match's terms.

    The status is 409 if another phone has changed the same terms, and 422 if they are invalid. If
    the new evening moves the match to another season, the user must first confirm the move (422).
    """
    info, posted = season_info_or_404(match_id), form_from_post(request.form)
    shown = stale_forms.shown_values(request.form)
    opened = form_from_post(shown)
    chosen, conflicts = merge_forms(opened, posted, info) if "season" in shown else (posted, [])
    if conflicts:
        return render_form(match_id, info, chosen, conflicts=conflicts)
    store, is_moved = current_store(), chosen.evening not in ("", info.evening)
    try:
        terms = terms_from_form(info, chosen, is_imported_match(match_id))
        if is_moved:
            match_evening.refuse_evening(store, match_id, chosen.evening, now())
            change = season_change(info, terms, chosen.evening)
            if change and request.form.get("confirmed") != change.key:
                return render_form(match_id, info, chosen, opened=opened, change=change)
            log, meta = current_log(), command_meta()
            match_terms_commands.set_terms_and_evening(
                store, log, match_id, terms, info.terms, chosen.evening, meta
            )
        else:
            match_terms_commands.set_match_terms(store, match_id, terms, seen=info.terms)
    except StaleTerms:  # another phone saved since `info` was read, so compare again
        return save(match_id)
    except Refused as refusal:
        return render_form(match_id, info, posted, refusal.problems[0], opened)
    return redirect(url_for(".show", match_id=match_id, saved=1), code=303)
