"""Payments between players: what was settled, taken back, and what it changes in the balances.

A payment within a season counts there and for ever; one of no season only for ever.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, func, insert, select, update

from scorekeeper.counting.money import UNITS
from scorekeeper.db import db, reader
from scorekeeper.derived import next_change
from scorekeeper.league import FIRST, there
from scorekeeper.models import League as LeagueRow
from scorekeeper.models import Payment as PaymentRow
from scorekeeper.names import refused
from scorekeeper.rules.words import say
from scorekeeper.seasons import NoSeason, all_seasons

MOST = 1_000_000_000  # of a unit, in one payment
EVER = None  # the season of payments that belong to none


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


class Paid(NamedTuple):
    """By unit: how much more each is up since he paid, or down since he was paid. By payer and
    payee: the id of the last payment, also one taken back; with it a page makes the key of the
    next, so that two phones that settle the same debt settle it once.
    """

    balances: dict[str, dict[str, int]]
    last: dict[tuple[str, str], int]


class NoPayment(Exception):
    """There is no such payment in the league."""


def pay(
    payer: int, payee: int, amount: int, unit: str, season: int | None, key: str,
    league: int = FIRST, at: int | None = None,
) -> int:  # fmt: skip
    """Note that somebody has paid; its id. The same key again is the same payment.

    Raises NobodyThere and NoSeason.
    """
    if not 1 <= amount <= MOST or unit not in UNITS or payer == payee:
        raise refused(say("A payment is of 1 or more, from one to another."), "bad_payment")
    with db.engine.begin() as connection:
        next_change(connection, league)
        known = connection.scalar(select(PaymentRow.id).where(
            PaymentRow.league_id == league, PaymentRow.key == key
        ))  # fmt: skip
        if known is not None:
            return known
        there(connection, payer, league), there(connection, payee, league)
        if season is not None and season not in {s.id for s in all_seasons(connection, league)}:
            raise NoSeason
        number = next_number(connection, league)
        connection.execute(insert(PaymentRow).values(
            league_id=league, id=number, payer_id=payer, payee_id=payee, amount=amount, unit=unit,
            season_id=season, key=key, at=int(time.time()) if at is None else at,
        ))  # fmt: skip
        return number


def next_number(connection: Connection, league: int) -> int:
    return connection.scalars(
        update(LeagueRow)
        .where(LeagueRow.id == league)
        .values(last_payment=LeagueRow.last_payment + 1)
        .returning(LeagueRow.last_payment)
    ).one()


def take_back(payment: int, league: int = FIRST, at: int | None = None) -> None:
    """It did not happen. Again changes nothing. Raises NoPayment."""
    mark(payment, league, int(time.time()) if at is None else at)


def put_back(payment: int, league: int = FIRST) -> None:
    """It did happen after all. Raises NoPayment."""
    mark(payment, league, None)


def mark(payment: int, league: int, undone_at: int | None) -> None:
    change = update(PaymentRow).where(PaymentRow.league_id == league, PaymentRow.id == payment)
    with db.engine.begin() as connection:
        next_change(connection, league)
        if connection.execute(change.values(undone_at=undone_at)).rowcount == 0:
            raise NoPayment


# ---------------------------------------------------------------- reading


def of_season(season: int | None, league: int) -> Select[Any]:
    """Payments of a season, or all there are."""
    ask = select(PaymentRow).where(PaymentRow.league_id == league)
    return ask if season is EVER else ask.where(PaymentRow.season_id == season)


def lately(
    season: int | None, now: Mapping[str, str], limit: int = 20, league: int = FIRST
) -> list[Payment]:
    """The last payments, also those taken back, the newest first. `now` says who somebody is
    today.
    """
    columns = PaymentRow.__table__.c
    ask = of_season(season, league).with_only_columns(*columns)
    with reader(db.engine).connect() as connection:
        rows = connection.execute(ask.order_by(PaymentRow.id.desc()).limit(limit)).all()
    return [
        Payment(row.id, key_of(row.payer_id, now), key_of(row.payee_id, now), row.amount, row.unit,
                row.at, row.undone_at is not None)
        for row in rows
    ]  # fmt: skip


def paid(season: int | None, now: Mapping[str, str], league: int = FIRST) -> Paid:
    """What all payments of a season come to. `now` says who somebody is today."""
    counts = case((PaymentRow.undone_at.is_(None), PaymentRow.amount), else_=0)
    ask = (
        of_season(season, league)
        .with_only_columns(PaymentRow.unit, PaymentRow.payer_id, PaymentRow.payee_id,
                           func.sum(counts).label("sum"), func.max(PaymentRow.id).label("last"))
        .group_by(PaymentRow.unit, PaymentRow.payer_id, PaymentRow.payee_id)
    )  # fmt: skip
    found = Paid({}, {})
    with reader(db.engine).connect() as connection:
        rows = connection.execute(ask).all()
    for row in rows:
        payer, payee = key_of(row.payer_id, now), key_of(row.payee_id, now)
        balance = found.balances.setdefault(row.unit, {})
        balance[payer] = balance.get(payer, 0) + int(row.sum)
        balance[payee] = balance.get(payee, 0) - int(row.sum)
        last = found.last.get((payer, payee), 0)
        found.last[payer, payee] = max(last, row.last)
    return found


def key_of(player: int, now: Mapping[str, str]) -> str:
    return now.get(str(player), str(player))
