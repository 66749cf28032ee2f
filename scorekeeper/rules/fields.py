"""Fields: the questions of a stage, with the kind and the limits of each answer.

A game's `fields` function builds them for a position. The web layer renders them and checks the
entries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.messages import Message, Name
from scorekeeper.rules.cards import ForbiddenByRank, LimitByRank

YES, NO = "yes", "no"  # true and false, as the values of inputs


class FieldKind(StrEnum):
    """The kind of answer that a field accepts. The comments describe the JSON of each kind."""

    NUMBERS = "numbers"  # {seat: whole number} for each of `seats`
    NUMBER = "number"  # a whole number
    SEAT = "seat"  # one of `seats`
    SEATS = "seats"  # a list of some of `seats`
    CHOICE = "choice"  # one of `choices`
    YES_OR_NO = "yes_or_no"  # true or false
    CALLS = "calls"  # a list of [caller, callee]
    BIDS = "bids"  # a list of [seat, bid]
    CARD = "card"  # a rank and a suit, "10D"
    PAIR = "pair"  # [seat, seat], one of `pairs`


class FieldLayout(StrEnum):
    """The layout of a field on a page. The web layer handles layouts, never individual games."""

    CHIPS = "chips"  # a chip for each value; for numbers, a row of chips for each seat
    TABLE = "table"  # a column of boxes with a keypad, or for a seat, of radio buttons
    # For fields that are rarely needed. The field is collapsed behind a button, unless it is a
    # yes/no field. Its numbers are initially 0.
    FOLDED = "folded"
    KEYS = "keys"  # one number entered with the keypad
    STRIP = "strip"  # chips in one line above the table
    GRID = "grid"  # calls: one button for each pair of caller and called player
    SET_ASIDE = "set aside"  # a table that does not apply now, but still takes up its space
    HIDDEN = "hidden"  # not on the page; match documents may contain it


class Choice(NamedTuple):
    """A value of a CHOICE field or of an option, its label, and the name of its icon, if any."""

    value: str
    label: Message
    icon: str | None = None


class ForbiddenSum(NamedTuple):
    """A rule that `seat` may not enter the number that makes the field add up to `total`."""

    seat: str
    total: int
    reason: Message


class NextCalls(NamedTuple):
    """The data that the page needs to count further calls itself, without a network.

    `held` contains the number of counters of each seat. A call takes one counter from the caller
    and gives it to the player called, and a seat without counters cannot call. The numbers of the
    field `number_field` follow from the calls. The sentences contain placeholders: `last` has
    {caller} and {called}, `note` has {left}, and `refusal` has {who}.
    """

    held: Mapping[str, int]
    number_field: str
    last: Message
    note: Message
    refusal: Message


class SeatLimits(NamedTuple):
    """Limits for one seat's number, which replace the field's limits.

    `sentence` is the sentence for a number outside these limits. In it, {who} is the seat and
    {limit} is `most`. A `fixed_number` cannot be changed. `points` are the seat's points, if they
    differ from its number. If `ends_match` is true, the deal ends the match. `most_by_rank`
    replaces `most` as soon as its card is known.
    """

    least: int
    most: int
    sentence: Message | None = None
    fixed_number: int | None = None
    points: int | None = None
    ends_match: bool = False
    most_by_rank: LimitByRank | None = None

    def with_known_card(self, answers: Mapping[str, Any]) -> "SeatLimits | None":
        """Return the limits with the card in these answers, or None if it allows any number."""
        most = self.most_by_rank.most(answers, self.most) if self.most_by_rank else self.most
        return None if most is None else self._replace(most=most)


class NamedSeatLimits(NamedTuple):
    """Special limits for the seat that another field names, such as the closer or the knocker.

    `seat_field` is the field that names the seat. `by_value` has the limits for each value of
    the field `value_field` (YES for true). The entry "" applies to all other values.
    """

    seat_field: str
    value_field: str
    by_value: Mapping[str, SeatLimits]

    def seat_and_limits(
        self, answers: Mapping[str, Any], seats: tuple[str, ...]
    ) -> tuple[str, SeatLimits] | None:
        """Return the seat named in the answers, and its limits.

        Returns None if the answers name no such seat, or if no limits apply.
        """
        seat, value = answers.get(self.seat_field), answers.get(self.value_field)
        value = YES if value is True else value
        key = value if isinstance(value, str) and value in self.by_value else ""
        if seat not in seats or key not in self.by_value:
            return None
        limits = self.by_value[key].with_known_card(answers)
        return limits and (str(seat), limits)


class LimitsByNumber(NamedTuple):
    """Limits for each seat, chosen by its number in another field, such as a number of cards.

    `number_field` is the other field. `by_value` has the limits for some of its numbers. For all
    others, the field's own limits apply.
    """

    number_field: str
    by_value: Mapping[int, SeatLimits]

    def of_seats(self, numbers: Mapping[str, int]) -> dict[str, SeatLimits]:
        """Return the limits of the seats whose number in the other field has special limits."""
        return {
            seat: self.by_value[number]
            for seat, number in numbers.items()
            if number in self.by_value
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberLimits:
    """The limits of a field's numbers.

    `least` and `most` bound every number, and `sentence` is the sentence for a number outside them.
    `by_seat` and `sentence_by_seat` override them for individual seats. These two come only from
    the hints `named_seat_limits` and `limits_by_number`, because the page must be able to compute
    them too. The `fixed_numbers`, by seat, cannot be changed. `total` is the expected sum of the
    numbers. The page shows it, but only a `Check` refuses a wrong sum. If `is_soft` is true, the
    page does not report a number above `most`, because the check of the sum refuses it.
    """

    least: int = 0
    most: int = 0
    by_seat: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    sentence: Message | None = None
    sentence_by_seat: Mapping[str, Message] = field(default_factory=dict)
    fixed_numbers: Mapping[str, int] = field(default_factory=dict)
    total: int | None = None
    is_soft: bool = False

    def bounds(self, seat: str) -> tuple[int, int]:
        """Return the least and the greatest number allowed for a seat."""
        return self.by_seat.get(seat, (self.least, self.most))

    def with_seat(self, seat: str, limits: SeatLimits) -> "NumberLimits":
        """Return a copy with the limits of one seat replaced."""
        sentences, fixed_numbers = self.sentence_by_seat, self.fixed_numbers
        if limits.sentence:
            values = {**limits.sentence.values, "who": Name(seat), "limit": limits.most}
            sentences = {**sentences, seat: limits.sentence._replace(values=values)}
        if limits.fixed_number is not None:
            fixed_numbers = {**fixed_numbers, seat: limits.fixed_number}
        by_seat = {**self.by_seat, seat: (limits.least, limits.most)}
        return replace(
            self, by_seat=by_seat, sentence_by_seat=sentences, fixed_numbers=fixed_numbers
        )


class MarkedField(NamedTuple):
    """The field of an earlier stage whose numbers are marked, such as the bids.

    `note` is the note of a seat, with the placeholder {number}. The page uses the field's name and
    the note to mark numbers that the server does not have yet.
    """

    field: str
    note: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHints:
    """Hints that the page shows beside a field, and rules that it applies itself on each tap.

    `suggested_numbers`, `marked_numbers` (such as the bids) and `chip_labels` have seats as keys.
    `marked_field` says where the marked numbers were entered. Chip labels replace the players'
    names on chips. `call_counts` has the number of calls so far, by (caller, called). `next_calls`
    declares how the page counts further calls.

    `forbidden_sum`, `forbidden_by_rank`, `named_seat_limits`, `limits_by_number` and `not_asked_if`
    declare how the field's forbidden value, limits and layout depend on other values.
    `not_asked_if` names another field and some of its values. While that field has one of these
    values, this field does not apply.
    """

    suggested_numbers: Mapping[str, int] = field(default_factory=dict)
    marked_numbers: Mapping[str, int] = field(default_factory=dict)
    marked_field: MarkedField | None = None
    chip_labels: Mapping[str, Message] = field(default_factory=dict)
    call_counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    next_calls: NextCalls | None = None
    forbidden_sum: ForbiddenSum | None = None
    forbidden_by_rank: ForbiddenByRank | None = None
    named_seat_limits: NamedSeatLimits | None = None
    limits_by_number: LimitsByNumber | None = None
    not_asked_if: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question of a stage, for one position.

    The question asks for an answer of this `kind` about `seats`, from `choices` or `pairs`. In a
    field of numbers, `choices` are the only numbers accepted. In a list of seats, `choices` are the
    labels for yes and no, and `question` is the question about the seat {who}. `unlisted_values`
    are accepted but not shown as choices.

    If `needs_every_seat` is true, each of `seats` needs a number. Otherwise, seats may be left out.
    `forbidden` maps each (seat, value) that is forbidden now to the reason. The seat is "" in a
    field without seats. `refusal` is the reason why the field must not be answered, given the rest
    of the answers.
    """

    name: str
    kind: FieldKind
    stage: str
    label: Message
    question: Message | None = None
    note: Message | None = None
    layout: FieldLayout = FieldLayout.CHIPS
    seats: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    unlisted_values: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    required: bool = True
    needs_every_seat: bool = True
    nullable: bool = False
    default: Any = None
    forbidden: Mapping[tuple[str, Any], Message] = field(default_factory=dict)
    refusal: Message | None = None
    limits: NumberLimits = NumberLimits()
    hints: PageHints = PageHints()

    def question_about(self, seat: str) -> Message:
        """Return the question about one seat, or the label if the field has no question."""
        question = self.question or self.label
        return question._replace(values={**question.values, "who": Name(seat)})

    def forbidden_values(self, seat: str) -> tuple[tuple[Any, Message], ...]:
        """Return the values that are forbidden for a seat, each with the reason."""
        return tuple((value, why) for (key, value), why in self.forbidden.items() if key == seat)

    def with_limits_by_number(self, numbers: Mapping[str, int]) -> "Field":
        """Return the field with the limits that depend on these numbers of another field."""
        by_number = self.hints.limits_by_number
        by_seat = by_number.of_seats(numbers) if by_number else {}
        limits = replace(
            self.limits,
            by_seat={seat: (each.least, each.most) for seat, each in by_seat.items()},
            sentence_by_seat={
                seat: each.sentence for seat, each in by_seat.items() if each.sentence
            },
        )
        return replace(self, limits=limits)

    def with_named_limits(self, answers: Mapping[str, Any]) -> "Field":
        """Return the field with special limits for the seat that these answers name."""
        named = self.hints.named_seat_limits
        special = named and named.seat_and_limits(answers, self.seats)
        return replace(self, limits=self.limits.with_seat(*special)) if special else self

    def with_forbidden_number(self, given: Mapping[str, int]) -> "Field":
        """Return the field with its forbidden number, if `given` has all other seats' numbers."""
        rule = self.hints.forbidden_sum
        if rule is None or any(seat not in given for seat in self.seats if seat != rule.seat):
            return self
        left = rule.total - sum(n for seat, n in given.items() if seat != rule.seat)
        return replace(self, forbidden={(rule.seat, left): rule.reason}) if left >= 0 else self
