"""Measure saves at 100 tables of five phones, at ten times human pace, and the highest throughput.

At each table, one phone saves answers and requests a preview (`/look`) for each tap. The other four
phones watch. Each has a stream, and fetches its page again when the stream reports a save.
"""

import selectors
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from socket import socket

from flask import Flask
from sqlalchemy import select

from bench import data, league_phones, report
from bench.live import room_for, stream_of
from bench.serving import Phone, scorekeeper, serving
from scorekeeper.db.tables import MatchEvents
from scorekeeper.server.engines import engine_of
from scorekeeper.web.extension_keys import LOG_KEY

TABLES, PHONES = 100, 5
TAPS = 5  # taps before each save
PAUSE_S = 60 / 10  # seconds between two answers at a table: people take a minute
EVENING_S = 40  # seconds of play
FETCHING_CONNECTIONS = 8  # connections that the watching phones share to fetch pages
FAST_PHONES = 8  # phones that save as fast as they can
FULL_SPEED_S = 8  # seconds for which the fast phones save
LIMIT_MS = 250  # milliseconds for the 99th percentile of saves
ROW = {"name": "Ana", "n": 3}  # the values that the bare route inserts
END = object()  # tells a fetching thread to end

Answer = tuple[str, dict[str, object]]  # path and form


def measure(folder: Path) -> None:
    report.heading(f"{TABLES} tables of {PHONES} phones, at ten times human pace")
    if not room_for(TABLES * PHONES):
        report.figure(f"{TABLES * PHONES} phones", "not measured: too many open files")
        return
    app = data.open_app(folder)
    slow = start_matches(app, "slow", TABLES, int(EVENING_S / PAUSE_S * 2))
    fast = start_matches(app, "fast", FAST_PHONES * 20, 26)
    league_phones.add_viewers(app, TABLES * PHONES)
    data.close_app(app)
    with scorekeeper(folder, SCOREKEEPER_STREAMS=str(TABLES * PHONES)) as (address, _):
        taken, waited = evening(address, slow)
        with serving("bench.bare", folder, "bare.sqlite") as (other, _):
            taken += at_full_speed(address, fast, other)
    report.figure(
        "number of confirmed answers, and the slowest",
        f"{len(waited)}, {report.milliseconds(max(waited))}",
    )
    report.figure("saving an answer, median", report.milliseconds(statistics.median(waited)))
    last = statistics.quantiles(waited, n=100)[98]
    report.target(
        "saving an answer, 99th percentile, from its due time", last * 1000, LIMIT_MS, "ms"
    )
    report.target(
        "confirmed answers that are missing or stored twice",
        count_wrong_answers(folder, taken),
        0,
        "",
    )


def start_matches(app: Flask, name: str, count: int, most: int) -> list[list[Answer]]:
    """Start `count` matches and return the answers to send to each, at most `most` per match."""
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    with log.bulk_transaction():
        matches = [
            data.play_deals(log, "jabberwocky", five, f"{name} {n}", 0) for n in range(count)
        ]
    return [list(next_answers(data.Table(match, log.sheet(match)), most)) for match in matches]


def next_answers(table: data.Table, most: int) -> Iterator[Answer]:
    for _ in range(most):
        if table.sheet.is_over:
            return
        yield table.next()


# ---------------------------------------------------------------- ten times human pace


def evening(address: str, tables: Sequence[list[Answer]]) -> tuple[list[str], list[float]]:
    """Save answers at all tables for EVENING_S seconds.

    Returns the keys of the saved answers, and the delay of each save in seconds. The delay begins
    when the save was due, and ends with its response.
    """
    taken: list[str] = []
    waited: list[float] = []
    ends = time.monotonic() + EVENING_S
    matches = [match_of(answers) for answers in tables]
    with looking_on(address, matches) as seen:
        run_at_once(
            partial(play, Phone(address), answers, ends, taken, waited) for answers in tables
        )
        report.figure("pages of other phones updated meanwhile", str(seen()))
    return taken, waited


def match_of(answers: list[Answer]) -> int:
    return int(answers[0][0].split("/")[2])


def play(
    phone: Phone, answers: list[Answer], ends: float, taken: list[str], waited: list[float]
) -> None:
    rng = Random(answers[0][0])
    due = time.monotonic() + rng.uniform(0, PAUSE_S)
    for path, form in answers:
        pause = rng.uniform(0.5, 1.5) * PAUSE_S / (TAPS + 1)
        for _ in range(TAPS):
            wait_until(due)
            phone.post(f"{path}/look", form)
            due += pause
        if due > ends:
            return
        wait_until(due)
        phone.post(path, form)
        waited.append(time.monotonic() - due)
        taken.append(str(form["key"]))
        due += pause


def wait_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.monotonic()))


@contextmanager
def looking_on(address: str, matches: Sequence[int]) -> Iterator[Callable[[], int]]:
    """Open four watching phones per match and yield a function that counts the fetched pages."""
    told: SimpleQueue[object] = SimpleQueue()
    fetched: list[int] = []
    stop = threading.Event()
    with ExitStack() as connections, selectors.DefaultSelector() as all_of_them:
        for n, match in enumerate(matches):
            for number in range(n * (PHONES - 1), (n + 1) * (PHONES - 1)):
                connection = connections.enter_context(stream_of(address, match, number))
                all_of_them.register(connection, selectors.EVENT_READ, match)
        threads = [threading.Thread(target=listen, args=(all_of_them, told, stop))] + [
            threading.Thread(target=fetch, args=(Phone(address), told, fetched))
            for _ in range(FETCHING_CONNECTIONS)
        ]
        for thread in threads:
            thread.start()
        try:
            yield lambda: len(fetched)
        finally:
            stop.set()
            for _ in range(FETCHING_CONNECTIONS):
                told.put(END)
            for thread in threads:
                thread.join()


def listen(
    connections: selectors.DefaultSelector, told: SimpleQueue[object], stop: threading.Event
) -> None:
    while not stop.is_set():
        for key, _ in connections.select(timeout=0.2):
            connection = key.fileobj
            assert isinstance(connection, socket)
            if b"data: " in connection.recv(4096):
                told.put(key.data)


def fetch(phone: Phone, told: SimpleQueue[object], fetched: list[int]) -> None:
    while (match := told.get()) is not END:
        fetched.append(phone.renew(f"/matches/{match}").size)


# ---------------------------------------------------------------- throughput


def at_full_speed(address: str, tables: Sequence[list[Answer]], bare: str) -> list[str]:
    """Compare the throughput of saves with that of a bare Flask route.

    Returns the keys of the saved answers.
    """
    taken: list[str] = []
    mine = [
        [answer for table in tables[n::FAST_PHONES] for answer in table] for n in range(FAST_PHONES)
    ]
    plain = [("/lines", dict(ROW)) for _ in range(FAST_PHONES * FULL_SPEED_S * 100)]
    saved = posts_per_second(address, mine, taken)
    inserted = posts_per_second(bare, [plain] * FAST_PHONES, [])
    report.figure(f"answers per second, one process, {FAST_PHONES} phones", f"{saved:.0f}")
    report.figure("the same for a bare Flask route, one durable insert", f"{inserted:.0f}")
    report.figure("bare route against saving answers", f"{inserted / saved:.2f} ×")
    return taken


def posts_per_second(address: str, posts: Sequence[list[Answer]], taken: list[str]) -> float:
    """Return the number of responses per second.

    Each phone sends one of the lists in `posts`, for at most FULL_SPEED_S seconds.
    """
    done: list[float] = []
    began = time.monotonic()

    def send(answers: list[Answer]) -> None:
        phone = Phone(address)
        for path, form in answers:
            if time.monotonic() > began + FULL_SPEED_S:
                return
            phone.post(path, form)
            done.append(time.monotonic())
            taken.append(str(form.get("key")))

    run_at_once(partial(send, answers) for answers in posts)
    return len(done) / (max(done) - began)


def run_at_once(calls: Iterator[Callable[[], None]]) -> None:
    """Run all calls at once, in threads. Raises RuntimeError if one of them failed."""
    ended: list[int] = []

    def run(call: Callable[[], None]) -> None:
        call()
        ended.append(1)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(ended) < len(threads):
        raise RuntimeError("A phone got an unexpected response.")


def count_wrong_answers(folder: Path, taken: Sequence[str]) -> int:
    """Return the number of these keys that are not in the log exactly once."""
    app = data.open_app(folder)
    with engine_of(app).connect() as connection:
        keys = connection.scalars(select(MatchEvents.key)).all()
    data.close_app(app)
    there = Counter(key.rpartition("-")[0] for key in keys)
    return sum(there[key] != 1 for key in taken)
