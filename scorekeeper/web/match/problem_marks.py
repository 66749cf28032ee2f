"""Where a question shows what is wrong with its answers: at which input, in whose row."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.messages import Message, Name, mentions, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match.forms import FieldInput


@dataclass(frozen=True)
class ProblemMarks:
    """Problems at the fields they are about.

    `problems` are why the answers were refused, `warnings` why they would be: numbers above their
    limits. `boxes` are the question's fields.
    """

    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    boxes: tuple[FieldInput, ...]

    def problem(self, name: str, seat: str | None = None) -> Problem | None:
        """Why a field was refused, or one seat's part of it."""
        return next((p for p in self.problems if p.field == name and p.seat == seat), None)

    def has_problem(self, name: str) -> bool:
        return any(p.field == name for p in self.problems)

    def is_above_limit(self, name: str, seat: str | None = None) -> bool:
        """Whether a number is above its limit."""
        return any(p.field == name and p.seat == seat for p in self.warnings)

    def is_marked(self, seat: str, boxes: Sequence[FieldInput]) -> bool:
        """Whether something in one seat's row of these was refused or is too much."""
        names = {box.asked.name for box in boxes}
        return any(
            p.seat == seat and (p.field in names or p in self.problems)
            for p in self.problems + self.warnings
        )

    def row_problems(self, seat: str, boxes: Sequence[FieldInput]) -> dict[str, Problem]:
        """Why one seat's row of these was refused, by the id that its input points to."""
        names = {box.asked.name: box.input(seat) for box in boxes}
        found: dict[str, Problem] = {}
        for each in self.problems:
            if each.seat == seat:
                found.setdefault(f"{names.get(each.field or '', f'row-{seat}')}-why", each)
        return found

    @property
    def sentences(self) -> list[Message]:
        """Why the answers were refused."""
        return [problem_sentence(each) for each in self.problems]

    def target(self, found: Problem) -> str:
        """The id of the input a problem is about, or of the whole question."""
        box = self.input_of(found)
        if box is None:
            return "ask"
        return box.input(found.seat or "") if found.seat in box.keys else box.input(box.keys[0])

    def input_name(self, found: Problem) -> str:
        """The name of the input a problem is about; empty if it is about several."""
        box = self.input_of(found)
        if box is None:
            return ""
        if found.seat in box.keys:
            return box.input(found.seat or "")
        return box.input("") if box.keys == ("",) else ""

    def input_of(self, found: Problem) -> FieldInput | None:
        return next((box for box in self.boxes if box.asked.name == found.field), None)


def problem_sentence(found: Problem) -> Message:
    """The reason, with the player’s name in front if the reason does not mention it."""
    if found.seat is None or mentions(found.reason, found.seat):
        return found.reason
    return say("{who}: {what}", who=Name(found.seat), what=found.reason)
