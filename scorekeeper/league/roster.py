"""The players of a league: queries and commands.

A change that is not possible raises `Refused`. A player who has played in a match is
never deleted, because matches refer to players by id.
"""

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from scorekeeper.db.access_tables import Devices
from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.merged_players import merge_targets
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, MatchPlayers, Payments, Players
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.season_snapshot import keep_hidden_players
from scorekeeper.match.names import name_error, name_key, name_sort_key, validate_name
from scorekeeper.match.people import least_used_colour
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem

PLAYER_NOT_FOUND = say("This player does not exist. They may have been removed.")


@dataclass(frozen=True, slots=True)
class Player:
    """A row of `Players`. Hidden players are not offered for new matches.

    `key` identifies the player in matches. `merged_into` is the id of the entry that a merged
    player counts as.
    """

    id: int
    name: str
    colour: int
    hidden: bool
    has_played: bool
    merged_into: int | None

    @property
    def key(self) -> str:
        return str(self.id)


def players(
    store: Store, include_hidden: bool = False, include_merged: bool = False
) -> list[Player]:
    """Return the players, sorted by name.

    By default, hidden players and merged entries are left out.
    """
    query = PLAYERS_QUERY.where(Players.league_id == store.league_id)
    if not include_hidden:
        query = query.where(Players.hidden.is_(False))
    if not include_merged:
        query = query.where(Players.merged_into.is_(None))
    with store.read() as connection:
        everyone = [Player(*row) for row in connection.execute(query).all()]
    return sorted(everyone, key=lambda player: (name_sort_key(player.name), player.id))


def find_player_by_name(store: Store, name: str) -> Player | None:
    """Return the player with this name, or None.

    Hidden players are found too. For a merged entry, returns the player that it counts as.
    """
    everyone = {each.id: each for each in players(store, True, True)}
    existing = next(
        (each for each in everyone.values() if name_key(each.name) == name_key(name)), None
    )
    if existing is None:
        return None
    return everyone[merge_targets(everyone.values()).get(existing.id, existing.id)]


def add_player(store: Store, name: str, at: int | None = None) -> Player:
    """Add a player, in the least used colour. Raises Refused for an invalid or taken name.

    `at` is in seconds since 1970, by default now.
    """
    name = validate_name(name)
    with store.write() as connection:
        return insert_player(connection, store.league_id, name, at)


def insert_player(connection: Connection, league: int, name: str, at: int | None = None) -> Player:
    """Add a player within a transaction, like `add_player`. `name` is already normalised."""
    # This is first because it locks the league's row, so no other transaction can add a player.
    number = next_id(connection, league, Leagues.last_player, Leagues.changes)
    refuse_taken_name(connection, name, league)
    colour = next_colour(connection, league)
    connection.execute(
        INSERT_PLAYER,
        {
            "league_id": league,
            "id": number,
            "name": name,
            "folded": name_key(name),
            "colour": colour,
            "hidden": False,
            "created_at": int(time.time()) if at is None else at,
        },
    )
    return Player(number, name, colour, hidden=False, has_played=False, merged_into=None)


def hide_player(store: Store, player_id: int) -> None:
    """Stop offering a player for new matches, and leave them out of the standings.

    Old matches and closed seasons do not change. Raises NotFound.
    """
    set_hidden(store, player_id, hidden=True)


def unhide_player(store: Store, player_id: int) -> None:
    """Offer a hidden player for new matches again, and show them in the standings.

    Closed seasons do not change. Raises NotFound.
    """
    set_hidden(store, player_id, hidden=False)


def remove_player(store: Store, player_id: int) -> None:
    """Delete a player who was added by mistake.

    The player's phones then belong to no player. Raises NotFound if the player does not exist, and
    Refused if a match, a payment or a merged entry refers to the player.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        player = get_player(connection, player_id, league)
        if player.has_played:
            reason = say(
                "{who} has played and cannot be removed, but can be hidden.", who=player.name
            )
            raise Refused([Problem("has_played", reason)])
        refuse_referenced(connection, player, league)
        club_nights.forget_player(connection, league, player_id)
        connection.execute(
            update(Devices)
            .where(Devices.league_id == league, Devices.player_id == player_id)
            .values(player_id=None)
        )
        connection.execute(delete(Players).where(*player_conditions(player_id, league)))


# ---------------------------------------------------------------- helpers

# The query selects only a column of the index by player, because for other columns, SQLite would
# scan all seats of the league.
HAS_PLAYED = (
    select(MatchPlayers.match_id)
    .where(MatchPlayers.league_id == Players.league_id, MatchPlayers.player_id == Players.id)
    .exists()
)
PLAYERS_QUERY = select_rows(Player, Players, has_played=HAS_PLAYED)
SAME_NAME_QUERY = select(Players.id, Players.name, Players.hidden, Players.merged_into).where(
    Players.league_id == bindparam("league"), Players.folded == bindparam("name")
)
COLOURS_QUERY = select(Players.colour).where(Players.league_id == bindparam("league"))
INSERT_PLAYER = insert(Players)


def player_conditions(
    player_id: int, league: int
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Players.league_id == league, Players.id == player_id


def get_player(connection: Connection, player_id: int, league: int) -> Player:
    """Return a player within a transaction. Raises NotFound."""
    row = connection.execute(PLAYERS_QUERY.where(*player_conditions(player_id, league))).first()
    if row is None:
        raise NotFound(PLAYER_NOT_FOUND)
    return Player(*row)


def refuse_referenced(connection: Connection, player: Player, league: int) -> None:
    """Raise Refused if a merged entry or a payment refers to the player."""
    also = select(Players.name).where(Players.league_id == league, Players.merged_into == player.id)
    paid = select(Payments.id).where(
        Payments.league_id == league,
        or_(Payments.payer_id == player.id, Payments.payee_id == player.id),
    )
    name = connection.scalars(also).first()
    if name is not None:
        reason = say(
            "{name} is merged into {who}. Undo that merge first.", who=player.name, name=name
        )
        raise Refused([Problem("merged", reason)])
    if connection.scalars(paid).first() is not None:
        reason = say(
            "{who} has payments and cannot be removed, but can be hidden.",
            who=player.name,
        )
        raise Refused([Problem("has_paid", reason)])


def refuse_taken_name(
    connection: Connection, name: str, league: int, but: Collection[int] = ()
) -> None:
    """Raise Refused if a player or merged entry that is not in `but` has this name."""
    namesakes = connection.execute(SAME_NAME_QUERY, {"league": league, "name": name_key(name)})
    someone = next((row for row in namesakes.all() if row.id not in but), None)
    if someone is None:
        return
    reason = say(
        "There is already a player called {who}. Choose a name that tells them apart.",
        who=someone.name,
    )
    if someone.merged_into is not None:
        now = get_player(connection, someone.merged_into, league).name
        reason = say(
            "There is already a player called {who}, merged into {now}. Choose another name.",
            who=someone.name,
            now=now,
        )
    elif someone.hidden:
        reason = say(
            "There is already a hidden player called {who}. Choose another name, or show "
            "{who} again.",
            who=someone.name,
        )
    raise name_error(reason, "name_taken")


def next_colour(connection: Connection, league: int) -> int:
    return least_used_colour(Counter(connection.scalars(COLOURS_QUERY, {"league": league})))


def set_hidden(store: Store, player_id: int, *, hidden: bool) -> None:
    """Hide a player, or show them again. Raises NotFound."""
    change = (
        update(Players).where(*player_conditions(player_id, store.league_id)).values(hidden=hidden)
    )
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        keep_hidden_players(connection, store.league_id)
        if connection.execute(change).rowcount == 0:
            raise NotFound(PLAYER_NOT_FOUND)
