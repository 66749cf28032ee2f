"""`Game`, which declares everything about one game, and `play`, which scores one deal."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.common import (
    close_with_highest_total,
    count_deals,
    deal_phrase,
    dealer_sentence,
    initial_position,
    is_never_open,
    merge_answers,
    no_additional_results,
    no_deal_label,
    no_deal_note,
    no_net_amounts,
    no_net_note,
    no_other_stages,
    no_problems,
    no_sides_near_limit,
    no_stake_note,
    no_story,
    one_side_per_seat,
    points_by_side,
    points_unit,
    with_defaults,
    with_low_totals,
)
from scorekeeper.rules.display import Cell, GameColumn, Place, Preview, Streak
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import (
    Answers,
    Check,
    Option,
    Options,
    PlayedDeal,
    Points,
    Position,
    Problem,
    ScorePart,
    Setup,
)
from scorekeeper.rules.live_hints import LiveHints, no_live_hints
from scorekeeper.rules.simulation import ANY_ANSWERS, Simulation
from scorekeeper.rules.statistics import RecordKind, Statistic

POINTS, DEAL, DEAL_NOUN = say("points"), say("Deal"), say("deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    """Functions that request, check and score the answers of one deal.

    `Answers` are the answers given so far in this deal.
    """

    stage: Callable[[Position, Answers], str | None]  # the next stage; None if the deal is complete
    fields: Callable[[Position, Answers], tuple[Field, ...]]  # the fields of all stages
    checks: tuple[Check, ...]
    parts: Callable[[Position, Answers], list[ScorePart]]
    after: Callable[[Position, Answers, Points], Position]
    # Stages that may be answered instead of the one asked next; default: none
    other_stages: Callable[[Position, Answers], tuple[str, ...]] = no_other_stages
    # Merges a stage's answers into the deal's answers: (deal's answers, stage, stage's answers) ->
    # deal's answers; default: add the answers as fields
    merge: Callable[[Answers, str, Answers], Answers] = merge_answers
    # The reverse of `merge`: (stage, answers) for each stage of a deal, or a Problem if
    # it cannot be split; needed if stages share field names
    split_by_stage: (
        Callable[[Position, Answers], tuple[tuple[str, Answers], ...] | Problem] | None
    ) = None
    # The position as far as possible from the end of the match, for predictions; default: the
    # position with low totals
    far_from_end: Callable[[Position], Position] = with_low_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """Words and numbers for the pages of a match."""

    summary: Callable[[Setup], Message]  # one sentence: the rules of this match
    # A stage
    title: Callable[[Position, str], Message]  # "Bids"
    save_label: Callable[[Position, str], Message]  # label of the Save button: "Save the bids"
    preview: Callable[[Position, str, Answers], Preview]
    # The parts of a stage's preview that the page itself can compute; default: none
    live_hints: Callable[[Position, str, Answers], LiveHints] = no_live_hints
    # A stage within a sentence: "the bids"; default: "the deal"
    stage_phrase: Callable[[Position, str], Message] = deal_phrase
    # The line below a stage's title; default: "Bruno deals"
    deal_subtitle: Callable[[Position], Message] = dealer_sentence
    # A short description of one step, if the stage's title is too general: "Ana called Chus"
    step_phrase: Callable[[str, Answers], Message | None] | None = None
    # The score sheet
    caption: Callable[[Setup], Message]  # above the sheet
    cells: Callable[[PlayedDeal], Mapping[str, Cell]]
    sheet_note: Callable[[Position], Message | None]  # below the sheet, during the match
    deal_heading: Message = DEAL  # heading for one deal: "Deal" or "Hand"
    deal_noun: Message = DEAL_NOUN  # one deal within a sentence: "deal" or "hand"
    deal_count: Callable[[int], Message] = count_deals  # a number of deals: "6 deals" or "6 hands"
    # Small text beside the deal's number, such as the number of cards; default: nothing
    deal_label: Callable[[Position], Message | None] = no_deal_label
    # A note about a whole deal, below its number: "nobody went out"; default: none
    deal_note: Callable[[PlayedDeal], Message | None] = no_deal_note
    # Games within the match, each with its own columns
    columns: Callable[[tuple[PlayedDeal, ...], Position], tuple[GameColumn, ...]] | None = None
    # Sides near the limit or the target, with a phrase: "12 short of 100"; default: none
    near_limit: Callable[[Position], Mapping[str, Message]] = no_sides_near_limit
    # The unit of a number of points in results and stories; default: "point" or "points"
    unit: Callable[[Setup, int], Message] = points_unit

    @property
    def always_counts_points(self) -> bool:
        """Whether results are in points, regardless of the match's options."""
        return self.unit is points_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """The end of a match: winners, places, and results beyond the totals."""

    # The final position, with winners, if the players end the match; default: highest total wins
    close: Callable[[Position], Position] = close_with_highest_total
    # The places at the end, if totals alone do not determine them; None to rank by totals
    places: Callable[[Position, tuple[PlayedDeal, ...]], list[Place]] | None = None
    # The parts of the final results, if these differ from the totals
    parts: Callable[[tuple[PlayedDeal, ...], Position], list[ScorePart]] | None = None
    # Additional results, for documents and pages; default: none
    additional_results: Callable[[tuple[PlayedDeal, ...], Position], Mapping[str, Any]] = (
        no_additional_results
    )
    # Net gains and losses at the end by seat or side, in `net_unit`; default: none
    net_amounts: Callable[[tuple[PlayedDeal, ...], Position], Mapping[str, int]] = no_net_amounts
    # The unit of net amounts; None if they are in the unit of the match's own stake
    net_unit: Message | None = POINTS
    # A sentence on what each player put into the pot; default: none. The function formats a number.
    stake_note: Callable[[Position, Callable[[int], object]], Message | None] = no_stake_note
    # A sentence that explains the net amounts; default: none
    net_note: Callable[[Position], Message | None] = no_net_note


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The game's own contributions to the story of a match."""

    streak: Streak | None = None  # an achievement in several consecutive deals
    # Sentences of this game about a match with winners; default: none
    sentences: Callable[[tuple[PlayedDeal, ...], Position], list[Message]] = no_story
    # Sentences that are used only if there are too few others; default: none
    further_sentences: Callable[[tuple[PlayedDeal, ...], Position], list[Message]] = no_story


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The declaration of a game. Each game's package contains one, called `GAME`.

    Comments give the defaults of the parts that a game may leave out. Functions depend only on
    their arguments.
    """

    slug: str
    name: str
    aliases: tuple[str, ...] = ()  # other names in spreadsheets: "Oh Hell"
    icon: str  # an id in static/icons/icons.svg
    blurb: Message
    seats: range
    usual_seats: int = 4  # the number of players that the form for a league's first match suggests
    low_wins: bool = False  # whether fewer points are better; `deal.after` decides the winners

    # The rules that the table agrees on before the match
    options: tuple[Option, ...]
    # Computes all options from the given ones, if some defaults depend on other options or the
    # number of players; None if all defaults are independent
    options_with_defaults: Callable[[tuple[str, ...], Options], Options] | None = None
    # Combinations of options that are refused; default: none
    setup_problems: Callable[[Setup], Iterator[Problem]] = no_problems
    # The seats of each side; default: each seat is a side
    sides: Callable[[Setup], Mapping[str, tuple[str, ...]]] = one_side_per_seat
    # The number of deals agreed before the match; None if not fixed
    deals: Callable[[Setup], int | None] | None = None
    # Whether the players end the match, because the rules do not; default: the rules end it
    is_open: Callable[[Setup], bool] = is_never_open
    # The position before the first deal; default: every total is 0, and `game_state` is None
    begin: Callable[[Setup], Position] = initial_position

    deal: DealRules
    display: Display
    end: MatchEnd = MatchEnd()
    # Each player's statistics over all matches: "bids made"; default: none
    statistics: tuple[Statistic, ...] = ()
    # League records that a match can set: "Lowest winning total"; default: none
    record_kinds: tuple[RecordKind, ...] = ()
    story: Story = Story()
    # Plausible answers and options of generated matches; default: any that are allowed
    simulation: Simulation = ANY_ANSWERS

    def all_options(self, players: tuple[str, ...], given: Options) -> Options:
        """Return all options of a match: the given options, and defaults for the rest."""
        if self.options_with_defaults:
            return self.options_with_defaults(players, given)
        return with_defaults(self.options, given)


def score(game: Game, position: Position, answers: Answers) -> Points:
    """Return the points for a deal by side, summed from its parts.

    Sides without parts are left out.
    """
    return points_by_side(game.deal.parts(position, answers))


def play(game: Game, position: Position, answers: Answers) -> PlayedDeal:
    """Score one complete deal. The answers must have passed `validation.problems`."""
    points = score(game, position, answers)
    return PlayedDeal(position, answers, points, game.deal.after(position, answers, points))
