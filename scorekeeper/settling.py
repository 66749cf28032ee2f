"""Who pays whom: the fewest payments that settle what everybody is up or down."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple


class Payment(NamedTuple):
    """One payment, in the unit of what was settled: stakes or points."""

    payer: str
    payee: str
    amount: int


def payments(net: Mapping[str, int]) -> list[Payment]:
    """The fewest payments after which nobody is up or down.

    `net` is what each is up (positive) or down. What does not add up to 0 (the remainder of a
    pot that cannot be split) stays on the table: the last payers pay that much less.
    As many groups as possible are settled among themselves, each with one payment fewer than
    people in it; that is the least there is.
    """
    seats = tuple(seat for seat, amount in net.items() if amount)
    found: list[Payment] = []
    for group in groups(tuple(net[seat] for seat in seats)):
        found += within({seats[i]: net[seats[i]] for i in group})
    return found


def groups(amounts: tuple[int, ...]) -> list[list[int]]:
    """The most groups that each add up to 0; what is left over is the last group."""

    @cache
    def most(people: int) -> tuple[tuple[int, ...], ...]:
        """The most such groups among these people, everybody in one; people and groups as bits."""
        if not people:
            return ()
        first = people & -people
        best: tuple[tuple[int, ...], ...] = ((people,),)
        part = (people - 1) & people
        while part:
            if part & first and not total(part):
                found = ((part,), *most(people ^ part))
                best = max(best, found, key=len)
            part = (part - 1) & people
        return best

    def total(people: int) -> int:
        return sum(amount for i, amount in enumerate(amounts) if people >> i & 1)

    return [
        [i for i in range(len(amounts)) if group[0] >> i & 1]
        for group in most((1 << len(amounts)) - 1)
    ]


def within(net: Mapping[str, int]) -> list[Payment]:
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
