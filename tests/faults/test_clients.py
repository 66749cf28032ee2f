"""The clients in `clients.py` send forms that the server accepts."""

import threading

import pytest

from scorekeeper import create_app
from scorekeeper.db.tables import MatchEvents
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.databases import create_league_file, rows
from tests.faults.clients import ACTION_WEIGHTS, Client
from tests.faults.histories import log_of
from tests.faults.killing import preloaded_server

# Two corrections, because a single one may enter the same winner again and change nothing.
SEQUENCE = (
    "answer",
    "answer",
    "correct",
    "correct",
    *(kind for kind in ACTION_WEIGHTS if kind != "correct"),
)


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", create_league_file(tmp_path / "league.sqlite"))
    app = create_app()
    yield app
    engines.engine_of(app).dispose()


@pytest.mark.fault
def test_every_kind_of_action_writes_an_event(app):
    store, log = engines.store_of(app), app.extensions["scorekeeper.log"]
    people = tuple(roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))
    options = {"schedule": [2, 2, 2]}
    match = commands.start_match(log, "jabberwocky", people, options, CommandMeta("start", 1))
    with preloaded_server() as server:
        server.send("start")
        client = Client(1, server.port, {match: people}, threading.Event())
        for kind in SEQUENCE:
            client.change_match(kind, match, client.read_match(match))

    written = log_of(rows(app, MatchEvents))
    assert client.unexpected == []
    assert {each.kind for each in client.actions if (match, each.key) in written} == set(
        ACTION_WEIGHTS
    )
