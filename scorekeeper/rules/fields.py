"""Fields: what a stage asks for, which kinds of answer it takes, and within which limits.

A game's `fields` function builds them for a position. The web layer renders them and checks the
entries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.messages import Message, Name


class FieldKind(StrEnum):
    """The kind of answer that a field takes; the comments give its JSON."""

    NUMBERS = "numbers"  # {seat: whole number} for each of `seats`
    NUMBER = "number"  # a whole number
    SEAT = "seat"  # one of `seats`
    SEATS = "seats"  # a list of some of `seats`
    CHOICE = "choice"  # one of `choices`
    YES = "yes"  # true or false
    CALLS = "calls"  # a list of [caller, callee]
    BIDS = "bids"  # a list of [seat, bid]
    CARD = "card"  # a rank and a suit, "10D"
    PAIR = "pair"  # [seat, seat], one of `pairs`


class FieldLayout(StrEnum):
    """How a page lays out a field. The web layer knows these layouts and no game."""

    CHIPS = "chips"  # a chip for each value; for numbers, a row of chips for each seat
    TABLE = "table"  # numbers: boxes with a keypad, in a column; a seat: a column of radio buttons
    FOLDED = "folded"  # rarely needed, collapsed behind a button; numbers begin at 0
    KEYS = "keys"  # one number entered with the keypad
    STRIP = "strip"  # chips in one line above the table
    GRID = "grid"  # calls: one button for each pair of caller and called player
    SET_ASIDE = "set aside"  # a table that is not asked now, but keeps its space
    HIDDEN = "hidden"  # not on the page; match documents may contain it


class Choice(NamedTuple):
    """A value of a CHOICE field or of an option, its label, and the name of an icon."""

    value: str
    label: Message
    icon: str | None = None


class ForbiddenSum(NamedTuple):
    """`seat` may not enter the number that makes all numbers of the field add up to `total`."""

    seat: str
    total: int
    why: Message


class Limits(NamedTuple):
    """Limits of one seat's number that replace the field's limits.

    `says` is the sentence for a number outside them; {who} is the seat. A `fixed` number cannot be
    changed. `points` is what the seat scores, if that is not its number. With `decides` the deal
    ends the match.
    """

    least: int
    most: int
    says: Message | None = None
    fixed: int | None = None
    points: int | None = None
    decides: bool = False


class NamedSeatLimits(NamedTuple):
    """Special limits for the seat that another field names, such as the closer or the knocker.

    `by` is the field that names the seat. `by_value` has the limits for each value of the field
    `of` ("yes" for true); the entry "" applies to all other values.
    """

    by: str
    of: str
    by_value: Mapping[str, Limits]

    def seat_and_limits(
        self, record: Mapping[str, Any], seats: tuple[str, ...]
    ) -> tuple[str, Limits] | None:
        """The seat that the record names, and its limits; None if it names none or none apply."""
        seat, value = record.get(self.by), record.get(self.of)
        value = "yes" if value is True else value
        known = value if isinstance(value, str) and value in self.by_value else ""
        if seat not in seats or known not in self.by_value:
            return None
        return str(seat), self.by_value[known]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question of a stage, for one position.

    Limits of numbers:
    `least` and `most` bound every number; `span` overrides them by seat.
    `out_of_range` is the sentence for a number outside them, `limit_sentences` that for one seat.
    `total` is what the numbers should add up to. It is only shown; a `Check` refuses a wrong sum.
    `fixed` numbers, by seat, cannot be changed. `rest` suggests numbers by seat.
    With `soft`, the page does not report a number above `most`: a check refuses the wrong sum.

    Which answers are accepted:
    `everyone`: each of `seats` needs a number; otherwise seats may be left out.
    `no` has the values that are forbidden now, each with the reason, by (seat, value). The seat is
    "" in a field without seats.
    `also` are values that are accepted but not offered.
    `choices` of a field of numbers are the only numbers accepted; those of a list of seats are the
    labels for yes and no.
    `refused` is the reason why the field may not be answered, given the rest of the record.

    Display: `names` replace players' names on chips. `tally` counts each (caller, called) so far.

    `avoid`, `named` and `unless` declare how `no`, `span`, `fixed` and `look` depend on other
    values, so that the page can follow each tap without the server. `unless` is (field, values):
    this field is not asked while that field has one of the values.
    """

    name: str
    kind: FieldKind
    stage: str
    label: Message
    note: Message | None = None
    look: FieldLayout = FieldLayout.CHIPS
    seats: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    required: bool = True
    everyone: bool = True
    nullable: bool = False
    default: Any = None
    least: int = 0
    most: int = 0
    span: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    total: int | None = None
    no: Mapping[tuple[str, Any], Message] = field(default_factory=dict)
    rest: Mapping[str, int] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    mark: Mapping[str, int] = field(default_factory=dict)  # by seat, a value to mark: the bid
    out_of_range: Message | None = None
    limit_sentences: Mapping[str, Message] = field(default_factory=dict)
    names: Mapping[str, Message] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    tally: Mapping[tuple[str, str], int] = field(default_factory=dict)
    refused: Message | None = None
    avoid: ForbiddenSum | None = None
    named: NamedSeatLimits | None = None
    soft: bool = False
    unless: tuple[str, tuple[str, ...]] | None = None

    def limits(self, seat: str) -> tuple[int, int]:
        """The least and the greatest number allowed for a seat."""
        return self.span.get(seat, (self.least, self.most))

    def with_named_limits(self, record: Mapping[str, Any]) -> "Field":
        """The field with the special limits of the seat that `named` finds in this record."""
        found = self.named and self.named.seat_and_limits(record, self.seats)
        if not found:
            return self
        seat, limits = found
        says, fixed = self.limit_sentences, self.fixed
        if limits.says:
            values = {**limits.says.values, "who": Name(seat)}
            says = {**says, seat: limits.says._replace(values=values)}
        if limits.fixed is not None:
            fixed = {**fixed, seat: limits.fixed}
        span = {**self.span, seat: (limits.least, limits.most)}
        return replace(self, span=span, limit_sentences=says, fixed=fixed)

    def with_forbidden_number(self, given: Mapping[str, int]) -> "Field":
        """The field with the number that `avoid` forbids, if all other seats are in `given`."""
        if self.avoid is None or any(s not in given for s in self.seats if s != self.avoid.seat):
            return self
        left = self.avoid.total - sum(n for s, n in given.items() if s != self.avoid.seat)
        return replace(self, no={(self.avoid.seat, left): self.avoid.why}) if left >= 0 else self
