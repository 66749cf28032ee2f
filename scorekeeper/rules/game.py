"""What a game declares, and a deal of it played."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.messages import Say, say
from scorekeeper.rules.arithmetic import Live, nothing_live
from scorekeeper.rules.common import (
    all_deals_alike,
    close_highest,
    dealer_sentence,
    each_alone,
    everybody,
    filled_in,
    first_position,
    never_near,
    never_open,
    no_problems,
    nobody_pays,
    nothing_else,
    nothing_more,
    nothing_to_tell,
    put_together,
    the_deal,
)
from scorekeeper.rules.display import Cell, Column, Place, Preview, Streak
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import (
    Check,
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
from scorekeeper.rules.statistics import Feat, Figure

POINTS, DEAL = say("points"), say("Deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All that a game declares. Its package ends with one of these.

    First what every game gives; then what it gives only where it is not as usual, and what is
    usual. Functions get a position and, where it says `record`, what was answered so far in
    this deal.
    """

    # ------------------------------------------------------------ every game
    slug: str
    name: str
    icon: str
    blurb: Say
    seats: range
    options: tuple[Option, ...]
    summary: Callable[[Setup], Say]  # one sentence: the rules in force
    # A deal
    stage: Callable[[Position, Record], str | None]  # asked next; None: the deal is complete
    fields: Callable[[Position, Record], tuple[Field, ...]]
    checks: tuple[Check, ...]
    parts: Callable[[Position, Record], list[Part]]
    after: Callable[[Position, Record, Points], Position]
    # Words for the page
    title: Callable[[Position, str], Say]  # of a stage: "Bids"
    save: Callable[[Position, str], Say]  # on the gold button: "Save the bids"
    preview: Callable[[Position, str, Record], Preview]
    caption: Callable[[Setup], Say]  # above the sheet
    cells: Callable[[Round], Mapping[str, Cell]]
    standing: Callable[[Position], Say | None]  # below the sheet while it runs

    # ------------------------------------------------------------ where it is not as usual
    unit: Say = POINTS
    deal: Say = DEAL  # what one deal is called as a heading: "Deal" or "Hand"
    low_wins: bool = False  # orders podium and lead; who wins is for `after` to say
    # All options from those given, where some follow from others; None: each has its default
    defaults: Callable[[tuple[str, ...], Options], Options] | None = None
    # Options that do not go together; usual: all do
    setup_problems: Callable[[Setup], Iterator[Problem]] = no_problems
    # Side -> its seats; usual: everybody plays for himself
    sides: Callable[[Setup], Mapping[str, tuple[str, ...]]] = each_alone
    # The position before the first deal; usual: everybody at nought, nothing `kept`
    begin: Callable[[Setup], Position] = first_position
    # Seats that play this deal, in seat order; usual: all
    active: Callable[[Position], tuple[str, ...]] = everybody
    # Record, stage, answers -> record; usual: the answers are fields of the record
    merge: Callable[[Record, str, Record], Record] = put_together
    # Where stages share field names, a record is more than their fields put together: each
    # stage's answers in it (the reverse of `merge`), or why it cannot be taken apart
    apart: Callable[[Position, Record], tuple[tuple[str, Record], ...] | Problem] | None = None
    # Stages that may be answered instead of the one asked next; usual: none
    others: Callable[[Position, Record], tuple[str, ...]] = nothing_else
    # How many deals there are, where that is agreed; None: nobody knows
    deals: Callable[[Setup], int | None] | None = None
    # No end of its own: the table stops when it likes; usual: never
    is_open: Callable[[Setup], bool] = never_open
    # The position of a match that the table ends now, with its winners; usual: highest total wins
    close: Callable[[Position], Position] = close_highest
    # A stage within a sentence: "the bids"; usual: "the deal"
    named: Callable[[Position, str], Say] = the_deal
    # The line below a stage's title; usual: "Bruno deals"
    about: Callable[[Position], Say] = dealer_sentence
    # Small, by the deal's number: "9 cards"; usual: nothing
    row: Callable[[Position], Say | None] = all_deals_alike
    # One step in a few words, where its stage's title says too little: "Ana called Chus"
    step: Callable[[str, Record], Say | None] | None = None
    # What of a stage's preview follows plainly from what is typed; usual: nothing
    live: Callable[[Position, str, Record], Live] = nothing_live
    # Stages whose answers nobody may know of another before all are in; usual: none
    secret: tuple[str, ...] = ()
    # Sides near the limit or the target, and how near: "12 to 100"; usual: none
    near: Callable[[Position], Mapping[str, Say]] = never_near
    # Games within the match, each drawn with columns of its own
    columns: Callable[[tuple[Round, ...], Position], tuple[Column, ...]] | None = None
    # Who stands where at the end, when totals alone do not say; None: ranked by totals
    places: Callable[[Position, tuple[Round, ...]], list[Place]] | None = None
    # What the results at the end are made of, where they are more than the totals
    adds_up: Callable[[tuple[Round, ...], Position], list[Part]] | None = None
    # Results beyond those of every match; usual: none
    extras: Callable[[tuple[Round, ...], Position], Mapping[str, Any]] = nothing_more
    # For the story of a match: what can be done several deals in a row; usual: nothing is told
    streak: Streak | None = None
    # For the story of a match that has winners: what only this game can tell; usual: nothing
    tale: Callable[[tuple[Round, ...], Position], list[Say]] = nothing_to_tell
    # What changes hands at the end, in `net_unit`; usual: nothing
    net: Callable[[tuple[Round, ...], Position], Mapping[str, int]] = nobody_pays
    net_unit: Say = POINTS
    # What is counted for each player over his matches: "bids kept"; usual: nothing
    figures: tuple[Figure, ...] = ()
    # Records of the league that a match can set: "Lowest total of a winner"; usual: none
    feats: tuple[Feat, ...] = ()

    def all_options(self, players: tuple[str, ...], given: Options) -> Options:
        """What was given, and for all other options what holds then."""
        if self.defaults:
            return self.defaults(players, given)
        return filled_in(self.options, given)


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
