"""What a stage asks for: fields, the kinds of answer they take, and their limits.

A game's `fields` build them for a position; the web lays them out and checks what was typed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.messages import Message, Name


class FieldKind(StrEnum):
    """What sort of answer a field takes, and its JSON."""

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
    """How a field is laid out. The web knows these, and no game."""

    CHIPS = "chips"  # every value a chip; numbers: a row of chips a seat
    TABLE = "table"  # numbers: a column of boxes with keys; a seat: a column of ticks
    FOLDED = "folded"  # numbers that are rarely needed, behind a button, 0 each
    KEYS = "keys"  # one number typed with keys
    STRIP = "strip"  # chips in one line above the table
    GRID = "grid"  # calls: one button for each pair of caller and called player
    SET_ASIDE = "set aside"  # a table that is not asked as things stand, and keeps its place
    HIDDEN = "hidden"  # not asked on the page; documents may bring it


class Choice(NamedTuple):
    """One value of a CHOICE field or option, the words on its chip, and an icon's name."""

    value: str
    label: Message
    icon: str | None = None


class ForbiddenSum(NamedTuple):
    """Once all others have a number, `seat` may not make them all add up to `total`."""

    seat: str
    total: int
    why: Message


class Limits(NamedTuple):
    """What holds for one seat's number instead of the field's limits.

    `says` is the sentence outside of them, in which {who} is the seat. A `fixed` number cannot be
    changed. `points` is what the seat scores, where that is not its number. `decides`: the deal
    ends the match.
    """

    least: int
    most: int
    says: Message | None = None
    fixed: int | None = None
    points: int | None = None
    decides: bool = False


class NamedSeatLimits(NamedTuple):
    """The seat that another field names has limits of its own: whoever closed, or knocked.

    `by` is that field. `by_value` has the limits for each value of the field `of` ("yes" for a
    tick); those of "" hold for all other values.
    """

    by: str
    of: str
    by_value: Mapping[str, Limits]

    def seat_and_limits(
        self, record: Mapping[str, Any], seats: tuple[str, ...]
    ) -> tuple[str, Limits] | None:
        """The seat that the record names, and its limits. None if it names no seat."""
        seat, value = record.get(self.by), record.get(self.of)
        value = "yes" if value is True else value
        known = value if isinstance(value, str) and value in self.by_value else ""
        if seat not in seats or known not in self.by_value:
            return None
        return str(seat), self.by_value[known]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that is asked in one stage, as it is in this position.

    Numbers need one for `everyone` of `seats`, or only for those who have something to write.
    `least` and `most` bound every number; `span` overrides them for single seats. `total` is
    what the numbers should add up to: shown, while a Check refuses. `no` names values that are
    forbidden now and why, by (seat, value); `rest` suggests values by seat; `fixed` values cannot
    be changed.
    `out_of_range` is the sentence for a number outside its limits. Where a field has no seats,
    `no` is by ("", value). `names` are words on a seat's chip instead of its name, `also` values
    that are taken but not offered, `tally` how often each call was made so far. `refused` says
    why nothing may be answered here while the rest of the record is as it is.
    `span_says` is the sentence for single seats outside their limits. Numbers with `choices`
    take only those; a list of seats may have its words for yes and no there.

    `avoid`, `named` and `unless` declare what `no`, `span`, `fixed` and `look` follow from, so that
    a page can follow each tap by itself. With `unless`, the field is not asked where that other
    field has one of these values. `soft`: `most` is only for the keys; more makes a wrong
    sum, which a check refuses.
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
    mark: Mapping[str, int] = field(default_factory=dict)  # a value to underline: what was bid
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
        """Least and most for one seat."""
        return self.span.get(seat, (self.least, self.most))

    def with_named_limits(self, record: Mapping[str, Any]) -> "Field":
        """The field with the limits of the seat that is `named` in this record."""
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
        """The field with the number that `avoid` forbids once all others are `given`."""
        if self.avoid is None or any(s not in given for s in self.seats if s != self.avoid.seat):
            return self
        left = self.avoid.total - sum(n for s, n in given.items() if s != self.avoid.seat)
        return replace(self, no={(self.avoid.seat, left): self.avoid.why}) if left >= 0 else self
