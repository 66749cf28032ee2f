"""The view model of a question: its fields, answers and problems, and the preview of the result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.match.sheet import AskedStage
from scorekeeper.messages import Message
from scorekeeper.rules.display import Preview, QuickAnswer
from scorekeeper.rules.fields import NO, YES, Field, FieldKind, FieldLayout
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Position, Problem
from scorekeeper.rules.live_hints import LiveHints
from scorekeeper.rules.partial_answers import PartialAnswers, partial_answers
from scorekeeper.web.match.questions.form_fields import FieldInput
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import ChipRow, Chips, SubmittedValue
from scorekeeper.web.match.questions.problem_marks import ProblemMarks, problem_sentence
from scorekeeper.web.match.questions.shown_values import ShownValues
from scorekeeper.web.match.questions.stage_values import needs_values, with_suggestions


@dataclass(frozen=True)
class QuestionView:
    """One stage on the page.

    `boxes` hold the typed text, and `fields` the values that are allowed now. `entered_answers` are
    the answers without suggestions. `quick_answer` is a button's answer to the whole stage. It
    replaces the fields. `suggested` and `submitted` have (field, seat) as keys.
    """

    game: Game
    asked_stage: AskedStage
    form: AnswerForm
    entered_answers: Answers
    fields: Mapping[str, Field]
    suggested: Mapping[tuple[str, str], int]
    preview: Preview
    problems: tuple[Problem, ...] = ()  # why the answers were refused
    warnings: tuple[Problem, ...] = ()  # why the answers would be refused
    quick_answer: QuickAnswer | None = None
    submitted: Mapping[tuple[str, str], SubmittedValue] = field(default_factory=dict)
    kept: tuple[str, ...] = ()  # typed for players no longer in the question: "deadwood-12=20"
    predicted_live: LiveHints | None = None  # the hints of a predicted question
    # In a correction: the recorded texts by (field, key) and totals by seat.
    recorded_texts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    previous_totals: Mapping[str, int] = field(default_factory=dict)
    is_row: bool = False  # in a correction, true for an answer that was saved alone
    is_in_place: bool = False  # true on an open page, so that messages do not move other elements

    @property
    def round(self) -> int:
        return self.asked_stage.round

    @property
    def stage(self) -> str:
        return self.asked_stage.stage

    @property
    def position(self) -> Position:
        return self.asked_stage.position

    @property
    def prefix(self) -> str:
        """The prefix of all input names."""
        return self.form.prefix

    @property
    def boxes(self) -> list[FieldInput]:
        return self.form.boxes

    @property
    def answers(self) -> Answers:
        """The answers that saving would write: the chosen button's answers, or the entered ones."""
        return self.quick_answer.answers if self.quick_answer else self.entered_answers

    @property
    def filled_answers(self) -> Answers:
        """The answers including suggestions, as the page shows them."""
        return (
            self.quick_answer.answers
            if self.quick_answer
            else with_suggestions(self.entered_answers, self.suggested)
        )

    @property
    def quick_answers(self) -> dict[str, QuickAnswer]:
        """Enabled quick answers, by the value that their button posts."""
        return {
            str(n): each
            for n, each in enumerate(self.preview.quick_answers)
            if not each.is_disabled
        }

    @property
    def buttons(self) -> dict[str, QuickAnswer]:
        """Enabled quick answers to the whole stage, by the value that their button posts."""
        return {number: quick for number, quick in self.quick_answers.items() if quick.submits}

    def fill(self, quick: QuickAnswer) -> str:
        """Return the values that a quick answer fills in, as text, such as "tricks 2 0 1".

        Returns "" unless the answer fills exactly one field of numbers.
        """
        for name, numbers in quick.answers.items():
            field = self.fields.get(name)
            if len(quick.answers) == 1 and field and field.kind is FieldKind.NUMBERS:
                return " ".join([name, *(str(numbers[seat]) for seat in field.seats)])
        return ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been entered."""
        return not self.quick_answer and all(
            answer in (None, {}, [], self.fields[name].default)
            for name, answer in self.entered_answers.items()
        )

    @property
    def has_number_in_title(self) -> bool:
        """Whether the title already has the deal's number, as in "Hand 4"."""
        values = self.game.display.title(self.position, self.stage).values
        return bool({"n", "number"} & set(values))

    def inputs_with_layout(self, *layouts: str) -> list[FieldInput]:
        """Return the fields with one of these layouts, in the game's order."""
        return [box for box in self.boxes if self.fields[box.field.name].layout in layouts]

    @property
    def needs_keypad(self) -> bool:
        """Whether the question has a number to type that is not fixed."""
        return not self.quick_answer and any(
            box.field.kind in (FieldKind.NUMBERS, FieldKind.NUMBER)
            and any(key not in self.fields[box.field.name].limits.fixed_numbers for key in box.keys)
            for box in self.inputs_with_layout("table", "set aside", "keys")
        )

    @cached_property
    def live(self) -> LiveHints:
        """The sums and hints that the page computes itself from the typed values."""
        if self.predicted_live is not None:
            return self.predicted_live
        deal_answers = self.asked_stage.deal_answers
        return self.game.display.live_hints(self.position, self.stage, deal_answers)

    @cached_property
    def marks(self) -> ProblemMarks:
        """The problems and warnings by field and seat."""
        return ProblemMarks(self.problems, self.warnings, tuple(self.boxes))

    @cached_property
    def shown(self) -> ShownValues:
        """What each input shows."""
        return ShownValues(self.fields, self.suggested, self.recorded_texts, self.marks)

    @property
    def save_note(self) -> Message | None:
        """The sentence beside Save: the first warning or, if there is none, the preview's note.

        A warning is not shown beside its number, because nothing may move while
        numbers are entered.
        """
        if self.warnings:
            return problem_sentence(self.warnings[0])
        is_open = self.preview.open_save_note and any(
            box.typed.get(seat) not in (YES, NO)
            for box in self.boxes
            if box.field.kind is FieldKind.SEATS
            for seat in box.keys
        )
        return self.preview.open_save_note if is_open else self.preview.save_note

    @property
    def answers_so_far(self) -> PartialAnswers:
        """The answers to the fields so far."""
        return partial_answers(self.fields.values(), self.filled_answers)

    @property
    def is_refused(self) -> bool:
        """Whether the answers so far would be refused, even after the rest is entered."""
        so_far, lines = self.answers_so_far, self.live.save_note
        return so_far.is_refused or any(each.refuses and so_far.is_shown(each) for each in lines)

    @property
    def missing(self) -> int:
        """The number of required values that are neither typed nor fixed nor suggested."""
        return 0 if self.quick_answer else sum(self.missing_in(box) for box in self.boxes)

    def missing_in(self, box: FieldInput) -> int:
        field = self.fields[box.field.name]
        if not needs_values(field):
            return 0
        empty = sum(not self.shown.value(box, key).strip() for key in box.keys)
        return min(empty, 1) if field.kind is FieldKind.CARD else empty

    @property
    def has_inline_result(self) -> bool:
        """Whether the projected result is shown beside its field, as for a single number."""
        return any(
            box.field.kind is FieldKind.SEATS
            or self.fields[box.field.name].layout is FieldLayout.KEYS
            for box in self.boxes
        )

    def rows(self, box: FieldInput) -> Iterator[ChipRow]:
        """Yield a row of chips for each seat, in the same order as in the field."""
        field, notes = self.fields[box.field.name], self.preview.notes
        is_next = True
        for seat in field.seats:
            number = self.shown.number(box, seat)
            mark = field.hints.marked_numbers.get(seat)
            before = self.shown.recorded_before(box, seat)
            chips = Chips(number, mark, field.forbidden_values(seat), before)
            yield ChipRow(
                chips,
                field.label,
                seat,
                notes.get(seat),
                seat == self.position.dealer,
                is_next and not number.value,
                self.submitted.get((field.name, seat)),
            )
            is_next = is_next and bool(number.value)

    @property
    def next_seat(self) -> str | None:
        """The first seat without an answer, in the first chip field that has a value per seat."""
        for box in self.inputs_with_layout("chips"):
            if box.field.kind in (FieldKind.NUMBERS, FieldKind.SEATS):
                seats = self.fields[box.field.name].seats
                return next((seat for seat in seats if not self.shown.value(box, seat)), None)
        return None

    def previous_total(self, seat: str) -> int | None:
        """Return the recorded total in a correction, if it differs from the projected total."""
        total_before, after = self.previous_totals.get(seat), self.preview.totals_after.get(seat)
        return None if after is None or total_before == after.total else total_before

    def seats_of(self, boxes: list[FieldInput]) -> tuple[str, ...]:
        """Return the seats of a table's rows.

        They are the seats of its first numbers field or, if it has none, of its first field.
        """
        fields = [self.fields[box.field.name] for box in boxes]
        numbers = [field for field in fields if field.kind is FieldKind.NUMBERS]
        return (numbers or fields)[0].seats
