"""The players of an import, both existing players of the league and players to add."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from scorekeeper.db.ids import next_id
from scorekeeper.db.tables import Leagues, Players
from scorekeeper.match.names import name_key
from scorekeeper.match.people import least_used_colour


class ImportedPlayers(NamedTuple):
    """The players of the league once the import's new players have been added.

    `keys` maps the `match.names.name_key` of each name to the player's key. `new` holds the rows of
    the players to add.
    """

    keys: dict[str, str]
    new: list[dict[str, Any]]


def plan_imported_players(
    connection: Connection, names: Iterable[str], league: int, at: int
) -> ImportedPlayers:
    """Find the players with these normalised names, and build rows for missing players.

    The rows are not inserted yet.
    """
    rows = connection.execute(
        select(Players.id, Players.folded, Players.colour).where(Players.league_id == league)
    ).all()
    last = connection.scalars(select(Leagues.last_player).where(Leagues.id == league)).one()
    keys, used = {row.folded: str(row.id) for row in rows}, Counter(row.colour for row in rows)
    missing = {name_key(name): name for name in names if name_key(name) not in keys}
    new = []
    for number, (folded, name) in enumerate(missing.items(), start=last + 1):
        colour = least_used_colour(used)
        used[colour] += 1
        keys[folded] = str(number)
        new.append(
            {
                "league_id": league,
                "id": number,
                "name": name,
                "folded": folded,
                "colour": colour,
                "hidden": False,
                "created_at": at,
            }
        )
    return ImportedPlayers(keys, new)


def add_imported_players(connection: Connection, planned: ImportedPlayers, league: int) -> None:
    """Insert the planned players.

    Call this with the league's row locked. The plan must still fit the league's players.
    """
    if planned.new:
        next_id(connection, league, Leagues.last_player, many=len(planned.new))
        connection.execute(insert(Players), planned.new)
