"""What one match counts for: its season or none, and what it is played for."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists, season_commands, seasons
from scorekeeper.league.seasons import Counting, MatchTerms, NoSeason, Season
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.stakes import CENTS, COUNTERS, NO_STAKES, UNITS, Stakes
from scorekeeper.web.money_text import coins
from scorekeeper.web.seasons.fields import decimal
from scorekeeper.web.stake_labels import stakes_for

bp = Blueprint("terms", __name__)
ITSELF, FRIENDLY = "itself", "none"  # choices of season besides the seasons
WAS = "was-"  # before the names of what the form showed
AS_SEASON, NOTHING, OWN = "season", "nothing", "own"  # choices of stake


@dataclass(frozen=True)
class Chosen:
    """The form as it is filled in."""

    season: str
    stake: str
    amount: str
    unit: str

    @property
    def played_for(self) -> tuple[str, ...]:
        """The stake, without what is typed beside another choice."""
        return (self.stake, self.amount, self.unit) if self.stake == OWN else (self.stake,)


@bp.app_template_global("counts_for")
def counts_for(match_id: int) -> tuple[Say, str] | None:
    """For the page of a match: what it counts for, in a sentence, and its evening."""
    found = seasons.counting(match_id)
    if found is None:
        return None
    return in_a_line(found) if found.seasons else say("What it counts for"), found.night


def in_a_line(found: Counting) -> Say:
    if found.season:
        return say("Counts for: {season}", season=found.season.name)
    return say("Friendly") if found.terms.chosen else say("Counts for no season")


@bp.get("/matches/<int:match_id>/terms")
def show(match_id: int) -> ResponseReturnValue:
    """What it counts for now, and what else it could."""
    found = there(match_id)
    return page(match_id, found, as_agreed(found))


def there(match_id: int) -> Counting:
    found = seasons.counting(match_id)
    if found is None:
        abort(404, say("There is no such match. It may have been on another server."))
    return found


def is_old(match_id: int) -> bool:
    """Whether it is an old result that was brought in: it has no stake."""
    match = match_lists.one(match_id)
    return match is not None and "batch" in match.summary


def page(
    match_id: int,
    found: Counting,
    chosen: Chosen,
    problem: Problem | None = None,
    was: Chosen | None = None,
    clash: Sequence[Say] = (),
) -> ResponseReturnValue:
    """`was` is what the form showed when it was opened, if not what is agreed now."""
    if found.fixed:  # no other season can be chosen
        chosen = replace(chosen, season=as_agreed(found).season)
    body = render_template(
        "terms/show.html",
        match_id=match_id,
        counting=found,
        is_old=is_old(match_id),
        chosen=chosen,
        game=GAMES[found.game],
        line=in_a_line(found),
        choices=open_to(found),
        stake_for=stakes_for()[found.game],
        usual=of_season(found),
        refused=problem,
        is_saved=request.args.get("saved") == "1",
        was=asdict(was or as_agreed(found)),
        clash=clash,
    )
    return body, 409 if clash else 422 if problem else 200


def open_to(found: Counting) -> list[Season]:
    """Seasons it can be put into; a closed one only if it is there already."""
    mine = found.terms.season if found.terms.chosen else None
    return [season for season in found.seasons if season.closed_at is None or season.id == mine]


def of_season(found: Counting) -> str:
    """What its season says it is played for; empty for nothing."""
    stakes = found.season.stakes if found.season else NO_STAKES
    amount = stakes.amounts.get(found.game, 0)
    return coins(amount, stakes.unit) if amount else ""


def as_agreed(found: Counting) -> Chosen:
    """The form as it stands before anybody has touched it."""
    terms = found.terms
    season = str(terms.season or FRIENDLY) if terms.chosen else ITSELF
    own = terms.stake
    amount = own.amounts.get(found.game, 0) if own else 0
    if own is None:
        return Chosen(season, AS_SEASON, "", CENTS)
    return Chosen(
        season, OWN if amount else NOTHING, coins(amount, own.unit) if amount else "", own.unit
    )


# ---------------------------------------------------------------- agreeing


@bp.post("/matches/<int:match_id>/terms")
def agree(match_id: int) -> ResponseReturnValue:
    """This match alone, from now on."""
    found, sent, was = there(match_id), typed(request.form), typed(request.form, WAS)
    chosen, clash = both(was, sent, found) if WAS + "season" in request.form else (sent, [])
    if clash:
        return page(match_id, found, chosen, clash=clash)
    try:
        season_commands.agree(match_id, wanted(found, chosen, is_old(match_id)))
    except Refused as refusal:
        return page(match_id, found, sent, refusal.problems[0], was)
    return redirect(url_for(".show", match_id=match_id, saved=1), code=303)


def typed(form: Mapping[str, str], when: str = "") -> Chosen:
    unit = form.get(f"{when}unit", CENTS)
    return Chosen(
        form.get(f"{when}season", ""),
        form.get(f"{when}stake", ""),
        form.get(f"{when}amount", ""),
        unit if unit in UNITS else CENTS,
    )


def both(was: Chosen, sent: Chosen, found: Counting) -> tuple[Chosen, list[Say]]:
    """What is agreed now with what was touched in the form; and, if somebody else has changed
    the same meanwhile, how that stands now.
    """
    now, clash = as_agreed(found), []
    chosen = now
    if sent.season not in (was.season, now.season):
        chosen = replace(chosen, season=sent.season)
        if now.season != was.season:
            clash.append(in_a_line(found))
    if sent.played_for not in (was.played_for, now.played_for):
        chosen = replace(sent, season=chosen.season)
        if now.played_for != was.played_for:
            clash.append(say("Stake: {amount}", amount=its_stake(found)))
    return chosen, clash


def its_stake(found: Counting) -> Say | str:
    own = found.terms.stake
    if own is None:
        return say("as the season says")
    amount = own.amounts.get(found.game, 0)
    return coins(amount, own.unit) if amount else say("nothing")


def wanted(found: Counting, chosen: Chosen, is_old: bool) -> MatchTerms:
    """What the form says; raises Refused for an amount that is none, or that an old result
    cannot have.
    """
    is_itself, is_friendly = chosen.season == ITSELF, chosen.season == FRIENDLY
    season = None if is_itself or is_friendly else small_number(chosen.season)
    if season is None and not is_itself and not is_friendly:
        raise NoSeason
    if is_old and chosen.stake == OWN:
        reason = say("An old result is played for nothing: it cannot have a stake.")
        raise Refused([Problem("no_stake", reason, "stake")])
    its_stake = None if is_old else stake(found.game, chosen)
    return MatchTerms(not is_itself, season, its_stake)


def stake(game: str, chosen: Chosen) -> Stakes | None:
    if chosen.stake == AS_SEASON:
        return None
    if chosen.stake == NOTHING:
        return NO_STAKES
    if chosen.stake != OWN:  # half a form changes nothing
        raise Refused([Problem("no_choice", say("Choose one of what is there."), "stake")])
    text = chosen.amount.strip()
    amount = small_number(text) if chosen.unit == COUNTERS else decimal(text)
    if not amount:
        reason = say("An amount such as 0.50.")
        if chosen.unit == COUNTERS:
            reason = say("A whole number of counters, 1 or more.")
        raise Refused([Problem("bad_amount", reason, "amount")])
    return Stakes(chosen.unit, {game: amount})
