"""The fields of a form for WTForms: one class for each kind of field that a game declares.

This module does not apply the rules. Text that cannot be parsed as a value of its field is reported
as a problem with that field. The rules decide whether a value is allowed. Typed text is kept
unchanged.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import wtforms
from wtforms.utils import unset_value

from scorekeeper.messages import MINUS, Name, say
from scorekeeper.rules.fields import NO, YES, Field, FieldKind
from scorekeeper.rules.kernel import Problem, is_integer
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.match.questions.inputs import Posted

INTEGER = re.compile(r"-?[0-9]{1,6}")
NOBODY_VALUE = "nobody"  # posted by the chip "Nobody" of a nullable field


class FieldInput(wtforms.Field):
    """The WTForms field for one declared field.

    `typed` is its text by input key. The key is a seat, "rank" or "suit", or "" for a single input.
    `answer` is the JSON value, or None if there is no answer. `parse_problems` are the
    problems with text that cannot be parsed.
    """

    def __init__(self, field: Field, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.field = field
        self.typed: dict[str, str] = {}
        self.parse_problems: list[Problem] = []
        self.answer: Any = None

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Parse the posted text, or show an earlier answer if nothing was posted.

        `data` is the earlier answer. If there is none, the default is shown.
        """
        if formdata is not None:
            self.typed = {k: v for k, v in self.posted_texts(formdata) if v is not None}
        else:
            earlier = self.field.default if data is None or data is unset_value else data
            self.typed = dict(self.texts_of(earlier))
        self.answer = self.parse()

    def input(self, key: str) -> str:
        """Return the name of the input with this key."""
        return f"{self.name}-{key}" if key else str(self.name)

    @property
    def keys(self) -> tuple[str, ...]:
        return ("",)

    def posted_texts(self, formdata: Posted) -> Iterator[tuple[str, str | None]]:
        for key in self.keys:
            yield key, formdata.get(self.input(key))

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        if data is not None:
            yield "", str(data)

    def parse(self) -> Any:
        return self.typed.get("") or None

    def parse_int(self, text: str, seat: str | None) -> int | None:
        """Parse a whole number. A hyphen counts as a minus sign.

        Returns None and adds a problem if the text is anything else.
        """
        plain = text.strip().replace(MINUS, "-")
        if INTEGER.fullmatch(plain):
            return int(plain)
        reason = say("{what} must be a whole number.", what=self.field.label)
        if seat:
            reason = say(
                "{who}: {what} must be a whole number.", what=self.field.label, who=Name(seat)
            )
        self.parse_problems.append(Problem("bad_field", reason, self.field.name, seat))
        return None


class NumbersInput(FieldInput):
    """A number for each seat. An empty input is no answer, not 0."""

    @property
    def keys(self) -> tuple[str, ...]:
        return self.field.seats

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        for seat in self.keys:
            if isinstance(data, Mapping) and seat in data:
                yield seat, str(data[seat])
            elif is_integer(self.field.default):
                yield seat, str(self.field.default)

    def parse(self) -> dict[str, int] | None:
        numbers = {}
        for seat in self.keys:
            text = self.typed.get(seat, "")
            number = self.parse_int(text, seat) if text.strip() else None
            if seat in self.field.limits.fixed_numbers:
                number = self.field.limits.fixed_numbers[seat]
            if number is not None and (self.field.needs_every_seat or number != self.field.default):
                numbers[seat] = number
        return numbers if numbers or (self.field.needs_every_seat and self.field.required) else None

    @property
    def numbers_over_fixed(self) -> dict[str, int]:
        """The typed numbers of the seats whose numbers are fixed, by seat."""
        texts = {seat: self.typed.get(seat, "") for seat in self.field.limits.fixed_numbers}
        parsed = {seat: self.parse_int(text, seat) for seat, text in texts.items() if text.strip()}
        return {seat: number for seat, number in parsed.items() if number is not None}


class NumberInput(FieldInput):
    """One number."""

    def parse(self) -> int | None:
        text = self.typed.get("", "")
        return self.parse_int(text, None) if text.strip() else None


class SeatInput(FieldInput):
    """One seat, or nobody if the field is nullable."""

    @property
    def is_nobody(self) -> bool:
        return self.field.nullable and self.typed.get("") == NOBODY_VALUE

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Process as the base class does, but read None as "nobody" if the field is nullable."""
        super().process(formdata, data, extra_filters)
        if formdata is None and data is None and self.field.nullable:
            self.typed = {"": NOBODY_VALUE}
            self.answer = None

    def parse(self) -> str | None:
        if self.typed.get("") == NOBODY_VALUE and not self.field.required:
            return None
        return None if self.is_nobody else super().parse()


class YesInput(FieldInput):
    """A checkbox. The answer is True if it is ticked, and otherwise None."""

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        if data:
            yield "", YES

    def parse(self) -> bool | None:
        return True if self.typed.get("") else None


class SeatsInput(FieldInput):
    """A yes/no question for each seat. The answer is the list of seats that answered yes."""

    @property
    def keys(self) -> tuple[str, ...]:
        return self.field.seats

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        for seat in self.keys if isinstance(data, list) else ():
            yield seat, YES if seat in data else NO

    def parse(self) -> list[str] | None:
        for seat in self.keys:
            if self.typed.get(seat) not in (YES, NO):
                reason = self.field.question_about(seat)
                self.parse_problems.append(Problem("bad_field", reason, self.field.name, seat))
        return [seat for seat in self.keys if self.typed.get(seat) == YES]


class CardInput(FieldInput):
    """A rank and a suit, chosen separately.

    The answer is a string of both, such as "10D".
    """

    @property
    def keys(self) -> tuple[str, ...]:
        return ("rank", "suit")

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        if isinstance(data, str) and data:
            yield "rank", data[:-1]
            yield "suit", data[-1]

    def parse(self) -> str | None:
        rank, suit = self.typed.get("rank", ""), self.typed.get("suit", "")
        return f"{rank}{suit}" if rank or suit else None


class PairInput(FieldInput):
    """A pair of seats, chosen by its index in the field's pairs."""

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        pairs = [list(pair) for pair in self.field.pairs]
        if data in pairs:
            yield "", str(pairs.index(data))

    def parse(self) -> list[str] | None:
        number = parse_small_int(self.typed.get("", ""))
        if number is None or number >= len(self.field.pairs):
            return None
        return list(self.field.pairs[number])


class CallsInput(FieldInput):
    """One call, posted as the indexes of two seats in the form "caller>called"."""

    def texts_of(self, data: Any) -> Iterator[tuple[str, str]]:
        for giver, getter in data[:1] if isinstance(data, list) else ():
            yield "", f"{self.field.seats.index(giver)}>{self.field.seats.index(getter)}"

    def parse(self) -> list[list[str]] | None:
        giver, _, getter = self.typed.get("", "").partition(">")
        seats = self.field.seats
        numbers = map(parse_small_int, (giver, getter))
        call = [seats[n] for n in numbers if n is not None and n < len(seats)]
        return [call] if len(call) == 2 else None


INPUT_CLASSES: dict[FieldKind, type[FieldInput]] = {
    FieldKind.NUMBERS: NumbersInput,
    FieldKind.NUMBER: NumberInput,
    FieldKind.SEAT: SeatInput,
    FieldKind.SEATS: SeatsInput,
    FieldKind.CHOICE: FieldInput,
    FieldKind.YES_OR_NO: YesInput,
    FieldKind.CARD: CardInput,
    FieldKind.PAIR: PairInput,
    FieldKind.CALLS: CallsInput,
}
