"""Who pays whom: the fewest payments that settle what everybody is up or down."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

MAX_EXACT_PEOPLE = 12  # people for whom the fewest payments are looked for: it takes 3**n steps


class Payment(NamedTuple):
    """One payment, in the unit of what was settled: stakes or points."""

    payer: str
    payee: str
    amount: int


def payments(net: Mapping[str, int]) -> list[Payment]:
    """The fewest payments after which nobody is up or down; where `is_fewest` says no, at most
    one fewer than people.

    `net` is what each is up (positive) or down. What does not add up to 0 (the remainder of a
    pot that cannot be split) stays on the table: the last payers pay that much less.
    As many groups as possible are settled among themselves, each with one payment fewer than
    people in it; that is the least there is.
    """
    seats = unsettled_seats(net)
    if not is_fewest(net):
        return settle_group({seat: net[seat] for seat in seats})
    found: list[Payment] = []
    for group in zero_sum_groups(tuple(net[seat] for seat in seats)):
        found += settle_group({seats[i]: net[seats[i]] for i in group})
    return found


def unsettled_seats(net: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(seat for seat, amount in net.items() if amount)


def is_fewest(net: Mapping[str, int]) -> bool:
    """Whether `payments` finds the fewest: for more people that would take too long."""
    return len(unsettled_seats(net)) <= MAX_EXACT_PEOPLE


def zero_sum_groups(amounts: tuple[int, ...]) -> list[list[int]]:
    """The most groups that each add up to 0; what is left over is the last group."""
    totals = [0]  # of people as bits
    for amount in amounts:
        totals += [total + amount for total in totals]

    @cache
    def most(people: int) -> tuple[tuple[int, ...], ...]:
        """The most such groups among these people, everybody in one; people and groups as bits."""
        if not people:
            return ()
        first = people & -people
        best: tuple[tuple[int, ...], ...] = ((people,),)
        part = (people - 1) & people
        while part:
            if part & first and not totals[part]:
                found = ((part,), *most(people ^ part))
                best = max(best, found, key=len)
            part = (part - 1) & people
        return best

    return [
        [i for i in range(len(amounts)) if group[0] >> i & 1]
        for group in most((1 << len(amounts)) - 1)
    ]


def settle_group(net: Mapping[str, int]) -> list[Payment]:
    """Payments of one group: who is most down pays who is most up."""
    left = dict(net)
    found: list[Payment] = []
    while True:
        payer = min(left, key=lambda seat: left[seat])
        payee = max(left, key=lambda seat: left[seat])
        amount = min(-left[payer], left[payee])
        if amount <= 0:
            return found
        found.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
