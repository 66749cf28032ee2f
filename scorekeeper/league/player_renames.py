"""Rename several players of the league in one transaction."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, update

from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Players
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.roster import (
    PLAYER_NOT_FOUND,
    get_player,
    player_conditions,
    refuse_taken_name,
)
from scorekeeper.match.names import name_key, validate_name

TEMPORARY_NAME_PREFIX = "\ue000"  # a private-use character, which no real name begins with


class StaleNames(Exception):
    """Names have changed since they were read. `stored` contains the stored names by player id."""

    def __init__(self, stored: Mapping[int, str]) -> None:
        super().__init__(stored)
        self.stored = stored


def rename_players(
    store: Store, names: Mapping[int, str], seen: Mapping[int, str] | None = None
) -> None:
    """Rename several players, by their ids. Two players may swap names.

    `seen` are the names that the form showed, or None to skip this check. Raises StaleNames if a
    stored name is neither the seen name nor the new name, NotFound if a player does not exist, and
    Refused if a name is not valid or already taken. In the problems of Refused, `seat` is the id of
    the player whose name is refused.
    """
    league = store.league_id
    tidied = {}
    for player, name in names.items():
        with attribute_refusals_to(player):
            tidied[player] = validate_name(name)
    with store.write() as connection:
        increment_changes(connection, league)
        increment_names_version(connection, league)
        if seen is not None:
            refuse_stale_names(connection, tidied, seen, league)
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=tuple(tidied))
        for player in tidied:  # temporary names first, because names must always be unique
            update_name(connection, player, league, f"{TEMPORARY_NAME_PREFIX}{player}")
        for player, name in tidied.items():
            with attribute_refusals_to(player):
                refuse_taken_name(connection, name, league, but=(player,))
            update_name(connection, player, league, name)


def increment_names_version(connection: Connection, league: int) -> None:
    """Increment the league's `names_version`, so that open match pages show the new names."""
    connection.execute(
        update(Leagues).where(Leagues.id == league).values(names_version=Leagues.names_version + 1)
    )


@contextmanager
def attribute_refusals_to(player: int) -> Iterator[None]:
    """Set `seat` to this player's id in the problems of a Refused that the block raises."""
    try:
        yield
    except Refused as refusal:
        raise Refused([each._replace(seat=str(player)) for each in refusal.problems]) from None


def refuse_stale_names(
    connection: Connection, names: Mapping[int, str], seen: Mapping[int, str], league: int
) -> None:
    """Raise StaleNames if a stored name is neither the seen name nor the new name."""
    stored = {player: get_player(connection, player, league).name for player in names}
    changed = {
        player: name
        for player, name in stored.items()
        if name not in (seen.get(player, name), names[player])
    }
    if changed:
        raise StaleNames(changed)


def update_name(connection: Connection, player: int, league: int, name: str) -> None:
    """Set a player's name. Raises NotFound."""
    change = update(Players).where(*player_conditions(player, league))
    if connection.execute(change.values(name=name, folded=name_key(name))).rowcount == 0:
        raise NotFound(PLAYER_NOT_FOUND)
