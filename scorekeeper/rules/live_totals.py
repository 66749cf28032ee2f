"""Totals that the page computes from the entries of a deal, immediately after each tap.

A game declares how the points follow from the numbers on the page. The page computes them in the
same way (static/js/totals.js), and the game's `preview` has the same totals.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.messages import Message


class LiveHand(NamedTuple):
    """A hand between two seats. The winner gets the difference of their numbers, and a bonus.

    `seat_field` names the seat that ended the hand, `result_field` says how, and `number_field` has
    the numbers. With a result in `bonuses`, this seat wins and gets the bonus for that result. With
    the result `contested`, its number is at least 1, and the lower number wins. If the other seat
    wins, it gets `undercut_bonus`. With equal numbers, the other seat wins if `undercut_on_tie` is
    true. Otherwise, nobody wins. With the result `drawn`, nobody wins.

    A won hand is a box. A hand may count as several boxes, each with the hand's points. `boxes`
    contains this number for each seat. The winner's total is marked with `box_note` ({gained}) or,
    if there are several boxes, with `boxes_note` ({n} and {points}).

    `boxes_won` contains the boxes that each seat has won so far. `total_note` is the note of a seat
    with its current total ({total}) and these boxes ({n}).

    If `sides` are pairs, a deal has two hands. `is_first` is true for the first hand, and no totals
    are shown after it. `carried` are the points of the first side in the first hand. They are
    negative if the other side won this hand. The side with more points in both hands gets the
    difference.

    `doubled_by` names a field, one of its inputs and a value. The points are doubled if the input
    has this value. In the second of two hands, the points are multiplied by `factor` instead. If
    `loser_deals` is true, the loser deals the next hand. If nobody won, the seat that did not play
    deals.

    In Hollywood, `games` are the open games, with each seat's points in a game, or None for a seat
    without an entry. A won hand counts in each game in which the winner has an entry, and in the
    first other one. A game ends at `games_end_at`, and the match ends with its last game.
    """

    seat_field: str
    result_field: str
    number_field: str
    bonuses: Mapping[str, int]
    contested: str | None
    drawn: str
    undercut_bonus: int
    undercut_on_tie: bool
    boxes: Mapping[str, int]
    box_note: Message
    boxes_note: Message
    boxes_won: Mapping[str, int]
    total_note: Message
    sides: tuple[tuple[str, ...], ...]
    is_first: bool = False
    carried: int = 0
    doubled_by: tuple[str, str, str] | None = None  # field, key, value
    factor: int = 1
    games: tuple[Mapping[str, int | None], ...] | None = None
    games_end_at: int = 0
    loser_deals: bool = False


class LiveBids(NamedTuple):
    """Points for bids and tricks. The bids are marked in the field for the tricks.

    A made bid gets `made` points, and `per_bid` more for each trick bid. Each trick gets
    `per_trick`. Each number in `penalty_field` costs `penalty`. If `penalty_voids` is true, it also
    loses the points of a made bid.
    """

    trick_field: str
    penalty_field: str
    made: int
    per_bid: int
    per_trick: int
    penalty: int
    penalty_voids: bool


class LiveContract(NamedTuple):
    """A hand that one seat, perhaps with a partner, wins or loses against the others.

    `seat_field` and `partner_field` name the two seats. If they are the same seat, it plays alone.
    They win if the number in `number_field` is at least `needed` or, if there is a number in
    `bid_field`, at least this number. Each of the others gets or pays one point, and the two share
    the opposite amount: the partner `partner_weight`, and the seat the rest.

    A bid multiplies the points by the factor of the highest of `bands` (bid, factor) that it
    reaches. A tick in `double_field` doubles them. Nobody scores if a button answers the whole
    stage.
    """

    seat_field: str
    partner_field: str
    number_field: str
    needed: int
    bid_field: str
    partner_weight: int
    bands: tuple[tuple[int, int], ...]
    double_field: str


class LiveTotals(NamedTuple):
    """Totals after this deal: the current total plus the points of the seat's numbers.

    `factors` maps fields of numbers to points per unit. A seat's points are the sum over these
    fields. The seat that `winner_field` names gets `bonus` points. It also gets up to `payment`
    points from each other seat, but not more than that seat has. With a winner field, no points are
    known until the winner is known, or while the numbers of a field cannot add up to its total.

    In rows of chips, `note` is the note of a seat with its current total ({n}).

    With a `hand`, `bids` or a `contract`, the points follow from it instead. A total of
    `match_ends_at` or more ends the match.

    A total of `out_limit` or more is marked with `out_note`. `out_sentence` is the sentence for a
    seat that is out. `return_sentence` replaces it for a seat in `returning_seats` if at least
    `min_others_still_in` others are below `out_limit` and the deal does not end the match
    (`SeatLimits.ends_match`). Otherwise, a seat in `used_up_sentences` has its own sentence. All
    these sentences contain {who} and {total}.
    """

    factors: Mapping[str, int]
    current_totals: Mapping[str, int]
    winner_field: str | None = None
    bonus: int = 0
    payment: int = 0
    hand: LiveHand | None = None
    bids: LiveBids | None = None
    contract: LiveContract | None = None
    note: Message | None = None
    match_ends_at: int | None = None
    out_limit: int | None = None
    out_note: Message | None = None
    out_sentence: Message | None = None
    return_sentence: Message | None = None
    returning_seats: tuple[str, ...] = ()
    used_up_sentences: Mapping[str, Message] = MappingProxyType({})
    min_others_still_in: int = 0

    @property
    def decide_the_match(self) -> bool:
        """Whether the totals can take a player out or end the match."""
        games = self.hand.games if self.hand else None
        return (self.out_limit, self.match_ends_at, games) != (None, None, None)


def points_so_far(
    totals: LiveTotals, numbers: Mapping[str, Mapping[str, int]], winner: str
) -> dict[str, int]:
    """Return the points of each seat whose numbers are known.

    `numbers` maps each field in `factors` to its numbers by seat. If there is a payment, the winner
    has no points until all numbers are known.
    """
    points = {
        seat: sum(factor * numbers[name][seat] for name, factor in totals.factors.items())
        for seat in totals.current_totals
        if all(seat in by_seat for by_seat in numbers.values())
    }
    if winner in points:
        points[winner] += totals.bonus
    if totals.payment:
        others = [seat for seat in points if seat != winner]
        paid = {seat: max(0, min(totals.payment, points[seat])) for seat in others}
        points |= {seat: points[seat] - paid[seat] for seat in others}
        if len(points) == len(totals.current_totals):
            points[winner] += sum(paid.values())
        else:
            points.pop(winner, None)
    return points
