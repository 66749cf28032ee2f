"""A client that changes the league while the server is killed repeatedly.

It changes seasons, payments, player merges and imports. Each request is repeated until the server
responds.
"""

import http.client
import threading
from random import Random
from string import ascii_lowercase
from urllib.parse import urlencode

from scorekeeper.rules import GAMES
from tests.confirmations import CONFIRMED
from tests.members import HEADERS
from tests.sample import sized

EVENING = "2020-09-03"  # the evening of the matches that count towards the keeper's seasons
EVENING_AFTER = "2020-09-04"  # from this evening onwards, matches count towards the clients' season
LINES, LONG_FILE = 30, sized(1100, 300)  # matches in a CSV file
SAVED, UNCONFIRMED = 303, 422
# Every kind of change that the keeper makes.
KEEPER_KINDS = {
    "pay",
    "open",
    "change",
    "close",
    "reopen",
    "merge",
    "unmerge",
    "upload",
    "write",
    "undo",
}
SETTINGS = {
    "starts": EVENING,
    "ends": EVENING,
    "games": list(GAMES),
    "measure": "places",
    "each": "match",
    "table": "5 3 2 1",
    "shared": "average",
    "which": "all",
    "count": "10",
    "minimum": "0",
    "bonus": "0",
    "ties": "head wins",
    "unit": "",
    "save": "1",
}


class Keeper(threading.Thread):
    """A thread that makes changes of every kind, in rounds, until `stop` is set.

    `done` lists the accepted changes as (kind, subject). `has_done` is set once every kind has
    been accepted at least `rounds` times, or at the first unexpected status, which is recorded in
    `unexpected`.
    """

    def __init__(self, port, stop, rounds, retried_statuses=()):
        super().__init__()
        self.port, self.stop, self.rounds, self.retried_statuses = (
            port,
            stop,
            rounds,
            retried_statuses,
        )
        self.has_done = threading.Event()
        self.done, self.unexpected = [], []

    def run(self):
        self.import_file("long", LONG_FILE)
        number = 0
        while not self.stop.is_set():
            number += 1
            self.pay(number)
            self.create_season(number)
            self.merge(number)
            self.import_file(number, LINES)
            # Players are merged in one round and unmerged in the next.
            if number > 2 * self.rounds:
                self.has_done.set()

    def send_until_answered(self, kind, about, path, form, files=None):
        """Repeat a POST until it is accepted, and return the address to which it redirects.

        If `stop` is set first, returns None. An unexpected status is recorded in `unexpected`, and
        the POST is not repeated.
        """
        while not self.stop.is_set():
            response = post(self.port, path, form, files)
            if response is None or response[0] in self.retried_statuses:
                continue
            status, where = response
            if status == SAVED:
                self.done.append((kind, about))
                return where
            self.unexpected.append((status, kind, about))
            self.has_done.set()
            self.stop.wait()
        return None

    def pay(self, number):
        key, before = f"paid {number}", range(number)
        seen = f"{before[-1]}-{sum(before)}"  # last payment and total
        form = {"payer": 1, "payee": 2, "amount": number, "unit": "cents", "key": key, "seen": seen}
        self.send_until_answered("pay", key, "/money/settled", form)

    def create_season(self, number):
        """Create a season, change its scheme and close it. Reopen it if its number is odd."""
        form = {**SETTINGS, "name": f"Season {number}"}
        if where := self.send_until_answered("open", form["name"], "/season/new", form):
            self.send_until_answered("change", where, f"{where}/edit", {**form, "table": "4 1"})
            self.send_until_answered("close", where, f"{where}/close", {})
            if number % 2:
                self.send_until_answered("reopen", where, f"{where}/reopen", {})

    def merge(self, number):
        if number % 2:
            self.send_until_answered("merge", number, "/players/4/same", {"name": "Ana"})
        else:
            self.send_until_answered("unmerge", number, "/players/4/part", {})

    def import_file(self, name, matches):
        """Upload and import a CSV file with a new player.

        If the file has LINES matches and an odd number as its name, the import is then undone.
        """
        where = self.send_until_answered(
            "upload", name, "/import", {"key": name}, results_file(name, matches)
        )
        if where:
            chosen = {"column-3": "points of", "seen": matches}
            self.send_until_answered("write", name, where, {"write": 1, **chosen})
            if matches == LINES and int(name) % 2:
                self.send_until_answered("undo", name, f"{where}/undo", {})


def results_file(name, matches):
    """Return (name, text) of a CSV file with one match per line.

    The new player's name and the year of the matches depend on `name`.
    """
    rng = Random(str(name))
    someone, year = "".join(rng.choices(ascii_lowercase, k=12)), rng.randrange(1971, 1990)
    lines = [f"date;game;Ana;{someone}"]
    lines += [
        f"{year + n // 336}-{1 + n // 28 % 12:02}-{1 + n % 28:02};Loba;0;{n + 1}"
        for n in range(matches)
    ]
    return f"{name}.csv", "\n".join(lines)


def post(port, path, form, file=None):
    """Send a form and return (status, Location). If the connection fails, return None.

    If the server asks for confirmation, the form is sent again with the confirmation.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    body, kind = urlencode(form, doseq=True), "application/x-www-form-urlencoded"
    if file:
        body, kind = multipart(form, *file), "multipart/form-data; boundary=x"
    try:
        origin = {"Content-Type": kind, "Origin": f"http://127.0.0.1:{port}"}
        connection.request("POST", path, body, HEADERS | origin)
        response = connection.getresponse()
        asks = (
            CONFIRMED.search(response.read().decode()) if response.status == UNCONFIRMED else None
        )
        if asks and form.get("confirmed") != asks[1]:
            return post(port, path, {**form, "confirmed": asks[1]})
        return response.status, response.headers["Location"]
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def multipart(form, filename, text):
    head = "--x\r\nContent-Disposition: form-data; name="
    fields = "".join(f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in form.items())
    return f'{fields}{head}"file"; filename="{filename}"\r\n\r\n{text}\r\n--x--\r\n'


def client_key(key):
    """Return the client's part of an event key, without the digest of the answer."""
    return key.rpartition("-")[0]
