"""Confirmations for closing, reopening or removing a season, and for another time zone."""

from flask import url_for

from scorekeeper.db.store import Store
from scorekeeper.league import season_moves, zone_moves
from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message, say, say_n
from scorekeeper.web.seasons.season_move_text import move_sentences, whole_move_sentence
from scorekeeper.web.shared.confirmation import Confirmation

KEEPS_MATCHES = say("Its matches are kept.")
CURRENT_RESULTS = say("Its standings will show the current results.")


def closing_question(store: Store, season_id: int) -> Confirmation | None:
    """Return the confirmation for closing a season.

    Returns None if nothing has to be confirmed, because no match of the season is in progress.
    """
    season, running = season_moves.season_and_running_count(store, season_id)
    if not running:
        return None
    effect = say_n(
        "One match in progress will not count towards {season}, because it will end after the "
        "season is closed.",
        "{n} matches in progress will not count towards {season}, because they will end after the "
        "season is closed.",
        running,
        season=season.name,
    )
    button = say("Close {season}", season=season.name)
    return Confirmation(button, [effect], button, back_to(season))


def reopening_question(store: Store, season_id: int) -> Confirmation | None:
    """Return the confirmation for reopening a closed season, or None if the season is open."""
    season, moves, changed = season_moves.effects_of_reopening(store, season_id)
    if season.closed_at is None:
        return None
    effects = [CURRENT_RESULTS]
    if changed:
        effects.append(
            say_n(
                "One result was changed after the season was closed.",
                "{n} results were changed after the season was closed.",
                changed,
            )
        )
    effects += move_sentences(moves, season_id)
    title = say("Reopen {season}", season=season.name)
    return Confirmation(title, effects, say("Reopen"), back_to(season))


def removal_question(store: Store, season_id: int) -> Confirmation:
    """Return the confirmation for removing a season.

    Raises NotFound if the season does not exist, and Refused while it has payments.
    """
    season, moves = season_moves.moves_if_removed(store, season_id)
    effects = [KEEPS_MATCHES, *move_sentences(moves, season_id)]
    button = say("Remove {season}", season=season.name)
    return Confirmation(button, effects, button, back_to(season))


def back_to(season: Season) -> tuple[str, Message]:
    return url_for("seasons.show", season_key=season.id), say("{season}", season=season.name)


def zone_change(store: Store, zone: str | None) -> Confirmation | None:
    """Return the confirmation for another time zone, or None if no match would move.

    `zone` is None for the server's time zone.
    """
    effects = [whole_move_sentence(each) for each in zone_moves.moves_in_zone(store, zone)]
    if not effects:
        return None
    button = say("Change the time zone")
    back = url_for("league_page.show", _anchor="time-zone"), say("League")
    return Confirmation(button, effects, button, back)
