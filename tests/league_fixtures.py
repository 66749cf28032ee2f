"""Fixtures of a league on SQLite and PostgreSQL: its app, log, players, statistics and a match."""

import itertools

import pytest

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.clocks import evening_timestamp
from tests.databases import create_bare_app, create_league_file

BOTH = [
    pytest.param("sqlite", id="sqlite"),
    pytest.param("postgresql", id="postgresql", marks=pytest.mark.pg),
]


def in_turn(name, values, ids=None):
    """Run a test with each of these values of `name`, alternately on SQLite and PostgreSQL.

    This suits random tests, in which any value may run on either database.
    """
    kinds = itertools.cycle([((), "sqlite"), (pytest.mark.pg, "postgresql")])
    cases = [
        pytest.param(kind, value, marks=marks)
        for (marks, kind), value in zip(kinds, values, strict=False)
    ]
    names = [f"{case.values[0]}-{each}" for case, each in zip(cases, ids or values, strict=True)]
    return pytest.mark.parametrize(("database", name), cases, indirect=["database"], ids=names)


@pytest.fixture(params=BOTH)
def database(request):
    """The address of an empty league, once in SQLite and once in PostgreSQL."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def app(database):
    app = create_bare_app(database)
    yield app
    engines.engine_of(app).dispose()


@pytest.fixture
def store(app):
    return engines.store_of(app)


@pytest.fixture
def log(store):
    return SqlLog(store)


@pytest.fixture
def another_process(database):
    """A function that creates logs with empty caches, as in a second server process."""
    apps = []

    def make():
        apps.append(create_bare_app(database))
        return SqlLog(engines.store_of(apps[-1]))

    yield make
    for app in apps:
        engines.engine_of(app).dispose()


@pytest.fixture
def another_league(tmp_path):
    """An app with an empty league in a separate SQLite file."""
    app = create_bare_app(f"sqlite:///{create_league_file(tmp_path / 'another.sqlite')}")
    yield app
    engines.engine_of(app).dispose()


@pytest.fixture
def people(store):
    """The keys of the players Ana, Bruno and Chus."""
    return tuple(roster.add_player(store, name, at=0).key for name in ("Ana", "Bruno", "Chus"))


@pytest.fixture
def stats_cache(store):
    return StatsCache(store)


@pytest.fixture
def play(log, people):
    """A function that plays a one-deal match of Jabberwocky and returns the match's id.

    The match ends `hours` hours after 20:00 on the given evening. The winner scores one point, and
    the others share second place.
    """

    def play(evening, winner="1", hours=0):
        at = evening_timestamp(evening) + int(hours * 3600)
        start = CommandMeta(f"{evening} {winner} {hours}", at)
        match = commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, start)
        tricks = dict.fromkeys(people, 0) | {winner: 1}
        for stage, said in (("bids", dict.fromkeys(people, 1)), ("tricks", tricks)):
            commands.record_stage(
                log, match, 1, stage, {stage: said}, CommandMeta(f"{match} {stage}", at)
            )
        return match

    return play
