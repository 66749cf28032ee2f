"""What a game says on the page: what a half-filled form brings, cells of the sheet, places,
streaks.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.messages import Say
from scorekeeper.rules.kernel import Round


class Quick(NamedTuple):
    """A button that answers a whole stage: "All kept but Chus".

    It fills the form in; one that `saves` is the whole answer ("All pass"). With a `seat` the
    button is that player's chip, and `label` is what is read aloud.
    """

    label: Say
    answers: Mapping[str, Any]
    seat: str | None = None
    disabled: bool = False
    saves: bool = False


class Preview(NamedTuple):
    """What a half-filled form already says. All of it optional, none of it binding.

    `strip` stands above the fields, `says` beside Save; `after` and `notes` by seat.
    """

    strip: Say | None = None
    says: Say | None = None
    after: Mapping[str, "After"] = {}
    notes: Mapping[str, Say] = {}
    quick: tuple[Quick, ...] = ()
    quick_says: Say | None = None  # before buttons that are players' chips: "All kept but…"
    headline: Say | None = None  # beside a title: "Ana 14 points + box"
    under: Say | None = None  # small, with the headline: "7 against 21, after lay-offs"


class After(NamedTuple):
    """A seat's total-to-be in a preview; `word` such as "out", `bad` shown as a loss."""

    total: int
    word: Say | None = None
    bad: bool = False


class Note(NamedTuple):
    """A word in a cell of the sheet. `tone`: "", "out", "back" or "soft"."""

    word: Say
    tone: str = ""


class Place(NamedTuple):
    """A step of the podium: the place, who shares it, and how they got there."""

    place: int
    seats: tuple[str, ...]
    what: Say


class Column(NamedTuple):
    """A game within the match, drawn beside the sheet: by side, points so far after each entry.

    `winner` and `final` (bonuses included, by side) are None while it runs.
    """

    title: Say
    entries: Mapping[str, tuple[int, ...]]
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    winner: str | None
    final: Mapping[str, int] | None
    open_to: tuple[str, ...] = ()  # sides whose next won hand is written here


class Cell(NamedTuple):
    """What a sheet's cell says beside points and total."""

    said: Say | None = None  # "2/1", read out as `heard`
    heard: Say | None = None
    note: Note | None = None


class Streak(NamedTuple):
    """What can be done several deals in a row: "made 5 bids in a row".

    `of` are the sides that did it in a deal; `says` gets one of them, how often in a row, and the
    first and the last of those deals.
    """

    of: Callable[[Round], Collection[str]]
    says: Callable[[str, int, int, int], Say]
