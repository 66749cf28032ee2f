"""A real server that can be killed and restarted immediately, and phones that keep writing."""

import http.client
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from tests.faults.keeper import post
from tests.members import HEADERS

ROOT = Path(__file__).resolve().parents[2]
SAVED, TOO_LATE, BUSY, FULL = 303, 409, 503, 507
ALREADY_SAVED = "saved=already"  # in the Location, if another phone had saved the same values
LONG = {"schedule": [2] * 1000}  # more deals than any phone reaches


class Server:
    """The preloaded process and the port of its socket."""

    def __init__(self, process, port):
        self.process, self.port = process, port

    def send(self, word):
        self.process.stdin.write(f"{word}\n")
        self.wait_until_done()

    def wait_until_done(self):
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"


@contextmanager
def preloaded_server():
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        process = subprocess.Popen(
            [
                sys.executable,
                str(Path(__file__).with_name("preloaded_server.py")),
                str(listener.fileno()),
            ],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[listener.fileno()],
        )
        with process:
            server = Server(process, listener.getsockname()[1])
            server.wait_until_done()
            try:
                yield server
            finally:
                server.send("kill")
                process.stdin.close()


class Phone(threading.Thread):
    """A thread that plays deal after deal and repeats each answer until the server responds.

    It also repeats an answer if the response has a status in `retried_statuses`, for example
    because the server lost its database or the disk is full. `refused` counts the answers that a
    full disk refused. `pause` is the number of seconds between two answers to the same match.
    """

    def __init__(self, number, port, own, shared, stop, retried_statuses=(), pause=0):
        super().__init__()
        self.number, self.port, self.stop, self.retried_statuses = (
            number,
            port,
            stop,
            retried_statuses,
        )
        self.pause = pause
        self.turns = {own: deals(number), shared: deals(number)}
        self.taken = []  # (match, key) of each accepted answer
        self.equal = []  # (match, deal, stage) of each answer that another phone had saved already
        self.unexpected, self.refused = [], 0

    def run(self):
        while not self.stop.is_set():
            for match, answers in self.turns.items():
                self.send_until_answered(match, *next(answers))
            self.stop.wait(self.pause)

    def send_until_answered(self, match, number, stage, seats):
        """Repeat one answer until the server accepts it or responds with an unexpected status.

        A 409 also ends the repetition, because another phone has saved this stage.
        """
        key = f"phone {self.number} deal {number} {stage}"
        form = {"key": key, **{f"{stage}-{seat}": value for seat, value in seats.items()}}
        while not self.stop.is_set():
            response = post(self.port, f"/matches/{match}/rounds/{number}/{stage}", form)
            status, location = response or (None, None)
            self.refused += status == FULL
            if status is None or status in self.retried_statuses:
                continue
            if status == SAVED and ALREADY_SAVED in location:
                self.equal.append((match, number, stage))
            elif status == SAVED:
                self.taken.append((match, key))
            elif status != TOO_LATE:  # 409: another phone saved this stage
                self.unexpected.append((status, match, key))
            return

    def sheets(self):
        """Return {match: score sheet as CSV} for the phone's matches."""
        return {match: get(self.port, f"/matches/{match}/sheet.csv") for match in self.turns}


def deals(phone):
    """Yield (deal, stage, answers) without end.

    All phones enter a bid of 0 for each seat. Which seat takes both tricks depends on the phone's
    number.
    """
    for deal in count(1):
        yield deal, "bids", {"1": 0, "2": 0, "3": 0}
        yield deal, "tricks", {"1": 0, "2": 0, "3": 0, str(phone % 3 + 1): 2}


def get(port, path):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path, headers=HEADERS)
        response = connection.getresponse()
        assert response.status == 200
        return response.read().decode()


def stage_of(row):
    """Return (match, deal, stage) of the answer in this row.

    No two accepted answers may have the same values.
    """
    return row.match_id, row.body.get("round"), row.body.get("stage")


def count_accepted(phones):
    """Return the number of accepted answers."""
    return sum(len(phone.taken) for phone in phones)


def count_refused(phones):
    """Return the number of answers that the server could not write."""
    return sum(phone.refused for phone in phones)


def sqlite_is_intact(engine):
    with closing(sqlite3.connect(engine.url.database)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
