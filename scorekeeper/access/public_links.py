"""Links with which the whole world may look at one match, or follow the feed of results.

Each is a secret that is shown once, has a name, and is withdrawn by itself. It opens that one
thing and nothing else of the league.
"""

import time
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from scorekeeper.access.devices import change_of_doors
from scorekeeper.db.access_models import Showing as Row
from scorekeeper.db.engines import db, reader
from scorekeeper.db.ids import next_id
from scorekeeper.db.models import League
from scorekeeper.runtime.tokens import kept, new_secret
from scorekeeper.web.current_league import here


class NoShowing(Exception):
    """There is no such link, or it was withdrawn."""


@dataclass(frozen=True, slots=True)
class Showing:
    """As `membership.Showing`, without its secret; `match_id` is empty for the feed."""

    id: int
    name: str
    match_id: int | None
    made_at: int


COLUMNS = (Row.id, Row.name, Row.match_id, Row.made_at)


def make(name: str, match_id: int | None) -> str:
    """The secret of a new link to this match, or to the feed."""
    secret = new_secret()
    with db.engine.begin() as connection:
        number = next_id(connection, here(), League.last_showing)
        connection.execute(
            insert(Row).values(
                league_id=here(),
                id=number,
                name=name,
                match_id=match_id,
                secret=kept(secret),
                made_at=int(time.time()),
            )
        )
    return secret


def by_secret(secret: str) -> Showing:
    """What this link shows. Raises NoShowing."""
    ask = select(*COLUMNS).where(
        Row.league_id == here(), Row.secret == kept(secret), Row.withdrawn_at.is_(None)
    )
    with reader(db.engine).connect() as connection:
        row = connection.execute(ask).first()
    if row is None:
        raise NoShowing
    return Showing(*row)


def showings() -> list[Showing]:
    """All that are not withdrawn, the newest first."""
    ask = (
        select(*COLUMNS)
        .where(Row.league_id == here(), Row.withdrawn_at.is_(None))
        .order_by(Row.id.desc())
    )
    with reader(db.engine).connect() as connection:
        return [Showing(*row) for row in connection.execute(ask)]


def withdraw(number: int) -> None:
    """It shows nothing any more. Raises NoShowing."""
    there = (Row.league_id == here(), Row.id == number, Row.withdrawn_at.is_(None))
    with db.engine.begin() as connection:
        change_of_doors(connection)
        change = update(Row).where(*there).values(withdrawn_at=int(time.time()))
        if connection.execute(change).rowcount != 1:
            raise NoShowing
