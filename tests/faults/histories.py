"""Clients that change the same matches at random, and a check that their histories are possible.

The check compares the actions, responses and reads of all clients with the order of the log. Each
action has its own key and is resent until the server responds, even if the server is killed several
times.
"""

import http.client
import json
import re
import threading
import time
from contextlib import closing
from random import Random
from typing import NamedTuple

from tests.faults.keeper import TAKEN, post, told
from tests.members import HEADERS

REFUSED = {200, 404, 409, 422}  # a later question is asked first, not found, stale, illegal
# How often each action is chosen, relative to the others. Those in MAY_CHANGE_NOTHING may
# succeed without an event, if the match is already in that state.
ACTS = {
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
MAY_CHANGE_NOTHING = {"correct", "close", "reopen", "throw-away", "bring-back", "evening"}
ASKED = re.compile(r'action="/matches/\d+/rounds/(\d+)/(bids|tricks)"')
STEP = r'/{}"[^>]*>(?:(?!</form>).)*name="step" value="(\d+)"'


class Did(NamedTuple):
    """An action of a client, its status, and the times before and after the request."""

    who: int
    match: int
    kind: str
    key: str
    status: int
    began: float
    ended: float

    def __str__(self) -> str:
        return f"{self.key} ({self.kind}, match {self.match}, {self.status})"


class Saw(NamedTuple):
    """The version of a match that a client read, and the times before and after the request."""

    who: int
    match: int
    version: int
    began: float
    ended: float


class Client(threading.Thread):
    """A client that repeatedly reads a match and changes it, at random with its number as the seed.

    It repeats a request if the response has a status in `patient`, for example because the server
    lost its database or the disk is full.
    """

    def __init__(self, number, port, matches, stop, patient=()):
        super().__init__()
        self.number, self.port, self.matches, self.stop = number, port, matches, stop
        self.patient = patient
        self.dice = Random(f"history {number}")
        self.did, self.saw, self.strange = [], [], []

    def run(self):
        while not self.stop.is_set():
            match = self.dice.choice(self.matches)
            page = self.look(match)
            if page is not None:
                self.act(match, page)

    def get(self, path):
        """Request this path until the status is 200; return the text, or None after `stop`."""
        while not self.stop.is_set():
            try:
                with closing(
                    http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                ) as line:
                    line.request("GET", path, headers=HEADERS)
                    answer = line.getresponse()
                    text = answer.read().decode()
                if answer.status == 200:
                    return text
            except (OSError, http.client.HTTPException):
                continue
        return None

    def look(self, match):
        began = time.monotonic()
        now = self.get(f"/live/now?match={match}")
        if now is None:
            return None
        version = int(json.loads(now)["at"].partition("-")[0])
        self.saw.append(Saw(self.number, match, version, began, time.monotonic()))
        return self.get(f"/matches/{match}")

    def act(self, match, page):
        (kind,) = self.dice.choices(list(ACTS), list(ACTS.values()))
        path, form = self.form(kind, page)
        if path is None:
            return
        key = f"client {self.number} act {len(self.did) + 1}"
        began = time.monotonic()
        while not self.stop.is_set():
            answer = post(self.port, f"/matches/{match}/{path}", {**form, "key": key})
            if answer is None or answer[0] in self.patient:
                continue
            did = Did(self.number, match, kind, key, answer[0], began, time.monotonic())
            self.did.append(did)
            if did.status != TAKEN and did.status not in REFUSED:
                self.strange.append(did)
            return

    def form(self, kind, page):
        """Return (path, form data) of an action, or (None, {}) if the page does not offer it."""
        winner = self.dice.choice("123")
        bids = {f"bids-{seat}": 0 for seat in "123"}
        tricks = {f"tricks-{seat}": 2 * (seat == winner) for seat in "123"}
        match kind:
            case "answer":
                asked = ASKED.search(page)
                if asked is None:
                    return None, {}
                number, stage = asked.groups()
                return f"rounds/{number}/{stage}", bids if stage == "bids" else tricks
            case "undo" | "redo":
                step = re.search(STEP.format(kind), page, re.DOTALL)
                return (kind, {"step": step[1]}) if step else (None, {})
            case "correct":
                seen = self.saw[-1].version
                return "rounds/1/correct", {**bids, **tricks, "seen": seen}
            case "close":
                return kind, {"how": self.dice.choice(("closed", "unfinished"))}
            case "evening":
                evening = self.dice.choice(("2026-01-01", "2026-01-02"))
                return "terms", {"season": "itself", "stake": "season", "evening": evening}
            case _:
                return kind, {}


def log_of(entries, matches):
    """Return {(match, key): version} of the events of these matches, except their first."""
    return {
        (row.match_id, told(row.key)): row.version
        for row in entries
        if row.match_id in matches and row.version > 1
    }


def impossible(clients, log):
    """Return a sentence for each observation that contradicts the log, then a minimal history.

    The history still contradicts the log. It has one line for each action or read, with times in
    seconds.
    """
    did = [each for client in clients for each in client.did]
    saw = [each for client in clients for each in client.saw]
    found = contradictions(did, saw, log)
    return [*found, *shortest(did, saw, log)] if found else []


def contradictions(did, saw, log):
    """Return a sentence for each observation that contradicts the log."""
    written = [(each, log[each.match, each.key]) for each in did if (each.match, each.key) in log]
    return [*lost_or_refused(did, log), *out_of_order(written), *seen_too_little(written, saw)]


def shortest(did, saw, log):
    """Return the lines of an impossible history that would be possible without any one of them.

    Halves are left out first, then ever smaller pieces ("delta debugging", A. Zeller, 1999).
    """
    remaining = sorted([*did, *saw], key=lambda each: each.began)
    size = len(remaining)
    while size > 1:
        size = (size + 1) // 2
        start = 0
        while start < len(remaining):
            rest = remaining[:start] + remaining[start + size :]
            if contradictions(*parted(rest), log):
                remaining = rest
            else:
                start += size
    return [line(each, log) for each in remaining]


def parted(history):
    """Return (actions, reads) of a history."""
    return (
        [each for each in history if isinstance(each, Did)],
        [each for each in history if isinstance(each, Saw)],
    )


def line(each, log):
    """Format an action or a read: its times, its client, and its version."""
    when = f"{each.began:.3f} to {each.ended:.3f}: client {each.who}"
    if isinstance(each, Saw):
        return f"{when} saw version {each.version} of match {each.match}"
    return f"{when}: {each}, in the log as {log.get((each.match, each.key))}"


def lost_or_refused(did, log):
    for each in did:
        is_there = (each.match, each.key) in log
        if each.status == TAKEN and not is_there and each.kind not in MAY_CHANGE_NOTHING:
            yield f"{each} was taken, and is not in the log."
        if each.status != TAKEN and is_there:
            yield f"{each} was refused, and is in the log."


def out_of_order(written):
    """Yield a sentence for each action that ended before another began but has a higher version."""
    for (one, first), (other, second) in neighbours(written):
        if first > second:
            yield f"{one} was over before {other} began, and comes after it: {first}, {second}."


def neighbours(written):
    """Yield (earlier, action): the action in its match with the highest version before it began."""
    for match in {each.match for each, _ in written}:
        mine = [pair for pair in written if pair[0].match == match]
        over = sorted(mine, key=lambda pair: pair[0].ended)
        newest, at = None, 0
        for pair in sorted(mine, key=lambda pair: pair[0].began):
            while at < len(over) and over[at][0].ended < pair[0].began:
                newest = max(newest or over[at], over[at], key=lambda found: found[1])
                at += 1
            if newest is not None:
                yield newest, pair


def seen_too_little(written, saw):
    """Yield a sentence for each read that lacks an earlier action or includes a later one."""
    for seen in saw:
        mine = [(each, version) for each, version in written if each.match == seen.match]
        for each, version in mine:
            if each.ended < seen.began and version > seen.version:
                yield f"Client {seen.who} saw version {seen.version} after {each} was {version}."
            if each.began > seen.ended and version <= seen.version:
                yield f"Client {seen.who} saw version {seen.version} before {each} was {version}."
