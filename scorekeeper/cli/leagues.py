"""The commands `new-league` and `owner-link`."""

from typing import NamedTuple

from flask import g
from sqlalchemy import Engine, func, insert, select

from scorekeeper.access import joining
from scorekeeper.access.invitations import FIRST_OWNER_LINK_NAME, invite
from scorekeeper.cli.database import open_app
from scorekeeper.config import ConfigError
from scorekeeper.db.engines import autocommit_engine, db, db_errors_as_config_error
from scorekeeper.db.models import League
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import normalise_name
from scorekeeper.messages import say
from scorekeeper.rights import Right
from scorekeeper.web.current_league import FIRST_LEAGUE_ID


class NewLeague(NamedTuple):
    """A new league's id, and the path of the link for its first owner, relative to the server."""

    id: int
    path: str


def create_owner_link(league: int) -> str:
    """Create a link that makes one more phone an owner; return its path, relative to the server.

    Raises ConfigError if there is no such league.
    """
    with open_app() as app, app.app_context(), db_errors_as_config_error(db.engine):
        refuse_missing_league(db.engine, league)
        g.league = league
        return join_path(league, invite(Right.OWNER, FIRST_OWNER_LINK_NAME, most=1).link)


def refuse_missing_league(engine: Engine, league: int) -> None:
    """Raise ConfigError if there is no such league."""
    with autocommit_engine(engine).connect() as connection:
        if connection.scalar(select(League.id).where(League.id == league)) is None:
            raise ConfigError(say("There is no league {n} here.", n=league))


def create_league(name: str) -> NewLeague:
    """Create another league in this database. Raises ConfigError for an invalid name."""
    try:
        name = normalise_name(name, say("The league needs a name."))
    except Refused as refusal:
        raise ConfigError(refusal.problems[0].reason) from None
    with open_app() as app, app.app_context(), db_errors_as_config_error(db.engine):
        with db.engine.begin() as connection:
            number = connection.scalars(select(func.max(League.id))).one() + 1
            connection.execute(insert(League).values(id=number, name=name, last_player=0))
        g.league = number
        first = joining.create_first_owner_link()
        assert first is not None, "a league that was just made has no owner"
        return NewLeague(number, join_path(number, first.link))


def join_path(league: int, link: str) -> str:
    return f"/join/{link}" if league == FIRST_LEAGUE_ID else f"/l/{league}/join/{link}"
