"""The posted form for one stage, with a WTForms field for each field that its game declares."""

from collections.abc import Iterator
from typing import Any

from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from scorekeeper.rules.fields import Field, FieldLayout
from scorekeeper.rules.kernel import Answers, Problem
from scorekeeper.web.match.questions.form_fields import (
    INPUT_CLASSES,
    FieldInput,
    NumbersInput,
    SeatInput,
)
from scorekeeper.web.match.questions.inputs import Posted


class AnswerForm(BaseForm):
    """The form for one stage. `earlier` holds earlier answers, shown if nothing is posted."""

    def __init__(
        self,
        fields: tuple[Field, ...],
        posted: Posted | None = None,
        earlier: Answers | None = None,
        prefix: str = "",
    ) -> None:
        shown = [f for f in fields if f.layout != FieldLayout.HIDDEN and f.kind in INPUT_CLASSES]
        unbound = {f.name: UnboundField(INPUT_CLASSES[f.kind], f) for f in shown}
        super().__init__(unbound, prefix=prefix)
        self.prefix = prefix
        self.process(formdata=posted, data=dict(earlier or {}))

    @property
    def boxes(self) -> list[FieldInput]:
        return list(self)

    @property
    def active_boxes(self) -> list[FieldInput]:
        """The fields that apply now, without tables that are set aside."""
        return [box for box in self.boxes if box.field.layout is not FieldLayout.SET_ASIDE]

    @property
    def answers(self) -> dict[str, Any]:
        """The answers as JSON values by field name. Fields without an answer are left out."""
        answers: dict[str, Any] = {}
        for box in self.active_boxes:
            if box.answer is not None:
                answers[box.field.name] = box.answer
            elif isinstance(box, SeatInput) and box.is_nobody:
                answers[box.field.name] = None
        return answers

    def values_of_absent_players(
        self, posted: Posted, players: tuple[str, ...]
    ) -> Iterator[tuple[FieldInput, str, str]]:
        """Yield (input, seat, text) for each number of a player who is not in the question.

        Such numbers are posted if another phone has changed who plays the deal since the page was
        opened.
        """
        for box in self.boxes:
            for seat in players if isinstance(box, NumbersInput) else ():
                text = posted.get(box.input(seat), "").strip()
                if seat not in box.keys and text not in ("", str(box.field.default)):
                    yield box, seat, text

    @property
    def numbers_over_fixed(self) -> dict[str, dict[str, int]]:
        """The numbers of each field in which a fixed number was replaced, by field name.

        Users can still replace fixed numbers on a page that has no scripts or is older than the
        other answers. The result has the entered numbers, and the fixed numbers for all other
        seats.
        """
        return {
            box.field.name: {**(box.answer or {}), **typed}
            for box in self.active_boxes
            if isinstance(box, NumbersInput) and (typed := box.numbers_over_fixed)
        }

    @property
    def parse_problems(self) -> list[Problem]:
        """Problems with text that could not be parsed."""
        return [problem for box in self.active_boxes for problem in box.parse_problems]
