"""Create leagues and owner links, for the commands `new-league` and `owner-link`."""

from typing import NamedTuple

from sqlalchemy import func, insert, select

from scorekeeper.access import joining
from scorekeeper.access.invitations import FIRST_OWNER_LINK_NAME, invite
from scorekeeper.cli.database import open_app
from scorekeeper.db.connections import db_errors_as_config_error
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.db.tables import Leagues
from scorekeeper.errors import ConfigError, Refused
from scorekeeper.match.names import validate_name
from scorekeeper.messages import say
from scorekeeper.rights import Right
from scorekeeper.server.engines import engine_of, store_of


class NewLeague(NamedTuple):
    """A new league's id, and the path of the link for its first owner, relative to the server."""

    id: int
    path: str


def create_owner_link(league: int) -> str:
    """Create a link that makes one more phone an owner.

    Returns the link's path, relative to the server. Raises ConfigError if there is no such
    league.
    """
    with open_app() as app, db_errors_as_config_error(engine_of(app)):
        store = store_of(app, league)
        refuse_missing_league(store)
        return join_path(league, invite(store, Right.OWNER, FIRST_OWNER_LINK_NAME, most=1).link)


def refuse_missing_league(store: Store) -> None:
    """Raise ConfigError if there is no such league."""
    with store.read() as connection:
        if connection.scalar(select(Leagues.id).where(Leagues.id == store.league_id)) is None:
            raise ConfigError(say("There is no league {n} in this database.", n=store.league_id))


def create_league(name: str) -> NewLeague:
    """Create another league in this database. Raises ConfigError for an invalid name."""
    try:
        name = validate_name(name, say("Enter a name for the league."))
    except Refused as refusal:
        raise ConfigError(refusal.problems[0].reason) from None
    with open_app() as app, db_errors_as_config_error(engine_of(app)):
        with engine_of(app).begin() as connection:
            number = connection.scalars(select(func.max(Leagues.id))).one() + 1
            connection.execute(insert(Leagues).values(id=number, name=name, last_player=0))
        owner_link = joining.create_first_owner_link(store_of(app, number))
        if owner_link is None:
            raise AssertionError("A new league cannot have an owner yet.")
        return NewLeague(number, join_path(number, owner_link.link))


def join_path(league: int, link: str) -> str:
    return f"/join/{link}" if league == FIRST_LEAGUE_ID else f"/l/{league}/join/{link}"
