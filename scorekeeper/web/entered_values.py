"""The values entered in a form. An error page shows them, so that the user can copy them.

The error page shows the typed values of any form. In a form for a deal, it also shows the numbers
that were only tapped.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from flask import current_app, request

from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import OptionKind
from scorekeeper.web.extension_keys import ENTERED_ANSWERS_KEY
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.stale_forms import SHOWN_PREFIX

# The blueprint with a match's questions, whose fields are named by the game's rules.
MATCH_BLUEPRINT = "matches"
# The names of hidden inputs and buttons in the forms of a match. They contain nothing to copy.
MATCH_INTERNAL = {
    "key",  # the key of the page: in every form
    "sure",  # shows that a second tap was not accidental: _question_form.html
    "rest",  # the suggested values (SUGGESTED_INPUT): _question_fields.html, _correction_stage.html
    "came",  # the submitted values (SUBMITTED_INPUT): _question_fields.html
    "kept",  # values of players no longer in the question (KEPT_INPUT): same templates as "rest"
    "do",  # a button that does not save: _values_before_undo.html, _correction_foot.html
    "seen",  # the version of the match on the page: _correction.html, _conflict.html
    "draft",  # the version of the draft on the page: _correction.html, _conflict.html
    "gone",  # the first deal that no longer counts: _correction.html
    "step",  # the step to undo or redo: _undo_buttons.html, _redo_form.html
    "confirmed",  # shows that the user has seen the page confirm_change.html
    "how",  # how the match ends: end_match.html
}
# The names that belong to one stage. In a correction, they follow a prefix such as "cards." or
# "4.cards.".
STAGE_INTERNAL = {
    "quick",  # a button that answers the whole stage (QUICK_INPUT): _quick_answers.html
    "here",  # shows that the stage was on the page (STAGE_PRESENT_INPUT): _correction_stage.html
}
LABELS: Mapping[str, Message] = {
    "name": say("Name"),
    "new-name": say("Your name"),
    "code": say("Code"),
    "evening": say("Evening"),
    "starts": say("First evening"),
    "ends": say("Last evening"),
    "minimum": say("Matches needed to be ranked"),
    "count": say("Number of matches to count or leave out"),
    "bonus": say("Attendance bonus"),
    "place": say("Points for a place"),
    "amount": say("Amount"),
    "part": say("Amount paid"),
    "many": say("Number of phones"),
    "size": say("Players per table"),
}
NEW_NAME_PREFIX, STAKE_PREFIX = "called-", "amount-"
CHOSEN_KINDS = {OptionKind.CHOICE, OptionKind.YES_OR_NO}  # tapped, not typed
ENTERED_STATUSES = {403, 404, 410, 500}  # statuses of error pages that replace a form


def entered_lines(code: int) -> list[str]:
    """Return a line, such as "Name: Ana", for each entered value.

    The list is empty unless the error page for status `code` replaces a form.
    """
    if code not in ENTERED_STATUSES or request.method != "POST":
        return []
    return list(posted_lines(match_answers(code)))


def posted_lines(answers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield a line for each posted value that the page shows, except unchanged values.

    `answers` maps the names of a match's inputs to their lines.
    """
    shown, lines = request.form.to_dict(), dict(answers or {})
    for name, value in request.form.items(multi=True):
        if name in lines:
            if line := lines.pop(name):
                yield line
            continue
        label = field_label(name)
        if label is None or not value.strip() or shown.get(SHOWN_PREFIX + name) == value:
            continue
        yield translate_sentence(say("{label}: {value}", label=label, value=value.strip()), {})


def match_answers(code: int) -> dict[str, str]:
    """Return the lines with a deal's answers, by input name.

    The mapping is empty outside a match. It is also empty if the server failed, because the match
    must not be read again.
    """
    if request.blueprint != MATCH_BLUEPRINT or code >= 500:
        return {}
    read_answers: Callable[[], dict[str, str]] = current_app.extensions[ENTERED_ANSWERS_KEY]
    return read_answers()


def field_label(name: str) -> Message | str | None:
    """Return the label of this field, or None if the error page does not show the field."""
    if request.blueprint == MATCH_BLUEPRINT:
        is_internal = name in MATCH_INTERNAL or name.rpartition(".")[2] in STAGE_INTERNAL
        return None if is_internal else re.sub(r"[.\-_]", " ", name)
    if name.startswith(NEW_NAME_PREFIX):
        return LABELS["name"]
    if name.startswith(STAKE_PREFIX) and (game := GAMES.get(name.removeprefix(STAKE_PREFIX))):
        return say("Stake for {game}", game=game.name)
    return LABELS.get(name) or option_label(name)


def option_label(name: str) -> Message | None:
    """Return the label of the typed option with this field name, such as "loba-limit", or None.

    A table of bands has the fields "jaguar-point_bands-from" and "jaguar-point_bands-times".
    """
    slug, _, rest = name.partition("-")
    game, option = GAMES.get(slug), rest.partition("-")[0]
    options = game.options if game else ()
    typed = (each for each in options if each.name == option and each.kind not in CHOSEN_KINDS)
    return next((each.label for each in typed), None)
