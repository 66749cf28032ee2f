"""The answers entered so far, and the sentences of live hints that they show.

The page does the same with its inputs (static/js/stage.js, static/js/sentences.js).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.messages import Message, Name, Placeholder
from scorekeeper.rules.cards import card_in
from scorekeeper.rules.common import numbers_by_seat
from scorekeeper.rules.fields import YES, Field, FieldKind
from scorekeeper.rules.kernel import Answers, is_integer
from scorekeeper.rules.live_hints import LiveLine


@dataclass(frozen=True)
class PartialAnswers:
    """The fields of a stage and the answers entered so far."""

    fields: Mapping[str, Field]
    answers: Answers

    def numbers(self, name: str) -> Mapping[str, int]:
        """Return a field's numbers by seat, including its fixed numbers.

        If the field has a single number, its key is "".
        """
        field = self.fields[name]
        if field.kind is FieldKind.NUMBER:
            number = self.answers.get(name)
            return {"": int(number)} if number is not None and is_integer(number) else {}
        numbers = {**numbers_by_seat(self.answers, name), **field.limits.fixed_numbers}
        return {seat: numbers[seat] for seat in field.seats if seat in numbers}

    def missing_inputs(self, name: str) -> list[str]:
        """Return the seats without a required number.

        The list is empty if the field is optional. For a required field with a single value, it is
        [""] if the value is missing or not valid.
        """
        field, value = self.fields[name], self.answers.get(name)
        if not field.required:
            return []
        match field.kind:
            case FieldKind.NUMBERS:
                numbers = self.numbers(name)
                return [seat for seat in field.seats if seat not in numbers]
            case FieldKind.NUMBER:
                return [] if self.numbers(name) else [""]
            case FieldKind.SEAT:
                nobody = field.nullable and name in self.answers and value is None
                return [] if nobody or value in field.seats else [""]
            case FieldKind.CHOICE:
                allowed = (*(choice.value for choice in field.choices), *field.unlisted_values)
                return [] if value in allowed else [""]
            case FieldKind.CARD:
                return [] if card_in(self.answers, name) else [""]
            case _:
                return [] if value is not None else [""]

    def is_complete(self, name: str) -> bool:
        """Return whether the field is complete, with no number outside its limits or forbidden."""
        field = self.fields[name]
        return not self.missing_inputs(name) and all(
            least <= number <= most and (seat, number) not in field.forbidden
            for seat, number in self.numbers(name).items()
            for least, most in [field.limits.bounds(seat)]
        )

    def excess(self, name: str) -> int:
        """Return the sum of the field's numbers minus its `total`, or 0 if it has no total."""
        total = self.fields[name].limits.total
        return 0 if total is None else sum(self.numbers(name).values()) - total

    @property
    def has_wrong_sums(self) -> bool:
        """Whether the numbers of some required field cannot add up to its total.

        Missing numbers are 0 or more, so a sum above the total is wrong even before all numbers are
        entered.
        """
        return any(
            self.excess(name) > 0 or (self.excess(name) and not self.missing_inputs(name))
            for name, field in self.fields.items()
            if field.required
        )

    @property
    def has_invalid_numbers(self) -> bool:
        """Whether a number is forbidden, or outside limits that the page reports.

        Two kinds of numbers are ignored, because the page does not know which of them are
        forbidden: numbers chosen from a list, and numbers forbidden to one seat for a reason other
        than the sum.
        """
        return any(
            (not field.limits.is_soft and not least <= number <= most)
            or ("", number) in field.forbidden
            or (field.hints.forbidden_sum is not None and (seat, number) in field.forbidden)
            for name, field in self.fields.items()
            if field.kind in (FieldKind.NUMBERS, FieldKind.NUMBER) and not field.choices
            for seat, number in self.numbers(name).items()
            for least, most in [field.limits.bounds(seat)]
        )

    @property
    def has_forbidden_choice(self) -> bool:
        """Whether a choice is forbidden, such as a knock after a card that allows none."""
        return any(
            field.kind is FieldKind.CHOICE and ("", self.answers.get(name)) in field.forbidden
            for name, field in self.fields.items()
        )

    @property
    def is_refused(self) -> bool:
        """Whether a value or a sum would be refused even after the rest is entered."""
        return self.has_wrong_sums or self.has_invalid_numbers or self.has_forbidden_choice

    def is_shown(self, line: LiveLine) -> bool:
        """Return whether all conditions of the line hold."""
        if line.missing is not None and not self.missing_inputs(line.missing):
            return False
        if line.one_of is not None and self.chosen_value(line.one_of[0]) not in line.one_of[1]:
            return False
        if line.at_least and self.is_below(*line.at_least):
            return False
        if line.less_than and not self.is_below(*line.less_than):
            return False
        if line.adds_up and (self.excess(line.adds_up[0]) == 0) != line.adds_up[1]:
            return False
        if line.exceeds and (self.excess(line.exceeds[0]) > 0) != line.exceeds[1]:
            return False
        if line.same and not self.have_same_value(*line.same):
            return False
        is_card_there = not line.card or self.has_card(*line.card)
        return is_card_there and all(self.is_complete(name) for name in line.complete)

    def chosen_value(self, name: str) -> object:
        """Return a field's answer or, for a yes-or-no field, YES or ""."""
        answer = self.answers.get(name)
        if self.fields[name].kind is FieldKind.YES_OR_NO:
            return YES if answer else ""
        return answer

    def is_below(self, name: str, bound: int, bound_field: str | None = None) -> bool:
        """Return whether a field's number is below `bound`, or below the number of `bound_field`.

        A missing number of the field `name` counts as 0. A missing number of `bound_field` is
        replaced by `bound`.
        """
        if bound_field is not None:
            bound = self.numbers(bound_field).get("", bound)
        return self.numbers(name).get("", 0) < bound

    def have_same_value(self, one: str, other: str, is_same: bool) -> bool:
        """Return whether the values of two fields are equal or, if `is_same` is false, differ."""
        return (self.answers.get(one) == self.answers.get(other)) == is_same

    def has_card(self, name: str, ranks: tuple[str, ...], suits: str) -> bool:
        """Return whether a field has a card of these ranks and suits. Empty lists accept all."""
        card = card_in(self.answers, name)
        if card is None:
            return False
        return (not ranks or card[:-1] in ranks) and (not suits or card[-1] in suits)

    def limit_by_rank(self, name: str) -> int:
        """Return the highest number of a field that follows from a card, which must be known."""
        named = self.fields[name].hints.named_seat_limits
        by_value = named.by_value if named else {}
        rules = [each.most_by_rank for each in by_value.values() if each.most_by_rank]
        return rules[0].most(self.answers, 0) or 0

    def seats_of_others(self, name: str) -> list[str]:
        """Return the seats that no field with the same seats as this field names."""
        seats = self.fields[name].seats
        same = [field for field in self.fields.values() if field.seats == seats]
        chosen = {self.answers.get(field.name) for field in same if field.kind is FieldKind.SEAT}
        return [seat for seat in seats if seat not in chosen]

    def fill_in(self, value: object) -> object:
        """Return a value of a sentence, with its placeholders and lists of lines filled in."""
        if isinstance(value, list) and value and isinstance(value[0], LiveLine):
            return list(shown_sentences(value, self))
        if not isinstance(value, Placeholder):
            return value
        numbers, field = self.numbers(value.field), self.fields[value.field]
        match value.kind:
            case "sum":
                return sum(numbers.values())
            case "left":
                return field.limits.most - numbers.get("", 0)
            case "limit":
                return self.limit_by_rank(value.field)
            case "missing_count":
                return len(self.missing_inputs(value.field))
            case "chosen":
                return Name(self.answers[value.field])
        return [Name(seat) for seat in self.listed_seats(value)] or value.none

    def listed_seats(self, value: Placeholder) -> list[str]:
        """Return the seats whose names replace this placeholder."""
        match value.kind:
            case "missing":
                return self.missing_inputs(value.field)
            case "others":
                return self.seats_of_others(value.field)
        numbers, marked = self.numbers(value.field), self.fields[value.field].hints.marked_numbers
        return [seat for seat, number in numbers.items() if marked.get(seat) == number]


def partial_answers(fields: Iterable[Field], answers: Answers) -> PartialAnswers:
    """Return the fields of a stage by name, with their answers."""
    return PartialAnswers({field.name: field for field in fields}, answers)


def shown_sentences(lines: Iterable[LiveLine], partial: PartialAnswers) -> Iterator[Message]:
    """Yield the sentences of the lines that are shown, with their values filled in.

    A line is left out if one of its values is an empty list.
    """
    for line in lines:
        if not partial.is_shown(line):
            continue
        values = {key: partial.fill_in(value) for key, value in line.sentence.values.items()}
        if [] not in values.values():
            yield line.sentence._replace(values=values)
