"""The sums of payments between players, for one season or for all time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, func, select

from scorekeeper.db.store import Store
from scorekeeper.db.tables import Payments

ALL_TIME = None  # instead of a season, for all payments


class PairSettlement(NamedTuple):
    """The payments between two players in one unit, in either direction.

    `last` is the id of their last payment, which may have been undone. `amount` is the sum of the
    payments that are not undone.
    """

    last: int = 0
    amount: int = 0

    def __str__(self) -> str:
        """Return a version that pages send back. It changes with every payment, undo and redo."""
        return f"{self.last}-{self.amount}"


@dataclass(frozen=True, slots=True)
class PaymentTotals:
    """Sums of payments, with merged entries counted as one player.

    `balances` are the amounts paid minus the amounts received, by unit and player. The keys of
    `pairs` are a unit and two players. A page derives the key of the next payment from `pairs`, so
    two phones that settle the same debt record only one payment. `recent` are the amounts paid
    since a given time, by unit, payer and payee.
    """

    balances: dict[str, dict[str, int]]
    pairs: dict[tuple[str, frozenset[str]], PairSettlement]
    recent: dict[str, dict[tuple[str, str], int]]

    def between(self, unit: str, player: str, other: str) -> PairSettlement:
        return self.pairs.get((unit, frozenset((player, other))), PairSettlement())


def payments_query(season: int | None, league: int) -> Select[Any]:
    """Return the query for a season's payments, or for all payments if `season` is ALL_TIME."""
    query = select(Payments).where(Payments.league_id == league)
    return query if season is ALL_TIME else query.where(Payments.season_id == season)


def payment_totals(
    store: Store, season: int | None, current_keys: Mapping[str, str], since: int = 0
) -> PaymentTotals:
    """Add up a season's payments, or all payments if `season` is ALL_TIME.

    `current_keys` maps the key of each merged entry to the key of the player that it counts as.
    `since` is the time from which payments are recent, in seconds since 1970.
    """
    with store.read() as connection:
        return sum_payments(connection, season, current_keys, store.league_id, since)


def sum_payments(
    connection: Connection,
    season: int | None,
    current_keys: Mapping[str, str],
    league: int,
    since: int = 0,
) -> PaymentTotals:
    counts = case((Payments.undone_at.is_(None), Payments.amount), else_=0)
    query = (
        payments_query(season, league)
        .with_only_columns(
            Payments.unit,
            Payments.payer_id,
            Payments.payee_id,
            func.sum(counts).label("sum"),
            func.sum(case((Payments.at >= since, counts), else_=0)).label("recent"),
            func.max(Payments.id).label("last"),
        )
        .group_by(Payments.unit, Payments.payer_id, Payments.payee_id)
    )
    totals = PaymentTotals({}, {}, {})
    for row in connection.execute(query):
        payer = current_key(row.payer_id, current_keys)
        payee = current_key(row.payee_id, current_keys)
        balance = totals.balances.setdefault(row.unit, {})
        balance[payer] = balance.get(payer, 0) + int(row.sum)
        balance[payee] = balance.get(payee, 0) - int(row.sum)
        if row.recent and payer != payee:
            recent = totals.recent.setdefault(row.unit, {})
            recent[payer, payee] = recent.get((payer, payee), 0) + int(row.recent)
        last, amount = totals.between(row.unit, payer, payee)
        pair = row.unit, frozenset((payer, payee))
        totals.pairs[pair] = PairSettlement(max(last, row.last), amount + int(row.sum))
    return totals


def current_key(player: int, current_keys: Mapping[str, str]) -> str:
    """Return the current key of the player who has this id in a payment."""
    return current_keys.get(str(player), str(player))
