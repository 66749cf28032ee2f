"""New names for several players of the league at once: all of them, or none."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, update

from scorekeeper.db.engines import db
from scorekeeper.db.match_rows import next_change
from scorekeeper.db.models import Player as PlayerRow
from scorekeeper.league.roster import NobodyThere, refuse_taken, this
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import folded, tidy
from scorekeeper.web.current_league import here

NO_NAME = "\ue000"  # for private use, so nobody is called that


def rename_players(names: Mapping[int, str]) -> None:
    """New names by player id; two players may swap theirs. Raises Refused and NobodyThere.

    The problem of a name that is refused says whose it is by `seat`.
    """
    league = here()
    tidied = {}
    for player, name in names.items():
        with told_of(player):
            tidied[player] = tidy(name)
    with db.engine.begin() as connection:
        next_change(connection, league)
        for player, name in tidied.items():
            with told_of(player):
                refuse_taken(connection, name, league, but=tuple(tidied))
        for player in tidied:  # names of nobody first: no two may be the same at any moment
            write(connection, player, league, f"{NO_NAME}{player}")
        for player, name in tidied.items():
            with told_of(player):
                refuse_taken(connection, name, league, but=(player,))
            write(connection, player, league, name)


@contextmanager
def told_of(player: int) -> Iterator[None]:
    """What is refused in here is this player's problem."""
    try:
        yield
    except Refused as refusal:
        raise Refused([each._replace(seat=str(player)) for each in refusal.problems]) from None


def write(connection: Connection, player: int, league: int, name: str) -> None:
    change = update(PlayerRow).where(*this(player, league))
    if connection.execute(change.values(name=name, folded=folded(name))).rowcount == 0:
        raise NobodyThere
