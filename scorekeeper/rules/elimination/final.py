"""The end of a Chinchón or Loba match: the payout of the pot, and the places."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.display import Place
from scorekeeper.rules.elimination.scoring import return_stake
from scorekeeper.rules.kernel import PlayedDeal, Position


def payout(position: Position) -> dict[str, int]:
    """Return each winner's equal share of the pot, a whole number. The remainder is not paid."""
    share = position.game_state.size // max(len(position.winners), 1)
    return dict.fromkeys(position.winners, share)


def additional_results(
    played_deals: tuple[PlayedDeal, ...], position: Position
) -> Mapping[str, Any]:
    """Return the pot, each winner's share, the remainder, and how often each seat came back."""
    pot, paid = position.game_state, payout(position)
    return {
        "pot": pot.size,
        "payout": paid,
        "remainder": pot.size - sum(paid.values()) if position.is_over else 0,
        "reenlisted": dict(pot.returns),
    }


def net_amounts(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    """Return each seat's share of the pot minus the stakes that the seat paid.

    The result is empty before the end, and in a match without stakes.
    """
    if not position.is_over or not position.game_state.size:
        return {}
    paid, options = payout(position), position.options
    return {
        seat: paid.get(seat, 0) - options["stake"] - return_stake(options) * returns
        for seat, returns in position.game_state.returns.items()
    }


def stake_note(position: Position, amount_text: Callable[[int], object]) -> Message | None:
    """Return what each player put into the pot. `amount_text` formats a number.

    Returns None in a match without stakes.
    """
    state = position.game_state
    if not state.size:
        return None
    stake, again = position.options["stake"], return_stake(position.options)
    if not again or not any(state.returns.values()):
        return say("Each player put in {stake}.", stake=amount_text(stake))
    return say(
        "Each player put in {stake}, and {again} each time they came back.",
        stake=amount_text(stake),
        again=amount_text(again),
    )


def places(position: Position, played_deals: tuple[PlayedDeal, ...]) -> list[Place]:
    """Return the winners, then seats still in, then eliminated seats, the last one out first.

    Among seats still in, or out in the same deal, the lower total ranks higher. Seats with
    equal totals share a place.
    """
    left_in: dict[str, int] = {}
    for played in played_deals:
        for seat in played.after.eliminated:
            left_in.setdefault(seat, played.before.number)

    def rank(seat: str) -> tuple[bool, int, int]:
        return (
            seat not in position.winners,
            -left_in.get(seat, len(played_deals) + 1),
            position.totals[seat],
        )

    ended_early = position.is_over and bool(played_deals) and not played_deals[-1].after.is_over
    ranked, place = [], 1
    for _, group in groupby(sorted(position.players, key=rank), key=rank):
        seats = tuple(group)
        ranked.append(Place(place, seats, place_description(position, seats[0], ended_early)))
        place += len(seats)
    return ranked


def place_description(position: Position, seat: str, ended_early: bool) -> Message:
    """Return a short description for the podium, such as "last one in, 62" or "out at 109"."""
    total = position.totals[seat]
    if seat not in position.winners:
        if seat in position.eliminated:
            return say("out at {total}", total=total)
        return say("still in, {total}", total=total)
    if seat in position.eliminated:
        return say("out last, lowest total {total}", total=total)
    if ended_early:
        return say("lowest total, {total}", total=total)
    if len(position.eliminated) == len(position.players) - 1:
        return say("last one in, {total}", total=total)
    return say("won outright, {total}", total=total)
