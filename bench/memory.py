"""Measure whether the server's memory grows over 10,000 requests."""

import time
from pathlib import Path

from bench import data, report
from bench.serving import Phone, scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

WARM_UP_REQUESTS, MEASURED_REQUESTS = 5_000, 10_000  # the first fill the caches
OLD_MATCHES = 150  # matches to view first: more than the server caches
TIME_LIMIT_S = 300  # seconds, at most, for all requests
MAX_GROWTH = 1.05  # highest allowed ratio; more than 1, because the allocator rounds sizes up


def measure(league: data.League) -> None:
    report.heading("Memory of the server process")
    app = data.open_app(league.folder)
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    needed = (WARM_UP_REQUESTS + MEASURED_REQUESTS) // 4 // 26 + 1
    with log.bulk_transaction():
        old = [
            data.play_deals(log, "jabberwocky", five, f"old {n}", 13) for n in range(OLD_MATCHES)
        ]
        matches = [data.play_deals(log, "jabberwocky", five, f"m {n}", 0) for n in range(needed)]
    tables = [data.Table(match, log.sheet(match)) for match in matches]
    data.close_app(app)
    with scorekeeper(league.folder) as (address, process):
        phone = Phone(address)
        for match in old:
            phone.get(f"/matches/{match}/sheet")
        send_requests(phone, tables, WARM_UP_REQUESTS)
        before = resident_memory(process)
        done = send_requests(phone, tables, MEASURED_REQUESTS)
        after = resident_memory(process)
    report.figure("memory before and after", f"{before:.1f}, {after:.1f} MB")
    report.target(f"memory after {done} requests against before", after / before, MAX_GROWTH)


def send_requests(phone: Phone, tables: list[data.Table], requests: int) -> int:
    """Repeatedly save an answer, and view the match, its sheet and the home page.

    Stops after this many requests or after TIME_LIMIT_S seconds, and returns the number of
    requests made.
    """
    ends = time.monotonic() + TIME_LIMIT_S
    for done in range(0, requests, 4):
        if time.monotonic() > ends:
            return done
        if tables[0].sheet.is_over:
            tables.pop(0)
        phone.post(*tables[0].next())
        phone.get(f"/matches/{tables[0].match}")
        phone.get(f"/matches/{tables[0].match}/sheet")
        phone.get("/")
    return requests


def resident_memory(process: int) -> float:
    """Return the resident memory of a process, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise RuntimeError("There is no such process.")
