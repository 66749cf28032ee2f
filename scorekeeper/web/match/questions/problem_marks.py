"""The problems with the answers to a question, and where each of them is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.messages import Message, Name, mentions, say
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.match.questions.form_fields import FieldInput


@dataclass(frozen=True)
class ProblemMarks:
    """The problems with the answers to a question, by field and seat.

    `problems` are the reasons why the answers were refused. `warnings` are about numbers above
    their limits, which would be refused. `boxes` are the question's fields.
    """

    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    boxes: tuple[FieldInput, ...]

    def problem(self, name: str, seat: str | None = None) -> Problem | None:
        """Return the problem with a field, or with one seat's input in it.

        Returns None if that field or input has no problem.
        """
        return next((p for p in self.problems if p.field == name and p.seat == seat), None)

    def has_problem(self, name: str) -> bool:
        return any(p.field == name for p in self.problems)

    def is_above_limit(self, name: str, seat: str | None = None) -> bool:
        """Return whether a number is above its limit."""
        return any(p.field == name and p.seat == seat for p in self.warnings)

    def is_fixed(self, field: Field, key: str, box: FieldInput) -> bool:
        """Return whether another answer fixes a number, which then cannot be changed.

        A refused number that differs from the fixed one can still be changed, because the other
        answer may be wrong. This exception applies only if some numbers of the field are not fixed.
        """
        is_refused = bool(box.typed.get(key)) and self.problem(field.name, key) is not None
        is_partly_fixed = len(field.limits.fixed_numbers) < len(field.seats)
        return key in field.limits.fixed_numbers and not (is_refused and is_partly_fixed)

    def is_marked(self, seat: str, boxes: Sequence[FieldInput]) -> bool:
        """Return whether a seat's row of these fields has a problem or a number above its limit."""
        names = {box.field.name for box in boxes}
        return any(
            p.seat == seat and (p.field in names or p in self.problems)
            for p in self.problems + self.warnings
        )

    def row_problems(self, seat: str, boxes: Sequence[FieldInput]) -> dict[str, Problem]:
        """Return the problems in a seat's row of these fields, by the HTML id of their message."""
        names = {box.field.name: box.input(seat) for box in boxes}
        by_id: dict[str, Problem] = {}
        for each in self.problems:
            if each.seat == seat:
                by_id.setdefault(f"{names.get(each.field or '', f'row-{seat}')}-why", each)
        return by_id

    @property
    def sentences(self) -> list[Message]:
        """All problems as sentences."""
        return [problem_sentence(each) for each in self.problems]

    def target(self, problem: Problem) -> str:
        """Return the HTML id of the input that a problem is about, or of the whole question."""
        box = self.input_of(problem)
        if box is None:
            return "ask"
        return box.input(problem.seat or "") if problem.seat in box.keys else box.input(box.keys[0])

    def input_name(self, problem: Problem) -> str:
        """Return the name of the input that a problem is about.

        Returns "" if the problem is about no input or about several.
        """
        box = self.input_of(problem)
        if box is None:
            return ""
        if problem.seat in box.keys:
            return box.input(problem.seat or "")
        return box.input("") if box.keys == ("",) else ""

    def input_of(self, problem: Problem) -> FieldInput | None:
        return next((box for box in self.boxes if box.field.name == problem.field), None)


def problem_sentence(problem: Problem) -> Message:
    """Return the reason, with the player's name before it unless it already mentions the player."""
    if problem.seat is None or mentions(problem.reason, problem.seat):
        return problem.reason
    return say("{who}: {what}", who=Name(problem.seat), what=problem.reason)
