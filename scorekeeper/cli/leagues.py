"""The commands that make a league, or one more owner of it."""

from typing import NamedTuple

from flask import g
from sqlalchemy import Engine, func, insert, select

from scorekeeper.access import joining
from scorekeeper.access.invitations import FIRST_OWNER, invite
from scorekeeper.config import CannotStart
from scorekeeper.db.engines import db, in_a_sentence, reader
from scorekeeper.db.models import League
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import tidy
from scorekeeper.messages import say
from scorekeeper.server.database_app import migrated_app
from scorekeeper.web.current_league import FIRST
from scorekeeper.web.permissions import Right


class Founded(NamedTuple):
    """A new league and what its first owner opens: a path below the server's address."""

    id: int
    path: str


def owner_link(league: int) -> str:
    """The path that makes one more phone an owner, below the server's address."""
    app = migrated_app()
    with app.app_context(), in_a_sentence(db.engine):
        refuse_missing(db.engine, league)
        g.league = league
        return path(league, invite(Right.OWNER, FIRST_OWNER, most=1).link)


def refuse_missing(engine: Engine, league: int) -> None:
    """Raises CannotStart if there is no such league."""
    with reader(engine).connect() as connection:
        if connection.scalar(select(League.id).where(League.id == league)) is None:
            raise CannotStart(say("There is no league {n} here.", n=league))


def found(name: str) -> Founded:
    """Another league in this database."""
    try:
        name = tidy(name, say("The league needs a name."))
    except Refused as refusal:
        raise CannotStart(refusal.problems[0].reason) from None
    app = migrated_app()
    with app.app_context(), in_a_sentence(db.engine):
        with db.engine.begin() as connection:
            number = connection.scalars(select(func.max(League.id))).one() + 1
            connection.execute(insert(League).values(id=number, name=name, last_player=0))
        g.league = number
        first = joining.first_link()
        assert first is not None, "a league that was just made has no owner"
        return Founded(number, path(number, first.link))


def path(league: int, link: str) -> str:
    return f"/join/{link}" if league == FIRST else f"/l/{league}/join/{link}"
