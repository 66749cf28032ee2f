"""The form to rename all players of a match at once."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Refused
from scorekeeper.league import player_renames, roster
from scorekeeper.league.player_renames import StaleNames
from scorekeeper.league.roster import Player
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match.context import current_log, match_or_404
from scorekeeper.web.shared.player_chips import chips_by_key
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stale_forms import SHOWN_PREFIX, form_status, shown_values

bp = Blueprint("seat_names", __name__)
STALE = "stale"  # the code of problems with names that another phone has changed
NAME_PREFIX = "called-"  # the prefix of a field's name, followed by the player's key


@bp.get("/matches/<int:match_id>/names")
def show(match_id: int) -> ResponseReturnValue:
    """Show a form with a name field for each player in this match."""
    return render_seat_names(match_id, match_or_404(match_id).sheet, {}, ())


@bp.post("/matches/<int:match_id>/names")
def rename(match_id: int) -> ResponseReturnValue:
    """Save the changed names and redirect to the match.

    If there are problems, respond with 422 and show them in the form. If another phone has changed
    one of these names, respond with 409 and show the stored names.
    """
    sheet = match_or_404(match_id).sheet
    problems = save_names(request.form, seated_players(sheet))
    if problems:
        return render_seat_names(match_id, sheet, changed_names(request.form), problems)
    return redirect(url_for("matches.show", match_id=match_id), code=303)


def render_seat_names(
    match_id: int, sheet: Scoresheet, typed: Mapping[str, str], problems: Sequence[Problem]
) -> ResponseReturnValue:
    body = render_template(
        "league/seat_names.html",
        match_id=match_id,
        game=sheet.game,
        seats=[player.key for player in seated_players(sheet)],
        people=chips_by_key(list(all_entries().values())),
        typed=typed,
        name_reasons=reasons_by_seat(problems),
        problems=problems,
        conflicts=stale_names(problems),
    )
    return body, form_status(stale=stale_names(problems), refused=problems)


def seated_players(sheet: Scoresheet) -> list[Player]:
    """Return a match's players in order of play.

    A merged player is replaced by the player they were merged into.
    """
    players = all_entries()
    return [players[key] for key in dict.fromkeys(current_log().current_keys(sheet.setup.players))]


def all_entries() -> dict[str, Player]:
    """Return all entries by key, including merged entries.

    If the data of a merge is damaged, the merged entry counts as itself.
    """
    entries = roster.players(current_store(), include_hidden=True, include_merged=True)
    return {player.key: player for player in entries}


# ---------------------------------------------------------------- typed names


def typed_names(form: MultiDict[str, str]) -> dict[str, str]:
    """Return the posted names by player key."""
    return {
        name.removeprefix(NAME_PREFIX): form[name] for name in form if name.startswith(NAME_PREFIX)
    }


def changed_names(form: MultiDict[str, str]) -> dict[str, str]:
    """Return the names that were changed on the page, by player key.

    Unchanged names are not saved, because another phone may have changed them.
    """
    typed = typed_names(form)
    return {
        key: name
        for key, name in typed.items()
        if name != form.get(f"{SHOWN_PREFIX}{NAME_PREFIX}{key}")
    }


def save_names(form: MultiDict[str, str], players: Sequence[Player]) -> list[Problem]:
    """Rename the players whose names were changed on the page.

    Returns the problems. If there are any, no player was renamed. If another phone has changed one
    of these names, the problems have the code `STALE`.
    """
    typed, seen = changed_names(form), typed_names(shown_values(form))
    names = {player.id: typed[player.key] for player in players if player.key in typed}
    if not names:
        return []
    shown = {player.id: seen[player.key] for player in players if player.key in seen}
    try:
        player_renames.rename_players(current_store(), names, shown)
    except Refused as refusal:
        return refusal.problems
    except StaleNames as stale:
        return [stale_problem(player, shown[player], name) for player, name in stale.stored.items()]
    return []


def stale_problem(player: int, seen: str, stored: str) -> Problem:
    """Return the problem that another phone has renamed the player."""
    return Problem(STALE, renamed_sentence(seen, stored), "name", str(player))


def renamed_sentence(before: str, name: str) -> Message:
    return say("{before} is now called {name}.", before=before, name=name)


def stale_names(problems: Sequence[Problem]) -> list[Message]:
    """Return the sentences about players that another phone has renamed."""
    return [problem.reason for problem in problems if problem.code == STALE]


def reasons_by_seat(problems: Sequence[Problem]) -> dict[str, Message]:
    return {problem.seat: problem.reason for problem in problems if problem.seat}
