"""The basic types that every game uses, such as `Setup`, `Position`, `Problem` and `Option`.

A match is a sequence of deals. A deal is answered in stages, and a stage has fields. The answers
of all stages make up the JSON object of docs/documents.md. Everything here is a value or a pure
function of values: no clock, no random numbers, no input or output.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import Choice

# The answers of a deal as JSON values; a game's `fields` define the shape.
Answers = Mapping[str, Any]
Options = Mapping[str, Any]
Points = Mapping[str, int]
# The largest number that is accepted. Sums and products of such numbers can still be stored and
# shown.
MAX_NUMBER = 10**12
MAX_LISTED_NUMBER = 1000  # the largest number in a stored list, such as a list of hand sizes
# The cap for limits that follow from typed numbers. Python can still print this number in an error
# message.
MAX_TYPED_NUMBER = 10**1000


class Problem(NamedTuple):
    """The reason for a refusal: a stable code, a sentence for users, and the field and seat."""

    code: str
    reason: Message
    field: str | None = None
    seat: str | None = None


class ScorePart(NamedTuple):
    """The points that a side gets for one reason. They may be 0 or negative.

    If `is_remark` is true, the part only comments on the deal. Its points are 0 and are not shown.
    """

    side: str
    points: int
    why: Message
    is_remark: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """The game, players and options of a match. `players` are the seats' keys in order of play."""

    game: str
    players: tuple[str, ...]
    options: Options

    @property
    def first_dealer(self) -> str:
        return str(self.options["first_dealer"])


class Position(NamedTuple):
    """The state of a match before a deal.

    `number` counts deals from 1. `totals` are points by side: a seat, or "A+C" for partners.
    `eliminated` has the seats that are out for good, in order. `game_state` is the game's own
    state.
    """

    setup: Setup
    number: int
    dealer: str
    totals: Points
    eliminated: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    is_over: bool = False
    game_state: Any = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def options(self) -> Options:
        return self.setup.options


class PlayedDeal(NamedTuple):
    """A complete deal, with the position before it and the position after it.

    `answers` are the deal's answers, and `points` are the deal's points by side.
    """

    before: Position
    answers: Answers
    points: Points
    after: Position


class Check(NamedTuple):
    """A rule about one or more fields, checked once the fields in `needs` have valid values."""

    needs: tuple[str, ...]
    find: Callable[[Position, Answers], Iterator[Problem]]


class OptionKind(StrEnum):
    """The kind of value that an option accepts."""

    NUMBER = "number"
    CHOICE = "choice"  # one of `choices`
    YES_OR_NO = "yes_or_no"  # true or false
    LIST = "list"  # a list of numbers
    BANDS = "bands"  # a list of [least number, factor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A rule that the players can choose. The sentence `requirement` says which values are allowed.

    `changes_points` is true if a different value can give the same deals different points or
    payments. Records of matches with different values are then not compared. Options that only
    change which bids or plays are allowed, who deals, or when a match ends do not change
    points.

    `least` and `most` bound a number. If `most` is None, the bound is MAX_NUMBER. A `nullable`
    option may be None.
    """

    name: str
    default: Any
    label: Message
    requirement: Message
    kind: OptionKind
    changes_points: bool
    least: int = 0
    most: int | None = None
    nullable: bool = False
    choices: tuple[Choice, ...] = ()
    valid: Callable[[Any], bool] | None = None  # replaces the kind's own check

    def refusal(self, value: Any) -> Message:
        """Return the sentence for a value that is refused. It says which values are allowed."""
        open_above = self.kind is OptionKind.NUMBER and self.most is None
        if open_above and is_integer(value) and value > MAX_NUMBER:
            return say("{what} must be at most {most}.", what=self.label, most=MAX_NUMBER)
        return self.requirement

    def allows(self, value: Any) -> bool:
        """Return whether the option accepts `value`, which may be any JSON value."""
        if self.valid:
            return self.valid(value)
        if value is None:
            return self.nullable
        if self.kind is OptionKind.YES_OR_NO:
            return type(value) is bool
        if self.kind is OptionKind.CHOICE:
            return any(
                type(value) is type(choice_json_value(c)) and value == choice_json_value(c)
                for c in self.choices
            )
        most = MAX_NUMBER if self.most is None else self.most
        return is_integer(value) and self.least <= value <= most

    def has_type(self, value: Any) -> bool:
        """Return whether `value`, from a stored match, has the type that the rules expect.

        Its limits are not checked, because they may have been different when the match started.
        Only numbers that no version has accepted are refused, because a page could count up to
        them.
        """
        if value is None:
            return self.nullable
        if self.valid:
            listed = value if isinstance(value, list) else ()
            numbers = (n for n in listed if is_integer(n))
            return self.valid(value) and all(n <= MAX_LISTED_NUMBER for n in numbers)
        if self.kind is OptionKind.YES_OR_NO:
            return type(value) is bool
        if self.kind is OptionKind.CHOICE:
            return type(value) in {type(choice_json_value(c)) for c in self.choices}
        return is_integer(value) and abs(value) <= MAX_NUMBER


def is_integer(value: Any) -> bool:
    """Return whether the value is an int. True and False do not count as integers."""
    return type(value) is int


def choice_json_value(choice: Choice) -> Any:
    """Return a choice's JSON value.

    The value is an int if the choice consists of digits, as for packs of 40 and 48 cards.
    """
    return int(choice.value) if choice.value.isdigit() else choice.value
