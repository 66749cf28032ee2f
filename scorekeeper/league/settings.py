"""The settings of a league, and the commands that change its name and its all-time ranking.

The commands for the time zone and the currency change or check other rows too. They are in
`time_zone.py` and `currency.py`.
"""

from dataclasses import dataclass

from sqlalchemy import bindparam, update

from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.errors import Refused
from scorekeeper.match.names import validate_name
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.schemes import MAX_MATCHES


@dataclass(frozen=True, slots=True)
class League:
    """The settings of a league, from the columns of `Leagues` that pages show.

    `currency` is read by `stats.currencies.currency_of`. `all_time_minimum` is the number of
    matches that a player needs for a place in the all-time ranking, or None for the automatic
    number.
    """

    id: int
    name: str
    time_zone: str | None
    all_time_minimum: int | None
    currency: str | None


LEAGUE_QUERY = select_rows(League, Leagues).where(Leagues.id == bindparam("league"))


def get_league(store: Store) -> League:
    with store.read() as connection:
        return League(*connection.execute(LEAGUE_QUERY, {"league": store.league_id}).one())


def rename_league(store: Store, name: str) -> None:
    """Rename the league. Raises Refused for an invalid name."""
    name = validate_name(name, say("Enter a name for the league."))
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        connection.execute(update(Leagues).where(Leagues.id == store.league_id).values(name=name))


def set_all_time_minimum(store: Store, matches: int | None) -> None:
    """Set the number of matches that a player needs for a place in the all-time ranking.

    None selects the automatic number. Raises Refused if the number is out of range.
    """
    if matches is not None and not 1 <= matches <= MAX_MATCHES:
        reason = say(
            "Enter a number of matches from 1 to {most}, or leave the field blank.",
            most=MAX_MATCHES,
        )
        raise Refused([Problem("bad_minimum", reason, "minimum")])
    change = update(Leagues).where(Leagues.id == store.league_id)
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        connection.execute(change.values(all_time_minimum=matches))
