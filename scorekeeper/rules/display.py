"""What a game says on the page: what a half-filled form brings, cells of the sheet, places,
streaks.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.messages import Message
from scorekeeper.rules.kernel import Round


class QuickAnswer(NamedTuple):
    """A button that answers a whole stage: "All kept but Chus".

    It fills the form in; one that `saves` is the whole answer ("All pass"). With a `seat` the
    button is that player's chip, and `label` is what is read aloud.
    """

    label: Message
    answers: Mapping[str, Any]
    seat: str | None = None
    disabled: bool = False
    saves: bool = False


class Preview(NamedTuple):
    """What a half-filled form already says. All of it optional, none of it binding.

    `strip` stands above the fields, `says` beside Save; `after` and `notes` by seat.
    """

    strip: Message | None = None
    says: Message | None = None
    after: Mapping[str, "ProjectedTotal"] = {}
    notes: Mapping[str, Message] = {}
    quick: tuple[QuickAnswer, ...] = ()
    quick_label: Message | None = None  # before buttons that are players' chips: "All kept but…"
    headline: Message | None = None  # beside a title: "Ana 14 points + box"
    under: Message | None = None  # small, with the headline: "7 against 21, after lay-offs"


class ProjectedTotal(NamedTuple):
    """A seat's total-to-be in a preview; `word` such as "out", `bad` shown as a loss."""

    total: int
    word: Message | None = None
    bad: bool = False


class CellNote(NamedTuple):
    """A word in a cell of the sheet. `tone`: "", "out", "back" or "soft"."""

    word: Message
    tone: str = ""


class PodiumPlace(NamedTuple):
    """A step of the podium: the place, who shares it, and how they got there."""

    place: int
    seats: tuple[str, ...]
    what: Message


class GameColumn(NamedTuple):
    """A game within the match, drawn beside the sheet: by side, points so far after each entry.

    `winner` and `final` (bonuses included, by side) are None while it runs.
    """

    title: Message
    entries: Mapping[str, tuple[int, ...]]
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    winner: str | None
    final: Mapping[str, int] | None
    open_to: tuple[str, ...] = ()  # sides whose next won hand is written here


class Cell(NamedTuple):
    """What a sheet's cell says beside points and total."""

    said: Message | None = None  # "2/1", read out as `heard`
    heard: Message | None = None
    note: CellNote | None = None


class Streak(NamedTuple):
    """What can be done several deals in a row: "made 5 bids in a row".

    `of` are the sides that did it in a deal; `says` gets one of them, how often in a row, and the
    first and the last of those deals.
    """

    of: Callable[[Round], Collection[str]]
    says: Callable[[str, int, int, int], Message]
