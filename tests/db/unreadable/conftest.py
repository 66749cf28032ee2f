"""A league with one match whose log is damaged in one of several ways."""

import pytest

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.match.outcome import MatchState
from scorekeeper.server import engines
from tests.db.unreadable.spoiling import (
    MATCHES,
    NO_JSON,
    SPOILT,
    damage_entry,
    delete_an_event,
    first_match,
)
from tests.filled_league import fill_league


@pytest.fixture
def filled_app(app):
    fill_league(app, matches=MATCHES, seed=3)
    return app


@pytest.fixture
def log(filled_app):
    return SqlLog(engines.store_of(filled_app))


@pytest.fixture(params=SPOILT)
def damaged_match(request, filled_app, log):
    """A finished match with a damaged event: (match, version of the first unreadable event)."""
    if SPOILT[request.param] is None:
        return delete_an_event(filled_app)
    kind, said = SPOILT[request.param]
    if request.param in NO_JSON and engines.engine_of(filled_app).dialect.name == "postgresql":
        said = "'\"no object\"'"
    match = first_match(filled_app, MatchState.OVER)
    version = 1 if request.param == "no start" else 2
    damage_entry(filled_app, match, version, kind, said)
    return match, version
