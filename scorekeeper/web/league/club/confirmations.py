"""Confirmations for ending a club night, for changing its links, and for restoring a match."""

from flask import url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.club.nights import ClubNight
from scorekeeper.messages import Message, say
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.shared.confirmation import Confirmation, ask_first
from scorekeeper.web.shared.session import current_store

CODES_END = say(
    "The table codes stop working, including printed ones. You cannot restore them, but "
    "you can create new ones."
)
PHONES_STAY = say("Phones that joined with them keep their access.")


def ending(night: ClubNight) -> Confirmation | None:
    """Return the confirmation for ending a night.

    Returns None if the night has already ended, or if nothing would be lost. The night itself can
    be reopened later.
    """
    store = current_store()
    effects: list[Message] = []
    if night.invitation_id is not None:
        effects += [CODES_END, PHONES_STAY]
    if draft := club_rounds.night_rounds(store, night.id).draft:
        effects.append(say("The draw for round {n} is discarded.", n=draft.number))
    if not night.is_open or not effects:
        return None
    if club_coming.has_link(store, night.id):
        effects.append(
            say("The link that asks who is coming stops working until the club night is reopened.")
        )
    return Confirmation(say("End club night"), effects, say("End club night"), back_to(night))


def codes_withdrawal(night: ClubNight) -> Confirmation:
    """Return the confirmation for withdrawing the table codes."""
    title = say("Withdraw the table codes")
    return Confirmation(title, [CODES_END, PHONES_STAY], say("Withdraw"), back_to(night))


def new_codes(night: ClubNight) -> Confirmation | None:
    """Return the confirmation for replacing the table codes.

    Returns None if there are no codes to replace.
    """
    if not night.is_open or night.invitation_id is None:
        return None
    effect = say(
        "The current table codes stop working, including printed ones. You cannot restore them."
    )
    button = say("Create new codes")
    return Confirmation(button, [effect, PHONES_STAY], button, back_to(night))


def new_link(night: ClubNight) -> Confirmation | None:
    """Return the confirmation for replacing the link that asks who is coming.

    Returns None if there is no link to replace.
    """
    if not night.is_open or not club_coming.has_link(current_store(), night.id):
        return None
    effect = say(
        "The current link that asks who is coming stops working. You cannot restore it, so "
        "everyone needs the new one. The answers are kept."
    )
    button = say("Create a new link")
    return Confirmation(button, [effect], button, back_to(night))


def link_withdrawal(night: ClubNight) -> Confirmation:
    """Return the confirmation for withdrawing the link that asks who is coming."""
    effect = say(
        "Nobody can answer with this link any more. You cannot restore it, but you can create a "
        "new one. The answers are kept."
    )
    title = say("Withdraw the link that asks who is coming")
    return Confirmation(title, [effect], say("Withdraw"), back_to(night))


def ask_before_restore(match: int) -> ResponseReturnValue | None:
    """Return the confirmation page for restoring a match that another match has replaced.

    Returns None if no match has replaced it, or if the user has confirmed the restore.
    """
    store = current_store()
    place, effects = club_table_players.night_and_table(store, match), second_match_sentences(match)
    if place is None or not effects:
        return None
    button = say("Restore match")
    back = back_to(club_nights.get_night(store, place[0]))
    return ask_first(Confirmation(button, effects, button, back))


def second_match_sentences(match: int) -> list[Message]:
    """Return sentences about what happens if a match continues after another has replaced it.

    The list is empty if nothing has replaced the match.
    """
    store = current_store()
    place = club_table_players.night_and_table(store, match)
    if place is None or club_table_players.replacement_of(store, match) is None:
        return []
    return [
        say("This match was replaced by a match with other players at table {n}.", n=place[1]),
        say(
            "If you continue, there will be two matches at the table. The TV page shows the new "
            "match, and the table’s code opens it. Both matches count towards the season when they "
            "are finished."
        ),
    ]


def back_to(night: ClubNight) -> tuple[str, Message]:
    return url_for("club.show", night_id=night.id), night_title(night)
