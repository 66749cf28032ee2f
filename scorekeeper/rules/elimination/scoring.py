"""Elimination, coming back, and the pot, for Chinchón and Loba.

A player who reaches the limit is out. They may come back immediately, at the highest total of the
players still in. The last player in takes the pot. If all remaining players go out together, the
player with the lowest total takes the pot.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.common import (
    add_points,
    finished_position,
    initial_position,
    lowest_sides,
    next_seat,
)
from scorekeeper.rules.kernel import Answers, Options, Points, Position, Setup

DEADWOOD, RETURNING = "deadwood", "reenlist"  # names of fields


@dataclass(frozen=True, slots=True)
class Pot:
    """The size of the pot, and how often each seat has come back."""

    size: int
    returns: Mapping[str, int]


class DealOutcome(NamedTuple):
    """The result of a deal, before players decide whether to come back.

    `totals` include the deal's points. `bust` are the seats eliminated in this deal, and
    `returning` are the seats in `bust` that may come back. `staying` are the seats still in. All
    are in seat order.
    """

    totals: Mapping[str, int]
    bust: tuple[str, ...]
    staying: tuple[str, ...]
    returning: tuple[str, ...]

    @property
    def return_total(self) -> int:
        """The total at which players come back: the highest total of the players still in."""
        return max(self.totals[seat] for seat in self.staying)


def begin(setup: Setup) -> Position:
    """Return the position before the first deal, with totals of 0 and all stakes in the pot."""
    size = setup.options["stake"] * len(setup.players)
    return initial_position(setup, Pot(size, dict.fromkeys(setup.players, 0)))


def seats_still_in(position: Position) -> tuple[str, ...]:
    """Return the seats that are not out, in seat order."""
    return tuple(seat for seat in position.players if seat not in position.eliminated)


def is_bust(options: Options, total: int) -> bool:
    """Return whether a player with this total is out.

    They are out at the limit or, if the option `bust` is "exceed", only above it.
    """
    return total >= lowest_total_out(options)


def lowest_total_out(options: Options) -> int:
    """Return the lowest total with which a player is out."""
    limit: int = options["limit"]
    return limit + 1 if options["bust"] == "exceed" else limit


def return_stake(options: Options) -> int:
    """Return what a player pays to come back."""
    stake: int = options.get("reentry_stake", options["stake"])
    return stake


def has_returns_left(position: Position, seat: str) -> bool:
    most = position.options["max_reenlist"]
    return most is None or position.game_state.returns[seat] < most


def nobody_can_bust(position: Position, points_left: Mapping[str, int]) -> bool:
    """Return whether no seat can reach the limit with its `points_left`, before any bonus.

    For most deals, this check shows without scoring that nobody is out. The check is correct only
    if no seat scores more than its points in `points_left`. An option that adds points must
    therefore add them to `points_left` too.
    """
    options, totals = position.options, position.totals
    return not any(is_bust(options, totals[seat] + cards) for seat, cards in points_left.items())


def deal_outcome(
    position: Position, points: Points, min_others_still_in: int, decided: bool = False
) -> DealOutcome:
    """Return which seats are eliminated with these points, and which of them may come back.

    Nobody may come back if the match is `decided`, or if fewer than `min_others_still_in` seats are
    still in.
    """
    options, totals = position.options, add_points(position.totals, points)
    playing = seats_still_in(position)
    bust = tuple(seat for seat in playing if is_bust(options, totals[seat]))
    if not bust:
        return DealOutcome(totals, (), playing, ())
    staying = tuple(seat for seat in playing if seat not in bust)
    if decided or len(staying) < min_others_still_in:
        return DealOutcome(totals, bust, staying, ())
    returning = tuple(seat for seat in bust if has_returns_left(position, seat))
    return DealOutcome(totals, bust, staying, returning)


def position_after_returns(
    position: Position, outcome: DealOutcome, answers: Answers, winners: tuple[str, ...] = ()
) -> Position:
    """Return the next position, after the players named in the answers have come back.

    The match ends if fewer than two players are in, or if `winners` is given because the deal
    itself decided the match.
    """
    back = tuple(seat for seat in outcome.returning if seat in answers.get(RETURNING, ()))
    out = position.eliminated + tuple(seat for seat in outcome.bust if seat not in back)
    totals, pot = dict(outcome.totals), position.game_state
    if back:
        totals |= dict.fromkeys(back, outcome.return_total)
        returns = {seat: n + (seat in back) for seat, n in pot.returns.items()}
        pot = Pot(pot.size + return_stake(position.options) * len(back), returns)
    staying, dealer = tuple(seat for seat in position.players if seat not in out), position.dealer
    is_over = bool(winners) or len(staying) < 2
    if is_over:
        winners = winners or staying or lowest_bust_seats(outcome)
    else:
        dealer = next_seat(dealer, position.players, staying)
    return position._replace(
        number=position.number + 1,
        dealer=dealer,
        totals=totals,
        eliminated=out,
        winners=winners,
        is_over=is_over,
        game_state=pot,
    )


def close(position: Position) -> Position:
    """End the match now. Of the players still in, the lowest total wins, and ties share the win."""
    totals = {seat: position.totals[seat] for seat in seats_still_in(position)}
    return finished_position(position, lowest_sides(totals))


def lowest_bust_seats(outcome: DealOutcome) -> tuple[str, ...]:
    """Return the seats with the lowest total among the seats that this deal eliminates.

    They win if all players go out together.
    """
    best = min(outcome.totals[seat] for seat in outcome.bust)
    return tuple(seat for seat in outcome.bust if outcome.totals[seat] == best)
