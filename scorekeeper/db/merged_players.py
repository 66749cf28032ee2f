"""Map the id of a merged player entry to the entry that it counts as now.

A merged entry keeps its id in the log and in stored results, so code that shows or counts
players resolves ids here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, exists, select
from sqlalchemy.orm import aliased

from scorekeeper.db.tables import Leagues, Players
from scorekeeper.match.log import DuplicatePerson

TARGET = aliased(Players)
MERGED_PLAYERS = select(Players.id, Players.merged_into).where(
    Players.league_id == bindparam("league"),
    Players.merged_into.is_not(None),
    exists().where(TARGET.league_id == Players.league_id, TARGET.id == Players.merged_into),
)
SHARE_LEAGUE_ROW = (
    select(Leagues.id).where(Leagues.id == bindparam("league")).with_for_update(read=True)
)


class PlayerLabel(NamedTuple):
    """A player's name and colour (1 to 10)."""

    name: str
    colour: int


def resolve_merge_chains(into: Mapping[int, int]) -> dict[int, int]:
    """Return the final target of each merged id.

    A target in `into` may itself have been merged into another entry. In a damaged database, merges
    can form a loop. An entry whose merges lead into a loop is left out, so it counts as itself.
    """
    targets = {}
    for merged in into:
        seen, target = {merged}, into[merged]
        while target in into and target not in seen:
            seen.add(target)
            target = into[target]
        if target not in seen:
            targets[merged] = target
    return targets


def merge_targets(players: Iterable[Any]) -> dict[int, int]:
    """Map the id of each merged entry to the id that it counts as.

    `players` are all players of a league, with their `id` and `merged_into`. An entry that is
    merged into a missing entry counts as itself.
    """
    merged_into = {each.id: each.merged_into for each in players}
    return resolve_merge_chains(
        {merged: into for merged, into in merged_into.items() if into in merged_into}
    )


def load_merge_targets(connection: Connection, league: int) -> dict[int, int]:
    """Return the result of `merge_targets` for all players of the league."""
    rows = connection.execute(MERGED_PLAYERS, {"league": league})
    return resolve_merge_chains({row.id: row.merged_into for row in rows})


def load_current_keys(connection: Connection, league: int) -> dict[str, str]:
    """Map the key of each merged entry of the league to the key of the player that it counts as."""
    return {
        str(merged): str(target)
        for merged, target in load_merge_targets(connection, league).items()
    }


def current_player_keys(
    connection: Connection, league: int, players: Iterable[str]
) -> tuple[str, ...]:
    """Return the current keys of these players, in the same order.

    The key of a merged entry is replaced with the key of the player that it counts as.
    """
    targets = load_merge_targets(connection, league)
    return tuple(str(targets.get(int(key), int(key))) for key in players)


def lock_against_merges(connection: Connection, league: int) -> None:
    """Prevent merges in this league until the transaction ends.

    A merge first updates the league's row (`match_rows.increment_changes`), so it waits for this
    lock. On SQLite, writing transactions wait for each other anyway.
    """
    connection.execute(SHARE_LEAGUE_ROW, {"league": league})


def refuse_same_person(
    connection: Connection, league: int, tables: Iterable[Sequence[str]]
) -> None:
    """Raise DuplicatePerson if one person has two seats at one of these tables.

    Each table is a sequence of player keys. Call this in the transaction that writes the match. It
    prevents merges until that transaction ends, because a merge could make the check invalid.
    """
    lock_against_merges(connection, league)
    targets = load_merge_targets(connection, league)
    for players in tables if targets else ():
        seen: dict[int, int] = {}
        for number in map(int, players):
            other = seen.setdefault(targets.get(number, number), number)
            if other != number:
                raise DuplicatePerson(*player_names(connection, league, (other, number)))


def player_names(connection: Connection, league: int, players: Sequence[int]) -> list[str]:
    """Return the names of these entries, in the same order."""
    query = select(Players.id, Players.name).where(
        Players.league_id == league, Players.id.in_(players)
    )
    names = {row.id: row.name for row in connection.execute(query)}
    return [names[each] for each in players]


def merged_player_labels(
    connection: Connection, league: int, entries: Iterable[int]
) -> dict[int, PlayerLabel]:
    """Map each merged entry among `entries` to the name and colour of the player it counts as."""
    all_targets = load_merge_targets(connection, league)
    targets = {merged: all_targets[merged] for merged in entries if merged in all_targets}
    query = select(Players.id, Players.name, Players.colour).where(
        Players.league_id == league, Players.id.in_(targets.values())
    )
    labels = {row.id: PlayerLabel(row.name, row.colour) for row in connection.execute(query)}
    return {merged: labels[target] for merged, target in targets.items()}
