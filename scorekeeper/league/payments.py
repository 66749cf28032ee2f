"""Payments between players: what was settled, taken back, and what it changes in the balances.

A payment within a season counts there and for ever; one of no season only for ever.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, func, insert, select, update

from scorekeeper.db.aliases import merged
from scorekeeper.db.engines import db, reader
from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import next_change
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.models import Payment as PaymentRow
from scorekeeper.league.roster import there
from scorekeeper.league.seasons import NoSeason, all_seasons
from scorekeeper.match.names import refused
from scorekeeper.messages import say
from scorekeeper.stats.stakes import UNITS
from scorekeeper.web.current_league import here

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


class Between(NamedTuple):
    """What two have settled so far, whoever paid: the id of their last payment, also one taken
    back, and the sum of those that were not.
    """

    last: int = 0
    amount: int = 0

    def __str__(self) -> str:
        """As a page sends it back: another after every payment, taken back or put back."""
        return f"{self.last}-{self.amount}"


@dataclass(frozen=True, slots=True)
class Paid:
    """By unit: how much more each is up since he paid, or down since he was paid. `pairs` are by
    unit and who the two are; with it a page makes the key of their next payment, so that two
    phones that settle the same debt settle it once.
    """

    balances: dict[str, dict[str, int]]
    pairs: dict[tuple[str, frozenset[str]], Between]

    def between(self, unit: str, one: str, other: str) -> Between:
        return self.pairs.get((unit, frozenset((one, other))), Between())


class NoPayment(Exception):
    """There is no such payment in the league."""


class Overtaken(Exception):
    """The two have settled something since the page was opened that this payment was sent from."""


def pay(
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
    league = here()
    if not 1 <= amount <= MOST or unit not in UNITS or payer == payee:
        raise refused(say("A payment is of 1 or more, from one to another."), "bad_payment")
    with db.engine.begin() as connection:
        next_change(connection, league)
        known = connection.scalar(
            select(PaymentRow.id).where(PaymentRow.league_id == league, PaymentRow.key == key)
        )
        if known is not None:
            return known
        there(connection, payer, league), there(connection, payee, league)
        if season is not None and season not in {s.id for s in all_seasons(connection, league)}:
            raise NoSeason
        if seen is not None and seen != str(
            settled(connection, payer, payee, unit, season, league)
        ):
            raise Overtaken
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


def settled(
    connection: Connection, payer: int, payee: int, unit: str, season: int | None, league: int
) -> Between:
    """What the two have settled so far, as who they are today."""
    now = {str(one): str(other) for one, other in merged(connection, league).items()}
    found = summed_up(connection, season, now, league)
    return found.between(unit, key_of(payer, now), key_of(payee, now))


def take_back(payment: int, at: int | None = None) -> None:
    """It did not happen. Again changes nothing. Raises NoPayment."""
    league = here()
    mark(payment, league, int(time.time()) if at is None else at)


def put_back(payment: int) -> None:
    """It did happen after all. Raises NoPayment."""
    league = here()
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


def lately(season: int | None, now: Mapping[str, str], limit: int = 20) -> list[Payment]:
    """The last payments, also those taken back, the newest first. `now` says who somebody is
    today.
    """
    league = here()
    columns = PaymentRow.__table__.c
    ask = of_season(season, league).with_only_columns(*columns)
    with reader(db.engine).connect() as connection:
        rows = connection.execute(ask.order_by(PaymentRow.id.desc()).limit(limit)).all()
    return [
        Payment(
            row.id,
            key_of(row.payer_id, now),
            key_of(row.payee_id, now),
            row.amount,
            row.unit,
            row.at,
            row.undone_at is not None,
        )
        for row in rows
    ]


def paid(season: int | None, now: Mapping[str, str]) -> Paid:
    """What all payments of a season come to. `now` says who somebody is today."""
    league = here()
    with reader(db.engine).connect() as connection:
        return summed_up(connection, season, now, league)


def summed_up(
    connection: Connection, season: int | None, now: Mapping[str, str], league: int
) -> Paid:
    counts = case((PaymentRow.undone_at.is_(None), PaymentRow.amount), else_=0)
    ask = (
        of_season(season, league)
        .with_only_columns(
            PaymentRow.unit,
            PaymentRow.payer_id,
            PaymentRow.payee_id,
            func.sum(counts).label("sum"),
            func.max(PaymentRow.id).label("last"),
        )
        .group_by(PaymentRow.unit, PaymentRow.payer_id, PaymentRow.payee_id)
    )
    found = Paid({}, {})
    for row in connection.execute(ask):
        payer, payee = key_of(row.payer_id, now), key_of(row.payee_id, now)
        balance = found.balances.setdefault(row.unit, {})
        balance[payer] = balance.get(payer, 0) + int(row.sum)
        balance[payee] = balance.get(payee, 0) - int(row.sum)
        last, amount = found.between(row.unit, payer, payee)
        pair = row.unit, frozenset((payer, payee))
        found.pairs[pair] = Between(max(last, row.last), amount + int(row.sum))
    return found


def key_of(player: int, now: Mapping[str, str]) -> str:
    return now.get(str(player), str(player))
