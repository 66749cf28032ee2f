"""The words every game is written in: setup, position, record, problems, options.

A match is a row of deals. A deal is answered in stages, each stage in fields, and the
answers of all its stages make its record: the JSON object of docs/documents.md. Everything here is
a value or a pure function of values; no clock, no chance, no input or output.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import Choice

# A record holds what the table said as JSON; a game's `fields` know its shape.
Record = Mapping[str, Any]
Options = Mapping[str, Any]
Points = Mapping[str, int]
# More than any table plays for: sums and products of such numbers can still be stored and shown.
MAX_NUMBER = 10**12
# Longer than anybody writes, but short enough to be told in a sentence that it is wrong.
MAX_TYPED_NUMBER = 10**1000
CARD_PATTERN = re.compile(r"(?:[2-9]|10|[AJQK])[CDHS]", re.ASCII)  # a rank and a suit


class Problem(NamedTuple):
    """Why something is refused: a code for tests, a sentence for people, and where it is."""

    code: str
    reason: Message
    field: str | None = None
    seat: str | None = None


class ScorePart(NamedTuple):
    """One reason for points: whose, how many (may be 0 or negative), and why.

    A `remark` has 0 and says something about the deal; its number is not shown.
    """

    side: str
    points: int
    why: Message
    remark: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A match as it was agreed before the first deal. `players` are keys in order of play."""

    game: str
    players: tuple[str, ...]
    options: Options

    @property
    def first_dealer(self) -> str:
        return str(self.options["first_dealer"])


class Position(NamedTuple):
    """Where a match stands before a deal.

    `number` counts deals from 1, `totals` are points by side (a seat, or "A+C" for partners),
    `out` the players finally eliminated in order, `kept` what the game itself carries on.
    """

    setup: Setup
    number: int
    dealer: str
    totals: Points
    out: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    over: bool = False
    kept: Any = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def options(self) -> Options:
        return self.setup.options


class Round(NamedTuple):
    """A deal that is complete: where it began, what was said, points by side, where it led."""

    before: Position
    record: Record
    points: Points
    after: Position


class Check(NamedTuple):
    """A rule across fields, run once all fields it `needs` are there and sane."""

    needs: tuple[str, ...]
    find: Callable[[Position, Record], Iterator[Problem]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A rule of the table that may differ. `accepts` is the sentence of what is taken.

    `kind` is how it is asked: "number", "choice", "yes", "list" or "bands". `least`..`most`
    bound a number (`most` None: as much as anybody can mean); `nullable` ones may be empty.
    """

    name: str
    default: Any
    label: Message
    accepts: Message
    kind: str
    least: int = 0
    most: int | None = None
    nullable: bool = False
    choices: tuple[Choice, ...] = ()
    valid: Callable[[Any], bool] | None = None  # replaces the test of the kind

    def accepted(self, value: Any) -> Message:
        """What is taken instead of a value that is not."""
        open_above = self.kind == "number" and self.most is None
        if open_above and is_integer(value) and value > MAX_NUMBER:
            return say("{what}: at most {most}.", what=self.label, most=MAX_NUMBER)
        return self.accepts

    def allows(self, value: Any) -> bool:
        """Whether `value`, any JSON at all, is one this option takes."""
        if self.valid:
            return self.valid(value)
        if value is None:
            return self.nullable
        if self.kind == "yes":
            return type(value) is bool
        if self.kind == "choice":
            return any(
                type(value) is type(choice_json_value(c)) and value == choice_json_value(c)
                for c in self.choices
            )
        most = MAX_NUMBER if self.most is None else self.most
        return is_integer(value) and self.least <= value <= most


def is_integer(value: Any) -> bool:
    """Whole numbers only: true and false are not numbers."""
    return type(value) is int


def choice_json_value(choice: Choice) -> Any:
    """A choice's value in JSON: packs of 40 and 48 cards are numbers."""
    return int(choice.value) if choice.value.isdigit() else choice.value
