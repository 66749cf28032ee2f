"""What a game declares, and a deal of it played."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.kernel import (
    Check,
    Field,
    Option,
    Options,
    Part,
    Points,
    Position,
    Problem,
    Record,
    Round,
    Setup,
)
from scorekeeper.rules.onpage import Cell, Column, Place, Preview
from scorekeeper.rules.words import Say


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All that a game declares. A game's module ends with one of these.

    Functions get a position and, where it says `record`, what was answered so far in this deal.
    """

    slug: str
    name: str
    icon: str
    blurb: Say
    seats: range
    options: tuple[Option, ...]
    deal: Say  # what one deal is called as a heading: "Deal" or "Hand"
    low_wins: bool = False  # orders podium and lead; who wins is for `after` to say
    unit: Say
    # What the table agreed
    defaults: Callable[[tuple[str, ...], Options], Options]  # options given -> all options
    setup_problems: Callable[[Setup], Iterator[Problem]]
    summary: Callable[[Setup], Say]  # one sentence: the rules in force
    sides: Callable[[Setup], Mapping[str, tuple[str, ...]]]  # side -> its seats
    # A deal
    begin: Callable[[Setup], Position]
    active: Callable[[Position], tuple[str, ...]]  # seats that play this deal, seat order
    stage: Callable[[Position, Record], str | None]  # asked next; None: the deal is complete
    merge: Callable[[Record, str, Record], Record]  # record, stage, answers -> record
    fields: Callable[[Position, Record], tuple[Field, ...]]
    checks: tuple[Check, ...]
    parts: Callable[[Position, Record], list[Part]]
    after: Callable[[Position, Record, Points], Position]
    close: Callable[[Position], Position] | None = None  # open-ended games: the table stops here
    is_open: Callable[[Setup], bool]  # no end of its own: the table may close it, and has `close`
    # Words for the page
    title: Callable[[Position, str], Say]  # of a stage: "Bids"
    about: Callable[[Position], Say]  # the line below it: "9 cards", "Bruno deals"
    save: Callable[[Position, str], Say]  # on the gold button: "Save the bids"
    preview: Callable[[Position, str, Record], Preview]
    others: Callable[[Position, Record], tuple[str, ...]]  # stages that may be answered instead
    caption: Callable[[Setup], Say]  # above the sheet
    row: Callable[[Position], Say | None]  # small, by the deal's number: "9 cards"
    cells: Callable[[Round], Mapping[str, Cell]]
    standing: Callable[[Position], Say | None]  # below the sheet while it runs
    # Results beyond §0.2's common keys, and money or points that change hands at the end
    extras: Callable[[tuple[Round, ...], Position], Mapping[str, Any]]
    net: Callable[[tuple[Round, ...], Position], Mapping[str, int]]
    net_unit: Say
    # Where stages share field names, a record is more than their fields put together: each
    # stage's answers in it (the reverse of `merge`), or why it cannot be taken apart
    apart: Callable[[Position, Record], tuple[tuple[str, Record], ...] | Problem] | None = None
    # Games within the match, each drawn with columns of its own
    columns: Callable[[tuple[Round, ...], Position], tuple[Column, ...]] | None = None
    # Who stands where at the end, when totals alone do not say; None: ranked by totals
    places: Callable[[Position, tuple[Round, ...]], list[Place]] | None = None
    # One step in a few words, where its stage's title says too little: "Ana called Chus"
    step: Callable[[str, Record], Say | None] | None = None
    # How many deals there are, where that is agreed; None: nobody knows
    deals: Callable[[Setup], int | None] | None = None


def score(game: Game, position: Position, record: Record) -> Points:
    """Points of a deal by side, for those who took part: the sum of its parts."""
    points: dict[str, int] = {}
    for part in game.parts(position, record):
        points[part.side] = points.get(part.side, 0) + part.points
    return points


def play(game: Game, position: Position, record: Record) -> Round:
    """One complete deal. The record must have passed `problems`."""
    points = score(game, position, record)
    return Round(position, record, points, game.after(position, record, points))
