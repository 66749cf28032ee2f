"""View models of inputs: a number to type, or a row of chips for one seat.

Each view model holds all the values that it displays, so equal view models render equally and can
share a cached fragment.
"""

from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import Problem

Posted = MultiDict[str, str]  # the posted texts, by the name of their input

# Names of inputs
QUICK_INPUT = "quick"  # the number of a quick answer's button
STAGE_PRESENT_INPUT = "here"  # marks a stage that was on the page
SUGGESTED_INPUT = "rest"  # hidden inputs with the suggested values on the page
KEPT_INPUT = "kept"  # hidden inputs with values of players who are not in the question
SUBMITTED_INPUT = "came"  # hidden inputs with the submitted values on the page


def hidden_values(posted: Posted, name: str) -> dict[str, str]:
    """Return the values that a page repeats in hidden inputs called `name`, by input name.

    A value "tricks-12=3" belongs to the input "tricks-12".
    """
    parts = (value.partition("=") for value in posted.getlist(name))
    return {input_name: text for input_name, _, text in parts}


class Chip(NamedTuple):
    """A chip with one number.

    The chip is underlined if `is_bid` is true. `is_forbidden` means that the number is forbidden
    and not chosen. The `style` of the chosen chip is "rest" for a suggestion, "wrong" for a refused
    or forbidden number, and otherwise "". The `style` of any other chip is "was" if its number was
    chosen before a correction, and otherwise "".
    """

    n: int
    is_chosen: bool
    is_forbidden: bool
    is_bid: bool
    style: str


class NumberView(NamedTuple):
    """One seat's number and its limits.

    `name` and `value` are the name and the value of its input.
    """

    name: str
    value: str
    least: int
    most: int
    is_suggestion: bool  # suggested, not entered
    is_fixed: bool
    problem: Problem | None
    is_above_limit: bool = False


class Chips(NamedTuple):
    """An input for a number, shown as one chip for each value within the number's limits.

    The chip for `mark` is underlined.
    """

    number: NumberView
    mark: int | None
    forbidden: tuple[tuple[int, Message], ...]  # forbidden values, each with the reason
    value_before: str = ""  # in a correction, the number chosen before

    @property
    def size(self) -> int:
        return self.number.most - self.number.least + 1

    @property
    def each(self) -> list[Chip]:
        number, forbidden = self.number, {value for value, _ in self.forbidden}

        def chip(n: int) -> Chip:
            is_chosen, is_forbidden = str(n) == number.value, n in forbidden
            is_wrong = number.problem is not None or is_forbidden
            style = "rest" if number.is_suggestion else "wrong" * is_wrong
            if not is_chosen:
                style = "was" if str(n) == self.value_before else ""
            return Chip(n, is_chosen, is_forbidden and not is_chosen, self.mark == n, style)

        return [chip(n) for n in range(number.least, number.most + 1)]


class SubmittedValue(NamedTuple):
    """A value from a player's phone, shown beside the scorer's input.

    `is_in_form` is False if the input has a different value, which the scorer entered.
    """

    phone: str
    text: str
    is_in_form: bool

    @property
    def sentence(self) -> Message:
        if self.is_in_form:
            return say("from {phone}", phone=self.phone)
        return say("{phone}: {value}", phone=self.phone, value=self.text)


class ChipRow(NamedTuple):
    """A row of chips for one seat, with a note about the player."""

    chips: Chips
    label: Message
    seat: str
    note: Message | None
    is_dealer: bool
    is_next: bool  # the first row without an answer
    submitted: SubmittedValue | None = None


def forbidden_chips(field: Field) -> list[tuple[list[Message | Name], Message]]:
    """Return a field's chips that are now forbidden, as (labels, reason), one entry per reason."""
    words: dict[str, Message | Name] = {choice.value: choice.label for choice in field.choices}
    words |= {seat: field.hints.chip_labels.get(seat, Name(seat)) for seat in field.seats}
    by_reason: dict[Message, list[Message | Name]] = {}
    for (seat, value), why in field.forbidden.items():
        word = words.get(seat or value)
        if word is not None and word not in (listed := by_reason.setdefault(why, [])):
            listed.append(word)
    return [(listed, why) for why, listed in by_reason.items()]
