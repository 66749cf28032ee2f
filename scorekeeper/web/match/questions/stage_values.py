"""The values of a stage: which inputs need a value, and the answers with suggestions added."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.kernel import Answers


def needs_values(field: Field) -> bool:
    """Return whether each input of the field needs a value.

    For example, each seat in a list of seats needs yes or no.
    """
    return field.kind is FieldKind.SEATS or (field.required and field.needs_every_seat)


def with_suggestions(answers: Answers, suggested: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """Return the answers, with suggested numbers added by seat."""
    filled = dict(answers)
    for (name, seat), value in suggested.items():
        filled[name] = {**filled.get(name, {}), seat: value}
    return filled
