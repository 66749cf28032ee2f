"""The question as the page shows it: fields with what was typed, what is forbidden, what it brings.

One `Ask` is one stage of one deal. It is made the same way for a fresh question, for a look at
a half-filled one and for a refused answer, so the three can never disagree.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.checking import problems, too_much
from scorekeeper.rules.kernel import Field, Game, Kind, Look, Position, Problem, Record
from scorekeeper.rules.onpage import Preview
from scorekeeper.rules.words import mentions
from scorekeeper.scoresheet import Asked
from scorekeeper.web.forms import AnswerForm, FieldBox
from scorekeeper.web.rows import Chips, Number, Row

REST = "rest"  # hidden inputs that name what was suggested, not said: "tricks-12=3"


@dataclass(frozen=True)
class Ask:
    """A stage on the page. `boxes` hold what was typed, `fields` what is allowed just now."""

    game: Game
    asked: Asked
    form: AnswerForm
    fields: Mapping[str, Field]
    suggested: Mapping[tuple[str, str], int]
    preview: Preview
    problems: tuple[Problem, ...] = ()  # why it was refused
    warnings: tuple[Problem, ...] = ()  # what would be

    @property
    def round(self) -> int:
        return self.asked.round

    @property
    def stage(self) -> str:
        return self.asked.stage

    @property
    def position(self) -> Position:
        return self.asked.position

    @property
    def boxes(self) -> list[FieldBox]:
        return self.form.boxes

    @property
    def marked(self) -> tuple[Problem, ...]:
        """What is marked where it stands."""
        return self.problems + self.warnings

    @property
    def title_says_number(self) -> bool:
        """Whether the title itself names the deal: "Hand 4"."""
        return bool({"n", "number"} & set(self.game.title(self.position, self.stage).values))

    def laid_out(self, *looks: str) -> list[FieldBox]:
        """The fields with one of these looks, in the game's order."""
        return [box for box in self.boxes if self.fields[box.asked.name].look in looks]

    @property
    def needs_keys(self) -> bool:
        """Whether a number is typed here, one that is not fixed already."""
        return any(
            box.asked.kind in (Kind.NUMBERS, Kind.NUMBER)
            and any(key not in self.fields[box.asked.name].fixed for key in box.keys)
            for box in self.laid_out("table", "keys")
        )

    @property
    def says_it_there(self) -> bool:
        """Whether what it comes to stands beside its field: one number, or who comes back."""
        return any(
            box.asked.kind is Kind.SEATS or self.fields[box.asked.name].look is Look.KEYS
            for box in self.boxes
        )

    def value(self, box: FieldBox, key: str = "") -> str:
        """The text in an input: typed, fixed, or the suggestion."""
        field = self.fields[box.asked.name]
        if key in field.fixed:
            return str(field.fixed[key])
        rest = self.suggested.get((field.name, key))
        return box.typed.get(key, "") if rest is None else str(rest)

    def number(self, box: FieldBox, key: str = "") -> Number:
        """One number of a field."""
        field = self.fields[box.asked.name]
        problem = self.problem(field.name, key or None)
        return Number(
            box.input(key), self.value(box, key), *field.limits(key), self.is_rest(box, key),
            key in field.fixed, problem,
        )  # fmt: skip

    def rows(self, box: FieldBox) -> Iterator[Row]:
        """A row of chips for each seat, in the order of the field."""
        field, notes = self.fields[box.asked.name], self.preview.notes
        is_next = True
        for seat in field.seats:
            number = self.number(box, seat)
            no = tuple((value, why) for (of, value), why in field.no.items() if of == seat)
            yield Row(
                Chips(number, field.mark.get(seat), no), field.label, seat, notes.get(seat),
                seat == self.position.dealer, is_next and not number.value,
            )  # fmt: skip
            is_next = is_next and bool(number.value)

    def seen(self, box: FieldBox) -> tuple[Hashable, ...]:
        """All that can be seen of a folded field, so that it is drawn once while it looks so."""
        field = self.fields[box.asked.name]
        return (
            field.label, field.note, field.seats, field.choices, tuple(field.names.items()),
            tuple(field.no.items()), tuple(self.number(box, key) for key in box.keys),
            tuple(problem for problem in self.marked if problem.field == field.name),
        )  # fmt: skip

    def is_rest(self, box: FieldBox, key: str) -> bool:
        return (box.asked.name, key) in self.suggested

    def problem(self, name: str, seat: str | None = None) -> Problem | None:
        """What is wrong with a field, or with one seat's part of it."""
        return next((p for p in self.marked if p.field == name and p.seat == seat), None)

    def problem_of(self, seat: str) -> Problem | None:
        """What is wrong with one seat's row, whichever field it is in."""
        return next((p for p in self.marked if p.seat == seat), None)

    def whose(self, found: Problem) -> str | None:
        """Who has to be named with a problem, because its sentence does not."""
        return None if found.seat is None or mentions(found.reason, found.seat) else found.seat

    def has_problem(self, name: str) -> bool:
        return any(p.field == name for p in self.problems)

    def target(self, found: Problem) -> str:
        """The id of the input a problem is about."""
        for box in self.boxes:
            if box.asked.name == found.field:
                return (
                    box.input(found.seat or "")
                    if found.seat in box.keys
                    else box.input(box.keys[0])
                )
        return "ask"

    def seats_of(self, boxes: list[FieldBox]) -> tuple[str, ...]:
        """The rows of a table: the seats of its numbers, or of whatever it has."""
        fields = [self.fields[box.asked.name] for box in boxes]
        numbers = [field for field in fields if field.kind is Kind.NUMBERS]
        return (numbers or fields)[0].seats

    def given(self, box: FieldBox) -> str:
        """What is already said in a folded field, as bare numbers."""
        return ", ".join(
            text for key in box.keys
            if (text := self.value(box, key)) not in ("", str(box.asked.default))
        )  # fmt: skip


def fresh(
    game: Game, asked: Asked, earlier: Record | None = None, prefix: str = "", *, sound: bool = True
) -> Ask:
    """The question before anything is typed, or with answers given earlier.

    Not `sound`: the stages before it are not all right, so nothing can be told of what follows.
    """
    record = game.merge(asked.record, asked.stage, earlier) if earlier else asked.record
    fields = fields_of(game, asked, record)
    form = AnswerForm(fields, None, earlier, prefix)
    said = game.merge(asked.record, asked.stage, form.answers)
    if said != record:
        fields = fields_of(game, asked, said)
    return shown(game, asked, form, form.answers, fields, sound=sound)


def typed(
    game: Game, asked: Asked, posted: MultiDict[str, str], prefix: str = "", *, looking: bool,
    sound: bool = True,
) -> Ask:  # fmt: skip
    """The question with what was posted. While `looking`, suggestions are not yet answers."""
    form = read(game, asked, posted, prefix=prefix)
    answers = without_suggestions(form, posted) if looking else form.answers
    fields = fields_of(game, asked, game.merge(asked.record, asked.stage, answers))
    return shown(game, asked, form, answers, fields, sound=sound)


def read(
    game: Game, asked: Asked, posted: MultiDict[str, str] | None, earlier: Record | None = None,
    prefix: str = "",
) -> AnswerForm:  # fmt: skip
    """The answers that were posted, or else given earlier, with nothing said about them yet."""
    fields = fields_of(game, asked, asked.record)
    form = AnswerForm(fields, posted, earlier, prefix)
    if not fields:
        return form  # the game has no such stage here
    # What is fixed or asked may depend on what was just said: read it again with that.
    together = fields_of(game, asked, game.merge(asked.record, asked.stage, form.answers))
    return form if together == fields else AnswerForm(together, posted, earlier, prefix)


def fields_of(game: Game, asked: Asked, record: Record) -> tuple[Field, ...]:
    """The stage's fields in this position, with this much of the record."""
    return tuple(f for f in game.fields(asked.position, record) if f.stage == asked.stage)


def without_suggestions(form: AnswerForm, posted: MultiDict[str, str]) -> dict[str, Any]:
    """The answers apart from numbers that still stand as they were suggested."""
    answers = form.answers
    for suggestion in posted.getlist(REST):
        name, _, value = suggestion.partition("=")
        for box in form.boxes:
            for key in box.keys:
                if box.input(key) == name and box.typed.get(key) == value:
                    said = answers.get(box.asked.name)
                    if isinstance(said, dict):
                        answers[box.asked.name] = {k: v for k, v in said.items() if k != key}
                        box.typed.pop(key)
    return answers


def shown(
    game: Game, asked: Asked, form: AnswerForm, answers: Record, fields: tuple[Field, ...], *,
    sound: bool,
) -> Ask:  # fmt: skip
    """What the answers so far suggest and bring; `fields` are what they allow."""
    suggested = {
        (field.name, seat): value
        for field in fields
        if field.look is not Look.HIDDEN
        for seat, value in field.rest.items()
    }
    filled = dict(answers)
    for (name, seat), value in suggested.items():
        filled[name] = {**filled.get(name, {}), seat: value}
    together = game.merge(asked.record, asked.stage, filled)
    preview = game.preview(asked.position, asked.stage, together) if sound else Preview()
    named = {f.name: f for f in fields}
    return Ask(game, asked, form, named, suggested, preview, (), tuple(too_much(answers, fields)))


def refused(ask: Ask, found: list[Problem]) -> Ask:
    """The same question with what is wrong with it. Nothing typed is lost."""
    return replace(ask, problems=tuple(found), warnings=())


def wrong(ask: Ask) -> list[Problem]:
    """What cannot be read, else what the rules say to it."""
    if ask.form.wrong:
        return ask.form.wrong
    record = ask.game.merge(ask.asked.record, ask.stage, ask.form.answers)
    return problems(ask.game, ask.position, record, ask.stage)
