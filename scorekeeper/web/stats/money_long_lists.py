"""The parts of long lists (payments due and balances) that the money page shows.

With 310 players, a page with all rows and their forms would be half a megabyte.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import request

from scorekeeper.web.seasons.season_balances import Account, BalanceBar, DuePayment
from scorekeeper.web.shared.table_pages import requested_first_row

ROWS = 4  # rows shown of a list that is longer than a page, until the list is opened
PAGE_SIZE = 8  # rows of an opened list, so that the page takes fewer than five phone screens


class ShownList(NamedTuple):
    """A part of a list.

    `name` is the value of `?open=` that opens the list. `first` is the number of the first row, or
    None if the list is not open. `total` is the number of rows in the whole list.
    """

    name: str
    rows: Sequence[Any]
    first: int | None
    total: int


def shown_payments(account: Account, me: str, refused: str | None) -> ShownList:
    """Return the payments that the page shows.

    They include the payment with the key `refused`, if a part of it was refused. Unless the list is
    open, they also include the payments of `me`.
    """
    name = f"due-{account.unit}"

    def is_always_shown(due: DuePayment) -> bool:
        is_own = me in (due.payer, due.payee) and not is_open(name)
        return is_own or due.key == refused

    return shown_list(name, account.due, is_always_shown)


def shown_balances(account: Account, me: str) -> ShownList:
    """Return the balances that the page shows, including the balance of `me`."""

    def is_always_shown(each: BalanceBar) -> bool:
        return each.player == me

    return shown_list(f"balances-{account.unit}", account.balances, is_always_shown)


def shown_list(
    name: str, every: Sequence[Any], is_always_shown: Callable[[Any], bool]
) -> ShownList:
    first = min(requested_first_row(request.args), max(len(every), 1)) if is_open(name) else 1
    last = first - 1 + (PAGE_SIZE if is_open(name) or len(every) <= PAGE_SIZE else ROWS)
    rows = [
        row
        for number, row in enumerate(every, start=1)
        if first <= number <= last or is_always_shown(row)
    ]
    return ShownList(name, rows, first if is_open(name) else None, len(every))


def is_open(name: str) -> bool:
    return request.args.get("open") == name
