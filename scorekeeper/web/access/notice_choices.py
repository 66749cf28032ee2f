"""The form in which a phone chooses its notifications."""

from typing import NamedTuple

from flask import request

from scorekeeper.messages import Message, say
from scorekeeper.notices import encryption, subscriptions
from scorekeeper.notices.subscriptions import NoticeKind
from scorekeeper.web.shared.session import current_store

LABELS = {
    NoticeKind.TURN: say("It is my turn"),
    NoticeKind.OVER: say("A match is over"),
    NoticeKind.OVERTAKEN: say("Someone overtakes me in a season"),
    NoticeKind.CLUB_NIGHT: say("A club night is announced"),
}


class NoticeChoice(NamedTuple):
    """A kind of notification, its label, and whether this phone gets it."""

    kind: NoticeKind
    label: Message
    is_on: bool


class NoticeChoices(NamedTuple):
    """A phone's choice of notifications.

    `details` is true if notifications may contain names and scores. `is_on` is true if the phone
    gets notifications now, and `is_saved` is true if the form was just saved.
    """

    kinds: list[NoticeChoice]
    details: bool
    is_on: bool
    is_saved: bool


def notice_choices(device: int) -> NoticeChoices | None:
    """Return the posted or stored choices of a phone.

    Returns None if this server cannot send notifications.
    """
    if not encryption.is_available():
        return None
    stored = subscriptions.subscription_of(current_store(), device)
    chosen = stored.kinds if stored else []
    details = bool(stored and stored.details)
    if "endpoint" in request.form:  # the form was refused, so keep its choices
        chosen, details = request.form.getlist("kind"), "details" in request.form
    return NoticeChoices(
        [NoticeChoice(kind, label, kind in chosen) for kind, label in LABELS.items()],
        details,
        stored is not None,
        request.args.get("saved") == "notices",
    )
