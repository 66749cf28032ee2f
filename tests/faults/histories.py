"""A check that the histories recorded by the clients in `clients.py` are possible.

It compares the actions, responses and reads of all clients with the order of the log, and with the
final state of the players and the season.
"""

import tempfile
from bisect import bisect_left
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.faults.keeper import SAVED, client_key
from tests.faults.seeds import SEED

UNKNOWN = 0  # no response before the end, or a refused retry of a request whose response was lost
# Actions that may succeed without an event, if the match is already in that state.
MAY_CHANGE_NOTHING = {"correct", "close", "reopen", "throw-away", "bring-back", "evening"}


class Action(NamedTuple):
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


class Read(NamedTuple):
    """The version of a match that a client read, and the times before and after the request."""

    who: int
    match: int
    version: int
    began: float
    ended: float


class LeagueChange(NamedTuple):
    """An action that merges a player or closes the season, or undoes one of these changes.

    `value` is true if the action merges or closes. `about` is the key of the player, or "season".
    """

    who: int
    about: str
    value: bool
    status: int
    began: float
    ended: float


def log_of(entries):
    """Return {(match, key): version} of the events that clients wrote."""
    return {
        (row.match_id, client_key(row.key)): row.version
        for row in entries
        if row.key.startswith("client ")
    }


def refuse_impossible(clients, log, final):
    """Fail if the history of these clients is impossible, and write it to a file.

    `final` is the state at the end: whether each player is merged, and whether the season is
    closed.
    """
    sentences = [*impossible(clients, log), *lost_changes(clients, final)]
    if not sentences:
        return
    with tempfile.NamedTemporaryFile("w", prefix="history-", suffix=".txt", delete=False) as file:
        Path(file.name).write_text("\n".join([f"FAULTS_SEED={SEED}", *sentences]) + "\n")
    pytest.fail(
        "\n".join([f"An impossible history, also in {file.name}:", *sentences]), pytrace=False
    )


def impossible(clients, log):
    """Return a sentence for each observation that contradicts the log, then a minimal history.

    The minimal history also contradicts the log. It has one line for each action or read, with
    times in seconds.
    """
    actions = [each for client in clients for each in client.actions]
    reads = [each for client in clients for each in client.reads]
    sentences = contradictions(actions, reads, log)
    return [*sentences, *shortest_history(actions, reads, log)] if sentences else []


def lost_changes(clients, final):
    """Yield a sentence for each player or season whose final value no last change can explain."""
    changes = [each for client in clients for each in client.league_changes]
    for about, value in final.items():
        mine = [each for each in changes if each.about == about and each.status in {SAVED, UNKNOWN}]
        saved = [each for each in mine if each.status == SAVED]
        last = [each for each in mine if not any(one.began > each.ended for one in saved)]
        possible = {each.value for each in last} | ({False} if not saved else set())
        if value not in possible:
            yield f"{about} is {value} at the end, and not {possible}."
            yield from map(str, last)


def contradictions(actions, reads, log):
    """Return a sentence for each observation that contradicts the log."""
    written = [
        (each, log[each.match, each.key]) for each in actions if (each.match, each.key) in log
    ]
    # The starts of matches are ordered too: a later start has a higher match number.
    starts = [(each._replace(match=0), each.match) for each, _ in written if each.kind == "start"]
    return [
        *lost_or_refused(actions, log),
        *started_twice(actions, log),
        *out_of_order(written),
        *out_of_order(starts),
        *seen_too_little(written, reads),
    ]


def shortest_history(actions, reads, log):
    """Return the lines of a minimal impossible history.

    Without any one of these lines, the history is possible. Halves are left out first, then ever
    smaller pieces ("delta debugging", A. Zeller, 1999).
    """
    remaining = sorted([*actions, *reads], key=lambda each: each.began)
    size = len(remaining)
    while size > 1:
        size = (size + 1) // 2
        start = 0
        while start < len(remaining):
            rest = remaining[:start] + remaining[start + size :]
            if contradictions(*split_history(rest), log):
                remaining = rest
            else:
                start += size
    return [line(each, log) for each in remaining]


def split_history(history):
    """Return (actions, reads) of a history."""
    return (
        [each for each in history if isinstance(each, Action)],
        [each for each in history if isinstance(each, Read)],
    )


def line(each, log):
    """Format an action or a read, with its times, its client and its version."""
    when = f"{each.began:.3f} to {each.ended:.3f}: client {each.who}"
    if isinstance(each, Read):
        return f"{when} saw version {each.version} of match {each.match}"
    return f"{when}: {each}, in the log as {log.get((each.match, each.key))}"


def lost_or_refused(actions, log):
    refused = {key for _, key in log}
    for each in actions:
        is_there = (each.match, each.key) in log
        if each.status == SAVED and not is_there and each.kind not in MAY_CHANGE_NOTHING:
            yield f"{each} was saved, and is not in the log."
        if each.status not in {SAVED, UNKNOWN} and each.key in refused:
            yield f"{each} was refused, and is in the log."


def started_twice(actions, log):
    """Yield a sentence for each action that started several matches."""
    started = {}
    for match, key in log:
        started.setdefault(key, []).append(match)
    for each in actions:
        if len(matches := started.get(each.key, ())) > 1:
            yield f"{each} is in several matches: {sorted(matches)}."


def out_of_order(written):
    """Yield a sentence for each action that ended before a later one but has a higher version.

    The later action began after the end of the earlier action.
    """
    for (one, first), (other, second) in neighbours(written):
        if first > second:
            yield f"{one} was over before {other} began, and comes after it: {first}, {second}."


def neighbours(written):
    """Yield (earlier, action) for each action that began after another one in its match had ended.

    If several actions had ended, `earlier` is the one with the highest version.
    """
    for match in {each.match for each, _ in written}:
        mine = [pair for pair in written if pair[0].match == match]
        over = sorted(mine, key=lambda pair: pair[0].ended)
        newest, at = None, 0
        for pair in sorted(mine, key=lambda pair: pair[0].began):
            while at < len(over) and over[at][0].ended < pair[0].began:
                newest = max(newest or over[at], over[at], key=lambda ended: ended[1])
                at += 1
            if newest is not None:
                yield newest, pair


def seen_too_little(written, reads):
    """Yield a sentence for each read that lacks an earlier action or includes a later action.

    Of several actions that a read lacks, the one with the highest version is named. Of several
    later actions that it includes, the one with the lowest version is named.
    """
    for match in {each.match for each in reads}:
        mine = [pair for pair in written if pair[0].match == match]
        of_match = [each for each in reads if each.match == match]
        newest = best_so_far(mine, lambda pair: pair[0].ended, max)
        oldest = best_so_far(mine, lambda pair: -pair[0].began, min)
        for seen in of_match:
            other = newest(seen.began)
            if other and other[1] > seen.version:
                each, version = other
                yield f"Client {seen.who} saw version {seen.version} after {each} was {version}."
            other = oldest(-seen.ended)
            if other and other[1] <= seen.version:
                each, version = other
                yield f"Client {seen.who} saw version {seen.version} before {each} was {version}."


def best_so_far(written, when, best):
    """Return a function that takes a time and returns the best pair before that time.

    The function returns None if there is no such pair. `when` returns the time of a pair, and
    `best` is `min` or `max` and compares versions.
    """
    ordered = sorted(written, key=when)
    times = [when(pair) for pair in ordered]
    bests = list(accumulate(ordered, lambda one, other: best(one, other, key=lambda pair: pair[1])))

    def before(time):
        number = bisect_left(times, time)
        return bests[number - 1] if number else None

    return before
