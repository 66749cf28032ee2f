"""The payments that settle an evening, and how much of them has been paid.

A payment counts towards the last evening on which a match had ended before the payment. It settles
what the payer owes the payee for that evening, up to the whole amount. The rest of a larger payment
is for other evenings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.league.evening_payments import Settlement, settlements_of
from scorekeeper.league.payments import PaidAmount, amounts_paid
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, Name, say
from scorekeeper.stats.settlement import SettlingPayment
from scorekeeper.web import money_text
from scorekeeper.web.seasons.season_balances import build_accounts
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stats.evening_view import EveningView


@dataclass(frozen=True)
class EveningPayment:
    """A payment that helps to settle the evening.

    `paid` is the part of `amount` that has been paid, and `paid_at` the time of the last payment in
    seconds since 1970.
    """

    payer: str
    payee: str
    amount: int
    paid: int
    paid_at: int

    @property
    def is_paid(self) -> bool:
        return self.paid == self.amount


@dataclass(frozen=True)
class EveningAccount:
    """The payments that settle the evening's stakes in one unit.

    `has_fewest_payments` and `remainder` are the same as in Settlement. `is_settled` is true if
    nobody owes anything any more, because of later payments and matches.
    """

    unit: str
    payments: tuple[EveningPayment, ...]
    has_fewest_payments: bool
    remainder: int
    is_settled: bool

    @property
    def is_paid(self) -> bool:
        return all(each.is_paid for each in self.payments)


def evening_accounts(snapshot: StatsSnapshot, evening: EveningView) -> tuple[EveningAccount, ...]:
    """Return an account for each unit in which the evening has stakes."""
    settlements = settlements_of(evening.settled)
    if not settlements:
        return ()
    paid = amounts_paid(
        current_store(), snapshot.league_state.current_keys, evening.first_end, evening.next_end
    )

    def build_account(settlement: Settlement) -> EveningAccount:
        unit = settlement.unit
        payments = tuple(
            evening_payment(each, paid.get((unit, each.payer, each.payee), PaidAmount()))
            for each in settlement.payments
        )
        return EveningAccount(
            unit,
            payments,
            settlement.has_fewest_payments,
            settlement.remainder,
            all(each.is_paid for each in payments) or is_settled(snapshot, evening, unit),
        )

    return tuple(build_account(each) for each in settlements)


def evening_payment(due: SettlingPayment, paid: PaidAmount) -> EveningPayment:
    return EveningPayment(*due, paid=min(paid.amount, due.amount), paid_at=paid.at)


def is_settled(snapshot: StatsSnapshot, evening: EveningView, unit: str) -> bool:
    """Return whether no payment is due any more in the evening's seasons, or across all seasons."""
    seasons = {
        each.season_id
        for each in evening.settled
        if each.stakes.unit == unit and each.stakes.amounts.get(each.result.game, 0)
    }

    def is_due(season_id: int | None) -> bool:
        accounts = build_accounts(snapshot, snapshot.league_state.season(season_id))
        return any(account.due for account in accounts if account.unit == unit)

    return not any(map(is_due, seasons)) or not is_due(None)


def payment_lines(accounts: Sequence[EveningAccount]) -> Iterator[Message]:
    """Yield the payments as sentences of the shared text."""
    for account in accounts:
        for each in account.payments:
            if each.paid or not account.is_settled:
                yield payment_line(each, account.unit)
        if account.is_settled and not account.is_paid:
            yield say("All debts have been settled since.")


def payment_line(payment: EveningPayment, unit: str) -> Message:
    values = {
        "payer": Name(payment.payer),
        "payee": Name(payment.payee),
        "amount": money_text.amount_text(payment.amount, unit),
    }
    if payment.is_paid:
        return say("{payer} has paid {payee} {amount}", **values)
    if not payment.paid:
        return say("{payer} pays {payee} {amount}", **values)
    paid = money_text.amount_text(payment.paid, unit)
    return say("{payer} has paid {payee} {paid} of {amount}", **values, paid=paid)
