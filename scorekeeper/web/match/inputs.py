"""View models of inputs: a number to type, or a row of chips for one seat.

Each holds everything that is displayed, so equal values render equally and can share a cached
fragment.
"""

from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem


class Chip(NamedTuple):
    """A chip with one number. It is underlined if `bid`; `no` means forbidden and not chosen.

    `mood` of the chosen chip is "rest" for a suggestion, "wrong" for a refused or forbidden number,
    else "". `mood` of any other chip is "was" if that number was chosen before a correction, else
    "".
    """

    n: int
    chosen: bool
    no: bool
    bid: bool
    mood: str


class NumberView(NamedTuple):
    """One seat's number and its limits. `name` and `value` are those of its input."""

    name: str
    value: str
    least: int
    most: int
    is_suggestion: bool  # suggested, not entered
    is_fixed: bool
    problem: Problem | None
    is_above_limit: bool = False


class Chips(NamedTuple):
    """A number as chips, one for each value within its limits. The chip `mark` is underlined."""

    number: NumberView
    mark: int | None
    no: tuple[tuple[int, Message], ...]  # forbidden values, each with the reason
    was: str = ""  # in a correction, the number chosen before

    @property
    def each(self) -> list[Chip]:
        number, no = self.number, {value for value, _ in self.no}

        def chip(n: int) -> Chip:
            is_chosen, is_no = str(n) == number.value, n in no
            is_wrong = number.problem is not None or is_no
            mood = "rest" if number.is_suggestion else "wrong" * is_wrong
            if not is_chosen:
                mood = "was" if str(n) == self.was else ""
            return Chip(n, is_chosen, is_no and not is_chosen, self.mark == n, mood)

        return [chip(n) for n in range(number.least, number.most + 1)]


class SubmittedValue(NamedTuple):
    """A value from a player's phone, shown beside the scorer's input.

    `is_in_form` is False if the input has another value, which the scorer entered.
    """

    phone: str
    text: str
    is_in_form: bool

    @property
    def says(self) -> Message:
        if self.is_in_form:
            return say("from {phone}", phone=self.phone)
        return say("{phone}: {value}", phone=self.phone, value=self.text)


class ChipRow(NamedTuple):
    """A row of chips for one seat, with a note about the player."""

    chips: Chips
    label: Message
    seat: str
    note: Message | None
    deals: bool
    is_next: bool  # the first row without an answer
    submitted: SubmittedValue | None = None
