"""Quick answers in which all numbers, or all but one, equal their marked numbers."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.messages import Message, Name, Placeholder
from scorekeeper.rules.display import QuickAnswer


class AllButOne(NamedTuple):
    """The quick answers in which every number of `field` equals its marked number, such as a bid.

    If the marked numbers add up to the field's total, the only button is `all_label`. Otherwise,
    `heading` is followed by a button for each seat. This seat gets the number that makes the
    numbers add up to the total. `but_label` contains {who} and {took}. If nobody can have that
    number, the label is `impossible_label`.
    """

    field: str
    seats: tuple[str, ...]
    heading: Message
    all_label: Message
    but_label: Message
    impossible_label: Message

    def buttons(self, marked: Mapping[str, int], total: int) -> tuple[QuickAnswer, ...]:
        missing = total - sum(marked.values())
        if missing == 0:
            return (QuickAnswer(self.all_label, {self.field: dict(marked)}),)
        return tuple(
            QuickAnswer(
                self.label(seat, marked[seat] + missing, is_possible=is_possible),
                {self.field: {**marked, seat: marked[seat] + missing}},
                seat=seat,
                is_disabled=not is_possible,
            )
            for seat in self.seats
            for is_possible in [0 <= marked[seat] + missing <= total]
        )

    def label(self, seat: str, took: int | Placeholder, *, is_possible: bool) -> Message:
        """Return the label of a seat's button, which is for screen readers."""
        if is_possible:
            return self.but_label._replace(values={"who": Name(seat), "took": took})
        return self.impossible_label._replace(values={"who": Name(seat)})
