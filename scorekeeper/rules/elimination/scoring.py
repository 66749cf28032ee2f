"""Going out, coming back, and the pot: what Chinchón and Loba share.

Whoever reaches the limit is out, but may buy back in at once, at the highest total of those
still in. The last one in takes the pot; should all go out together, the lowest total does.
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
    """What lies in the middle, in stakes, and how often each player has come back."""

    size: int
    returns: Mapping[str, int]


class DealOutcome(NamedTuple):
    """Where a deal leaves the table before anybody answers whether he comes back.

    `totals` have the deal's points; `bust` reached the limit in this deal, `staying` did not,
    `returning` are those of `bust` who may come back. All in seat order.
    """

    totals: Mapping[str, int]
    bust: tuple[str, ...]
    staying: tuple[str, ...]
    returning: tuple[str, ...]

    @property
    def return_total(self) -> int:
        """The total to come back at: the highest still in."""
        return max(self.totals[seat] for seat in self.staying)


def begin(setup: Setup) -> Position:
    """Everybody at nought, a stake each in the pot."""
    size = setup.options["stake"] * len(setup.players)
    return initial_position(setup, Pot(size, dict.fromkeys(setup.players, 0)))


def seats_still_in(position: Position) -> tuple[str, ...]:
    """All who are not out, in seat order."""
    return tuple(seat for seat in position.players if seat not in position.out)


def is_bust(options: Options, total: int) -> bool:
    """At the limit already, or only above it, as the table agreed."""
    limit: int = options["limit"]
    return total > limit if options["bust"] == "exceed" else total >= limit


def return_stake(options: Options) -> int:
    """What coming back puts into the pot."""
    stakes: int = options.get("reentry_stake", options["stake"])
    return stakes


def has_returns_left(position: Position, seat: str) -> bool:
    most = position.options["max_reenlist"]
    return most is None or position.kept.returns[seat] < most


def nobody_can_bust(position: Position, left: Mapping[str, int]) -> bool:
    """Whether what is `left` in the hands is too little, before anything is taken off it."""
    options, totals = position.options, position.totals
    return not any(is_bust(options, totals[seat] + cards) for seat, cards in left.items())


def deal_outcome(
    position: Position, points: Points, least_staying: int, decided: bool = False
) -> DealOutcome:
    """Who goes out with these points, and who of them may come back.

    Coming back needs `least_staying` others who stayed in, and a match that is not `decided`.
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
    """The next position: some come back, some are out; with one left, or none, it is over.

    `winners` are given when the deal itself decided the match.
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
    """The table ends the match now: of those still in the lowest total wins, ties share."""
    left = {seat: position.totals[seat] for seat in seats_still_in(position)}
    return finished_position(position, lowest(left))


def lowest_bust_seats(counted: DealOutcome) -> tuple[str, ...]:
    """All went out together: the lowest of those who played the deal, ties share."""
    best = min(counted.totals[seat] for seat in counted.bust)
    return tuple(seat for seat in counted.bust if counted.totals[seat] == best)


def return_problems(
    position: Position, record: Record, counted: DealOutcome, too_late: Message | None = None
) -> Iterator[Problem]:
    """Who says he comes back and may not. `too_late`: why nobody may, if so."""
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
    """He is still in, or has been out since an earlier deal."""
    if seat in position.out:
        return say("{who} went out in an earlier deal and can no longer come back.", who=Name(seat))
    if position.options["bust"] == "exceed":
        return say(
            "{who} did not go over {limit} in this deal, and only who did may come back.",
            who=Name(seat),
            limit=position.options["limit"],
        )
    return say(
        "{who} did not reach {limit} in this deal, and only who did may come back.",
        who=Name(seat),
        limit=position.options["limit"],
    )


def why_not_back(
    position: Position, seat: str, counted: DealOutcome, too_late: Message | None
) -> Message:
    """He went out with this deal: all did, or he has used up his returns, or it is too late."""
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


# ---------------------------------------------------------------- how it ended


def payout(position: Position) -> dict[str, int]:
    """The pot in equal shares for the winners; what cannot be shared stays on the table."""
    share = position.kept.size // max(len(position.winners), 1)
    return dict.fromkeys(position.winners, share)


def extras(rounds: tuple[Round, ...], position: Position) -> Mapping[str, Any]:
    """The pot, who was paid what, and how often each came back."""
    pot, paid = position.kept, payout(position)
    return {
        "pot": pot.size,
        "payout": paid,
        "remainder": pot.size - sum(paid.values()) if position.over else 0,
        "reenlisted": dict(pot.returns),
    }


def net(rounds: tuple[Round, ...], position: Position) -> Mapping[str, int]:
    """Each one's share of the pot less the stakes he put in; nothing before the end."""
    if not position.over or not position.kept.size:
        return {}
    paid, options = payout(position), position.options
    return {
        seat: paid.get(seat, 0) - options["stake"] - return_stake(options) * returns
        for seat, returns in position.kept.returns.items()
    }


def places(position: Position, rounds: tuple[Round, ...]) -> list[PodiumPlace]:
    """The winners, those still in, then those out, the last to go first.

    Of those still in, or out in the same deal, the lower total stands higher; equals share.
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
    """In a few words, for the podium: "last one in, 62" or "out at 109"."""
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


# ---------------------------------------------------------------- what the table agreed

LIMIT = Option(
    name="limit",
    kind="number",
    default=100,
    least=10,
    most=1000,
    label=say("Out at"),
    accepts=say("The limit lies between 10 and 1000."),
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
    """How often one may come back; None is as often as anybody likes."""
    return Option(
        name="max_reenlist",
        kind="number",
        default=default,
        nullable=True,
        label=say("Buy-backs allowed"),
        accepts=say("Buy-backs allowed: 0 or more. Leave blank for no limit."),
    )
