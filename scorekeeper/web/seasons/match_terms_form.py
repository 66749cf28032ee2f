"""The form for the terms of one match, built from the terms or from a request.

`merge_forms` compares a form with the stored terms if another phone has changed them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.edit_conflicts import compare_edits
from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.seasons import SEASON_NOT_FOUND, MatchTerms
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.stakes import CENTS, COUNTERS, NO_STAKES, STAKE_UNITS, Stakes
from scorekeeper.web.dates import medium_date
from scorekeeper.web.money_text import (
    amount_example,
    amount_input,
    format_amount,
    parse_amount,
    plays_for_money,
)

AUTOMATIC, FRIENDLY = "itself", "none"  # values of the season choice other than season ids
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


def season_sentence(info: MatchSeasonInfo) -> Message:
    if info.season:
        return say("Counts towards {season}", season=info.season.name)
    return (
        say("Friendly") if info.terms.is_season_chosen else say("Does not count towards any season")
    )


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
