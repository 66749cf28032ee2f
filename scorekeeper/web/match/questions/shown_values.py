"""What the inputs of a question show: texts, limits, forbidden values and earlier values."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from scorekeeper.messages import Message, Name
from scorekeeper.rules.fields import Field
from scorekeeper.web.match.questions import inputs
from scorekeeper.web.match.questions.form_fields import FieldInput
from scorekeeper.web.match.questions.inputs import NumberView
from scorekeeper.web.match.questions.problem_marks import ProblemMarks


@dataclass(frozen=True)
class ShownValues:
    """What each input of a question shows.

    `fields` are the question's fields by name. `suggested` and `recorded_texts` have (field, seat)
    as keys. In a correction, `recorded_texts` are the recorded texts.
    """

    fields: Mapping[str, Field]
    suggested: Mapping[tuple[str, str], int]
    recorded_texts: Mapping[tuple[str, str], str]
    marks: ProblemMarks

    def value(self, box: FieldInput, key: str = "") -> str:
        """Return an input's text.

        The text is the fixed value. If there is none, the text is the suggestion or, without one,
        the typed text.
        """
        field = self.fields[box.field.name]
        if self.marks.is_fixed(field, key, box):
            return str(field.limits.fixed_numbers[key])
        suggestion = self.suggested.get((field.name, key))
        return box.typed.get(key, "") if suggestion is None else str(suggestion)

    def number(self, box: FieldInput, key: str = "") -> NumberView:
        """Return the view model of one number of a field."""
        field = self.fields[box.field.name]
        problem = self.marks.problem(field.name, key or None)
        return NumberView(
            box.input(key),
            self.value(box, key),
            *field.limits.bounds(key),
            (field.name, key) in self.suggested,
            self.marks.is_fixed(field, key, box),
            problem,
            self.marks.is_above_limit(field.name, key or None),
        )

    def is_disabled(self, box: FieldInput, value: str, key: str = "") -> bool:
        """Return whether a chip is disabled.

        A chosen chip is never disabled. If its value is forbidden, saving refuses it.
        """
        return self.is_forbidden(box, value, key) and self.value(box, key) != value

    def is_forbidden(self, box: FieldInput, value: str, key: str = "") -> bool:
        field = self.fields[box.field.name]
        return any(str(each) == value for each, _ in field.forbidden_values(key))

    def chip_style(self, box: FieldInput, value: str, key: str = "") -> str:
        """Return a chip's style: "wrong", "was" or "".

        A chip is "wrong" if it is chosen but forbidden, and "was" if it is the recorded choice that
        a correction replaces.
        """
        if self.value(box, key) != value:
            return "was" if self.recorded_before(box, key) == value else ""
        return "wrong" if self.is_forbidden(box, value, key) else ""

    def recorded_before(self, box: FieldInput, key: str = "") -> str:
        """Return the recorded text of an input that a correction changes, or ""."""
        value_before = self.recorded_texts.get((box.field.name, key), "")
        return "" if value_before == self.value(box, key) else value_before

    def forbidden_chips(self, box: FieldInput) -> list[tuple[list[Message | Name], Message]]:
        """Return the chips that are now forbidden, as (labels, reason), one entry per reason."""
        return inputs.forbidden_chips(self.fields[box.field.name])

    def changed_values(self, box: FieldInput) -> str:
        """Return a collapsed field's values that differ from the default, separated by commas."""
        return ", ".join(
            text
            for key in box.keys
            if (text := self.value(box, key)) not in ("", str(box.field.default))
        )

    def cache_key(self, box: FieldInput) -> tuple[Hashable, ...]:
        """Return the cache key of a collapsed field: all values that the field displays."""
        field = self.fields[box.field.name]
        return (
            field.label,
            field.note,
            field.seats,
            field.choices,
            tuple(field.hints.chip_labels.items()),
            tuple(field.forbidden.items()),
            tuple((self.number(box, key), self.recorded_before(box, key)) for key in box.keys),
            tuple(problem for problem in self.marks.problems if problem.field == field.name),
            self.marks.has_problem(field.name),
        )
