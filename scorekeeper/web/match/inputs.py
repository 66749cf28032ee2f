"""A seat's part of an answer as the page shows it: a row of chips, or a box to type a number in.

Each holds all that can be seen of it, so two that are equal look alike, and one drawing serves
both.
"""

from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem


class Chip(NamedTuple):
    """A number to tap. `bid` is underlined; the mood of a chosen one is "rest" when it was only
    suggested, "wrong" when it may not be; of another one "was" when it was before a correction.
    """

    n: int
    chosen: bool
    no: bool
    bid: bool
    mood: str


class NumberView(NamedTuple):
    """What one seat's number is and may be. `name` is its input's, `value` the text in it."""

    name: str
    value: str
    least: int
    most: int
    is_suggestion: bool  # suggested, not said
    is_fixed: bool
    problem: Problem | None
    is_above_limit: bool = False


class Chips(NamedTuple):
    """A number as chips, one for every value the seat may be thought to have."""

    number: NumberView
    mark: int | None
    no: tuple[tuple[int, Message], ...]  # forbidden values and why
    was: str = ""  # in a correction, what was chosen before

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
    """What came from a player's phone: the text for his input, None while it is a secret; whether
    that stands there, or something else that was said to who keeps score.
    """

    phone: str
    text: str | None
    is_in_form: bool

    @property
    def says(self) -> Message:
        if self.text is None:
            return say("is in, from {phone}", phone=self.phone)
        if self.is_in_form:
            return say("from {phone}", phone=self.phone)
        return say("{phone}: {value}", phone=self.phone, value=self.text)


class ChipRow(NamedTuple):
    """Chips with whose they are and what is said about him."""

    chips: Chips
    label: Message
    seat: str
    note: Message | None
    deals: bool
    is_next: bool  # the first that has no answer yet
    came: SubmittedValue | None = None
