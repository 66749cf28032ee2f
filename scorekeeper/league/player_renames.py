"""New names for several players of the league at once: all of them, or none."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, update

from scorekeeper.db.engines import db
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.models import Player as PlayerRow
from scorekeeper.league.roster import PlayerNotFound, by_id, refuse_taken_name
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import name_key, normalise_name
from scorekeeper.web.current_league import current_league_id

TEMPORARY_NAME_PREFIX = "\ue000"  # for private use, so nobody is called that


def rename_players(names: Mapping[int, str]) -> None:
    """New names by player id; two players may swap theirs. Raises Refused and NobodyThere.

    The problem of a name that is refused says whose it is by `seat`.
    """
    league = current_league_id()
    tidied = {}
    for player, name in names.items():
        with attribute_refusals_to(player):
            tidied[player] = normalise_name(name)
    with db.engine.begin() as connection:
        increment_changes(connection, league)
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=tuple(tidied))
        for player in tidied:  # names of nobody first: no two may be the same at any moment
            update_name(connection, player, league, f"{TEMPORARY_NAME_PREFIX}{player}")
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=(player,))
            update_name(connection, player, league, name)


@contextmanager
def attribute_refusals_to(player: int) -> Iterator[None]:
    """What is refused in here is this player's problem."""
    try:
        yield
    except Refused as refusal:
        raise Refused([each._replace(seat=str(player)) for each in refusal.problems]) from None


def update_name(connection: Connection, player: int, league: int, name: str) -> None:
    change = update(PlayerRow).where(*by_id(player, league))
    if connection.execute(change.values(name=name, folded=name_key(name))).rowcount == 0:
        raise PlayerNotFound
