"""Very slow downloads of a large league do not delay saves or prevent a reset of the WAL."""

import http.client
import socket
import sqlite3
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlalchemy import insert, select

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import MatchEvents
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.databases import create_bare_app, create_league_file
from tests.faults.killing import LONG, deals
from tests.members import HEADERS, NAME, add_phone
from tests.server.processes import TIMEOUT_S, serving

pytestmark = pytest.mark.fault

EVENTS, COPIES = 2, 3_000  # a league of about 10 MB; the start event of each match is long
PHONES = 13  # each with two downloads
RECEIVE_BUFFER_BYTES = 4096  # of a client
SAVES, SAVES_IN_THIS_PROCESS = 100, 1900  # through the server, and by this process
WAL_BOUND = 16 << 20  # bytes; 2,000 saves write about 60 MB
DOWNLOAD = "GET /export.jsonl HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {}={}\r\n\r\n"


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """The database file of a large league.

    Tests can play matches 1 and 2. The other matches are copies of one match.
    """
    file = tmp_path_factory.mktemp("large") / "league.sqlite"
    app = create_bare_app(f"sqlite:///{create_league_file(file)}")
    people = tuple(roster.add_player(engines.store_of(app), name).key for name in "ABC")
    log = SqlLog(engines.store_of(app))
    for number in range(3):
        commands.start_match(log, "jabberwocky", people, LONG, CommandMeta(f"start {number}", 1))
    turns = deals()
    with log.bulk_transaction():
        for number in range(1, EVENTS):
            deal, stage, answers = next(turns)
            commands.record_stage(
                log, 3, deal, stage, {stage: answers}, CommandMeta(f"answer {number}", 1)
            )
    with engines.engine_of(app).begin() as connection:
        query = select(MatchEvents.__table__).where(MatchEvents.match_id == 3)
        log_rows = [dict(row) for row in connection.execute(query).mappings()]
        for match in range(4, COPIES + 4):
            connection.execute(insert(MatchEvents), [row | {"match_id": match} for row in log_rows])
    for number in range(PHONES):
        add_phone(app, Right.OWNER, f"phone-{number}", f"{NAME} {number}")
    engines.engine_of(app).dispose()
    return file


def start_download(host, port, token):
    """Request an export, read only the status of the response, and return (socket, status)."""
    connection = socket.socket()
    connection.settimeout(TIMEOUT_S)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    connection.connect((host, port))
    connection.sendall(DOWNLOAD.format("scorekeeper-1", token).encode())
    return connection, int(connection.recv(12).split()[1])


def save(host, port, answer):
    number, stage, values = answer
    form = {"key": f"{number} {stage}", **{f"{stage}-{seat}": n for seat, n in values.items()}}
    form_headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
    }
    with closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)) as connection:
        path = f"/matches/1/rounds/{number}/{stage}"
        connection.request("POST", path, urlencode(form), HEADERS | form_headers)
        return connection.getresponse().status


def save_in_this_process(file):
    """Save answers in this process, which is faster than through the server."""
    app = create_bare_app(f"sqlite:///{file}")
    log, turns = SqlLog(engines.store_of(app)), deals()
    for number in range(SAVES_IN_THIS_PROCESS):
        deal, stage, answers = next(turns)
        commands.record_stage(
            log, 2, deal, stage, {stage: answers}, CommandMeta(f"here {number}", 1)
        )
    engines.engine_of(app).dispose()


def try_reset_wal(file):
    """Try to empty the write-ahead log, and return whether this succeeded.

    It fails while a snapshot is open.
    """
    with closing(sqlite3.connect(file)) as connection:
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


@contextmanager
def reading_slowly(connections):
    """Read about 20 kB per second of each download, just enough to keep the connections open."""
    stop = threading.Event()

    def read_slowly():
        while not stop.wait(RECEIVE_BUFFER_BYTES / 20_000):
            for connection in connections:
                connection.recv(RECEIVE_BUFFER_BYTES)

    thread = threading.Thread(target=read_slowly)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.mark.thorough
def test_slow_downloads_do_not_delay_saves_and_let_the_wal_be_reset(league, tmp_path):
    """Of 26 downloads by 13 phones, four run, and all other downloads are refused at once."""
    with (
        serving(tmp_path, SCOREKEEPER_DATABASE=str(league)) as (_, host, port),
        ExitStack() as stack,
    ):
        downloads = [
            start_download(host, port, f"phone-{number // 2}") for number in range(2 * PHONES)
        ]
        for connection, _ in downloads:
            stack.enter_context(connection)
        assert sorted(status for _, status in downloads) == [200] * 4 + [503] * 22
        stack.enter_context(
            reading_slowly([connection for connection, status in downloads if status == 200])
        )

        # On a busy machine, the server needs more than a minute to read the data of four downloads.
        turns, until = deals(), time.monotonic() + 4 * TIMEOUT_S
        assert save(host, port, next(turns)) == 303  # after every snapshot
        while not try_reset_wal(
            league
        ):  # until the server has read all downloads from the database
            assert time.monotonic() < until
        assert {save(host, port, next(turns)) for _ in range(SAVES)} == {303}
        save_in_this_process(league)

        wal = Path(f"{league}-wal").stat().st_size
        assert wal < WAL_BOUND
        assert save(host, port, next(turns)) == 303
