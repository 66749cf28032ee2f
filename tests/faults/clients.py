"""Clients that make random changes to the same league and record what they did and saw.

They start matches and play, undo, correct and end them, merge players and close a season. Each
action has its own key and is resent until the server responds, even if the server is killed several
times.
"""

import http.client
import json
import math
import re
import threading
import time
from contextlib import closing

from tests.faults.histories import UNKNOWN, Action, LeagueChange, Read
from tests.faults.keeper import SAVED, post
from tests.faults.seeds import rng
from tests.members import HEADERS

NOT_SAVED = {200, 404, 409, 422}  # asks about a later deal, not found, stale, illegal
# How often each action is chosen, relative to the others.
ACTION_WEIGHTS = {
    "answer": 12,
    "undo": 3,
    "redo": 4,
    "correct": 2,
    "close": 1,
    "reopen": 2,
    "throw-away": 1,
    "bring-back": 2,
    "evening": 1,
}
# How often each action on the league is chosen, relative to the others.
LEAGUE_ACTION_WEIGHTS = {
    "start": 2,
    "merge": 1,
    "unmerge": 1,
    "close season": 1,
    "reopen season": 1,
}
MATCH_WEIGHT, LEAGUE_WEIGHT = sum(ACTION_WEIGHTS.values()), sum(LEAGUE_ACTION_WEIGHTS.values())
SEASON = 1  # the season that clients close
# Players, by key, who sit only in matches that clients start. Clients also merge them.
NEWCOMERS = {"5": "Dora", "6": "Edu", "7": "Fina", "8": "Gus", "9": "Hilda"}
START = {
    "game": "jabberwocky",
    "start": "1",
    "jabberwocky-schedule": "2 2",
    "jabberwocky-scoring": "one",
    "jabberwocky-renege_penalty": "0",
}
ASKED = re.compile(r'action="/matches/\d+/rounds/(\d+)/(bids|tricks)"')
STEP = r'/{}"[^>]*>(?:(?!</form>).)*name="step" value="(\d+)"'


def log_version(token):
    """Return the version of the log in a match token, such as 17 in "17-3.5" (match_token)."""
    return int(re.match(r"\d+", token)[0])


class Client(threading.Thread):
    """A client that repeatedly reads and changes a random match, or changes the league.

    `seats` maps each match to the keys of its players. All clients share this dictionary and add
    the matches that they start. A client repeats a request if the response has a status in
    `retried_statuses`, for example because the server lost its database or the disk is full.
    """

    def __init__(self, number, port, seats, stop, retried_statuses=()):
        super().__init__()
        self.number, self.port, self.seats, self.stop = number, port, seats, stop
        self.retried_statuses = retried_statuses
        self.rng = rng(f"history {number}")
        self.actions, self.reads, self.league_changes, self.unexpected = [], [], [], []

    def run(self):
        for kind in LEAGUE_ACTION_WEIGHTS:  # each at least once
            self.change_league(kind)
        while not self.stop.is_set():
            if self.rng.random() < LEAGUE_WEIGHT / (MATCH_WEIGHT + LEAGUE_WEIGHT):
                self.change_league(
                    *self.rng.choices(list(LEAGUE_ACTION_WEIGHTS), LEAGUE_ACTION_WEIGHTS.values())
                )
                continue
            match = self.rng.choice(list(self.seats))
            page = self.read_match(match)
            if page is not None:
                self.act(match, page)

    def get(self, path):
        """Request this path until the status is 200, and return the text.

        If `stop` is set first, returns None.
        """
        while not self.stop.is_set():
            try:
                with closing(
                    http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                ) as connection:
                    connection.request("GET", path, headers=HEADERS)
                    response = connection.getresponse()
                    text = response.read().decode()
                if response.status == 200:
                    return text
            except (OSError, http.client.HTTPException):
                continue
        return None

    def read_match(self, match):
        began = time.monotonic()
        now = self.get(f"/live/now?match={match}")
        if now is None:
            return None
        version = log_version(json.loads(now)["at"])
        self.reads.append(Read(self.number, match, version, began, time.monotonic()))
        return self.get(f"/matches/{match}")

    def act(self, match, page):
        (kind,) = self.rng.choices(list(ACTION_WEIGHTS), list(ACTION_WEIGHTS.values()))
        self.change_match(kind, match, page)

    def change_match(self, kind, match, page):
        if kind == "redo":  # offered only on the score sheet, except right after an undo
            page = self.get(f"/matches/{match}/sheet")
        path, form = self.form(kind, page, self.seats[match]) if page else (None, {})
        if path is None:
            return
        status, _, began, ended = self.send_until_answered(f"/matches/{match}/{path}", form)
        self.record(Action(self.number, match, kind, self.key, status, began, ended))

    @property
    def key(self):
        """The key of the next action."""
        return f"client {self.number} act {len(self.actions) + 1}"

    def send_until_answered(self, path, form):
        """Repeat a POST until the server responds, and return (status, Location, began, ended).

        The status is UNKNOWN if there was no response before `stop`.
        """
        began, self.was_lost = time.monotonic(), False
        while not self.stop.is_set():
            response = post(self.port, path, {**form, "key": self.key})
            if response is None or response[0] in self.retried_statuses:
                self.was_lost = True
                continue
            return *response, began, time.monotonic()
        return UNKNOWN, None, began, math.inf

    def record(self, action):
        """Record an action, and whether the server responded in an unexpected way."""
        (self.league_changes if isinstance(action, LeagueChange) else self.actions).append(action)
        if action.status not in NOT_SAVED | {SAVED, UNKNOWN}:
            self.unexpected.append(action)

    def change_league(self, kind):
        one, other, third = self.rng.sample(list(NEWCOMERS), 3)
        match kind:
            case "start":
                self.start_match((one, other, third))
            case "merge":
                self.change_one(one, f"/players/{one}/same", {"name": NEWCOMERS[other]}, value=True)
            case "unmerge":
                self.change_one(one, f"/players/{one}/part", {}, value=False)
            case _:
                path = kind.split()[0]
                self.change_one("season", f"/season/{SEASON}/{path}", {}, value=path == "close")

    def start_match(self, seats):
        was = {"game": "jabberwocky", "seats": seats, "dealer": seats[0], "given": {}}
        form = {
            **START,
            "was": json.dumps({**was, "own": ["seats", "dealer", "options"]}),
            "plays": seats,
            "first_dealer": seats[0],
        }
        status, where, began, ended = self.send_until_answered("/matches/new", form)
        match = int(where.rpartition("/")[2]) if status == SAVED else 0
        self.record(
            Action(self.number, match, "start", self.key, self.known_status(status), began, ended)
        )
        if match:
            self.seats[match] = seats

    def change_one(self, about, path, form, *, value):
        status, _, began, ended = self.send_until_answered(path, form)
        self.record(
            LeagueChange(self.number, about, value, self.known_status(status), began, ended)
        )

    def known_status(self, status):
        """Return the status if it shows whether the action succeeded, otherwise UNKNOWN.

        It does not show this if a repeated request was refused, because an earlier attempt may have
        succeeded.
        """
        return UNKNOWN if self.was_lost and status in NOT_SAVED else status

    def form(self, kind, page, seats):
        """Return (path, form data) of an action.

        If the page does not offer the action, returns (None, {}).
        """
        winner = self.rng.choice(seats)
        bids = {f"bids-{seat}": 0 for seat in seats}
        tricks = {f"tricks-{seat}": 2 * (seat == winner) for seat in seats}
        match kind:
            case "answer":
                asked = ASKED.search(page)
                if asked is None:
                    return None, {}
                number, stage = asked.groups()
                return f"rounds/{number}/{stage}", bids if stage == "bids" else tricks
            case "undo" | "redo":
                step = re.search(STEP.format(kind), page, re.DOTALL)
                # If another client has moved the match to an earlier evening, the server writes
                # nothing without a confirmation.
                return (kind, {"step": step[1], "confirmed": "1"}) if step else (None, {})
            case "correct":
                seen = self.reads[-1].version
                named = {f"bids.{name}": value for name, value in bids.items()}
                named |= {f"tricks.{name}": value for name, value in tricks.items()}
                return "rounds/1/correct", {**named, "seen": seen}
            case "close":
                return kind, {"how": self.rng.choice(("closed", "unfinished"))}
            case "evening":
                evening = self.rng.choice(("2026-01-01", "2026-01-02"))
                return "terms", {"season": "itself", "stake": "season", "evening": evening}
            case _:
                return kind, {}
