"""Going out, coming back, and the pot, for Chinchón and Loba.

A player who reaches the limit is out. They may buy back in immediately, at the highest total of
the players still in. The last player in takes the pot. If all go out together, the lowest total
of that deal's players takes it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.common import (
    add_points,
    finished_position,
    initial_position,
    lowest,
    next_seat,
)
from scorekeeper.rules.display import PodiumPlace
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import (
    Option,
    Options,
    Points,
    Position,
    Problem,
    Record,
    Round,
    Setup,
)

REENLIST = "reenlist"


@dataclass(frozen=True, slots=True)
class Pot:
    """The size of the pot in stakes, and how often each seat has come back."""

    size: int
    returns: Mapping[str, int]


class DealOutcome(NamedTuple):
    """The result of a deal before the question who comes back.

    `totals` include the deal's points. `bust` are the seats that reached the limit in this deal,
    `staying` those still in, and `returning` those of `bust` that may come back, in seat order.
    """

    totals: Mapping[str, int]
    bust: tuple[str, ...]
    staying: tuple[str, ...]
    returning: tuple[str, ...]

    @property
    def return_total(self) -> int:
        """The total for players who come back: the highest of those still in."""
        return max(self.totals[seat] for seat in self.staying)


def begin(setup: Setup) -> Position:
    """The position before the first deal: totals 0, and a stake for each player in the pot."""
    size = setup.options["stake"] * len(setup.players)
    return initial_position(setup, Pot(size, dict.fromkeys(setup.players, 0)))


def seats_still_in(position: Position) -> tuple[str, ...]:
    """The seats that are not out, in seat order."""
    return tuple(seat for seat in position.players if seat not in position.out)


def is_bust(options: Options, total: int) -> bool:
    """Whether a total is out: at the limit or, with the option `bust` "exceed", only above it."""
    limit: int = options["limit"]
    return total > limit if options["bust"] == "exceed" else total >= limit


def return_stake(options: Options) -> int:
    """The stakes that a player pays to come back."""
    stakes: int = options.get("reentry_stake", options["stake"])
    return stakes


def has_returns_left(position: Position, seat: str) -> bool:
    most = position.options["max_reenlist"]
    return most is None or position.kept.returns[seat] < most


def nobody_can_bust(position: Position, left: Mapping[str, int]) -> bool:
    """Whether no seat can reach the limit with the points `left`, before any bonus."""
    options, totals = position.options, position.totals
    return not any(is_bust(options, totals[seat] + cards) for seat, cards in left.items())


def deal_outcome(
    position: Position, points: Points, least_staying: int, decided: bool = False
) -> DealOutcome:
    """Who goes out with these points, and who of them may come back.

    Nobody may come back if the match is `decided` or fewer than `least_staying` seats are still in.
    """
    options, totals = position.options, add_points(position.totals, points)
    playing = seats_still_in(position)
    bust = tuple(seat for seat in playing if is_bust(options, totals[seat]))
    if not bust:
        return DealOutcome(totals, (), playing, ())
    staying = tuple(seat for seat in playing if seat not in bust)
    if decided or len(staying) < least_staying:
        return DealOutcome(totals, bust, staying, ())
    returning = tuple(seat for seat in bust if has_returns_left(position, seat))
    return DealOutcome(totals, bust, staying, returning)


def position_after_returns(
    position: Position, counted: DealOutcome, record: Record, winners: tuple[str, ...] = ()
) -> Position:
    """The next position, once it is known who comes back; the match ends if fewer than two are in.

    `winners` is set if the deal itself decided the match.
    """
    back = tuple(seat for seat in counted.returning if seat in record.get(REENLIST, ()))
    out = position.out + tuple(seat for seat in counted.bust if seat not in back)
    totals, pot = dict(counted.totals), position.kept
    if back:
        totals |= dict.fromkeys(back, counted.return_total)
        returns = {seat: n + (seat in back) for seat, n in pot.returns.items()}
        pot = Pot(pot.size + return_stake(position.options) * len(back), returns)
    left, dealer = tuple(seat for seat in position.players if seat not in out), position.dealer
    over = bool(winners) or len(left) < 2
    if over:
        winners = winners or left or lowest_bust_seats(counted)
    else:
        dealer = next_seat(dealer, position.players, left)
    return position._replace(
        number=position.number + 1,
        dealer=dealer,
        totals=totals,
        out=out,
        winners=winners,
        over=over,
        kept=pot,
    )


def close(position: Position) -> Position:
    """End the match now: the lowest total of those still in wins; ties share the win."""
    left = {seat: position.totals[seat] for seat in seats_still_in(position)}
    return finished_position(position, lowest(left))


def lowest_bust_seats(counted: DealOutcome) -> tuple[str, ...]:
    """The winners if all went out together: the lowest totals of this deal's players."""
    best = min(counted.totals[seat] for seat in counted.bust)
    return tuple(seat for seat in counted.bust if counted.totals[seat] == best)


def return_problems(
    position: Position, record: Record, counted: DealOutcome, too_late: Message | None = None
) -> Iterator[Problem]:
    """Seats that come back but may not. `too_late` is the reason if the deal allows no returns."""
    named: list[str] = record[REENLIST]
    for at, seat in enumerate(named):
        if seat in named[:at]:
            reason = say("{who} comes back only once: name every player once.", who=Name(seat))
        elif seat in counted.returning:
            continue
        elif seat in counted.bust:
            reason = why_not_back(position, seat, counted, too_late)
        else:
            reason = why_not_out(position, seat)
        yield Problem("not_allowed", reason, REENLIST, seat)


def why_not_out(position: Position, seat: str) -> Message:
    """Why a seat did not go out in this deal: it is still in, or went out in an earlier deal."""
    if seat in position.out:
        return say("{who} went out in an earlier deal and can no longer come back.", who=Name(seat))
    if position.options["bust"] == "exceed":
        return say(
            "{who} did not go over {limit} in this deal, and only players who did may come back.",
            who=Name(seat),
            limit=position.options["limit"],
        )
    return say(
        "{who} did not reach {limit} in this deal, and only players who did may come back.",
        who=Name(seat),
        limit=position.options["limit"],
    )


def why_not_back(
    position: Position, seat: str, counted: DealOutcome, too_late: Message | None
) -> Message:
    """Why a seat that went out may not come back: all did, `too_late`, or no returns left."""
    if not counted.staying:
        return say("All went out together: the match is over and nobody may come back.")
    if too_late:
        return too_late
    if position.options["max_reenlist"] == 0:
        return say("Nobody may come back in this match, as the table agreed.")
    return say_n(
        "{who} has come back once already, and the table agreed on no more.",
        "{who} has come back {n} times already, and the table agreed on no more.",
        position.kept.returns[seat],
        who=Name(seat),
    )


# ---------------------------------------------------------------- results


def payout(position: Position) -> dict[str, int]:
    """Each winner's equal share of the pot, in whole stakes; the remainder is not paid."""
    share = position.kept.size // max(len(position.winners), 1)
    return dict.fromkeys(position.winners, share)


def extras(rounds: tuple[Round, ...], position: Position) -> Mapping[str, Any]:
    """The pot, each winner's share, the remainder, and how often each seat came back."""
    pot, paid = position.kept, payout(position)
    return {
        "pot": pot.size,
        "payout": paid,
        "remainder": pot.size - sum(paid.values()) if position.over else 0,
        "reenlisted": dict(pot.returns),
    }


def net(rounds: tuple[Round, ...], position: Position) -> Mapping[str, int]:
    """Each seat's share of the pot minus the stakes that it paid; empty before the end."""
    if not position.over or not position.kept.size:
        return {}
    paid, options = payout(position), position.options
    return {
        seat: paid.get(seat, 0) - options["stake"] - return_stake(options) * returns
        for seat, returns in position.kept.returns.items()
    }


def places(position: Position, rounds: tuple[Round, ...]) -> list[PodiumPlace]:
    """The winners, then seats still in, then seats that are out, the latest first.

    Among seats still in, or out in the same deal, the lower total ranks higher; equal totals share
    a place.
    """
    left_in: dict[str, int] = {}
    for played in rounds:
        for seat in played.after.out:
            left_in.setdefault(seat, played.before.number)

    def rank(seat: str) -> tuple[bool, int, int]:
        return (
            seat not in position.winners,
            -left_in.get(seat, len(rounds) + 1),
            position.totals[seat],
        )

    ended_early = position.over and bool(rounds) and not rounds[-1].after.over
    found, place = [], 1
    for _, group in groupby(sorted(position.players, key=rank), key=rank):
        seats = tuple(group)
        found.append(PodiumPlace(place, seats, place_description(position, seats[0], ended_early)))
        place += len(seats)
    return found


def place_description(position: Position, seat: str, ended_early: bool) -> Message:
    """A short description for the podium: "last one in, 62" or "out at 109"."""
    total = position.totals[seat]
    if seat not in position.winners:
        if seat in position.out:
            return say("out at {total}", total=total)
        return say("still in, {total}", total=total)
    if seat in position.out:
        return say("lowest of all, {total}", total=total)
    if ended_early:
        return say("lowest total, {total}", total=total)
    if len(position.out) == len(position.players) - 1:
        return say("last one in, {total}", total=total)
    return say("won at once, {total}", total=total)


# ---------------------------------------------------------------- options

LIMIT = Option(
    name="limit",
    kind="number",
    default=100,
    least=10,
    most=1000,
    label=say("Out at"),
    accepts=say("The limit is between 10 and 1000."),
)
BUST = Option(
    name="bust",
    kind="choice",
    default="reach",
    label=say("A player is out on"),
    accepts=say("A player is out on reaching the limit, or on going over it."),
    choices=(
        Choice("reach", say("reaching the limit")),
        Choice("exceed", say("going over the limit")),
    ),
)
STAKE = Option(
    name="stake",
    kind="number",
    default=1,
    label=say("Stake of each player"),
    accepts=say("The stake is 0 or more."),
)


def max_returns_option(default: int | None) -> Option:
    """The option for how often each player may come back; None means no limit."""
    return Option(
        name="max_reenlist",
        kind="number",
        default=default,
        nullable=True,
        label=say("Buy-backs allowed"),
        accepts=say("Buy-backs allowed: 0 or more. Leave blank for no limit."),
    )
