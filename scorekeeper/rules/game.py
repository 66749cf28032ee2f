"""`Game`, which declares everything about one game, and `play`, which scores one deal."""

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
    """Everything that a game declares; each game's package has one, called `GAME`.

    Every game gives the first group. The second group has defaults, which the comments name.
    Functions take a position; a `Record` holds the answers given so far in this deal.
    """

    # ------------------------------------------------------------ every game
    slug: str
    name: str
    icon: str
    blurb: Message
    seats: range
    options: tuple[Option, ...]
    summary: Callable[[Setup], Message]  # one sentence: the rules of this match
    # A deal
    stage: Callable[[Position, Record], str | None]  # asked next; None: the deal is complete
    fields: Callable[[Position, Record], tuple[Field, ...]]
    checks: tuple[Check, ...]
    parts: Callable[[Position, Record], list[ScorePart]]
    after: Callable[[Position, Record, Points], Position]
    # Words for the page
    title: Callable[[Position, str], Message]  # of a stage: "Bids"
    save: Callable[[Position, str], Message]  # label of the Save button: "Save the bids"
    preview: Callable[[Position, str, Record], Preview]
    caption: Callable[[Setup], Message]  # above the sheet
    cells: Callable[[Round], Mapping[str, Cell]]
    standing: Callable[[Position], Message | None]  # below the sheet, during the match

    # ------------------------------------------------------------ with defaults
    unit: Message = POINTS
    deal: Message = DEAL  # heading for one deal: "Deal" or "Hand"
    low_wins: bool = False  # order of podium and lead; `after` decides the winners
    # All options from those given, if some depend on others; None: each has its own default
    defaults: Callable[[tuple[str, ...], Options], Options] | None = None
    # Combinations of options that are refused; default: none
    setup_problems: Callable[[Setup], Iterator[Problem]] = no_problems
    # Side -> its seats; default: each seat is a side
    sides: Callable[[Setup], Mapping[str, tuple[str, ...]]] = one_side_per_seat
    # The position before the first deal; default: every total 0, `kept` None
    begin: Callable[[Setup], Position] = initial_position
    # Seats that play this deal, in seat order; default: all
    active: Callable[[Position], tuple[str, ...]] = all_seats
    # Record, stage, answers -> record; default: add the answers as fields
    merge: Callable[[Record, str, Record], Record] = merge_answers
    # The reverse of `merge`: (stage, answers) for each stage of a record, or why it cannot be
    # split; needed if stages share field names
    split_by_stage: (
        Callable[[Position, Record], tuple[tuple[str, Record], ...] | Problem] | None
    ) = None
    # Stages that may be answered instead of the one asked next; default: none
    others: Callable[[Position, Record], tuple[str, ...]] = no_other_stages
    # The number of deals agreed before the match; None: not fixed
    deals: Callable[[Setup], int | None] | None = None
    # Whether the match has no end of its own, so that the table ends it; default: it has one
    is_open: Callable[[Setup], bool] = is_never_open
    # The final position, with winners, if the table ends the match; default: highest total wins
    close: Callable[[Position], Position] = close_with_highest_total
    # A stage within a sentence: "the bids"; default: "the deal"
    named: Callable[[Position, str], Message] = deal_phrase
    # The line below a stage's title; default: "Bruno deals"
    about: Callable[[Position], Message] = dealer_sentence
    # Shown small beside the deal's number, such as the number of cards; default: nothing
    row: Callable[[Position], Message | None] = no_deal_label
    # A short description of one step, if the stage's title is too vague: "Ana called Chus"
    step: Callable[[str, Record], Message | None] | None = None
    # What the page itself can compute of a stage's preview; default: nothing
    live: Callable[[Position, str, Record], LiveHints] = no_live_hints
    # Stages whose submissions stay hidden until every seat has submitted; default: none
    secret: tuple[str, ...] = ()
    # Sides near the limit or the target, with a sentence: "12 to 100"; default: none
    near_limit: Callable[[Position], Mapping[str, Message]] = no_sides_near_limit
    # Games within the match, each with columns of its own
    columns: Callable[[tuple[Round, ...], Position], tuple[GameColumn, ...]] | None = None
    # The places at the end, if totals alone do not determine them; None: ranked by totals
    places: Callable[[Position, tuple[Round, ...]], list[PodiumPlace]] | None = None
    # The parts of the final results, if these are more than the totals
    adds_up: Callable[[tuple[Round, ...], Position], list[ScorePart]] | None = None
    # Results beyond those of every match, for documents and pages; default: none
    extras: Callable[[tuple[Round, ...], Position], Mapping[str, Any]] = no_extras
    # For the story of a match: what a side can do in several consecutive deals; default: none
    streak: Streak | None = None
    # For the story of a match with winners: sentences of this game; default: none
    story_sentences: Callable[[tuple[Round, ...], Position], list[Message]] = no_story
    # Payments at the end by seat or side, in `net_unit`; default: none
    net: Callable[[tuple[Round, ...], Position], Mapping[str, int]] = no_payments
    net_unit: Message = POINTS
    # Statistics of each player over all matches: "bids kept"; default: none
    figures: tuple[Statistic, ...] = ()
    # League records that a match can set: "Lowest total of a winner"; default: none
    feats: tuple[RecordKind, ...] = ()

    def all_options(self, players: tuple[str, ...], given: Options) -> Options:
        """All options of a match: the given ones, and the defaults that follow from them."""
        if self.defaults:
            return self.defaults(players, given)
        return with_defaults(self.options, given)


def score(game: Game, position: Position, record: Record) -> Points:
    """The points of a deal by side, summed from its parts; only sides with parts appear."""
    points: dict[str, int] = {}
    for part in game.parts(position, record):
        points[part.side] = points.get(part.side, 0) + part.points
    return points


def play(game: Game, position: Position, record: Record) -> Round:
    """Score one complete deal. The record must have passed `validation.problems`."""
    points = score(game, position, record)
    return Round(position, record, points, game.after(position, record, points))
