"""Types that describe a game's pages: previews, sheet cells, places and streaks."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.messages import Message
from scorekeeper.rules.kernel import PlayedDeal

MIN_STREAK = 3  # deals in a row; shorter streaks are not mentioned


class QuickAnswer(NamedTuple):
    """A button that answers a whole stage, such as "All made it but Chus".

    The button fills in the form. With `submits`, it also submits the form ("All pass"). With a
    `seat`, the button shows that player's name, and `label` is its accessible name.
    """

    label: Message
    answers: Mapping[str, Any]
    seat: str | None = None
    is_disabled: bool = False
    submits: bool = False


class Preview(NamedTuple):
    """The live preview of a form that is being filled in. Every part is optional.

    `status_line` is above the fields, and `save_note` is beside the Save button. `totals_after` has
    each seat's total after this deal, and `notes` has a note for each seat. If `open_save_note` is
    given, it replaces `save_note` until every player's yes-or-no question is answered.
    """

    status_line: Message | None = None
    save_note: Message | None = None
    open_save_note: Message | None = None
    totals_after: Mapping[str, "ProjectedTotal"] = {}
    notes: Mapping[str, Message] = {}
    quick_answers: tuple[QuickAnswer, ...] = ()
    quick_label: Message | None = None  # before buttons with players' names: "All made it but…"
    headline: Message | None = None  # beside a title: "Ana 14 points and a box"
    detail: Message | None = None  # small text after the headline: "7 against 21, after lay-offs"


class ProjectedTotal(NamedTuple):
    """A seat's total after this deal, with a note such as "out"."""

    total: int
    note: Message | None = None
    is_loss: bool = False


class CellNote(NamedTuple):
    """A short note in a cell of the sheet. `tone` is "", "out", "back" or "soft"."""

    word: Message
    tone: str = ""


class Place(NamedTuple):
    """A place in a match: its number, the seats or sides that share it, and a description."""

    place: int
    seats: tuple[str, ...]
    description: Message


class GameColumn(NamedTuple):
    """A game within the match, with its own column. The mappings have sides as keys.

    `entries` are the running totals after each won hand. `winner` is None until a side reaches
    the target. `final` has the points with bonuses, and is None until this game or the match is
    over.
    """

    title: Message
    entries: Mapping[str, tuple[int, ...]]
    points: Mapping[str, int]
    boxes: Mapping[str, int]
    winner: str | None
    final: Mapping[str, int] | None
    open_to: tuple[str, ...] = ()  # sides whose next won hand counts in this game


class Cell(NamedTuple):
    """The contents of a cell of the sheet, in addition to the points and the total."""

    text: Message | None = None  # "2/1"; screen readers get `spoken`
    spoken: Message | None = None
    note: CellNote | None = None


class Streak(NamedTuple):
    """Something that a side can achieve in several consecutive deals, such as making its bid.

    `achieved_by` returns the sides with this achievement in a deal. `sentence` builds a sentence
    from the side, the length of the streak, and the numbers of its first and last deal.
    """

    achieved_by: Callable[[PlayedDeal], Collection[str]]
    sentence: Callable[[str, int, int, int], Message]
