"""Actions on a round of a club night: draw, swap two players, start the matches."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.club.draws import DrawMethod
from scorekeeper.errors import Refused
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import results as club_results
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.draws import MAX_SEED, DrawRequest, RoundChanged
from scorekeeper.league.club.nights import ClubNight, StaleNight
from scorekeeper.league.edit_conflicts import EditComparison, compare_edits
from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import stale_forms
from scorekeeper.web.dates import now
from scorekeeper.web.league.club.night_form import current_values
from scorekeeper.web.league.club.night_view import DRAW_METHOD_TITLES
from scorekeeper.web.league.club.nights import NO_CHOICES, RefusedAction, night_page
from scorekeeper.web.match.context import command_meta, current_log
from scorekeeper.web.shared.page_cache import get_stats_snapshot, snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_draws", __name__)
SETTINGS_CHANGED = say("Another phone has changed the settings of this night.")


class Choices(NamedTuple):
    """The choices in a form: the valid values by field, and sentences that list them."""

    values: Mapping[str, str] = NO_CHOICES
    sentences: Sequence[Message] = ()


def run_draft_action(
    night_id: int,
    number: int,
    action: Callable[[int], None],
    posted_choices: Callable[[], Choices] = Choices,
) -> ResponseReturnValue:
    """Call `action` with the draft version that the page showed.

    Redirects to the round. If the draft has changed (409) or the action was refused (422), the
    night's page shows the reason and the choices.
    """
    seen = parse_small_int(request.form.get("seen", ""))
    try:
        if seen is None:
            raise RoundChanged
        action(seen)
    except RoundChanged:
        values, sentences = posted_choices()
        change = round_change(night_id, number, seen)
        return night_page(night_id, RefusedAction([change, *sentences], 409, values))
    except Refused as refusal:
        reason = refusal.problems[0].reason
        return night_page(night_id, RefusedAction([reason], choices=posted_choices().values))
    return redirect(url_for("club.show", night_id=night_id, _anchor=f"round-{number}"), code=303)


def round_change(night_id: int, number: int, seen: int | None) -> Message:
    """Return what another phone has done to a round since a page showed its version `seen`.

    `seen` is 0 if the page showed no draft.
    """
    rounds = club_rounds.night_rounds(current_store(), night_id).rounds
    stored = next((each for each in rounds if each.number == number), None)
    if stored is None:
        return say("The draw for round {n} was discarded.", n=number)
    if not stored.is_draft:
        return say("Round {n} has started.", n=number)
    if stored.edited:
        return say("The draw for round {n} was changed by hand.", n=number)
    if seen:
        return say("Round {n} was drawn again.", n=number)
    return say("Round {n} was drawn.", n=number)


# ---------------------------------------------------------------- the actions


@bp.post("/club/<int:night_id>/rounds/<int:number>/draw")
def draw(night_id: int, number: int) -> ResponseReturnValue:
    """Draw a round, or draw it again, with the chosen method and table size.

    The status is 409 if another phone has changed one of these settings of the night.
    """
    store, night = current_store(), club_nights.get_night(current_store(), night_id)
    posted = posted_settings()
    edits = compare_settings(posted, night)
    choices = draw_choices({name: posted[name] for name in edits.changed})
    if edits.conflicts:
        reasons = [SETTINGS_CHANGED, *current_values(night, edits.conflicts), *choices.sentences]
        return night_page(night_id, RefusedAction(reasons, 409, choices.values))

    def action(seen: int) -> None:
        players = [each.key for each in club_nights.night_players(store, night_id)]
        snapshot = get_stats_snapshot()
        season = snapshot.league_state.current_season(now())
        past = club_results.past_of_season(snapshot, season, players)
        wanted = DrawRequest(
            number,
            seen,
            secrets.randbelow(MAX_SEED + 1),
            night.settings,
            DrawMethod(choices.values["method"]) if "method" in choices.values else None,
            parse_small_int(choices.values.get("size", "")),
        )
        club_draws.draw_round(store, night_id, wanted, past, now())

    try:
        return run_draft_action(night_id, number, action, lambda: choices)
    except StaleNight:  # another phone saved since `night` was read, so compare again
        return draw(night_id, number)


def posted_settings() -> dict[str, str]:
    """Return the posted method and table size, if they are valid."""
    method, size = request.form.get("method", ""), parse_small_int(request.form.get("size", ""))
    return {
        **({"method": method} if method in set(DrawMethod) else {}),
        **({"size": str(size)} if size else {}),
    }


def compare_settings(posted: Mapping[str, str], night: ClubNight) -> EditComparison:
    """Compare the posted settings with those that the page showed and with those of the night."""
    stored = {"method": night.settings.method.value, "size": str(night.settings.size)}
    shown = stored | stale_forms.shown_values(request.form).to_dict()
    return compare_edits(shown, posted, stored)


def draw_choices(chosen: Mapping[str, str]) -> Choices:
    """Return the chosen settings, with a sentence that lists them if there are any."""
    words: list[Message] = []
    if "method" in chosen:
        words.append(DRAW_METHOD_TITLES[DrawMethod(chosen["method"])])
    if "size" in chosen:
        size = int(chosen["size"])
        words.append(say_n("one player per table", "{n} players per table", size))
    return Choices(chosen, [say("You chose: {choices}.", choices=words)] if words else [])


@bp.post("/club/<int:night_id>/rounds/<int:number>/swap")
def swap(night_id: int, number: int) -> ResponseReturnValue:
    """Swap two players in the draw."""
    player, other = request.form.get("one", ""), request.form.get("other", "")
    return run_draft_action(
        night_id,
        number,
        lambda seen: club_draws.swap_players(
            current_store(), night_id, number, seen, player, other
        ),
        lambda: swap_choices(player, other),
    )


def swap_choices(player: str, other: str) -> Choices:
    """Return the chosen players, and a sentence with their names if both of them exist."""
    people = snapshot_for_page().league_state.people
    sentence = say("Not swapped: {one} and {other}.", one=Name(player), other=Name(other))
    known = player in people and other in people
    return Choices({"one": player, "other": other}, [sentence] if known else [])


@bp.post("/club/<int:night_id>/rounds/<int:number>/start")
def start(night_id: int, number: int) -> ResponseReturnValue:
    """Start a match at each table."""
    return run_draft_action(
        night_id,
        number,
        lambda seen: club_draws.start_round(
            current_store(), current_log(), night_id, number, seen, command_meta()
        ),
    )
