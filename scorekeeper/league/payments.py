"""Record, undo, redo and list payments between players.

A payment in a season counts towards that season and all time. A payment without a season counts
only towards all time.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, exists, func, insert, select, update

from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.merged_players import load_current_keys
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Payments, Seasons
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.payment_totals import (
    ALL_TIME,
    PairSettlement,
    current_key,
    payments_query,
    sum_payments,
)
from scorekeeper.league.roster import get_player
from scorekeeper.league.seasons import SEASON_NOT_FOUND, Season, all_seasons
from scorekeeper.messages import say, say_n
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.stakes import STAKE_UNITS

MAX_AMOUNT = 1_000_000_000  # cents or counters, in one payment
PAYMENT_NOT_FOUND = say("This payment does not exist.")


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment between two players, by their keys.

    `amount` is in cents or counters, depending on `unit`. `at` is in seconds since 1970.
    """

    id: int
    payer: str
    payee: str
    amount: int
    unit: str
    at: int
    is_undone: bool


@dataclass(frozen=True, slots=True)
class NewPayment:
    """A payment between two players, by their ids.

    `amount` is in cents or counters, depending on `unit`. The payment counts towards `season`, if
    any, and towards all time.
    """

    payer: int
    payee: int
    amount: int
    unit: str
    season: int | None


class PaidAmount(NamedTuple):
    """The sum of several payments, and the time of the last of them in seconds since 1970."""

    amount: int = 0
    at: int = 0


class StalePayment(Exception):
    """The payments between the two players have changed since the page was opened."""


def record_payment(
    store: Store,
    payment: NewPayment,
    key: str,
    *,
    at: int | None = None,
    seen: str | None = None,
) -> int:
    """Record a payment and return its id. If a payment with this `key` exists, return its id.

    `at` is in seconds since 1970, or None for now. `seen` is the PairSettlement that the page
    showed, as a string. If it is None, the settlement is not checked. Raises
    StalePayment if the settlement has changed, NotFound for a player or season that does not exist,
    and Refused for a bad amount, unit or pair of players.
    """
    league = store.league_id
    require_valid(payment)
    with store.write() as connection:
        increment_changes(connection, league)
        if existing := find_by_key(connection, key, league):
            return existing
        require_players_and_season(connection, payment, league)
        if seen is not None:
            require_unchanged(settled_between(connection, payment, league), seen)
        payment_id = next_id(connection, league, Leagues.last_payment)
        row = {
            "payer_id": payment.payer,
            "payee_id": payment.payee,
            "amount": payment.amount,
            "unit": payment.unit,
            "season_id": payment.season,
            "key": key,
            "at": int(time.time()) if at is None else at,
        }
        connection.execute(insert(Payments).values(league_id=league, id=payment_id, **row))
        return payment_id


def find_by_key(connection: Connection, key: str, league: int) -> int | None:
    """Return the id of the payment that was recorded with this key, or None."""
    return connection.scalar(
        select(Payments.id).where(Payments.league_id == league, Payments.key == key)
    )


def require_unchanged(settled: PairSettlement, seen: str) -> None:
    """Raise StalePayment if the settlement differs from the one that the page showed."""
    if str(settled) != seen:
        raise StalePayment


def require_valid(payment: NewPayment) -> None:
    """Raise Refused if the amount, the unit or the pair of players is not valid."""
    has_two_players = payment.payer != payment.payee
    has_valid_amount = 1 <= payment.amount <= MAX_AMOUNT and payment.unit in STAKE_UNITS
    if not (has_two_players and has_valid_amount):
        reason = say("A payment needs two different players and a valid amount.")
        raise Refused([Problem("bad_payment", reason)])


def require_players_and_season(connection: Connection, payment: NewPayment, league: int) -> None:
    """Raise NotFound unless both players and the season exist."""
    for player in (payment.payer, payment.payee):
        get_player(connection, player, league)
    seasons = {None, *(each.id for each in all_seasons(connection, league))}
    if payment.season not in seasons:
        raise NotFound(SEASON_NOT_FOUND)


def settled_between(connection: Connection, payment: NewPayment, league: int) -> PairSettlement:
    """Return the settlement between payer and payee so far.

    A merged entry counts as the player that it was merged into.
    """
    current_keys = load_current_keys(connection, league)
    totals = sum_payments(connection, payment.season, current_keys, league)
    payer, payee = (current_key(each, current_keys) for each in (payment.payer, payment.payee))
    return totals.between(payment.unit, payer, payee)


def undo_payment(store: Store, payment_id: int, at: int | None = None) -> None:
    """Mark a payment as undone, so that it does not count. Raises NotFound."""
    set_undone_at(store, payment_id, int(time.time()) if at is None else at)


def redo_payment(store: Store, payment_id: int) -> None:
    """Make an undone payment count again.

    Raises NotFound if the payment or its season does not exist. Older versions could delete a
    season without its payments.
    """
    set_undone_at(store, payment_id, None)


def refuse_paid(connection: Connection, season: Season, league: int) -> None:
    """Raise Refused if the season has payments that are not undone."""
    count = connection.scalar(
        select(func.count())
        .select_from(Payments)
        .where(
            Payments.league_id == league,
            Payments.season_id == season.id,
            Payments.undone_at.is_(None),
        )
    )
    if count:
        reason = say_n(
            "{season} has a payment. Undo it first, or close the season instead.",
            "{season} has {n} payments. Undo them first, or close the season instead.",
            count,
            season=season.name,
        )
        raise Refused([Problem("paid", reason)])


def set_undone_at(store: Store, payment_id: int, undone_at: int | None) -> None:
    """Set the time when a payment was undone. Raises NotFound.

    If `undone_at` is None, the payment counts.
    """
    season = exists().where(
        Seasons.league_id == Payments.league_id, Seasons.id == Payments.season_id
    )
    change = update(Payments).where(
        Payments.league_id == store.league_id,
        Payments.id == payment_id,
        Payments.season_id.is_(None) | season,
    )
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        if connection.execute(change.values(undone_at=undone_at)).rowcount == 0:
            raise NotFound(PAYMENT_NOT_FOUND)


# ---------------------------------------------------------------- queries


def amounts_paid(
    store: Store, current_keys: Mapping[str, str], since: int, until: int | None
) -> dict[tuple[str, str, str], PaidAmount]:
    """Return the amounts paid from one time to another, by unit, payer and payee.

    The times are in seconds since 1970. If `until` is None, later payments are included too.
    `current_keys` maps the key of each merged entry to the key of the player that it counts as.
    """
    query = payments_query(ALL_TIME, store.league_id).with_only_columns(
        Payments.unit, Payments.payer_id, Payments.payee_id, Payments.amount, Payments.at
    )
    query = query.where(Payments.undone_at.is_(None), Payments.at >= since)
    if until is not None:
        query = query.where(Payments.at < until)
    paid: dict[tuple[str, str, str], PaidAmount] = {}
    with store.read() as connection:
        for unit, payer, payee, amount, at in connection.execute(query):
            pair = current_key(payer, current_keys), current_key(payee, current_keys)
            before = paid.get((unit, *pair), PaidAmount())
            paid[unit, *pair] = PaidAmount(before.amount + amount, max(before.at, at))
    return paid


def recent_payments(
    store: Store, season: int | None, current_keys: Mapping[str, str], limit: int = 20
) -> list[Payment]:
    """Return up to `limit` payments, newest first, including undone payments.

    `current_keys` maps the key of each merged entry to the key of the player that it counts as.
    """
    columns = Payments.__table__.c
    query = payments_query(season, store.league_id).with_only_columns(*columns)
    with store.read() as connection:
        rows = connection.execute(query.order_by(Payments.id.desc()).limit(limit)).all()
    return [
        Payment(
            id=row.id,
            payer=current_key(row.payer_id, current_keys),
            payee=current_key(row.payee_id, current_keys),
            amount=row.amount,
            unit=row.unit,
            at=row.at,
            is_undone=row.undone_at is not None,
        )
        for row in rows
    ]
