"""Totals that the page computes from the entries of a deal, immediately after each tap.

A game declares how the points follow from the numbers on the page. The page computes them in the
same way (static/js/totals.js), and the game's `preview` has the same totals.
"""

from collections.abc import Mapping
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

    If `sides` are pairs, a deal has two hands. `is_first` is true for the first hand, and no totals
    are shown after it. `carried` are the points of the first side in the first hand. They are
    negative if the other side won this hand. The side with more points in both hands gets the
    difference.

    `doubled_by` names a field, one of its inputs and a value. The points are doubled if the input
    has this value. In the second of two hands, the points are multiplied by `factor` instead. If
    `is_known_once` is true, this data will be different in the next hand, in a way that the page
    cannot compute. If `loser_deals` is true, the loser deals the next hand. If nobody won, the seat
    that did not play deals.
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
    sides: tuple[tuple[str, ...], ...]
    is_first: bool = False
    carried: int = 0
    doubled_by: tuple[str, str, str] | None = None  # field, key, value
    factor: int = 1
    is_known_once: bool = False
    loser_deals: bool = False


class LiveTotals(NamedTuple):
    """Totals after this deal: the current total plus the points of the seat's numbers.

    `factors` maps fields of numbers to points per unit. A seat's points are the sum over these
    fields. The seat that `winner_field` names gets `bonus` points. It also gets up to `payment`
    points from each other seat, but not more than that seat has. With a winner field, no points are
    known until the winner is known, or while the numbers of a field cannot add up to its total.

    With a `hand`, the points follow from the hand instead. A total of `match_ends_at` or more ends
    the match.

    A total of `out_limit` or more is marked with `out_note`. `out_sentence` is the sentence for a
    seat that is out. `return_sentence` replaces it for a seat in `returning_seats` if at least
    `min_others_still_in` others are below `out_limit` and the deal does not end the match
    (`SeatLimits.ends_match`). Both sentences contain {who} and {total}.
    """

    factors: Mapping[str, int]
    current_totals: Mapping[str, int]
    winner_field: str | None = None
    bonus: int = 0
    payment: int = 0
    hand: LiveHand | None = None
    match_ends_at: int | None = None
    out_limit: int | None = None
    out_note: Message | None = None
    out_sentence: Message | None = None
    return_sentence: Message | None = None
    returning_seats: tuple[str, ...] = ()
    min_others_still_in: int = 0


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
