"""Confirmations before the codes or the link of a club night stop working."""

from flask import url_for

from scorekeeper.league import club_answers, club_rounds
from scorekeeper.league.club_nights import ClubNight
from scorekeeper.messages import Message, say
from scorekeeper.web.league.club_view import night_title
from scorekeeper.web.shared.confirmation import Confirmation
from scorekeeper.web.shared.session import current_store

CODES_END = say(
    "The codes for the tables stop working, including printed ones. They cannot be made valid "
    "again, but you can create new ones."
)
PHONES_STAY = say("Phones that joined with them stay in the league.")


def ending(night: ClubNight) -> Confirmation | None:
    """Return the confirmation for ending a night.

    Returns None if nothing would be lost, because a night that has ended can be continued.
    """
    store = current_store()
    effects: list[Message] = []
    if night.invitation_id is not None:
        effects += [CODES_END, PHONES_STAY]
    if draft := club_rounds.night_rounds(store, night.id).draft:
        effects.append(say("The draw of round {n} is discarded.", n=draft.number))
    if not night.is_open or not effects:
        return None
    if club_answers.has_link(store, night.id):
        effects.append(say("The link that asks who is coming stops working for now."))
    return Confirmation(say("End the night"), effects, say("End the night"), back_to(night))


def codes_withdrawal(night: ClubNight) -> Confirmation:
    """Return the confirmation for withdrawing the codes for the tables."""
    title = say("Withdraw the codes for the tables")
    return Confirmation(title, [CODES_END, PHONES_STAY], say("Withdraw"), back_to(night))


def link_withdrawal(night: ClubNight) -> Confirmation:
    """Return the confirmation for withdrawing the link that asks who is coming."""
    effect = say(
        "Nobody can answer with it any more. It cannot be made valid again, but you can create a "
        "new one. The answers are kept."
    )
    title = say("Withdraw the link that asks who is coming")
    return Confirmation(title, [effect], say("Withdraw"), back_to(night))


def back_to(night: ClubNight) -> tuple[str, Message]:
    return url_for("club.show", night_id=night.id), night_title(night)
