"""A league's currency, and the command to change it."""

from collections.abc import Iterator

from sqlalchemy import Connection, exists, select, update

from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Payments, Seasons, SnapshotResults, Terms
from scorekeeper.errors import Refused
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.currencies import CURRENCY_CHOICES, Currency, currency_of
from scorekeeper.stats.stakes import CENTS, Stakes


def stored_currency(store: Store) -> str | None:
    """Return the code of the league's currency, or COUNTERS_ONLY.

    Returns None if the league has no currency.
    """
    with store.read() as connection:
        return load_currency(connection, store.league_id)


def load_currency(connection: Connection, league: int) -> str | None:
    currency: str | None = connection.scalar(select(Leagues.currency).where(Leagues.id == league))
    return currency


def set_currency(store: Store, code: str | None) -> None:
    """Set the currency, or money without a symbol if `code` is None.

    Amounts are not converted. Raises Refused for an unknown code, and for a currency with a
    different number of decimals if the league already has amounts of money.
    """
    if code is not None and code not in CURRENCY_CHOICES:
        reason = say("This currency is not in the list. Choose one from the list.")
        raise Refused([Problem("unknown_currency", reason)])
    league, wanted = store.league_id, currency_of(code)
    with store.write() as connection:
        if load_currency(connection, league) == code:
            return
        increment_changes(connection, league)  # locks the league's row
        before = currency_of(load_currency(connection, league))
        if wanted.digits != before.digits and has_money(connection, league):
            raise Refused([Problem("other_decimals", decimals_sentence(before, wanted))])
        change = update(Leagues).where(Leagues.id == league)
        connection.execute(change.values(currency=code))


def has_money(connection: Connection, league: int) -> bool:
    """Return whether the league has a payment or a stake that is not in counters."""
    paid = select(exists().where(Payments.league_id == league, Payments.unit == CENTS))
    if connection.scalar(paid):
        return True
    return any(stakes and stakes.unit == CENTS for stakes in all_stakes(connection, league))


def all_stakes(connection: Connection, league: int) -> Iterator[Stakes]:
    """Yield the stakes of seasons, of individual matches, and of the results of closed seasons."""
    for column, owner in (
        (Seasons.stakes, Seasons.league_id),
        (Terms.stake, Terms.league_id),
        (SnapshotResults.stake, SnapshotResults.league_id),
    ):
        for body in connection.scalars(select(column).where(owner == league)):
            if body:
                yield Stakes.from_json(body)


def decimals_sentence(before: Currency, wanted: Currency) -> Message:
    return say(
        "This league already has amounts with {before} decimals, and this currency has {wanted}. "
        "Choose a currency with {before} decimals.",
        before=before.digits,
        wanted=wanted.digits,
    )
