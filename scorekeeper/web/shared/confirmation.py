"""The page that lists the lasting effects of an action and asks for confirmation.

The first tap posts the form as usual. The response is this page, with the same values as hidden
inputs, and its button posts them again. docs/architecture.md lists the actions that need this page.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.messages import Message
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.shared import session

CONFIRMED = "confirmed"  # the field with the key of the sentences that the user has read


class Confirmation(NamedTuple):
    """The title of the page, one sentence for each effect, and the button that continues.

    `back_link` holds the URL and the name of the page that Cancel opens.
    """

    title: Message
    effects: Sequence[Message]
    button: Message
    back_link: tuple[str, Message]


def confirmation_key(sentences: Sequence[Message]) -> str:
    """Return a digest of these sentences, including the numbers in them."""
    text = "\n".join(translate_sentence(each, {}) for each in sentences)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_confirmed(sentences: Sequence[Message]) -> bool:
    """Return whether the form confirms exactly these sentences."""
    return request.form.get(CONFIRMED) == confirmation_key(sentences)


def ask_first(question: Confirmation) -> ResponseReturnValue | None:
    """Return the confirmation page (422, nothing changed yet), or None if the form confirms it."""
    sentences = [question.title, *question.effects]
    if is_confirmed(sentences):
        return None
    posted = [pair for pair in request.form.items(multi=True) if pair[0] != CONFIRMED]
    text = render_template(
        "shared/confirm.html",
        question=question,
        address=request.script_root + request.path,
        values=[*posted, (CONFIRMED, confirmation_key(sentences))],
    )
    return session.no_store_response(text, 422)
