"""Measure saves while many other clients are silent, send slowly or do not read.

Each save uses a new connection, as after a pause, so the time includes connecting.
"""

import socket
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from urllib.parse import urlsplit

from flask import Flask

from bench import data, league_phones, report
from bench.crowd import Answer, next_answers
from bench.live import room_for, stream_of
from bench.serving import Phone, scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

SILENT, UNFINISHED, UNREAD, STREAMS = 1_000, 700, 50, 1_000
SAVES = 400  # saves measured without the slow clients, and again with them
MAX_RATIO = 3  # highest allowed ratio of the 99th percentiles with and without the slow clients
BYTE_INTERVAL_S = 0.5  # seconds between two bytes of each unfinished request
RECEIVE_BUFFER_BYTES = 4_096  # bytes in the receive buffer for an unread download
MATCHES = 20  # matches of 26 answers each
DOWNLOAD = "GET /export.jsonl HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {}={}\r\n\r\n"
UNFINISHED_REQUEST = b"POST /matches/1/rounds/1/bids HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


def measure(league: data.League) -> None:
    report.heading(
        f"{SILENT} silent connections, {UNFINISHED} incomplete requests, {UNREAD} unread "
        f"downloads and {STREAMS} streams at the same time"
    )
    if not room_for(SILENT + UNFINISHED + UNREAD + STREAMS):
        report.figure("these connections", "not measured: too many open files")
        return
    app = data.open_app(league.folder)
    answers = start_matches(app)
    league_phones.add_viewers(app, STREAMS)
    for number in range(UNREAD):
        league_phones.add_phone(app, download_token(number))
    data.close_app(app)
    with scorekeeper(league.folder, SCOREKEEPER_STREAMS=str(STREAMS)) as (address, _):
        without = time_saves(address, answers[:SAVES])
        with connect_slow_clients(address, league.running):
            beside = time_saves(address, answers[SAVES : 2 * SAVES])
    report.figure("a save without them, median and 99th percentile", median_and_percentile(without))
    report.figure("a save with them, median and 99th percentile", median_and_percentile(beside))
    report.target(
        "99th percentile with them against without",
        percentile_99(beside) / percentile_99(without),
        MAX_RATIO,
    )


def start_matches(app: Flask) -> list[Answer]:
    """Start matches and return their answers, match by match."""
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    with log.bulk_transaction():
        matches = [
            data.play_deals(log, "jabberwocky", five, f"slow {n}", 0) for n in range(2 * MATCHES)
        ]
    return [answer for n in matches for answer in next_answers(data.Table(n, log.sheet(n)), 26)]


def time_saves(address: str, answers: Sequence[Answer]) -> list[float]:
    """Return the seconds that each save takes, including the time to connect."""
    taken = []
    for path, form in answers:
        phone = Phone(address)
        taken.append(report.duration_of(partial(phone.post, path, form)))
        phone.connection.close()
    return taken


def percentile_99(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98]


def median_and_percentile(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.1f}, {report.milliseconds(percentile_99(seconds))}"


@contextmanager
def connect_slow_clients(address: str, match: int) -> Iterator[None]:
    """Keep all the slow clients connected while the block runs."""
    where = urlsplit(address)
    host = (where.hostname or "", where.port or 0)
    stop = threading.Event()
    with ExitStack() as connections:
        for number in range(STREAMS):
            connections.enter_context(stream_of(address, match, number))
        for _ in range(SILENT):
            connections.enter_context(socket.create_connection(host))
        unfinished = [
            connections.enter_context(socket.create_connection(host)) for _ in range(UNFINISHED)
        ]
        for connection in unfinished:
            connection.sendall(UNFINISHED_REQUEST)
        for number in range(UNREAD):
            connections.enter_context(request_without_reading(host, download_token(number)))
        thread = threading.Thread(target=send_byte_by_byte, args=(unfinished, stop))
        thread.start()
        time.sleep(1)
        try:
            yield
        finally:
            stop.set()
            thread.join()


def download_token(number: int) -> str:
    """Return the token of the owner's phone that requests the download with this number."""
    return f"downloads-{number}-and-does-not-read"


def request_without_reading(host: tuple[str, int], token: str) -> socket.socket:
    """Request an export of the whole league, and return the connection with the unread response."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    connection.connect(host)
    connection.sendall(DOWNLOAD.format(league_phones.COOKIE_NAME, token).encode())
    return connection


def send_byte_by_byte(connections: Sequence[socket.socket], stop: threading.Event) -> None:
    """Send one byte after another on each connection until `stop` is set.

    Connections that the server has closed are replaced with new connections.
    """
    host = connections[0].getpeername()
    mine = list(connections)
    opened: list[socket.socket] = []
    while not stop.wait(BYTE_INTERVAL_S):
        for number, connection in enumerate(mine):
            try:
                connection.sendall(b"x")
            except OSError:
                mine[number] = socket.create_connection(host)
                opened.append(mine[number])
                mine[number].sendall(UNFINISHED_REQUEST)
    for connection in opened:
        connection.close()
