"""The terms of one match: its evening, the season that it counts towards, and its stake.

The season and the stake are optional.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound
from scorekeeper.league import (
    match_evening,
    match_lists,
    match_season,
    match_terms_commands,
)
from scorekeeper.league.edit_conflicts import compare_edits
from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.match_terms_commands import StaleTerms
from scorekeeper.league.seasons import SEASON_NOT_FOUND, MatchTerms, Season
from scorekeeper.match.commands import Refused
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.stakes import CENTS, COUNTERS, NO_STAKES, STAKE_UNITS, Stakes
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import medium_date, now
from scorekeeper.web.match.context import MATCH_NOT_FOUND, command_meta, current_log, new_key
from scorekeeper.web.money_text import (
    amount_example,
    amount_input,
    format_amount,
    parse_amount,
    plays_for_money,
)
from scorekeeper.web.seasons.season_change import SeasonChange, season_change
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stake_labels import stake_label_by_game

bp = Blueprint("match_terms", __name__)
AUTOMATIC, FRIENDLY = "itself", "none"  # values of the season choice other than season ids
SAVE_AGAIN = say("Save again to confirm.")
SEASON_STAKE, NO_STAKE, OWN_STAKE = "season", "nothing", "own"  # values of the stake choice


@dataclass(frozen=True)
class TermsForm:
    """The values of the form, as text."""

    season: str
    stake: str
    amount: str
    unit: str
    evening: str

    @property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """The values of each part, in a form that can be compared.

        The amount and unit are included only if the match has its own stake.
        """
        amount = (self.amount, self.unit) if self.stake == OWN_STAKE else ()
        return {
            "season": (self.season,),
            "stake": (self.stake, *amount),
            "evening": (self.evening,),
        }


@bp.app_template_global("match_season_line")
def match_season_line(match_id: int) -> tuple[Message, str] | None:
    """Return a sentence on the match's season and its evening, or None for an unknown match."""
    info = match_season.load_match_season_info(current_store(), match_id)
    if info is None:
        return None
    sentence = season_sentence(info) if info.seasons else say("Evening, season and stake")
    return sentence, info.evening


@bp.app_template_global("season_of_match")
def season_of_match(match_id: int) -> Season | None:
    """Return the season that a finished match counts towards, or None if there is none."""
    info = match_season.load_match_season_info(current_store(), match_id)
    return info.season if info else None


def season_sentence(info: MatchSeasonInfo) -> Message:
    if info.season:
        return say("Counts towards {season}", season=info.season.name)
    return (
        say("Friendly") if info.terms.is_season_chosen else say("Does not count towards any season")
    )


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
    body = render_template(
        "seasons/match_terms.html",
        match_id=match_id,
        key=new_key(),
        season_info=info,
        is_imported=is_imported_match(match_id),
        terms_form=chosen,
        game=GAMES[info.game],
        season_line=season_sentence(info),
        season_choices=season_choices(info),
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


def season_choices(info: MatchSeasonInfo) -> list[Season]:
    """Return the seasons that can be chosen.

    A closed season is included only if it is the one already chosen.
    """
    chosen = info.terms.season_id if info.terms.is_season_chosen else None
    return [season for season in info.seasons if season.closed_at is None or season.id == chosen]


def season_stake_text(info: MatchSeasonInfo) -> str:
    """Return the stake that the season sets for this game, or "" if it sets none."""
    stakes = info.season.stakes if info.season else NO_STAKES
    amount = stakes.amounts.get(info.game, 0)
    return format_amount(amount, stakes.unit) if amount else ""


def form_from_terms(info: MatchSeasonInfo) -> TermsForm:
    """Return the form with the current terms."""
    terms = info.terms
    season = str(terms.season_id or FRIENDLY) if terms.is_season_chosen else AUTOMATIC
    stakes = terms.stake
    amount = stakes.amounts.get(info.game, 0) if stakes else 0
    if stakes is None:
        unit = CENTS if plays_for_money() else COUNTERS
        return TermsForm(season, SEASON_STAKE, "", unit, info.evening)
    return TermsForm(
        season,
        OWN_STAKE if amount else NO_STAKE,
        amount_input(amount, stakes.unit) if amount else "",
        stakes.unit,
        info.evening,
    )


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


def form_from_post(form: Mapping[str, str]) -> TermsForm:
    unit = form.get("unit", CENTS)
    return TermsForm(
        form.get("season", ""),
        form.get("stake", ""),
        form.get("amount", ""),
        unit if unit in STAKE_UNITS else CENTS,
        form.get("evening", ""),
    )


def merge_forms(
    opened: TermsForm, posted: TermsForm, info: MatchSeasonInfo
) -> tuple[TermsForm, list[Message]]:
    """Return the current terms with the form's changes, and a sentence for each conflict."""
    stored_form = form_from_terms(info)
    edits = compare_edits(opened.parts, posted.parts, stored_form.parts)
    chosen = stored_form
    if "stake" in edits.changed:
        chosen = replace(posted, season=stored_form.season, evening=stored_form.evening)
    if "season" in edits.changed:
        chosen = replace(chosen, season=posted.season)
    if "evening" in edits.changed:
        chosen = replace(chosen, evening=posted.evening)
    stored = {
        "evening": say("Played on {date}", date=medium_date(info.evening)),
        "season": season_sentence(info),
        "stake": say("Stake: {amount}", amount=match_stake_text(info)),
    }
    return chosen, [stored[part] for part in edits.conflicts]


def match_stake_text(info: MatchSeasonInfo) -> Message | str:
    stakes = info.terms.stake
    if stakes is None:
        return say("same as the season")
    amount = stakes.amounts.get(info.game, 0)
    return format_amount(amount, stakes.unit) if amount else say("none")


def terms_from_form(info: MatchSeasonInfo, chosen: TermsForm, is_imported: bool) -> MatchTerms:
    """Return the terms in the form. `is_imported` is true for an imported result.

    Raises Refused for an invalid stake or a stake on an imported result, and NotFound for an
    unknown season.
    """
    is_automatic, is_friendly = chosen.season == AUTOMATIC, chosen.season == FRIENDLY
    season = None if is_automatic or is_friendly else parse_small_int(chosen.season)
    if season is None and not is_automatic and not is_friendly:
        raise NotFound(SEASON_NOT_FOUND)
    if is_imported and chosen.stake == OWN_STAKE:
        reason = say("An old result cannot have a stake.")
        raise Refused([Problem("no_stake", reason, "stake")])
    stake = None if is_imported else stakes_from_form(info.game, chosen)
    return MatchTerms(not is_automatic, season, stake)


def stakes_from_form(game: str, chosen: TermsForm) -> Stakes | None:
    if chosen.stake == SEASON_STAKE:
        return None
    if chosen.stake == NO_STAKE:
        return NO_STAKES
    if chosen.stake != OWN_STAKE:  # an incomplete form changes nothing
        raise Refused([Problem("no_choice", say("Choose one of the options."), "stake")])
    text = chosen.amount.strip()
    amount = parse_small_int(text) if chosen.unit == COUNTERS else parse_amount(text)
    if not amount:
        reason = say("Enter an amount, such as {example}.", example=amount_example())
        if chosen.unit == COUNTERS:
            reason = say("Enter a whole number of counters, 1 or more.")
        raise Refused([Problem("bad_amount", reason, "amount")])
    return Stakes(chosen.unit, {game: amount})
