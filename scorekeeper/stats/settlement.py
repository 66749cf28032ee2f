"""Settle balances with as few payments as possible.

For up to 12 people, the number of payments is the minimum. For more people, it may be larger.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

MAX_EXACT_PEOPLE = 12  # the search for the exact minimum takes 3**n steps


class SettlingPayment(NamedTuple):
    """One payment, in the unit of the balances."""

    payer: str
    payee: str
    amount: int


def settling_payments(net: Mapping[str, int]) -> list[SettlingPayment]:
    """Return payments that settle `net`, which is each person's gain (positive) or loss.

    If `finds_fewest_payments(net)` is true, people are divided into as many groups as possible
    whose balances sum to 0. A group of n people needs n - 1 payments, so the number of payments is
    the minimum. Otherwise, all people form one group, and there may be more payments than
    necessary. If `net` does not sum to 0 (the remainder of a pot that cannot be split), the
    difference stays on the table, and the last payers pay that much less.
    """
    seats = unsettled_seats(net)
    if not finds_fewest_payments(net):
        return settle_group({seat: net[seat] for seat in seats})
    settling: list[SettlingPayment] = []
    for group in zero_sum_groups(tuple(net[seat] for seat in seats)):
        settling += settle_group({seats[i]: net[seats[i]] for i in group})
    return settling


def payments_left(
    net: Mapping[str, int], paid: Mapping[tuple[str, str], int]
) -> list[SettlingPayment]:
    """Return the payments that settle `net` after the payments in `paid`, by payer and payee.

    As long as everyone pays all or part of what `settling_payments` proposed, the other payments do
    not change. A copied list of payments therefore remains correct.
    """
    amounts_due = {(each.payer, each.payee): each.amount for each in settling_payments(net)}
    for pair, amount in paid.items():
        amounts_due[pair] = amounts_due.get(pair, 0) - amount
    if all(amount >= 0 for amount in amounts_due.values()):
        return [SettlingPayment(*pair, amount) for pair, amount in amounts_due.items() if amount]
    now = dict(net)
    for (payer, payee), amount in paid.items():
        now[payer] = now.get(payer, 0) + amount
        now[payee] = now.get(payee, 0) - amount
    return settling_payments(now)


def unsettled_seats(net: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(seat for seat, amount in net.items() if amount)


def finds_fewest_payments(net: Mapping[str, int]) -> bool:
    """Return whether `settling_payments` finds the minimum.

    It does if at most `MAX_EXACT_PEOPLE` people have a balance other than 0.
    """
    return len(unsettled_seats(net)) <= MAX_EXACT_PEOPLE


def zero_sum_groups(amounts: tuple[int, ...]) -> list[list[int]]:
    """Divide the indices into as many groups as possible, so that each group's amounts sum to 0.

    The last group contains the remaining people, whose amounts may not sum to 0.
    """
    totals = [0]  # the sum of each set of people, by the set's bit mask
    for amount in amounts:
        totals += [total + amount for total in totals]

    @cache
    def most(people: int) -> tuple[tuple[int, ...], ...]:
        """Divide people into as many zero-sum groups as possible. All sets are bit masks."""
        if not people:
            return ()
        first_person = people & -people
        best: tuple[tuple[int, ...], ...] = ((people,),)
        part = (people - 1) & people
        while part:
            if part & first_person and not totals[part]:
                groups = ((part,), *most(people ^ part))
                best = max(best, groups, key=len)
            part = (part - 1) & people
        return best

    return [
        [i for i in range(len(amounts)) if group[0] >> i & 1]
        for group in most((1 << len(amounts)) - 1)
    ]


def settle_group(net: Mapping[str, int]) -> list[SettlingPayment]:
    """Return one group's payments.

    In each payment, the player with the largest loss pays the player with the largest gain.
    """
    unsettled = dict(net)
    settling: list[SettlingPayment] = []
    while True:
        payer = min(unsettled, key=lambda seat: unsettled[seat])
        payee = max(unsettled, key=lambda seat: unsettled[seat])
        amount = min(-unsettled[payer], unsettled[payee])
        if amount <= 0:
            return settling
        settling.append(SettlingPayment(payer, payee, amount))
        unsettled[payer] += amount
        unsettled[payee] -= amount
