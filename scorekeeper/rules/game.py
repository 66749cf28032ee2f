"""What a game declares, and a deal of it played."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.arithmetic import LiveHints, no_live_hints
from scorekeeper.rules.common import (
    all_seats,
    close_with_highest_total,
    deal_phrase,
    dealer_sentence,
    initial_position,
    is_never_open,
    merge_answers,
    no_deal_label,
    no_extras,
    no_other_stages,
    no_payments,
    no_problems,
    no_sides_near_limit,
    no_story,
    one_side_per_seat,
    with_defaults,
)
from scorekeeper.rules.display import Cell, GameColumn, PodiumPlace, Preview, Streak
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import (
    Check,
    Option,
    Options,
    Points,
    Position,
    Problem,
    Record,
    Round,
    ScorePart,
    Setup,
)
from scorekeeper.rules.statistics import RecordKind, Statistic

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
    blurb: Message
    seats: range
    options: tuple[Option, ...]
    summary: Callable[[Setup], Message]  # one sentence: the rules in force
    # A deal
    stage: Callable[[Position, Record], str | None]  # asked next; None: the deal is complete
    fields: Callable[[Position, Record], tuple[Field, ...]]
    checks: tuple[Check, ...]
    parts: Callable[[Position, Record], list[ScorePart]]
    after: Callable[[Position, Record, Points], Position]
    # Words for the page
    title: Callable[[Position, str], Message]  # of a stage: "Bids"
    save: Callable[[Position, str], Message]  # on the gold button: "Save the bids"
    preview: Callable[[Position, str, Record], Preview]
    caption: Callable[[Setup], Message]  # above the sheet
    cells: Callable[[Round], Mapping[str, Cell]]
    standing: Callable[[Position], Message | None]  # below the sheet while it runs

    # ------------------------------------------------------------ where it is not as usual
    unit: Message = POINTS
    deal: Message = DEAL  # what one deal is called as a heading: "Deal" or "Hand"
    low_wins: bool = False  # orders podium and lead; who wins is for `after` to say
    # All options from those given, where some follow from others; None: each has its default
    defaults: Callable[[tuple[str, ...], Options], Options] | None = None
    # Options that do not go together; usual: all do
    setup_problems: Callable[[Setup], Iterator[Problem]] = no_problems
    # Side -> its seats; usual: everybody plays for himself
    sides: Callable[[Setup], Mapping[str, tuple[str, ...]]] = one_side_per_seat
    # The position before the first deal; usual: everybody at nought, nothing `kept`
    begin: Callable[[Setup], Position] = initial_position
    # Seats that play this deal, in seat order; usual: all
    active: Callable[[Position], tuple[str, ...]] = all_seats
    # Record, stage, answers -> record; usual: the answers are fields of the record
    merge: Callable[[Record, str, Record], Record] = merge_answers
    # Where stages share field names, a record is more than their fields put together: each
    # stage's answers in it (the reverse of `merge`), or why it cannot be taken apart
    split_by_stage: (
        Callable[[Position, Record], tuple[tuple[str, Record], ...] | Problem] | None
    ) = None
    # Stages that may be answered instead of the one asked next; usual: none
    others: Callable[[Position, Record], tuple[str, ...]] = no_other_stages
    # How many deals there are, where that is agreed; None: nobody knows
    deals: Callable[[Setup], int | None] | None = None
    # No end of its own: the table stops when it likes; usual: never
    is_open: Callable[[Setup], bool] = is_never_open
    # The position of a match that the table ends now, with its winners; usual: highest total wins
    close: Callable[[Position], Position] = close_with_highest_total
    # A stage within a sentence: "the bids"; usual: "the deal"
    named: Callable[[Position, str], Message] = deal_phrase
    # The line below a stage's title; usual: "Bruno deals"
    about: Callable[[Position], Message] = dealer_sentence
    # Small, by the deal's number: "9 cards"; usual: nothing
    row: Callable[[Position], Message | None] = no_deal_label
    # One step in a few words, where its stage's title says too little: "Ana called Chus"
    step: Callable[[str, Record], Message | None] | None = None
    # What of a stage's preview follows plainly from what is typed; usual: nothing
    live: Callable[[Position, str, Record], LiveHints] = no_live_hints
    # Stages whose answers nobody may know of another before all are in; usual: none
    secret: tuple[str, ...] = ()
    # Sides near the limit or the target, and how near: "12 to 100"; usual: none
    near_limit: Callable[[Position], Mapping[str, Message]] = no_sides_near_limit
    # Games within the match, each drawn with columns of its own
    columns: Callable[[tuple[Round, ...], Position], tuple[GameColumn, ...]] | None = None
    # Who stands where at the end, when totals alone do not say; None: ranked by totals
    places: Callable[[Position, tuple[Round, ...]], list[PodiumPlace]] | None = None
    # What the results at the end are made of, where they are more than the totals
    adds_up: Callable[[tuple[Round, ...], Position], list[ScorePart]] | None = None
    # Results beyond those of every match; usual: none
    extras: Callable[[tuple[Round, ...], Position], Mapping[str, Any]] = no_extras
    # For the story of a match: what can be done several deals in a row; usual: nothing is told
    streak: Streak | None = None
    # For the story of a match that has winners: what only this game can tell; usual: nothing
    story_sentences: Callable[[tuple[Round, ...], Position], list[Message]] = no_story
    # What changes hands at the end, in `net_unit`; usual: nothing
    net: Callable[[tuple[Round, ...], Position], Mapping[str, int]] = no_payments
    net_unit: Message = POINTS
    # What is counted for each player over his matches: "bids kept"; usual: nothing
    figures: tuple[Statistic, ...] = ()
    # Records of the league that a match can set: "Lowest total of a winner"; usual: none
    feats: tuple[RecordKind, ...] = ()

    def all_options(self, players: tuple[str, ...], given: Options) -> Options:
        """What was given, and for all other options what holds then."""
        if self.defaults:
            return self.defaults(players, given)
        return with_defaults(self.options, given)


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
