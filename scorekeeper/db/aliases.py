"""Who somebody is today: players that were entered twice count under one of the entries.

An entry that was merged keeps its id in the log and in old results; whoever shows or counts it
asks here who it is now.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.db.models import League, Player
from scorekeeper.match.log import DuplicatePerson


class PlayerLabel(NamedTuple):
    """How somebody is called and shown."""

    name: str
    colour: int


def resolve_merge_chains(into: Mapping[int, int]) -> dict[int, int]:
    """Where each ends up who was merged into somebody, who may have been merged himself."""
    found = {}
    for one in into:
        now = into[one]
        while now in into:
            now = into[now]
        found[one] = now
    return found


def load_merge_targets(connection: Connection, league: int) -> dict[int, int]:
    """By id of each entry that was merged, under which id it counts."""
    ask = select(Player.id, Player.merged_into).where(
        Player.league_id == league, Player.merged_into.is_not(None)
    )
    return resolve_merge_chains({row.id: row.merged_into for row in connection.execute(ask)})


def current_player_keys(
    connection: Connection, league: int, players: Iterable[str]
) -> tuple[str, ...]:
    """Under which keys these players play today."""
    now = load_merge_targets(connection, league)
    return tuple(str(now.get(int(key), int(key))) for key in players)


def lock_against_merges(connection: Connection, league: int) -> None:
    """Nobody is merged in this league before the transaction ends.

    Who merges changes the league's row first (`derived.next_change`), and waits for this lock.
    SQLite's transactions that write wait for each other anyway.
    """
    connection.execute(select(League.id).where(League.id == league).with_for_update(read=True))


def refuse_same_person(
    connection: Connection, league: int, tables: Iterable[Sequence[str]]
) -> None:
    """Raise SamePerson if somebody has two of the seats at one of these tables.

    Each table is the keys of its players. Asked under `keep_people`, in the transaction that seats
    them: whoever asked earlier may have asked before a merge.
    """
    lock_against_merges(connection, league)
    now = load_merge_targets(connection, league)
    for players in tables if now else ():
        seen: dict[int, int] = {}
        for number in map(int, players):
            other = seen.setdefault(now.get(number, number), number)
            if other != number:
                raise DuplicatePerson(*names_of(connection, league, (other, number)))


def names_of(connection: Connection, league: int, players: Sequence[int]) -> list[str]:
    """What these entries are called, in this order."""
    ask = select(Player.id, Player.name).where(Player.league_id == league, Player.id.in_(players))
    found = {row.id: row.name for row in connection.execute(ask)}
    return [found[each] for each in players]


def merged_player_labels(
    connection: Connection, league: int, entries: Iterable[int]
) -> dict[int, PlayerLabel]:
    """By id of each of these entries that was merged: who it is now."""
    now = load_merge_targets(connection, league)
    asked = {one: now[one] for one in entries if one in now}
    ask = select(Player.id, Player.name, Player.colour).where(
        Player.league_id == league, Player.id.in_(asked.values())
    )
    known = {row.id: PlayerLabel(row.name, row.colour) for row in connection.execute(ask)}
    return {one: known[is_now] for one, is_now in asked.items()}
