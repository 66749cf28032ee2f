"""Functions that damage events of a match, and functions that read the match afterwards."""

import pytest
from sqlalchemy import select, text

from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.server import engines
from tests.databases import rows

MATCHES = 12
# Replacements for an event's kind and body.
SPOILT = {
    "another kind": ("no such kind", "'{}'"),
    "empty body": ("stage recorded", "'{}'"),
    "not an object": ("stage recorded", "'[3]'"),
    "not json": ("stage recorded", "'[no json'"),
    "not text": ("stage recorded", "CAST(x'7b22ff' AS TEXT)"),
    "other answers": ("stage recorded", """'{"answers": 7, "round": 1, "stage": 1}'"""),
    "no start": ("match thrown away", "'{}'"),
    "no first deal": None,  # the event is deleted
}
NO_JSON = {"not json", "not text"}  # PostgreSQL refuses to store these


def delete_an_event(app):
    match = min(
        row.id for row in rows(app, Matches) if row.state == MatchState.OVER and row.version > 2
    )
    with engines.engine_of(app).begin() as connection:
        connection.execute(
            text(f"DELETE FROM match_event WHERE match_id = {match} AND version = 2")
        )
    return match, 3  # the event after the gap


def first_match(app, state):
    return min(row.id for row in rows(app, Matches) if row.state == state)


def damage_entry(app, match, version, kind, said):
    with engines.engine_of(app).begin() as connection:
        connection.execute(
            text(
                f"UPDATE match_event SET kind = '{kind}', body = {said}"
                f" WHERE match_id = {match} AND version = {version}"
            )
        )


def time_of_entry(app, match, version):
    query = select(MatchEvents.at).where(
        MatchEvents.match_id == match, MatchEvents.version == version
    )
    with engines.engine_of(app).connect() as connection:
        return connection.scalar(query)


def entry_versions(app, match):
    query = select(MatchEvents.version).where(MatchEvents.match_id == match)
    with engines.engine_of(app).connect() as connection:
        return connection.scalars(query.order_by(MatchEvents.version)).all()


def unreadable_error(log, match):
    """Return the error that the log raises for this match."""
    with pytest.raises(UnreadableMatch) as error:
        log.sheet(match)
    return error.value
