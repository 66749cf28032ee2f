"""Commands that change the seasons of a league.

A change that is not possible raises `Refused`.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.db.access_tables import PublicLinks
from scorekeeper.db.ids import next_id
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Payments, Seasons, SnapshotResults, Terms
from scorekeeper.errors import Refused
from scorekeeper.league.payments import refuse_paid
from scorekeeper.league.season_merge import merge_edits
from scorekeeper.league.season_snapshot import (
    delete_snapshot_rows,
    hidden_player_ids,
    snapshot_results,
)
from scorekeeper.league.seasons import Season, all_seasons, get_current_season, get_season
from scorekeeper.match.names import name_error, name_key, validate_name
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem


def create_season(store: Store, season: Season, at: int | None = None) -> Season:
    """Create a season with a new id, and make it the current one if it has begun.

    A season that has ended becomes current only if there is no current season. If an identical
    season exists, it is returned instead, so a double tap creates only one season.
    Raises Refused if its dates are invalid, or if its name is invalid or already taken.
    """
    league = store.league_id
    season = validated_season(season)
    with store.write() as connection:
        increment_changes(connection, league)
        for existing in all_seasons(connection, league):
            if replace(existing, id=season.id) == season:
                return existing
        refuse_taken_name(connection, season.name, league)
        number = next_id(connection, league, Leagues.last_season)
        at = int(time.time()) if at is None else at
        evening = load_clock(connection, league).evening(at)
        current = keep_current(connection, evening, league)
        connection.execute(
            insert(Seasons).values(
                league_id=league,
                id=number,
                created_at=at,
                **season_to_columns(season),
            )
        )
        if season.has_begun(evening) and (current is None or not season.has_ended(evening)):
            make_current(connection, number, evening, league)
    return replace(season, id=number)


def change_season(
    store: Store, season: Season, shown: Season | None = None, at: int | None = None
) -> None:
    """Change a season's settings. If the season is closed, only its name can change.

    If the season has begun according to its new settings, but not according to the stored ones, it
    becomes the current season. `shown` are the settings that the form showed when it was opened.
    Only parts that differ from these settings are changed. Raises NotFound, Refused if the change
    is not possible, and EditConflict if another person changed the same part in the meantime.
    """
    league = store.league_id
    season = validated_season(season)
    with store.write() as connection:
        increment_changes(connection, league)
        stored = get_season(connection, season.id, league)
        season = checked_change(connection, season, shown, league)
        evening = load_clock(connection, league).evening(int(time.time()) if at is None else at)
        keep_current(connection, evening, league)
        if not stored.has_begun(evening) and season.has_begun(evening):
            make_current(connection, season.id, evening, league)
        values = season_to_columns(season)
        if season.closed_at is not None:  # other settings may be damaged, so do not overwrite them
            values = {name: values[name] for name in ("name", "folded")}
        write_season(connection, season.id, values, league)


def checked_change(
    connection: Connection, season: Season, shown: Season | None, league: int
) -> Season:
    """Return the season that `change_season` would store. Raises the same errors."""
    stored = get_season(connection, season.id, league)
    season = season if shown is None else merge_edits(shown, season, stored)
    refuse_taken_name(connection, season.name, league, but=season.id)
    if stored.closed_at is not None and replace(stored, name=season.name) != season:
        reason = say(
            "{season} is closed and cannot be changed. Reopen it first.", season=stored.name
        )
        raise Refused([Problem("closed", reason)])
    return season


def select_current_season(store: Store, season_id: int, at: int | None = None) -> None:
    """Make this season current, so that it is shown first until another begins. Raises NotFound."""
    league = store.league_id
    at = int(time.time()) if at is None else at
    with store.write() as connection:
        increment_changes(connection, league)
        get_season(connection, season_id, league)
        make_current(connection, season_id, load_clock(connection, league).evening(at), league)


def close_season(store: Store, season_id: int, at: int | None = None) -> None:
    """Close a season, so that later corrections and hidden players do not change its standings.

    Closing again changes nothing. Raises NotFound.
    """
    league = store.league_id
    at = int(time.time()) if at is None else at
    with store.write() as connection:
        increment_changes(connection, league)
        season = get_season(connection, season_id, league)
        if season.closed_at is not None:
            return
        snapshot_results(connection, season_id, league)
        closed = {"closed_at": at, "hidden_players": hidden_player_ids(connection, league)}
        write_season(connection, season_id, closed, league)


def reopen_season(store: Store, season_id: int) -> None:
    """Reopen a season, so that it counts the current results again. Raises NotFound.

    The season's matches remain in it as long as the season includes their evenings and games, even
    if a season with a later start also includes them.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        get_season(connection, season_id, league)
        write_season(connection, season_id, {"closed_at": None, "hidden_players": None}, league)


def remove_season(store: Store, season_id: int, at: int | None = None) -> None:
    """Delete a season. Its matches move to their default season, if there is one.

    If the deleted season was current, the open season with the latest start that has begun becomes
    the current one. Public links to the season and its undone payments are deleted. Raises
    NotFound. Raises Refused while the season has payments that are not undone, because the debts
    that they settled would disappear or move to another season.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        refuse_paid(connection, get_season(connection, season_id, league), league)
        undone = Payments.league_id == league, Payments.season_id == season_id
        connection.execute(delete(Payments).where(*undone))
        delete_snapshot_rows(connection, SnapshotResults.season_id == season_id, league)
        connection.execute(
            update(Terms)
            .where(Terms.league_id == league, Terms.season_id == season_id)
            .values(chosen=False, season_id=None)
        )
        evening = load_clock(connection, league).evening(int(time.time()) if at is None else at)
        replace_current(connection, season_id, evening, league)
        for_season = PublicLinks.league_id == league, PublicLinks.season_id == season_id
        if connection.execute(delete(PublicLinks).where(*for_season)).rowcount:
            ends_streams = {Leagues.access_version: Leagues.access_version + 1}
            connection.execute(update(Leagues).where(Leagues.id == league).values(ends_streams))
        connection.execute(
            delete(Seasons).where(Seasons.league_id == league, Seasons.id == season_id)
        )


# ---------------------------------------------------------------- helpers


def validated_season(season: Season) -> Season:
    """Return the season with a normalised name. Raises Refused if its name or dates are invalid."""
    if season.starts and season.ends and season.ends < season.starts:
        reason = say("The last evening cannot be before the first evening.")
        raise Refused([Problem("bad_dates", reason, "ends")])
    return replace(season, name=validate_name(season.name, say("Enter a name for the season.")))


def season_to_columns(season: Season) -> dict[str, Any]:
    return {
        "name": season.name,
        "folded": name_key(season.name),
        "starts": season.starts,
        "ends": season.ends,
        "games": None if season.games is None else list(season.games),
        "scheme": season.scheme.to_json(),
        "stakes": season.stakes.to_json(),
        "closed_at": season.closed_at,
    }


def refuse_taken_name(
    connection: Connection, name: str, league: int, but: int | None = None
) -> None:
    """Raise Refused if a season other than `but` has this name."""
    taken = select(Seasons.name).where(
        Seasons.league_id == league,
        Seasons.folded == name_key(name),
        Seasons.id.is_distinct_from(but),
    )
    taken_name = connection.scalar(taken)
    if taken_name is not None:
        raise name_error(
            say("There is already a season called {name}.", name=taken_name), "name_taken"
        )


def write_season(
    connection: Connection, season_id: int, values: Mapping[str, Any], league: int
) -> None:
    connection.execute(
        update(Seasons).where(Seasons.league_id == league, Seasons.id == season_id).values(**values)
    )


def make_current(connection: Connection, season_id: int | None, evening: str, league: int) -> None:
    """Make this season current from this evening on, or no season if `season_id` is None."""
    current = {"current_season": season_id, "current_season_since": evening}
    connection.execute(update(Leagues).where(Leagues.id == league).values(current))


def keep_current(connection: Connection, evening: str, league: int) -> Season | None:
    """Keep this evening's current season until another season begins on a later evening.

    Without this, a season with an earlier start that is added or changed now could become current.
    Returns the current season, if there is one.
    """
    current = get_current_season(connection, evening, league)
    make_current(connection, None if current is None else current.id, evening, league)
    return current


def replace_current(connection: Connection, season_id: int, evening: str, league: int) -> None:
    """If this season is current, replace it with the open season that has the latest start.

    Seasons that have not begun are not considered. If there is no other open season, no season is
    current.
    """
    current = keep_current(connection, evening, league)
    if current is None or current.id != season_id:
        return
    others = (each for each in all_seasons(connection, league) if each.id != season_id)
    successor = (each.id for each in others if each.closed_at is None and each.has_begun(evening))
    make_current(connection, next(successor, None), evening, league)
