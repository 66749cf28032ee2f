"""Change who plays at a table of a club night, if a drawn player is missing.

At a table of a draft, only the draft changes. At a table of the newest round, the match is replaced
with a match of the new players, and that match counts towards the ranking. A match can be replaced
until its first deal is complete, and also if it was deleted or left unfinished.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from scorekeeper.db.club_tables import ClubRounds, table_of_key
from scorekeeper.db.log_transaction import log_transaction
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club.draws import RoundChanged, free_players, round_conditions
from scorekeeper.league.club.nights import load_open_night
from scorekeeper.league.club.rounds import (
    ClubRound,
    NightRounds,
    TableMatch,
    TablePlace,
    load_rounds,
)
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.rematches import earlier_match, replacement_key, replacement_prefix
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup

REPLACEABLE_STATES = (MatchState.DELETED, MatchState.UNFINISHED)


class ChangeableTable(NamedTuple):
    """A table whose players can be changed.

    `players` are the keys of its players, in order of play. `others` are the keys of the people at
    the night who are free and have no table in the round. `match` is the match that would be
    replaced, or None in a draft.
    """

    round: ClubRound
    players: tuple[str, ...]
    others: tuple[str, ...]
    match: TableMatch | None

    def seating(self, chosen: Collection[str]) -> tuple[str, ...]:
        """Return the chosen players in order of play.

        Substitutes take the seats of missing players, and further substitutes are added at the end.
        Keys of people who cannot play at this table are ignored.
        """
        substitutes = [key for key in self.others if key in chosen]
        seats = [
            key if key in chosen else substitutes.pop(0)
            for key in self.players
            if key in chosen or substitutes
        ]
        return (*seats, *substitutes)


def may_replace(state: MatchState, deals: int) -> bool:
    """Return whether a match in this state, with this many complete deals, may be replaced."""
    return state in REPLACEABLE_STATES or (state is MatchState.RUNNING and deals == 0)


def get_table(store: Store, log: Log, night: int, place: TablePlace) -> ChangeableTable:
    """Return a table. Raises NotFound, and Refused if its players cannot be changed any more."""
    with store.read() as connection:
        return load_table(connection, store.league_id, log, night, place)


def load_table(
    connection: Connection, league: int, log: Log, night: int, place: TablePlace
) -> ChangeableTable:
    """Return a table, within a transaction. Raises the exceptions of `get_table`."""
    load_open_night(connection, league, night)
    rounds = load_rounds(connection, league, night)
    free = free_players(connection, league, night, rounds)
    number, table = place
    club_round = next((each for each in rounds.rounds if each.number == number), None)
    players = dict(club_round.numbered_tables).get(table) if club_round else None
    if club_round is None or players is None:
        raise NotFound(say("This table does not exist."))
    match = None if club_round.is_draft else rounds.matches.get(place)
    if not club_round.is_draft and not is_replaceable(log, rounds, place, match):
        reason = say(
            "The players of table {n} cannot be changed any more. If they are wrong, delete the "
            "table’s match first.",
            n=table,
        )
        raise Refused([Problem("table_played", reason, "tables")])
    others = tuple(key for key in free if key not in club_round.seated_players)
    return ChangeableTable(club_round, tuple(dict.fromkeys(players)), others, match)


def night_and_table(store: Store, match: int) -> tuple[int, int] | None:
    """Return the club night and the table of a match, or None if it belongs to no club night.

    A rematch and a match that replaces another match have the table of the match before them.
    """
    earlier: int | None = match
    with store.read() as connection:
        while earlier is not None:
            row = (Matches.league_id == store.league_id, Matches.id == earlier)
            key = connection.scalar(select(Matches.key).where(*row))
            if found := table_of_key(key or ""):
                return found
            before = earlier_match(key or "")
            earlier = before if before and before < earlier else None
    return None


def replacement_of(store: Store, match: int) -> int | None:
    """Return the match that replaces this match, with other players at the same table.

    A deleted or unfinished replacement does not count, but a match that replaced it does. Returns
    None if there is no such match.
    """
    query = select(Matches.id, Matches.state).where(
        Matches.league_id == store.league_id, Matches.key.startswith(replacement_prefix(match))
    )
    with store.read() as connection:
        rows = connection.execute(query.order_by(Matches.id.desc())).all()
    for row in rows:
        kept = row.state not in REPLACEABLE_STATES
        if found := row.id if kept else replacement_of(store, row.id):
            return int(found)
    return None


def is_replaceable(
    log: Log, rounds: NightRounds, place: TablePlace, match: TableMatch | None
) -> bool:
    """Return whether the match is in the newest round and may be replaced (`may_replace`)."""
    if match is None or place[0] != len(rounds.started_rounds):
        return False
    is_running = match.state is MatchState.RUNNING
    return may_replace(match.state, len(log.sheet(match.id).played_deals) if is_running else 0)


def change_players(
    store: Store,
    log: Log,
    night: int,
    place: TablePlace,
    seen: int,
    chosen: Collection[str],
    meta: CommandMeta,
) -> None:
    """Seat these people at a table, and start their match if the round has started.

    `seen` is the version of the round that the page showed. Players who are replaced do not count
    as sitting out. Raises NotFound, RoundChanged if the round has changed, and Refused if the table
    cannot be changed or the game does not allow these players. Everything is written in one
    transaction.
    """
    with log_transaction(store, log) as (connection, entries):
        increment_changes(connection, store.league_id)
        table = load_table(connection, store.league_id, entries, night, place)
        if table.round.version != seen:
            raise RoundChanged
        players, game, options = table.seating(chosen), table.round.game, table.round.options
        setup = build_setup(GAMES[game], players, options)
        if isinstance(setup, Problem):
            raise Refused([setup])
        is_running = table.match is not None and table.match.state is MatchState.RUNNING
        if players == table.round.tables[place[1] - 1] and (is_running or table.round.is_draft):
            return
        if table.match:
            if is_running:
                commands.delete(entries, table.match.id, meta)
            key = replacement_key(table.match.id, seen)
            commands.start_match(entries, game, players, options, meta._replace(key=key))
        save_players(connection, store.league_id, night, table.round, place[1], players)


def save_players(
    connection: Connection,
    league: int,
    night: int,
    club_round: ClubRound,
    table: int,
    players: tuple[str, ...],
) -> None:
    """Replace a table's players in its round."""
    tables = [list(each) for each in club_round.tables]
    tables[table - 1] = list(players)
    connection.execute(
        update(ClubRounds)
        .where(*round_conditions(league, night, club_round.number))
        .values(
            tables=tables,
            sitting_out=[key for key in club_round.sitting_out if key not in players],
            edited=True,
            version=club_round.version + 1,
        )
    )
