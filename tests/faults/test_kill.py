"""A server that is killed while answers come in: none that it took is lost or doubled, and no
change to the league is half done.
"""

import os
import random
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper import create_app, db, import_undo, league, nights, table
from scorekeeper.books import Bookkeeper
from scorekeeper.models import Import, KeptResult, Match, MatchEvent, MatchPlayer, Payment, Season
from scorekeeper.rebuild import rebuild
from scorekeeper.table import Sent
from tests.databases import rows
from tests.engine.leagues_life import spelled_out
from tests.engine.test_rebuild import as_tuple
from tests.faults.keeper import LINES, LONG_FILE, NIGHT, Keeper, post
from tests.members import add_phone

ROOT = Path(__file__).resolve().parents[2]
KILLS = 60
ROUNDS = 2  # of each change to the league, at least
ENDED = 3  # matches that seasons count
PHONES = 4  # each with a match of its own, and all with one that they share
PATIENCE = 240  # seconds for all of it
TAKEN, TOO_LATE = 303, 409
LONG = {"schedule": [2] * 5000}  # more deals than any phone gets to


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    file = tmp_path_factory.mktemp("killed") / "league.sqlite"
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_DATABASE", str(file))
        app = create_app()
        db.upgrade(app)
        add_phone(app)
        yield app
        db.engine_of(app).dispose()


class Server:
    """The nursery and its socket."""

    def __init__(self, nursery, port):
        self.nursery, self.port = nursery, port

    def tell(self, word):
        self.nursery.stdin.write(f"{word}\n")
        self.hear()

    def hear(self):
        self.nursery.stdin.flush()
        assert self.nursery.stdout.readline() == "done\n"


@contextmanager
def nursery():
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("nursery.py")), str(listener.fileno())],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[listener.fileno()],
        )
        with process:
            server = Server(process, listener.getsockname()[1])
            server.hear()
            try:
                yield server
            finally:
                server.tell("kill")
                process.stdin.close()


class Phone(threading.Thread):
    """Writes down deal after deal, and sends each answer until it hears that it was taken."""

    def __init__(self, number, server, own, shared, stop):
        super().__init__()
        self.number, self.server, self.stop = number, server, stop
        self.turns = {own: iter(deals()), shared: iter(deals())}
        self.taken = []  # (match, key), and what was answered
        self.strange = []

    def run(self):
        while not self.stop.is_set():
            for match, answers in self.turns.items():
                self.insist(match, *next(answers))

    def insist(self, match, number, stage, seats):
        """Send one answer until somebody says what became of it."""
        key = f"phone {self.number} deal {number} {stage}"
        form = {"key": key, **{f"{stage}-{seat}": value for seat, value in seats.items()}}
        while not self.stop.is_set():
            status = self.post(f"/matches/{match}/rounds/{number}/{stage}", form)
            if status == TAKEN:
                self.taken.append((match, key))
            elif status == TOO_LATE:
                pass  # another phone wrote this one
            elif status is not None:
                self.strange.append((status, match, key))
            else:
                continue
            return

    def post(self, path, form):
        answer = post(self.server.port, path, form)
        return answer and answer[0]


def deals():
    """Everybody bids nothing; one takes both tricks."""
    number = 0
    while True:
        number += 1
        yield number, "bids", {"1": 0, "2": 0, "3": 0}
        yield number, "tricks", {"1": 2, "2": 0, "3": 0}


@pytest.fixture(scope="module")
def matches(app):
    """One match for each phone, and the last for all of them; three more have ended."""
    with app.app_context():
        names = ("Ana", "Bruno", "Chus", "Anna")
        people = tuple(league.add_player(name).key for name in names)[:3]
    log = app.extensions["scorekeeper.log"]
    for n in range(ENDED):
        at = nights.moment_of(NIGHT) + n
        ended = table.start(log, "jabberwocky", people, {"schedule": [1]}, Sent(f"end {n}", at))
        for stage, *said in (("bids", 1, 1, 1), ("tricks", 1, 0, 0)):
            answers = {stage: dict(zip(people, said, strict=True))}
            table.record(log, ended, 1, stage, answers, Sent(f"{stage}-end", at))
    return [
        table.start(log, "jabberwocky", people, LONG, Sent(f"start {n}", 1))
        for n in range(PHONES + 1)
    ]


@pytest.fixture(scope="module")
def heard(matches):
    """What the phones and the keeper of the league heard, after the server was killed sixty
    times meanwhile.
    """
    dice, stop, began = random.Random(1), threading.Event(), time.monotonic()
    with nursery() as server:
        phones = [Phone(n, server, matches[n], matches[-1], stop) for n in range(PHONES)]
        keeper = Keeper(server.port, stop)
        callers = [*phones, keeper]
        for caller in callers:
            caller.start()
        try:
            for _ in range(KILLS):
                heard = sum(len(phone.taken) for phone in phones)
                server.tell("start")
                while sum(len(phone.taken) for phone in phones) < heard + PHONES:
                    assert time.monotonic() - began < PATIENCE
                    time.sleep(0.002)
                time.sleep(dice.random() * 0.05)
                server.tell("kill")
        finally:
            stop.set()
            server.tell("start")
            for caller in callers:
                caller.join()
    return phones, keeper


@pytest.fixture(scope="module")
def phones(heard):
    return heard[0]


@pytest.fixture(scope="module")
def keeper(heard):
    return heard[1]


@pytest.mark.fault
def test_every_answer_that_was_taken_is_there_and_none_is_there_twice(app, phones, matches):
    heard = [taken for phone in phones for taken in phone.taken]
    before = derived(app)
    written = [(row.match_id, told(row.key)) for row in before[0] if row.version > 1]

    assert [phone.strange for phone in phones] == [[]] * PHONES
    assert len(heard) >= KILLS * PHONES
    assert set(heard) <= set(written)
    assert [key for key, times in Counter(written).items() if times > 1] == []
    assert [slot for slot, times in Counter(map(slot, before[0])).items() if times > 1] == []
    assert whole(app)

    books = spelled_out(Bookkeeper(db.engine_of(app)).settled())
    rebuild(app)
    assert derived(app) == before
    after = spelled_out(Bookkeeper(db.engine_of(app)).settled())
    assert {**after, "facts": None} == {**books, "facts": None}


@pytest.mark.fault
def test_no_change_to_the_league_is_half_done(app, keeper):
    assert keeper.strange == []
    assert min(Counter(kind for kind, _ in keeper.done).values()) >= ROUNDS
    paid = [row.key for row in rows(app, Payment)]
    assert {key for kind, key in keeper.done if kind == "pay"} <= set(paid)
    assert len(paid) == len(set(paid))
    seasons = rows(app, Season)
    kept = Counter(row.season_id for row in rows(app, KeptResult))
    assert {name for kind, name in keeper.done if kind == "open"} <= {row.name for row in seasons}
    # Of those that take the same matches the one that was closed first has them, all of them, and
    # goes on to have them once it is open again.
    assert kept == {1: ENDED}


@pytest.mark.fault
def test_no_import_is_half_there(app, keeper):
    with app.app_context():
        for row in rows(app, Import):
            if row.state in ("writing", "stopping"):
                import_undo.take_out(row.id)
    there = Counter(batch(row) for row in rows(app, Match) if row.state == "noted")
    away = Counter(batch(row) for row in rows(app, Match) if row.state == "thrown away")

    for row in rows(app, Import):
        lines = LONG_FILE if row.name == "long.csv" else LINES
        assert there[row.id] == lines * (row.state == "written"), row.state
        assert away[row.id] == lines * (row.state == "undone"), row.state
    written = {"written", "undone"}
    assert len([row for row in rows(app, Import) if row.state in written]) >= ROUNDS


def told(key):
    """The phone's own part of a key; the rest tells the answer."""
    return key.rpartition("-")[0]


def slot(row):
    """What was asked: each stage of each deal is answered once."""
    return row.match_id, row.body.get("round"), row.body.get("stage")


def batch(row):
    """The import that an old result came with, if it is one."""
    return row.summary.get("batch")


def derived(app):
    """The log and what follows from it; not with which change it was written."""
    matches = [(*row._replace(counted=None),) for row in map(as_tuple, rows(app, Match))]
    return rows(app, MatchEvent), matches, rows(app, MatchPlayer)


def whole(app):
    file = db.engine_of(app).url.database
    connection = sqlite3.connect(file)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
