"""Queries and commands for club nights and their players.

Some commands drop the draft of a round. Times are seconds since 1970.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.club_tables import ClubNightPlayers, ClubNights, ClubRounds
from scorekeeper.db.column_types import UnreadableObject, is_unreadable
from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.merged_players import load_merge_targets, lock_against_merges
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Players
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club.drafts import drop_drafts, load_draft_players
from scorekeeper.league.club.night_numbers import NUMBER_ON_EVENING
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Options, Problem, Setup
from scorekeeper.rules.setup import build_setup

NIGHT_NOT_FOUND = say("This club night does not exist.")


class StaleNight(Exception):
    """The settings of the night have changed since they were read."""


class NightSettings(NamedTuple):
    """A night's settings. `options` are the house rules that differ from the standard."""

    evening: str
    name: str
    game: str
    options: Options
    size: int
    method: DrawMethod


@dataclass(frozen=True, slots=True)
class ClubNight:
    """A row of `ClubNights`, without its key and its secret.

    If the stored house rules are damaged, `settings.options` is an UnreadableObject, and the
    standard rules apply. `number_on_evening` is the number of this night among the nights with the
    same name, or without one, on this evening.
    """

    id: int
    invitation_id: int | None
    created_at: int
    ended_at: int | None
    settings: NightSettings
    number_on_evening: int = 1

    @property
    def is_open(self) -> bool:
        return self.ended_at is None

    @property
    def has_readable_rules(self) -> bool:
        return not is_unreadable(self.settings.options)


class NightPlayer(NamedTuple):
    """A player of a night, with their current key.

    `answer` is "yes", "maybe", "no" or None. `answered_at` is when the answer was given.
    """

    key: str
    here: bool
    answer: str | None
    answered_at: int | None = None


NIGHTS_QUERY = select_rows(
    ClubNight, ClubNights, leave_out={"settings", "number_on_evening"}
).add_columns(
    *(getattr(ClubNights, name) for name in NightSettings._fields),
    NUMBER_ON_EVENING,
)
# A function that ends the invitation that the table codes belong to, and returns the id of a new
# one. The argument and the result are None if there is no such invitation.
ReplaceCodes = Callable[[Connection, int | None], int | None]


def allowed_sizes(game: Game, options: Options) -> tuple[int, ...]:
    """Return the numbers of players that a match with these house rules can have."""
    return tuple(
        n
        for n in game.seats
        if isinstance(build_setup(game, tuple(map(str, range(1, n + 1))), options), Setup)
    )


# ---------------------------------------------------------------- queries


def get_night(store: Store, number: int) -> ClubNight:
    """Return a night. Raises NotFound."""
    with store.read() as connection:
        return load_night(connection, store.league_id, number)


def load_night(connection: Connection, league: int, number: int) -> ClubNight:
    """Return a night within a transaction. Raises NotFound."""
    row = connection.execute(NIGHTS_QUERY.where(*night_conditions(league, number))).first()
    if row is None:
        raise NotFound(NIGHT_NOT_FOUND)
    night = night_from_row(row)
    if allowed_sizes(GAMES[night.settings.game], night.settings.options):
        return night
    return replace(night, settings=night.settings._replace(options=UnreadableObject()))


def night_from_row(row: Sequence[Any]) -> ClubNight:
    """Return the night in a row of NIGHTS_QUERY."""
    number, invitation_id, created_at, ended_at, *settings, number_on_evening = row
    return ClubNight(
        number, invitation_id, created_at, ended_at, NightSettings(*settings), number_on_evening
    )


def night_conditions(league: int, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return ClubNights.league_id == league, ClubNights.id == number


def load_open_night(connection: Connection, league: int, number: int) -> ClubNight:
    """Return an open night. Raises NotFound, and Refused if the night has ended."""
    night = load_night(connection, league, number)
    if not night.is_open:
        reason = say("This club night has ended. Reopen it first.")
        raise Refused([Problem("night_ended", reason)])
    return night


def night_players(store: Store, night: int) -> list[NightPlayer]:
    """Return a night's players with their current keys, sorted by id."""
    with store.read() as connection:
        return load_night_players(connection, store.league_id, night)


def load_night_players(connection: Connection, league: int, night: int) -> list[NightPlayer]:
    """Return a night's players.

    If an entry merged into a player is marked as `here`, so is the player.
    """
    targets = load_merge_targets(connection, league)
    query = (
        select(
            ClubNightPlayers.player_id,
            ClubNightPlayers.here,
            ClubNightPlayers.answer,
            ClubNightPlayers.at,
        )
        .where(ClubNightPlayers.league_id == league, ClubNightPlayers.night_id == night)
        .order_by(ClubNightPlayers.at, ClubNightPlayers.player_id)
    )
    players: dict[int, NightPlayer] = {}
    for row in connection.execute(query):
        number = targets.get(row.player_id, row.player_id)
        before = players.get(number, NightPlayer(str(number), False, None))
        latest = (row.answer, row.at) if row.answer else before[2:]
        players[number] = NightPlayer(str(number), before.here or row.here, *latest)
    return [players[number] for number in sorted(players)]


# ---------------------------------------------------------------- commands


def create_night(store: Store, settings: NightSettings, key: str, at: int) -> int:
    """Create a night and return its id. If `key` is repeated, return the id of the same night."""
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        existing_id = connection.scalar(
            select(ClubNights.id).where(ClubNights.league_id == league, ClubNights.key == key)
        )
        if existing_id is not None:
            return existing_id
        number = next_id(connection, league, Leagues.last_club_night)
        connection.execute(
            insert(ClubNights).values(
                league_id=league, id=number, key=key, created_at=at, **settings._asdict()
            )
        )
    return number


def change_night(store: Store, number: int, settings: NightSettings, seen: NightSettings) -> None:
    """Change a night's settings. Rounds already drawn keep their settings.

    Raises NotFound, and StaleNight if the stored settings are no longer the `seen` settings.
    """
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        if load_night(connection, store.league_id, number).settings != seen:
            raise StaleNight
        set_columns(connection, store.league_id, number, settings._asdict())


def end_night(store: Store, number: int, at: int, replace_codes: ReplaceCodes) -> None:
    """End a night and its codes, and drop its draft. Raises NotFound."""
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        replace_codes(connection, load_night(connection, league, number).invitation_id)
        drop_drafts(connection, league, ClubRounds.night_id == number)
        set_columns(connection, league, number, {"ended_at": at, "invitation_id": None})


def reopen_night(store: Store, number: int) -> None:
    """Reopen an ended night. Raises NotFound."""
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        load_night(connection, store.league_id, number)
        set_columns(connection, store.league_id, number, {"ended_at": None})


def set_columns(connection: Connection, league: int, night: int, values: Mapping[str, Any]) -> None:
    connection.execute(update(ClubNights).where(*night_conditions(league, night)).values(values))


def set_here(
    store: Store, number: int, ticked_before: Collection[str], ticked: Collection[str], at: int
) -> None:
    """Save which players are at the night.

    `ticked_before` are the keys that were ticked when the form was loaded. Only changes are saved,
    so that two phones can tick players at the same time. Keys without a player are ignored. A draft
    that seats a player who left is dropped. Raises NotFound.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        lock_against_merges(connection, league)
        load_night(connection, league, number)
        players = {str(each) for each in connection.scalars(player_ids(league))}
        for key in (set(ticked) ^ set(ticked_before)) & players:
            upsert_night_player(connection, league, number, int(key), {"here": key in ticked}, at)
        gone = set(ticked_before) - set(ticked)
        if gone & load_draft_players(connection, league, number):
            drop_drafts(connection, league, ClubRounds.night_id == number)


def player_ids(league: int) -> Any:
    return select(Players.id).where(Players.league_id == league)


def upsert_night_player(
    connection: Connection,
    league: int,
    night: int,
    player: int,
    values: Mapping[str, Any],
    at: int,
) -> None:
    """Insert a player's row, or update it and the rows of the entries merged into the player."""
    targets = load_merge_targets(connection, league)
    entries = [player, *(merged for merged, target in targets.items() if target == player)]
    changed = connection.execute(
        update(ClubNightPlayers)
        .where(
            ClubNightPlayers.league_id == league,
            ClubNightPlayers.night_id == night,
            ClubNightPlayers.player_id.in_(entries),
        )
        .values(**values)
    )
    if changed.rowcount == 0:
        row = {"league_id": league, "night_id": night, "player_id": player}
        connection.execute(
            insert(ClubNightPlayers).values({**row, "here": False, "at": at, **values})
        )


def forget_player(connection: Connection, league: int, player: int) -> None:
    """Remove a player from all nights and drop the nights' drafts, before the player is deleted."""
    rows = (ClubNightPlayers.league_id == league, ClubNightPlayers.player_id == player)
    nights = select(ClubNightPlayers.night_id).where(*rows)
    drop_drafts(connection, league, ClubRounds.night_id.in_(nights))
    connection.execute(delete(ClubNightPlayers).where(*rows))
