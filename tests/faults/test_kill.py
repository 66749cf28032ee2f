"""A server that is killed while answers come in: none that it took is lost or doubled."""

import http.client
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
from urllib.parse import urlencode

import pytest

from scorekeeper import create_app, db, league, table
from scorekeeper.models import Match, MatchEvent, MatchPlayer
from scorekeeper.rebuild import rebuild
from scorekeeper.table import Sent
from tests.databases import rows

ROOT = Path(__file__).resolve().parents[2]
KILLS = 100
PHONES = 4  # each with a match of its own, and all with one that they share
PATIENCE = 240  # seconds for all of it
TAKEN, TOO_LATE = 303, 409
LONG = {"schedule": [2] * 5000}  # more deals than any phone gets to


@pytest.fixture
def app(tmp_path, monkeypatch):
    file = tmp_path / "league.sqlite"
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(file))
    app = create_app()
    db.upgrade(app)
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
        """The status, or None if the server died meanwhile."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        try:
            line.request("POST", path, urlencode(form), {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://127.0.0.1:{self.server.port}",
            })  # fmt: skip
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            line.close()


def deals():
    """Everybody bids nothing; one takes both tricks."""
    number = 0
    while True:
        number += 1
        yield number, "bids", {"1": 0, "2": 0, "3": 0}
        yield number, "tricks", {"1": 2, "2": 0, "3": 0}


@pytest.fixture
def matches(app):
    """One match for each phone, and the last for all of them."""
    with app.app_context():
        people = tuple(league.add_player(name).key for name in ("Ana", "Bruno", "Chus"))
    log = app.extensions["scorekeeper.log"]
    return [
        table.start(log, "jabberwocky", people, LONG, Sent(f"start {n}", 1))
        for n in range(PHONES + 1)
    ]


@pytest.fixture
def phones(matches):
    """What the phones heard, after the server was killed a hundred times meanwhile."""
    dice, stop, began = random.Random(1), threading.Event(), time.monotonic()
    with nursery() as server:
        phones = [Phone(n, server, matches[n], matches[-1], stop) for n in range(PHONES)]
        for phone in phones:
            phone.start()
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
            for phone in phones:
                phone.join()
    return phones


@pytest.mark.fault
def test_every_answer_that_was_taken_is_there_and_none_is_there_twice(app, phones, matches):
    heard = [taken for phone in phones for taken in phone.taken]
    before = everything(app)
    written = [(row.match_id, told(row.key)) for row in before[0] if row.version > 1]

    assert [phone.strange for phone in phones] == [[]] * PHONES
    assert len(heard) >= KILLS * PHONES
    assert set(heard) <= set(written)
    assert [key for key, times in Counter(written).items() if times > 1] == []
    assert [slot for slot, times in Counter(map(slot, before[0])).items() if times > 1] == []
    assert whole(app)

    rebuild(app)
    assert everything(app) == before


def told(key):
    """The phone's own part of a key; the rest tells the answer."""
    return key.rpartition("-")[0]


def slot(row):
    """What was asked: each stage of each deal is answered once."""
    return row.match_id, row.body.get("round"), row.body.get("stage")


def everything(app):
    return [rows(app, table) for table in (MatchEvent, Match, MatchPlayer)]


def whole(app):
    file = db.engine_of(app).url.database
    connection = sqlite3.connect(file)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
