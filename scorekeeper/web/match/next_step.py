"""The link to what follows a finished match, for example the next round of a club night."""

from typing import NamedTuple

from flask import current_app

from scorekeeper.messages import Message
from scorekeeper.web.extension_keys import NEXT_STEP_KEY


class NextStep(NamedTuple):
    """A link on the page of a finished match.

    `allows_rematch` is false if the players already have other matches.
    """

    label: Message
    url: str
    allows_rematch: bool


def next_step(match: int) -> NextStep | None:
    """Return what follows this match, or None if it is an ordinary match."""
    find_next = current_app.extensions.get(NEXT_STEP_KEY)
    return find_next(match) if find_next else None
