"""Payments between players: what was settled, taken back, and what it changes in the balances.

A payment within a season counts there and for ever; one of no season only for ever.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, func, insert, select, update

from scorekeeper.db.aliases import load_merge_targets
from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.models import Payment as PaymentRow
from scorekeeper.league.roster import get_player
from scorekeeper.league.seasons import SeasonNotFound, all_seasons
from scorekeeper.match.names import name_error
from scorekeeper.messages import say
from scorekeeper.stats.stakes import STAKE_UNITS
from scorekeeper.web.current_league import current_league_id

MAX_AMOUNT = 1_000_000_000  # of a unit, in one payment
NO_SEASON = None  # the season of payments that belong to none


@dataclass(frozen=True, slots=True)
class Payment:
    """Somebody paid somebody, each by his key. `undone` says that it was taken back."""

    id: int
    payer: str
    payee: str
    amount: int
    unit: str
    at: int
    undone: bool


class PairSettlement(NamedTuple):
    """What two have settled so far, whoever paid: the id of their last payment, also one taken
    back, and the sum of those that were not.
    """

    last: int = 0
    amount: int = 0

    def __str__(self) -> str:
        """As a page sends it back: another after every payment, taken back or put back."""
        return f"{self.last}-{self.amount}"


@dataclass(frozen=True, slots=True)
class PaymentTotals:
    """By unit: how much more each is up since he paid, or down since he was paid. `pairs` are by
    unit and who the two are; with it a page makes the key of their next payment, so that two
    phones that settle the same debt settle it once.
    """

    balances: dict[str, dict[str, int]]
    pairs: dict[tuple[str, frozenset[str]], PairSettlement]

    def between(self, unit: str, one: str, other: str) -> PairSettlement:
        return self.pairs.get((unit, frozenset((one, other))), PairSettlement())


class PaymentNotFound(Exception):
    """There is no such payment in the league."""


class StalePayment(Exception):
    """The two have settled something since the page was opened that this payment was sent from."""


def record_payment(
    payer: int,
    payee: int,
    amount: int,
    unit: str,
    season: int | None,
    key: str,
    at: int | None = None,
    seen: str | None = None,
) -> int:
    """Note that somebody has paid; its id. The same key again is the same payment.

    `seen` is what the two had settled as the page knew it (`Between`), None for whatever it is.
    Raises Overtaken if it is more by now, NobodyThere and NoSeason.
    """
    league = current_league_id()
    if not 1 <= amount <= MAX_AMOUNT or unit not in STAKE_UNITS or payer == payee:
        raise name_error(say("A payment is of 1 or more, from one to another."), "bad_payment")
    with db.engine.begin() as connection:
        increment_changes(connection, league)
        known = connection.scalar(
            select(PaymentRow.id).where(PaymentRow.league_id == league, PaymentRow.key == key)
        )
        if known is not None:
            return known
        get_player(connection, payer, league), get_player(connection, payee, league)
        if season is not None and season not in {s.id for s in all_seasons(connection, league)}:
            raise SeasonNotFound
        if seen is not None and seen != str(
            settled_between(connection, payer, payee, unit, season, league)
        ):
            raise StalePayment
        number = next_id(connection, league, LeagueRow.last_payment)
        connection.execute(
            insert(PaymentRow).values(
                league_id=league,
                id=number,
                payer_id=payer,
                payee_id=payee,
                amount=amount,
                unit=unit,
                season_id=season,
                key=key,
                at=int(time.time()) if at is None else at,
            )
        )
        return number


def settled_between(
    connection: Connection, payer: int, payee: int, unit: str, season: int | None, league: int
) -> PairSettlement:
    """What the two have settled so far, as who they are today."""
    now = {str(one): str(other) for one, other in load_merge_targets(connection, league).items()}
    found = sum_payments(connection, season, now, league)
    return found.between(unit, current_key(payer, now), current_key(payee, now))


def undo_payment(payment: int, at: int | None = None) -> None:
    """It did not happen. Again changes nothing. Raises NoPayment."""
    league = current_league_id()
    set_undone_at(payment, league, int(time.time()) if at is None else at)


def redo_payment(payment: int) -> None:
    """It did happen after all. Raises NoPayment."""
    league = current_league_id()
    set_undone_at(payment, league, None)


def set_undone_at(payment: int, league: int, undone_at: int | None) -> None:
    change = update(PaymentRow).where(PaymentRow.league_id == league, PaymentRow.id == payment)
    with db.engine.begin() as connection:
        increment_changes(connection, league)
        if connection.execute(change.values(undone_at=undone_at)).rowcount == 0:
            raise PaymentNotFound


# ---------------------------------------------------------------- reading


def payments_query(season: int | None, league: int) -> Select[Any]:
    """Payments of a season, or all there are."""
    ask = select(PaymentRow).where(PaymentRow.league_id == league)
    return ask if season is NO_SEASON else ask.where(PaymentRow.season_id == season)


def recent_payments(season: int | None, now: Mapping[str, str], limit: int = 20) -> list[Payment]:
    """The last payments, also those taken back, the newest first. `now` says who somebody is
    today.
    """
    league = current_league_id()
    columns = PaymentRow.__table__.c
    ask = payments_query(season, league).with_only_columns(*columns)
    with autocommit_engine(db.engine).connect() as connection:
        rows = connection.execute(ask.order_by(PaymentRow.id.desc()).limit(limit)).all()
    return [
        Payment(
            row.id,
            current_key(row.payer_id, now),
            current_key(row.payee_id, now),
            row.amount,
            row.unit,
            row.at,
            row.undone_at is not None,
        )
        for row in rows
    ]


def payment_totals(season: int | None, now: Mapping[str, str]) -> PaymentTotals:
    """What all payments of a season come to. `now` says who somebody is today."""
    league = current_league_id()
    with autocommit_engine(db.engine).connect() as connection:
        return sum_payments(connection, season, now, league)


def sum_payments(
    connection: Connection, season: int | None, now: Mapping[str, str], league: int
) -> PaymentTotals:
    counts = case((PaymentRow.undone_at.is_(None), PaymentRow.amount), else_=0)
    ask = (
        payments_query(season, league)
        .with_only_columns(
            PaymentRow.unit,
            PaymentRow.payer_id,
            PaymentRow.payee_id,
            func.sum(counts).label("sum"),
            func.max(PaymentRow.id).label("last"),
        )
        .group_by(PaymentRow.unit, PaymentRow.payer_id, PaymentRow.payee_id)
    )
    found = PaymentTotals({}, {})
    for row in connection.execute(ask):
        payer, payee = current_key(row.payer_id, now), current_key(row.payee_id, now)
        balance = found.balances.setdefault(row.unit, {})
        balance[payer] = balance.get(payer, 0) + int(row.sum)
        balance[payee] = balance.get(payee, 0) - int(row.sum)
        last, amount = found.between(row.unit, payer, payee)
        pair = row.unit, frozenset((payer, payee))
        found.pairs[pair] = PairSettlement(max(last, row.last), amount + int(row.sum))
    return found


def current_key(player: int, now: Mapping[str, str]) -> str:
    return now.get(str(player), str(player))
