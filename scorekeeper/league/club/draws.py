"""Draw the rounds of a club night, change a draft by hand, and start one match per table.

A command for a draft contains the version that its page showed. If the draft has changed since
then, the command raises `RoundChanged` and changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, update

from scorekeeper.club.draw_inputs import DrawInputs, DrawnRound, inputs_to_json
from scorekeeper.club.draws import DrawMethod, Past, count_meetings
from scorekeeper.club.sizes import table_sizes
from scorekeeper.db.club_tables import ClubNights, ClubRounds, match_key
from scorekeeper.db.column_types import is_unreadable
from scorekeeper.db.log_transaction import log_transaction
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league.club.nights import (
    ClubNight,
    NightSettings,
    StaleNight,
    allowed_sizes,
    load_night_players,
    load_open_night,
    night_conditions,
)
from scorekeeper.league.club.rounds import ClubRound, NightRounds, load_rounds
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.messages import AndList, Name, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem

MAX_SEED = 999_999


class RoundChanged(Exception):
    """The round was drawn, changed or started after the page was loaded."""


class DrawRequest(NamedTuple):
    """A page's request to draw round `number`, or to draw its draft again.

    `seen` is the version of the draft that the page showed, or 0 if there was no draft. `seed` is
    from 0 to MAX_SEED. `settings` are the night's settings that the posted form was compared with,
    or None if it was not compared. `method` and `size` replace the night's settings for this draw
    and later draws, or are None to keep the settings.
    """

    number: int
    seen: int
    seed: int
    settings: NightSettings | None = None
    method: DrawMethod | None = None
    size: int | None = None


def draw_round(store: Store, night_id: int, request: DrawRequest, past: Past, at: int) -> None:
    """Draw the next round for the players who are free.

    The table numbers of running matches are not used, because each number is printed on a code, and
    two running matches must not share it. Raises RoundChanged if the draft has changed, StaleNight
    if the night no longer has the `settings` of the request, NotFound if the night does not exist,
    and Refused if there are not enough players or the night has ended.
    """
    league = store.league_id
    with store.write() as connection:
        change = increment_changes(connection, league)
        stored = load_open_night(connection, league, night_id)
        night = with_choices(stored, request)
        rounds = load_rounds(connection, league, night_id)
        require_version(rounds, request.number, request.seen)
        if request.settings not in (None, stored.settings):
            raise StaleNight
        people = free_players(connection, league, night_id, rounds)
        inputs = draw_inputs(night, people, rounds, past)
        drawn = inputs.draw(night.settings.method, seeded_rng(request.seed))
        drawn = drawn.without_tables(rounds.occupied_tables)
        if night != stored:
            values = {"method": night.settings.method, "size": night.settings.size}
            connection.execute(
                update(ClubNights).where(*night_conditions(league, night_id)).values(values)
            )
        connection.execute(
            delete(ClubRounds).where(*round_conditions(league, night_id, request.number))
        )
        row = round_row(league, night, request, inputs, drawn)
        version = request.seen + 1 if request.seen else change
        connection.execute(insert(ClubRounds).values(row | {"version": version, "drawn_at": at}))


def round_row(
    league: int, night: ClubNight, request: DrawRequest, inputs: DrawInputs, drawn: DrawnRound
) -> dict[str, Any]:
    """Return the row of a round that was drawn, without its version and the time of the draw."""
    return {
        "league_id": league,
        "night_id": night.id,
        "number": request.number,
        "game": night.settings.game,
        "options": dict(night.settings.options),
        "method": night.settings.method,
        "seed": request.seed,
        "drawn_from": inputs_to_json(inputs),
        "edited": False,
        "tables": [list(table) for table in drawn.tables],
        "sitting_out": list(drawn.sitting_out),
    }


def with_choices(night: ClubNight, request: DrawRequest) -> ClubNight:
    """Return the night with the requested method, and with the requested size if it is allowed."""
    settings = night.settings
    sizes = allowed_sizes(GAMES[settings.game], settings.options)
    chosen = settings._replace(
        method=request.method or settings.method,
        size=request.size if request.size and request.size in sizes else settings.size,
    )
    return replace(night, settings=chosen)


def draw_inputs(
    night: ClubNight, people: Sequence[str], rounds: NightRounds, past: Past
) -> DrawInputs:
    """Return the inputs of the night's next draw. Raises Refused if there are too few players."""
    sizes = allowed_sizes(GAMES[night.settings.game], night.settings.options)
    tables = table_sizes(len(people), sizes, night.settings.size)
    if not tables:
        reason = say_n(
            "{game} needs at least {least} players at each table, but only one is free.",
            "{game} needs at least {least} players at each table, but only {n} are free.",
            len(people),
            game=GAMES[night.settings.game].name,
            least=min(sizes, default=GAMES[night.settings.game].seats[0]),
        )
        raise Refused([Problem("too_few", reason, "players")])
    inputs = DrawInputs(
        tuple(people),
        tables,
        Counter(key for each in rounds.started_rounds for key in each.sitting_out),
        Counter(key for each in rounds.started_rounds for key in each.seated_players),
        replace(past, tonight=count_meetings(rounds.played_tables())),
    )
    return inputs.used_by(night.settings.method)


def seeded_rng(seed: int) -> Random:
    """Return the random generator for a draw. Its seed is public, so anyone can check the draw."""
    return Random(seed)  # noqa: S311  # not a secret


def free_players(connection: Connection, league: int, night: int, rounds: NightRounds) -> list[str]:
    """Return the keys of the players at the night who are not in a running match, sorted by id."""
    playing = rounds.playing_players
    return [
        player.key
        for player in load_night_players(connection, league, night)
        if player.here and player.key not in playing
    ]


def require_version(rounds: NightRounds, number: int, seen: int) -> None:
    """Raise RoundChanged unless this is the next round and its draft has the version `seen`."""
    draft = rounds.draft
    if number != rounds.next_number or seen != (draft.version if draft else 0):
        raise RoundChanged


def round_conditions(league: int, night: int, number: int) -> tuple[ColumnElement[bool], ...]:
    return (
        ClubRounds.league_id == league,
        ClubRounds.night_id == night,
        ClubRounds.number == number,
    )


def swap_players(store: Store, night: int, number: int, seen: int, player: str, other: str) -> None:
    """Swap two players of a draft. One of the two may be sitting out.

    Raises RoundChanged if the draft has changed, NotFound if the night does not exist, and Refused
    if the night has ended or `player` and `other` are not two different players of the draft.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        load_open_night(connection, league, night)
        rounds = load_rounds(connection, league, night)
        require_version(rounds, number, seen)
        draft = rounds.draft
        if draft is None:
            raise RoundChanged
        drawn = {*draft.seated_players, *draft.sitting_out}
        if player == other or not {player, other} <= drawn:
            reason = say("Choose two different players in this draw.")
            raise Refused([Problem("bad_swap", reason, "swap")])
        places = {player: other, other: player}
        connection.execute(
            update(ClubRounds)
            .where(*round_conditions(league, night, number))
            .values(
                tables=[[places.get(key, key) for key in table] for table in draft.tables],
                sitting_out=[places.get(key, key) for key in draft.sitting_out],
                edited=True,
                version=seen + 1,
            )
        )


# ---------------------------------------------------------------- starting


def start_round(
    store: Store, log: Log, night: int, number: int, seen: int, meta: CommandMeta
) -> None:
    """Start the matches of a draft, or the missing matches of a round that has already started.

    All matches are started in one transaction. Each match has the key of its table, so repeating
    this command does not start a match twice. Raises RoundChanged if the draft has changed,
    NotFound if the night does not exist, and Refused if the night has ended or the draft cannot
    start (`refuse_missing`, `refuse_occupied`).
    """
    league = store.league_id
    with log_transaction(store, log) as (connection, entries):
        increment_changes(connection, league)
        load_open_night(connection, league, night)
        rounds = load_rounds(connection, league, night)
        if number >= rounds.next_number:
            require_version(rounds, number, seen)
            if rounds.draft is None:
                raise RoundChanged
            free = free_players(connection, league, night, rounds)
            refuse_missing(rounds.draft, free)
            refuse_occupied(rounds.draft, rounds.occupied_tables)
            connection.execute(
                update(ClubRounds)
                .where(*round_conditions(league, night, number))
                .values(started_at=meta.at)
            )
            rounds = load_rounds(connection, league, night)
        start_matches(entries, night, rounds, number, meta)


def start_matches(
    log: Log, night: int, rounds: NightRounds, number: int, meta: CommandMeta
) -> None:
    """Start the matches of a started round that do not exist yet.

    Raises Refused if a match cannot be started with its players.
    """
    for each, table, players in rounds.tables():
        if each.number == number and (number, table) not in rounds.matches:
            commands.start_match(
                log,
                each.game,
                players,
                each.options,
                meta._replace(key=match_key(night, number, table)),
            )


def refuse_missing(draft: ClubRound, free: Collection[str]) -> None:
    """Raise Refused if the draft cannot start.

    It cannot start if one of its players is not free, if a player is in it twice after a merge, or
    if its tables or house rules cannot be read.
    """
    if not draft.tables or is_unreadable(draft.options):
        raise Refused(
            [Problem("unreadable", say("This draw cannot be read. Draw again."), "tables")]
        )
    missing = [key for key in draft.seated_players if key not in free]
    if missing:
        reason = say(
            "{who} cannot play now: they have left or are still playing. Draw again.",
            who=AndList(map(Name, missing)),
        )
        raise Refused([Problem("missing", reason, "tables")])
    if len(set(draft.seated_players)) < len(draft.seated_players):
        reason = say("A player is at two tables, because two players were merged. Draw again.")
        raise Refused([Problem("same_person", reason, "tables")])


def refuse_occupied(draft: ClubRound, occupied: Collection[int]) -> None:
    """Raise Refused if a reopened match is in progress at a table of the draft."""
    taken = [number for number, _ in draft.numbered_tables if number in occupied]
    if taken:
        reason = say_n(
            "The match at table {numbers} is still in progress. Draw again.",
            "The matches at tables {numbers} are still in progress. Draw again.",
            len(taken),
            numbers=AndList(map(str, taken)),
        )
        raise Refused([Problem("occupied", reason, "tables")])
