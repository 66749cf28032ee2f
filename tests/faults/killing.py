"""A real server that can be killed and started again at once, and phones that write meanwhile."""

import http.client
import os
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from pathlib import Path

from tests.faults.keeper import post
from tests.members import HEADERS

ROOT = Path(__file__).resolve().parents[2]
TAKEN, TOO_LATE = 303, 409
LONG = {"schedule": [2] * 1000}  # more deals than any phone gets to


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
    """Writes down deal after deal, and sends each answer until it hears that it was taken.

    `patient` are answers besides 303 and 409 after which it tries again: those of a server that
    lost its database.
    """

    def __init__(self, number, port, own, shared, stop, patient=()):
        super().__init__()
        self.number, self.port, self.stop, self.patient = number, port, stop, patient
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
            answer = post(self.port, f"/matches/{match}/rounds/{number}/{stage}", form)
            status = answer and answer[0]
            if status is None or status in self.patient:
                continue
            if status == TAKEN:
                self.taken.append((match, key))
            elif status != TOO_LATE:  # another phone wrote this one
                self.strange.append((status, match, key))
            return

    def sheets(self):
        """What it is shown of its matches: the sheet of each, as a spreadsheet."""
        return {match: get(self.port, f"/matches/{match}/sheet.csv") for match in self.turns}


def deals():
    """Everybody bids nothing; one takes both tricks."""
    number = 0
    while True:
        number += 1
        yield number, "bids", {"1": 0, "2": 0, "3": 0}
        yield number, "tricks", {"1": 2, "2": 0, "3": 0}


def get(port, path):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("GET", path, headers=HEADERS)
        answer = line.getresponse()
        assert answer.status == 200
        return answer.read().decode()


def slot(row):
    """What was asked: each stage of each deal is answered once."""
    return row.match_id, row.body.get("round"), row.body.get("stage")
