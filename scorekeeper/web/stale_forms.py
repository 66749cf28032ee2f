"""Forms that were opened before another phone saved a change.

The forms for an answer, a payment, a season, a match's terms, a club night, players' names and
phone access follow one rule. A form sends back what it showed: a version (`seen`), or each value
in a hidden field whose name begins with SHOWN_PREFIX. If another phone has saved a conflicting
change since then, nothing is saved, and the response is a 409 with the typed values beside the
stored values. The hidden fields of that page have the new stored values, so the same button then
saves the typed values.
"""

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

SHOWN_PREFIX = "was-"


def form_status(*, stale: object, refused: object) -> int:
    """Return the status of a form's page: 409 if it is stale, 422 if it was refused, else 200."""
    return 409 if stale else 422 if refused else 200


def shown_inputs(values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return hidden inputs (name, value) with the values that the form shows when it is opened."""
    return [(SHOWN_PREFIX + name, value) for name, value in values]


def posted_shown_inputs(posted: MultiDict[str, str]) -> list[tuple[str, str]]:
    """Return the hidden inputs of `shown_inputs` as they were posted."""
    return [
        (name, value) for name, value in posted.items(multi=True) if name.startswith(SHOWN_PREFIX)
    ]


def shown_values(posted: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the values that the form showed when it was opened.

    The result is empty if the form did not post them.
    """
    return MultiDict(
        (name.removeprefix(SHOWN_PREFIX), value) for name, value in posted_shown_inputs(posted)
    )
