"""The balances of a season, and the payments that settle them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.clock import LeagueClock
from scorekeeper.league.money_by_evening import OlderEvenings
from scorekeeper.league.payment_totals import PaymentTotals, payment_totals
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats import settlement
from scorekeeper.stats.league_stats import ALL_TIME_KEY, Balances
from scorekeeper.stats.settlement import SettlingPayment
from scorekeeper.stats.stakes import REMAINDER, STAKE_UNITS
from scorekeeper.web.shared.session import current_store

LATEST_EVENINGS = 8  # evenings below the balances; older evenings are on pages of their own
MAX_COLUMNS = 20  # players in the table of evenings


@dataclass(frozen=True)
class DuePayment:
    """A payment that is due.

    `key` is the same on every phone, so the payment is recorded only once. `seen` is the version of
    the payments between the two players. If that version has changed, the page is stale.
    """

    payer: str
    payee: str
    amount: int
    key: str
    seen: str


@dataclass(frozen=True)
class BalanceBar:
    """A player's balance, and the start and length of its bar in percent."""

    player: str
    amount: int
    start: str
    length: str


@dataclass(frozen=True)
class EveningAmounts:
    date: str
    amounts: tuple[int | None, ...]  # one for each column, or None if the player was absent


class AmountsTable(NamedTuple):
    """The amounts by evening, newest first. `more` is the number of players without a column."""

    columns: tuple[str, ...]  # players
    evenings: tuple[EveningAmounts, ...]
    more: int


@dataclass(frozen=True)
class Account:
    """The balances in one unit.

    `remainder` is the amount that cannot be divided, and `even_players` the number of players
    whose balance is 0.
    """

    unit: str
    due: tuple[DuePayment, ...]
    has_fewest_payments: bool
    balances: tuple[BalanceBar, ...]
    even_players: int
    remainder: int
    columns: tuple[str, ...]
    evenings: tuple[EveningAmounts, ...]
    more_players: int
    older_than: str | None  # the date before which there are older evenings, if any


def season_id_of(season: Season | None) -> int | None:
    return None if season is None else season.id


def build_accounts(snapshot: StatsSnapshot, season: Season | None) -> list[Account]:
    """Return an account for each unit in which something was won, lost or paid."""

    def make() -> list[Account]:
        balances = snapshot.season_stats(season).balances
        paid = payment_totals(
            current_store(),
            season_id_of(season),
            snapshot.league_state.current_keys,
            since=start_of_last_evening(balances, snapshot.league_state.clock),
        )
        season_key = str(season.id) if season else ALL_TIME_KEY
        return [
            build_account(unit, balances, paid, season_key)
            for unit in STAKE_UNITS
            if unit in balances.totals or unit in paid.balances
        ]

    if snapshot.is_recomputing:  # statistics are old, but payments are current, so do not cache
        return make()
    return snapshot.cached(("money", season_id_of(season)), make)


def start_of_last_evening(balances: Balances, clock: LeagueClock) -> int:
    """Return the Unix time at which the last evening with stakes began, or 0 if there is none."""
    last = max((date for dates in balances.by_evening.values() for date in dates), default=None)
    return clock.evening_bounds(last)[0] if last else 0


def build_account(unit: str, balances: Balances, paid: PaymentTotals, season_key: str) -> Account:
    net = dict(balances.totals.get(unit, {}))
    remainder = net.pop(REMAINDER, 0)
    for player, amount in paid.balances.get(unit, {}).items():
        net[player] = net.get(player, 0) + amount
    recent = paid.recent.get(unit, {})
    before = dict(net)  # the balances without the recent payments
    for (payer, payee), amount in recent.items():
        before[payer] -= amount
        before[payee] += amount
    by_evening = balances.by_evening.get(unit, {})
    columns, evenings, more = amounts_by_evening(by_evening)
    latest = evenings[:LATEST_EVENINGS]
    return Account(
        unit,
        due=tuple(due_payments(settlement.payments_left(before, recent), paid, unit, season_key)),
        has_fewest_payments=settlement.finds_fewest_payments(before)
        and settlement.finds_fewest_payments(net),
        balances=tuple(balance_bars(net)),
        even_players=sum(not amount for amount in net.values()),
        remainder=remainder,
        columns=columns,
        evenings=latest,
        more_players=more,
        older_than=latest[-1].date if len(evenings) > LATEST_EVENINGS else None,
    )


def with_older_evenings(accounts: Sequence[Account], older: OlderEvenings) -> list[Account]:
    """Return the accounts with the evenings in `older` instead of the latest evenings."""
    changed = []
    for account in accounts:
        columns, evenings, more = amounts_by_evening(older.by_evening.get(account.unit, {}))
        changed.append(
            replace(
                account,
                columns=columns,
                evenings=evenings,
                more_players=more,
                older_than=older.before,
            )
        )
    return changed


def due_payments(
    payments: Sequence[SettlingPayment], paid: PaymentTotals, unit: str, season_key: str
) -> list[DuePayment]:
    due = []
    for each in payments:
        seen = str(paid.between(unit, each.payer, each.payee))
        key = f"{season_key} {unit} {each.payer} {each.payee} {each.amount} {seen}"
        due.append(DuePayment(*each, key, seen))
    return due


def balance_bars(net: Mapping[str, int]) -> list[BalanceBar]:
    """Return the balances other than 0, highest first."""
    most = max(map(abs, net.values()), default=0)
    bars = []
    for player, amount in sorted(net.items(), key=lambda each: (-each[1], int(each[0]))):
        if amount:
            length = 50 * abs(amount) / most
            start = 50 if amount > 0 else 50 - length
            bars.append(BalanceBar(player, amount, f"{start:.2f}%", f"{length:.2f}%"))
    return bars


def amounts_by_evening(
    by_evening: Mapping[str, Mapping[str, int]],
) -> AmountsTable:
    """Return the amounts as a table.

    With more than MAX_COLUMNS players, the players who attended least often are left out.
    """
    attendance: dict[str, int] = {}
    for amounts in by_evening.values():
        for player in amounts:
            attendance[player] = attendance.get(player, 0) + 1
    players = sorted(
        attendance.keys() - {REMAINDER}, key=lambda player: (-attendance[player], int(player))
    )
    shown = sorted(players[:MAX_COLUMNS], key=int) + [REMAINDER] * (REMAINDER in attendance)
    rows = tuple(
        EveningAmounts(date, tuple(by_evening[date].get(player) for player in shown))
        for date in sorted(by_evening, reverse=True)
    )
    return AmountsTable(tuple(shown), rows, len(players[MAX_COLUMNS:]))
