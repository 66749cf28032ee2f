"""A server that is killed during writes loses no confirmed answer and leaves no change half done.

No answer is written twice, and at the end all phones see the same sheets. On SQLite, the disk is
full before every third kill. `make faults` runs it for a minute on each database with twenty
phones, or for as long as `FOR` says.
"""

import os
import random
import sqlite3
import threading
import time
from collections import Counter

import pytest

from scorekeeper import create_app
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import (
    ImportJobs,
    Matches,
    MatchEvents,
    MatchPlayers,
    Payments,
    Seasons,
    SnapshotResults,
)
from scorekeeper.league import roster
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests import clocks
from tests.databases import address, numbers, rows
from tests.db.test_rebuild import as_tuple
from tests.faults.histories import Client, Did, Saw, contradictions, impossible, log_of
from tests.faults.keeper import EVENING, LINES, LONG_FILE, Keeper, told
from tests.faults.killing import LONG, TAKEN, Phone, nursery, slot
from tests.league.random_league import spelled_out
from tests.members import add_phone

SECONDS = float(os.environ.get("FAULTS_SECONDS", "0"))  # the least time that all kills take
KILLS = 6
ROUNDS = 2  # the least number of times that each change to the league is made
ENDED = 3  # matches that seasons count
PHONES = 20 if SECONDS else 4  # each with its own match, and one match shared by all
CLIENTS = 6 if SECONDS else 3  # clients that change two matches at random
FULL = 507  # the status of a response that could not be written
PATIENCE = 240 + SECONDS  # seconds, at most, for the whole test


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def place(request, tmp_path_factory):
    """Return the address of a new database."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("killed") / "league.sqlite")
    server = request.getfixturevalue("server")
    with server.connect() as connection:
        name = f"killed_{next(numbers)}"  # a new name for each
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    return address(server, name)


@pytest.fixture(scope="module")
def app(place):
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_DATABASE", place)
        app = create_app()
        engines.upgrade(app)
        add_phone(app)
        yield app
        engines.engine_of(app).dispose()


@pytest.fixture(scope="module")
def matches(app):
    """Start a match for each phone, two for the clients and a shared one; return their ids.

    Three more matches have ended and count for seasons.
    """
    names = ("Ana", "Bruno", "Chus", "Anna")
    store = engines.store_of(app)
    people = tuple(roster.add_player(store, name).key for name in names)[:3]
    log = app.extensions["scorekeeper.log"]
    for n in range(ENDED):
        at = clocks.evening_timestamp(EVENING) + n
        ended = commands.start_match(
            log, "jabberwocky", people, {"schedule": [1]}, CommandMeta(f"end {n}", at)
        )
        for stage, *said in (("bids", 1, 1, 1), ("tricks", 1, 0, 0)):
            answers = {stage: dict(zip(people, said, strict=True))}
            commands.record_stage(log, ended, 1, stage, answers, CommandMeta(f"{stage}-end", at))
    return [
        commands.start_match(log, "jabberwocky", people, LONG, CommandMeta(f"start {n}", 1))
        for n in range(PHONES + 3)
    ]


@pytest.fixture(scope="module")
def heard(matches, place):
    """Return (phones, keeper, sheets, clients) that ran while the server was killed."""
    stop = threading.Event()
    with nursery() as server:
        is_file = "://" not in place
        phones = [
            Phone(n, server.port, matches[n], matches[-1], stop, {FULL}) for n in range(PHONES)
        ]
        keeper = Keeper(server.port, stop, ROUNDS, {FULL})
        clients = [Client(n, server.port, matches[PHONES:-1], stop, {FULL}) for n in range(CLIENTS)]
        callers = [*phones, keeper, *clients]
        for caller in callers:
            caller.start()
        try:
            kill_again_and_again(server, phones, clients, fills=is_file)
            server.tell("start")
            assert keeper.has_done.wait(PATIENCE)
        finally:
            stop.set()
            for caller in callers:
                caller.join()
        sheets = [phone.sheets() for phone in phones]
    return phones, keeper, sheets, clients


def kill_again_and_again(server, phones, clients, *, fills):
    """Kill the server at random moments.

    Each kill follows at least PHONES more accepted answers and one more action of a client. If
    `fills`, the disk is full before every third kill, until at least PHONES answers are refused.
    """
    dice, began = random.Random(1), time.monotonic()
    for kill in range(1, KILLS + 1):
        heard, acts = taken(phones), done(clients)
        until = began + SECONDS * kill / KILLS
        server.tell("start")
        while taken(phones) < heard + PHONES or done(clients) == acts or time.monotonic() < until:
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.002)
        time.sleep(dice.random() * 0.05)
        if fills and kill % 3 == 0:
            enough = refused(phones) + PHONES
            server.tell("fill")
            while refused(phones) < enough:
                assert time.monotonic() - began < PATIENCE
                time.sleep(0.002)
        server.tell("kill")


def taken(phones):
    """Return the number of accepted answers."""
    return sum(len(phone.taken) for phone in phones)


def refused(phones):
    """Return the number of answers that the server could not write."""
    return sum(phone.refused for phone in phones)


def done(clients):
    """Return the number of accepted actions."""
    return sum(did.status == TAKEN for client in clients for did in client.did)


@pytest.fixture(scope="module")
def phones(heard):
    return heard[0]


@pytest.fixture(scope="module")
def keeper(heard):
    return heard[1]


@pytest.mark.fault
def test_every_accepted_answer_is_stored_exactly_once(app, phones, matches):
    heard = [taken for phone in phones for taken in phone.taken]
    before = derived(app)
    written = [(row.match_id, told(row.key)) for row in before[0] if row.version > 1]

    assert [phone.strange for phone in phones] == [[]] * PHONES
    assert len(heard) >= KILLS * PHONES
    assert set(heard) <= set(written)
    assert [key for key, times in Counter(written).items() if times > 1] == []
    answered = [slot(row) for row in before[0] if row.match_id not in matches[PHONES:-1]]
    assert [slot for slot, times in Counter(answered).items() if times > 1] == []
    assert whole(app)

    snapshot = spelled_out(StatsCache(engines.store_of(app)).wait_until_current())
    rebuild(engines.engine_of(app))
    assert derived(app) == before
    after = spelled_out(StatsCache(engines.store_of(app)).wait_until_current())
    assert {**after, "league state": None} == {**snapshot, "league state": None}


@pytest.mark.fault
def test_all_phones_see_the_same_sheets_as_a_restarted_app(app, heard, matches):
    restarted = app.test_client()
    for sheets in heard[2]:
        for match, sheet in sheets.items():
            assert sheet == restarted.get(f"/matches/{match}/sheet.csv").text


@pytest.mark.fault
def test_the_history_of_client_requests_is_linearizable(app, heard, matches):
    clients, theirs = heard[3], matches[PHONES:-1]
    log = log_of(rows(app, MatchEvents), theirs)

    assert [client.strange for client in clients] == [[]] * CLIENTS
    assert impossible(clients, log) == []
    # Every event is known to its client, except for the last action of each.
    heard_of = {(did.match, did.key) for client in clients for did in client.did}
    assert len(log.keys() - heard_of) <= CLIENTS
    assert log
    assert done(clients) >= KILLS


def test_contradictions_in_a_history_are_found():
    """Three actions in sequence by two clients, and two reads between them."""
    acts = [
        Did(1, 7, "answer", "a", 303, 0, 1),
        Did(2, 7, "answer", "b", 303, 2, 3),
        Did(1, 7, "undo", "c", 409, 4, 5),
    ]
    saw = [Saw(2, 7, 2, 1.5, 1.6), Saw(1, 7, 3, 3.5, 3.6)]
    right = {(7, "a"): 2, (7, "b"): 3}

    assert contradictions(acts, saw, right) == []
    assert contradictions(acts, saw, {(7, "a"): 2}) == [
        "b (answer, match 7, 303) was taken, and is not in the log.",
    ]
    assert contradictions(acts, saw, right | {(7, "c"): 4}) == [
        "c (undo, match 7, 409) was refused, and is in the log.",
    ]
    assert contradictions(acts, saw, {(7, "a"): 3, (7, "b"): 2}) == [
        "a (answer, match 7, 303) was over before b (answer, match 7, 303) began, and comes"
        " after it: 3, 2.",
        "Client 2 saw version 2 after a (answer, match 7, 303) was 3.",
        "Client 2 saw version 2 before b (answer, match 7, 303) was 2.",
    ]


def test_a_contradiction_is_reported_with_only_the_actions_it_involves():
    """Of two hundred actions and reads, two contradict each other."""
    clients = [Client(1, 0, [7], None), Client(2, 0, [7], None)]
    for n in range(100):
        who = clients[n % 2]
        who.did.append(Did(who.number, 7, "answer", f"{n}", 303, 2 * n, 2 * n + 1))
        who.saw.append(Saw(who.number, 7, n + 2, 2 * n + 1.2, 2 * n + 1.4))
    log = {(7, f"{n}"): n + 2 for n in range(100)}
    assert impossible(clients, log) == []

    clients[0].saw[30] = clients[0].saw[30]._replace(version=61)

    assert impossible(clients, log) == [
        "Client 1 saw version 61 after 60 (answer, match 7, 303) was 62.",
        "120.000 to 121.000: client 1: 60 (answer, match 7, 303), in the log as 62",
        "121.200 to 121.400: client 1 saw version 61 of match 7",
    ]


@pytest.mark.fault
def test_payments_and_seasons_are_stored_completely_or_not_at_all(app, keeper):
    assert keeper.strange == []
    assert min(Counter(kind for kind, _ in keeper.done).values()) >= ROUNDS
    paid = [row.key for row in rows(app, Payments)]
    assert {key for kind, key in keeper.done if kind == "pay"} <= set(paid)
    assert len(paid) == len(set(paid))
    seasons = rows(app, Seasons)
    results_by_season = Counter(row.season_id for row in rows(app, SnapshotResults))
    assert {name for kind, name in keeper.done if kind == "open"} <= {row.name for row in seasons}
    # All created seasons claim the same matches. The season closed first keeps all of them, even
    # after it is reopened.
    assert results_by_season == {1: ENDED}


@pytest.mark.fault
def test_imports_are_stored_completely_or_not_at_all(app, keeper):
    there = Counter(batch(row) for row in rows(app, Matches) if row.state == "noted")
    away = Counter(batch(row) for row in rows(app, Matches) if row.state == "thrown away")

    for row in rows(app, ImportJobs):
        lines = LONG_FILE if row.name == "long.csv" else LINES
        assert there[row.id] == lines * (row.state == "written"), row.state
        assert away[row.id] == lines * (row.state == "undone"), row.state
    written = {"written", "undone"}
    assert len([row for row in rows(app, ImportJobs) if row.state in written]) >= ROUNDS


def batch(row):
    """Return the id of the import that added the match, or None."""
    return row.summary.get("batch")


def derived(app):
    """Return the log and the derived rows, without the number of the change that wrote them."""
    matches = [(*row._replace(counted=None),) for row in map(as_tuple, rows(app, Matches))]
    return rows(app, MatchEvents), matches, rows(app, MatchPlayers)


def whole(app):
    if engines.engine_of(app).dialect.name != "sqlite":
        return True
    connection = sqlite3.connect(engines.engine_of(app).url.database)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
