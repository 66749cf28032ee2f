"""Compare the league's own row with the row in a document, and update the league's row."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, update

from scorekeeper.db.tables import Leagues
from scorekeeper.messages import say
from scorekeeper.transfer.league_json.load_target import Target
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.league_json.sections import LEAGUE


def load_league_row(
    target: Target,
    given: Mapping[str, Any],
    highest: Mapping[str, int],
    seasons: Mapping[int, int | None],
) -> int:
    """Increase the id counters. An empty league also gets all other values, such as the name.

    Returns 1 if this changed the row, else 0. Raises ImportConflict if the current season is
    unknown.
    """
    stored = target.connection.execute(LEAGUE.query(target.league)).mappings().one()
    values: dict[str, Any] = {
        name: max(stored[name], given[name], number) for name, number in highest.items()
    }
    current = given["current_season"]
    if current is not None and current not in seasons:
        raise ImportConflict(
            say("The current season has id {n}, which is not in this file.", n=current)
        )
    if target.was_empty:
        settings = {name: given[name] for name in LEAGUE.columns if name not in highest}
        values |= settings | {"time_zone": time_zone_after_import(target, given)}
    if all(stored[name] == value for name, value in values.items()):
        return 0
    target.connection.execute(update(Leagues).where(Leagues.id == target.league).values(values))
    return 1


def time_zone_after_import(target: Target, given: Mapping[str, Any]) -> str | None:
    """Return the time zone that the league has after the import.

    An empty league gets the document's time zone if there is one. Otherwise, the league keeps its
    own, which may come from its owner's phone.
    """
    query = select(Leagues.time_zone).where(Leagues.id == target.league)
    stored: str | None = target.connection.scalar(query)
    return given["time_zone"] or stored if target.was_empty else stored
