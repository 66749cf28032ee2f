"""The form for a new match: game, players, seats, first dealer and rules.

Every button posts the whole form. "Start" and "Deal & invite" start the match. Every other button,
such as "Add" or "up", returns the changed form. After a reload, `setup-draft.js` posts the form
that it saved, with the value `restore`, unless its match has started.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Refused
from scorekeeper.league import last_setup, match_terms_commands, roster, seasons
from scorekeeper.league.roster import Player
from scorekeeper.match import commands
from scorekeeper.match.people import Person, people_of_match
from scorekeeper.messages import Name, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.web import i18n, permissions
from scorekeeper.web.access import invitations
from scorekeeper.web.dates import now
from scorekeeper.web.league import earlier_choices, new_match_draft, new_match_players, seat_names
from scorekeeper.web.league.new_match_draft import OPTIONS, SEATS, Draft
from scorekeeper.web.match.context import command_meta, current_log, new_key, wants_part
from scorekeeper.web.shared.player_chips import chips_by_key
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stale_forms import form_status

bp = Blueprint("new_match", __name__)
DEAL_AND_INVITE = "invite"  # the value of the button "Deal & invite"
NAME_TO_ADD = say("Enter the name of the player to add.")
NEW_PLAYER_FOLD = "new player"  # the collapsible section with the field for a new player's name


@bp.get("/matches/new")
def show() -> ResponseReturnValue:
    """Show the form with the last match's choices, or with the usual ones for `?game=`."""
    players = roster.players(current_store())
    agreement = earlier_choices.first_agreement(player_keys(players))
    return render_new_match(new_match_draft.untouched_draft(agreement), players)


@bp.post("/matches/new")
def submit() -> ResponseReturnValue:
    """Start the match, or change the form as the pressed button requires.

    If the match of a saved form has already started, the response is empty.
    """
    store = current_store()
    if "restore" in request.form and last_setup.has_started(store, request.form.get("key", "")):
        return "", 204
    posted = MultiDict(request.form)
    problems = add_typed_player(posted)
    players = roster.players(store)
    if {"rename", "start"} & set(request.form) and permissions.may_access("seat_names.rename"):
        problems += seat_names.save_names(request.form, players)
        players = roster.players(store)
    keys = player_keys(players)
    draft = new_match_draft.draft_from_form(
        posted, keys, earlier_choices.usual_agreement_lookup(keys)
    )
    problems += [
        Problem("bad_option", reason, name) for name, reason in draft.options.problems.items()
    ]
    if "start" not in request.form:
        is_asked = "name" in {each.field for each in problems}
        return render_new_match(draft, players, problems, is_asked=is_asked, form=posted)
    if draft.unseated and not problems:
        problems = [unseated_problem(draft)]
    if problems:
        return render_new_match(draft, players, problems)
    return start(draft, players)


def start(draft: Draft, players: Sequence[Player]) -> ResponseReturnValue:
    """Start the match and redirect to it, or show why the game refused it.

    If an owner has tapped "Deal & invite", the response shows the code that lets other people join.
    """
    agreement, log = draft.agreement, current_log()
    setup = (agreement.game.slug, agreement.seats, agreement.start_options, command_meta())
    try:
        if "friendly" in request.form:
            match = match_terms_commands.start_friendly_match(current_store(), log, *setup)
        else:
            match = commands.start_match(log, *setup)
    except Refused as refusal:
        return render_new_match(draft, players, refusal.problems)
    if request.form["start"] == DEAL_AND_INVITE and permissions.may_access("invitations.invite"):
        return invitations.invite_table()
    return redirect(url_for("matches.show", match_id=match), code=303)


def add_typed_player(posted: MultiDict[str, str]) -> list[Problem]:
    """Add the player with the typed name to `posted`, and return the problems, if any.

    The player may be new or already known.
    """
    name = posted.get("name", "") or new_match_players.name_to_add(posted)
    is_adding = "add" in posted
    if not name.strip():
        return [Problem("no_name", NAME_TO_ADD, "name")] if is_adding else []
    try:
        key = unhide_or_add_player(name).key
    except Refused as refusal:
        return refusal.problems
    if is_adding and key in posted.getlist("plays"):
        return [Problem("chosen", say("{who} is already chosen.", who=Name(key)), "name")]
    posted.add("plays", key)
    posted["name"] = ""
    if new_match_players.name_to_add(posted):
        posted["q"] = ""
    return []


def unhide_or_add_player(name: str) -> Player:
    """Return the player with this name. Unhide or add the player if necessary.

    Raises Refused if there is no such player and the name is not valid.
    """
    store = current_store()
    existing = roster.find_player_by_name(store, name)
    if existing is None:
        return roster.add_player(store, name)
    if existing.hidden:
        roster.unhide_player(store, existing.id)
    return existing


def unseated_problem(draft: Draft) -> Problem:
    """Return the problem for players who were added after the page showed the seats.

    The match cannot start yet, because the order of play cannot be changed after the start.
    """
    new = [Name(key) for key in draft.unseated]
    return Problem(
        "unseated",
        say("These players were added: {who}. Check the seats, then start.", who=new),
        "seats",
    )


# ---------------------------------------------------------------- the page


def render_new_match(
    draft: Draft,
    players: Sequence[Player],
    problems: Sequence[Problem] = (),
    *,
    is_asked: bool = True,
    form: MultiDict[str, str] | None = None,
) -> ResponseReturnValue:
    """Render the form, as a page or as the part that htmx swaps.

    The status is 422 if there are problems, or 409 if another phone has renamed a player. Problems
    are shown beside their fields, and with `is_asked` also at the top. `is_asked` is true if the
    user requested the action that was refused. `form` is the posted form after the action.
    """
    store = current_store()
    setup = draft.agreement.setup
    missing = setup if isinstance(setup, Problem) and not draft.options.problems else None
    shown = [problem for problem in (*problems, *filter(None, [missing])) if not problem.seat]
    reasons = {problem.field: problem.reason for problem in shown}
    people = chips_by_key(players)
    set_page_names(people, draft.agreement.seats)
    body = render_template(
        "league/_new_match_form.html" if wants_part() else "league/new_match.html",
        **draft_context(draft),
        **typed_context(problems),
        people=people,
        choice=new_match_players.player_choice(
            store, people, draft.agreement.seats, request.values if form is None else form
        ),
        games=list(GAMES.values()),
        problems=problems if is_asked else (),
        reasons=reasons,
        missing=missing,
        unfolded=open_folds(draft, reasons),
        is_part=wants_part(),
        restores_choices=request.method == "GET",
        offers_invitation=permissions.may_access("invitations.invite") and not has_played(),
        has_season=seasons.current_season(store, now()) is not None,
        is_between_seasons=seasons.is_between_seasons(store, now()),
    )
    return body, form_status(stale=seat_names.stale_names(problems), refused=problems)


def set_page_names(people: Mapping[str, Person], seats: Collection[str]) -> None:
    """Set all players' names for this page's sentences, with distinct short names at the table."""
    names = {key: person.name for key, person in people.items()}
    seated = people_of_match(tuple((key, names[key], people[key].colour) for key in seats))
    i18n.set_page_names(names, seated)


def draft_context(draft: Draft) -> dict[str, Any]:
    """Return template variables with the choices so far."""
    agreement = draft.agreement
    return {
        "agreement": agreement,
        "options": draft.options,
        "shown_choices": new_match_draft.to_json(agreement),
        "setup": agreement.example,
        "sides": agreement.game.sides(agreement.example),
        "first_dealer": say(", {who} deals first", who=Name(agreement.dealer))
        if agreement.dealer in agreement.seats
        else None,
    }


def typed_context(problems: Sequence[Problem]) -> dict[str, Any]:
    """Return template variables with typed values that were not saved, to show them again."""
    name_reasons = seat_names.reasons_by_seat(problems)
    is_renaming = bool(name_reasons) or "rename" not in request.form
    is_name_refused = any(problem.field == "name" and not problem.seat for problem in problems)
    return {
        "name_reasons": name_reasons,
        "typed": seat_names.changed_names(request.form) if is_renaming else {},
        "typed_name": request.form.get("name", "") if is_name_refused else "",
        "is_friendly": "friendly" in request.form,
        "is_adding": "add" in request.form or (is_name_refused and "start" not in request.form),
        "key": request.form.get("key") or new_key(),
    }


def open_folds(draft: Draft, reasons: Collection[str | None]) -> set[str]:
    """Return the collapsible sections that are open on a full page.

    Seats and options are open if they were set by hand or refused. The seats are also open for
    the league's first match, after a rename, and if players were added since the page showed the
    seats. The name field is open while players are added, and after a name was refused.
    """
    agreement = draft.agreement
    folds = agreement.set_by_hand & {SEATS, OPTIONS}
    if request.method == "GET" and not has_played():
        folds |= {SEATS}
    if draft.unseated or "rename" in request.form or {"seats", "first_dealer"} & set(reasons):
        folds |= {SEATS}
    if "add" in request.form or "name" in reasons:
        folds |= {NEW_PLAYER_FOLD}
    if draft.options.problems or set(draft.options.texts) & set(reasons):
        folds |= {OPTIONS}
    return set(folds)


def player_keys(players: Sequence[Player]) -> list[str]:
    return [player.key for player in players]


def has_played() -> bool:
    """Return whether the league has played. If so, other phones have probably been invited."""
    return last_setup.last_match_setup(current_store()) is not None
