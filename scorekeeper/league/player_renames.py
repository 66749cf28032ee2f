"""Rename several players of the league in one transaction: all of them, or none."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, update

from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Players
from scorekeeper.errors import NotFound
from scorekeeper.league.roster import PLAYER_NOT_FOUND, player_conditions, refuse_taken_name
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import name_key, validate_name

TEMPORARY_NAME_PREFIX = "\ue000"  # a private-use character, which no real name begins with


def rename_players(store: Store, names: Mapping[int, str]) -> None:
    """Rename several players, by their ids. Two players may swap names.

    Raises NotFound if a player does not exist, and Refused if a name is not valid or already taken.
    In the problems of Refused, `seat` is the id of the player whose name is refused.
    """
    league = store.league_id
    tidied = {}
    for player, name in names.items():
        with attribute_refusals_to(player):
            tidied[player] = validate_name(name)
    with store.write() as connection:
        increment_changes(connection, league)
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=tuple(tidied))
        for player in tidied:  # temporary names first, because names must always be unique
            update_name(connection, player, league, f"{TEMPORARY_NAME_PREFIX}{player}")
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=(player,))
            update_name(connection, player, league, name)


@contextmanager
def attribute_refusals_to(player: int) -> Iterator[None]:
    """Set `seat` to this player's id in the problems of a Refused raised in the block."""
    try:
        yield
    except Refused as refusal:
        raise Refused([each._replace(seat=str(player)) for each in refusal.problems]) from None


def update_name(connection: Connection, player: int, league: int, name: str) -> None:
    """Set a player's name. Raises NotFound."""
    change = update(Players).where(*player_conditions(player, league))
    if connection.execute(change.values(name=name, folded=name_key(name))).rowcount == 0:
        raise NotFound(PLAYER_NOT_FOUND)
