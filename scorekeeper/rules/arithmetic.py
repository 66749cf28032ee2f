"""What follows plainly from the numbers typed so far: declared once, for the server and the page.

A game declares sentences with holes and the conditions under which they are shown. The server
fills the holes from a record (`told`); the page does the same from its inputs, in the same
moment as the tap (static/js/sentences.js). What is not this plain is for `preview` alone.

A hole is one of: `sum` of a field's numbers; `unsaid`, the names without a number, and `count`,
how many they are; `kept`, the names whose number is their mark; `left`, the most less the number.
In the sentences of `Totals`: `seat` and `total`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.messages import Message, Name, Placeholder, say
from scorekeeper.rules.common import numbers_by_seat
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.kernel import CARD_PATTERN, Position, Record, is_integer


class LiveLine(NamedTuple):
    """A sentence and when it is shown; a value that is a list of lines names those shown.

    Something must be missing in a field `open`; all fields `whole` are filled in and within their
    limits. `where` is (field, values), `least` and `below` are (field, number), `adds_up` is
    (field, whether its numbers make its total).
    """

    says: Message
    open: str | None = None
    whole: tuple[str, ...] = ()
    where: tuple[str, tuple[str, ...]] | None = None
    least: tuple[str, int] | None = None
    below: tuple[str, int] | None = None
    adds_up: tuple[str, bool] | None = None


class LiveTotals(NamedTuple):
    """Totals-to-be that are a plain sum: the total `now` and the number of this field.

    A total from `out` up is marked with `word`. The sentences have {who} and {total}: `reaches`
    for a seat that is out, `may_return` for one of those in `returning`, who may come back as long
    as `staying` others are below.
    """

    field: str
    now: Mapping[str, int]
    out: int | None = None
    word: Message | None = None
    reaches: Message | None = None
    may_return: Message | None = None
    returning: tuple[str, ...] = ()
    staying: int = 0


class LiveHints(NamedTuple):
    """What of a stage's preview follows plainly. `says` is shown one after another."""

    strip: tuple[LiveLine, ...] = ()
    says: tuple[LiveLine, ...] = ()
    headline: tuple[LiveLine, ...] = ()
    under: tuple[LiveLine, ...] = ()
    totals: LiveTotals | None = None


def no_live_hints(position: Position, stage: str, record: Record) -> LiveHints:
    """All of the preview is for the server alone."""
    return LiveHints()


@dataclass(frozen=True)
class PartialAnswers:
    """A stage as far as it is filled in."""

    fields: Mapping[str, Field]
    record: Record

    def numbers(self, name: str) -> Mapping[str, int]:
        """The numbers of a field by seat; of a single number, by ""."""
        field = self.fields[name]
        if field.kind is FieldKind.NUMBER:
            number = self.record.get(name)
            return {"": int(number)} if number is not None and is_integer(number) else {}
        numbers = {**numbers_by_seat(self.record, name), **field.fixed}
        return {seat: numbers[seat] for seat in field.seats if seat in numbers}

    def unsaid(self, name: str) -> list[str]:
        """What must have a value and has none: seats, or "" for a field without seats."""
        field, value = self.fields[name], self.record.get(name)
        if not field.required:
            return []
        match field.kind:
            case FieldKind.NUMBERS:
                said = self.numbers(name)
                return [seat for seat in field.seats if seat not in said]
            case FieldKind.NUMBER:
                return [] if self.numbers(name) else [""]
            case FieldKind.SEAT:
                nobody = field.nullable and name in self.record and value is None
                return [] if nobody or value in field.seats else [""]
            case FieldKind.CHOICE:
                known = (*(choice.value for choice in field.choices), *field.also)
                return [] if value in known else [""]
            case FieldKind.CARD:
                return [] if isinstance(value, str) and CARD_PATTERN.fullmatch(value) else [""]
            case _:
                return [] if value is not None else [""]

    def is_whole(self, name: str) -> bool:
        """Whether nothing is missing or out of its limits."""
        field = self.fields[name]
        return not self.unsaid(name) and all(
            least <= number <= most and (seat, number) not in field.no
            for seat, number in self.numbers(name).items()
            for least, most in [field.limits(seat)]
        )

    def adds_up(self, name: str) -> bool:
        """Whether the numbers of a field make its total."""
        return sum(self.numbers(name).values()) == self.fields[name].total

    @property
    def is_off(self) -> bool:
        """Whether numbers that are all there do not make their total."""
        return any(
            not self.unsaid(name) and not self.adds_up(name)
            for name, field in self.fields.items()
            if field.required and field.total is not None
        )

    def is_shown(self, line: LiveLine) -> bool:
        """Whether the line's conditions hold."""
        if line.open is not None and not self.unsaid(line.open):
            return False
        if line.where is not None and self.record.get(line.where[0]) not in line.where[1]:
            return False
        if line.least and self.numbers(line.least[0]).get("", 0) < line.least[1]:
            return False
        if line.below and self.numbers(line.below[0]).get("", 0) >= line.below[1]:
            return False
        if line.adds_up and self.adds_up(line.adds_up[0]) != line.adds_up[1]:
            return False
        return all(self.is_whole(name) for name in line.whole)

    def filled(self, value: object) -> object:
        """One value of a sentence, its hole filled."""
        if isinstance(value, list) and value and isinstance(value[0], LiveLine):
            return list(shown_sentences(value, self))
        if not isinstance(value, Placeholder):
            return value
        numbers, field = self.numbers(value.field), self.fields[value.field]
        match value.kind:
            case "sum":
                return sum(numbers.values())
            case "left":
                return field.most - numbers.get("", 0)
            case "count":
                return len(self.unsaid(value.field))
            case "unsaid":
                seats = self.unsaid(value.field)
            case _:
                seats = [seat for seat, n in numbers.items() if field.mark.get(seat) == n]
        return [Name(seat) for seat in seats] or value.none


def partial_answers(fields: Iterable[Field], record: Record) -> PartialAnswers:
    """A record with the fields of its stage."""
    return PartialAnswers({field.name: field for field in fields}, record)


def shown_sentences(lines: Iterable[LiveLine], at: PartialAnswers) -> Iterator[Message]:
    """The lines that are shown, filled in; a list of lines of which none is shown hides its own."""
    for line in lines:
        if not at.is_shown(line):
            continue
        values = {key: at.filled(value) for key, value in line.says.values.items()}
        if [] not in values.values():
            yield line.says._replace(values=values)


def join_sentences(sentences: Iterable[Message]) -> Message | None:
    """Sentences in a row; None without any."""
    said: Message | None = None
    for sentence in sentences:
        said = say("{first} {then}", first=said, then=sentence) if said else sentence
    return said
