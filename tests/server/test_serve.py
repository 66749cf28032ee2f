"""The command `scorekeeper serve`, in a separate process."""

import http.client
import os
import pty
import signal
import socket
import sqlite3
import time
from contextlib import ExitStack, closing, contextmanager
from threading import get_ident
from urllib.parse import urlsplit

import pytest

from scorekeeper.cli import demo
from scorekeeper.server import engines, gunicorn_app
from scorekeeper.server.database_app import create_migrated_app
from scorekeeper.server.gunicorn_app import local_ip_address, web_address
from tests.databases import create_bare_app, create_league_file
from tests.db.statements import before_each_statement
from tests.server.processes import (
    CHECKOUT,
    PATIENT,
    ROOT,
    TIMEOUT_S,
    get,
    interrupt,
    read_address,
    serving,
    start,
    wait_until_stopped,
)

STYLES = "/static/css/base.css"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    file = create_league_file(folder / "league.sqlite")
    with serving(folder, SCOREKEEPER_DATABASE=file) as (_process, host, port):
        yield host, port


@pytest.mark.thorough
def test_serve_creates_its_database_in_an_empty_folder(tmp_path):
    with serving(tmp_path) as (_process, host, port):
        response, _ = get(host, port, "/join")

    assert response.status == 200
    assert (tmp_path / "scorekeeper-data" / "scorekeeper.sqlite").is_file()


def test_a_second_start_runs_few_statements_and_leaves_the_database_unchanged(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "league.sqlite"))
    engines.engine_of(create_migrated_app()).dispose()
    asked, here, before = [], get_ident(), (tmp_path / "league.sqlite").read_bytes()

    def note(statement):
        if get_ident() == here:
            asked.append(statement.split()[0])

    with before_each_statement(note):
        engines.engine_of(create_migrated_app()).dispose()

    assert set(asked) == {"BEGIN", "PRAGMA", "SELECT", "UPDATE"}  # UPDATE: checks write access
    assert len(asked) <= 11
    assert (tmp_path / "league.sqlite").read_bytes() == before


@pytest.mark.parametrize("accepted", ["gzip, deflate", "gzip, deflate, br", "zstd"])
def test_style_sheets_are_sent_compressed(server, accepted):
    plain = get(*server, STYLES)[1]

    response, packed = get(*server, STYLES, **{"Accept-Encoding": accepted})

    assert response.headers["Content-Encoding"] in accepted
    assert len(packed) < len(plain) / 2


FEW_FILES = ("prlimit", "--nofile=256:256", *CHECKOUT)


@pytest.mark.thorough
def test_existing_connections_work_when_file_descriptors_run_out(tmp_path):
    """Clients open more connections than there are file descriptors."""
    with (
        serving(tmp_path, command=FEW_FILES, PYTHONPATH=str(ROOT)) as (_, host, port),
        closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)) as open_connection,
        ExitStack() as others,
    ):
        for _ in range(2):
            open_connection.request("GET", STYLES)
            assert open_connection.getresponse().read()
            for _ in range(150):
                others.enter_context(socket.create_connection((host, port), timeout=TIMEOUT_S))
        open_connection.request("GET", STYLES)
        assert open_connection.getresponse().read()


@pytest.mark.parametrize(
    ("allowed", "room"),
    [
        ((1 << 20, 1 << 20), (1576, 512, 64)),
        ((1024, 1 << 20), (1576, 512, 64)),
        ((-1, -1), (1576, 512, 64)),  # no limit
        ((256, 256), (128, 41, 8)),
        ((64, 64), (8, 2, 8)),
    ],
    ids=str,
)
def test_connection_limits_fit_the_file_descriptor_limit(allowed, room, monkeypatch):
    raised = []
    monkeypatch.setattr(gunicorn_app.resource, "getrlimit", lambda _: allowed)
    monkeypatch.setattr(gunicorn_app.resource, "setrlimit", lambda _, limits: raised.append(limits))

    assert gunicorn_app.connection_limits(512) == room
    assert raised == ([(1704, 1 << 20)] if allowed[0] == 1024 else [])


def test_a_request_with_an_unknown_host_gets_a_400(server):
    response, _ = get(*server, "/", Host="evil.example")

    assert response.status == 400


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        pytest.param(b"\x00\xff\x16\x03\x01\r\n\r\n", b"400", id="noise"),
        pytest.param(b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400", id="null"),
        pytest.param(b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b"414", id="long address"),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"411",
            id="a body of unknown length",
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
            b"413",
            id="a body that is too long",
        ),
    ],
)
def test_malformed_requests_get_an_error_and_the_next_request_is_answered(server, request_, status):
    with socket.create_connection(server, timeout=TIMEOUT_S) as connection:
        connection.sendall(request_)
        first_line = connection.recv(1000).split(b"\r\n")[0]

    assert status in first_line
    assert get(*server, STYLES)[0].status == 200


@pytest.mark.thorough
def test_ctrl_c_stops_the_server_despite_open_connections(tmp_path):
    """Open connections do not delay shutdown, even though the graceful timeout is an hour."""
    with serving(tmp_path, command=PATIENT) as (process, host, port):
        idle = socket.create_connection((host, port))
        kept_alive = http.client.HTTPConnection(host, port)
        kept_alive.request("GET", STYLES)
        kept_alive.getresponse().read()
        sending = socket.create_connection((host, port))
        sending.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nbid")
        get(host, port, STYLES)  # the connections above are accepted now
        with idle, closing(kept_alive), sending:
            interrupt(process)
            ended = wait_until_stopped(process)

    assert ended == (0, "")


def test_sigterm_stops_the_server_with_status_0(tmp_path):
    file = create_league_file(tmp_path / "league.sqlite")
    with serving(tmp_path, SCOREKEEPER_DATABASE=file) as (process, _, _):
        process.send_signal(signal.SIGTERM)
        ended = wait_until_stopped(process)

    assert ended == (0, "")


@pytest.mark.thorough
def test_a_match_that_cannot_be_read_stops_counting_without_being_opened(tmp_path):
    """The server marks the match in the background. The test reads the row and opens no page."""
    file = create_league_file(tmp_path / "league.sqlite")
    app = create_bare_app(f"sqlite:///{file}")
    demo.fill_league(app, matches=2, seed=3)
    engines.engine_of(app).dispose()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE match_event SET body = '{}' WHERE match_id = 1 AND version = 2")
        connection.commit()
        with serving(tmp_path, SCOREKEEPER_DATABASE=file):
            until = time.monotonic() + TIMEOUT_S
            while state_of(connection) != [("unreadable", None)]:
                assert time.monotonic() < until


def state_of(connection):
    return connection.execute("SELECT state, result FROM match WHERE id = 1").fetchall()


@pytest.mark.thorough
def test_the_address_is_shown_as_a_qr_code_in_a_terminal(tmp_path):
    terminal, child_end = pty.openpty()
    with start(tmp_path, "--port", "0", stdout=child_end) as process:
        os.close(child_end)
        shown = b""
        while b"Press Ctrl-C to stop the server." not in shown:
            shown += os.read(terminal, 10_000)
        interrupt(process)
        assert process.wait(timeout=TIMEOUT_S) == 0
    os.close(terminal)

    assert "█▀".encode() in shown
    assert f"http://{local_ip_address()}:".encode() in shown


@pytest.mark.thorough
def test_each_start_prints_a_new_owner_link_until_one_has_been_used(tmp_path):
    """Until a link has been used, each start prints a new link and invalidates the previous one."""
    with running_server(tmp_path) as (_, old):
        assert old.path.startswith("/join/")

    with running_server(tmp_path) as (_, link):
        assert link.path.startswith("/join/")
        assert link.path != old.path
        assert b"This link is wrong or no longer valid" in follow_join_link(link.port, old.path)
        assert b"this phone is an owner" in follow_join_link(link.port, link.path)
        origin = {
            "Cookie": open_join_link(link.port, link.path),
            "Origin": f"http://127.0.0.1:{link.port}",
        }
        with closing(
            http.client.HTTPConnection("127.0.0.1", link.port, timeout=TIMEOUT_S)
        ) as connection:
            connection.request("POST", "/join", headers=origin)
            assert connection.getresponse().status == 303

    with running_server(tmp_path) as (_, link):
        assert link.path == "/"


@contextmanager
def running_server(folder):
    """Yield (process, address that it prints). At the end, stop the server with Ctrl-C."""
    with start(folder, "--local", "--port", "0") as process:
        yield process, urlsplit(read_address(process))
        interrupt(process)
        wait_until_stopped(process)


def open_join_link(port, path):
    """Open a join link and return the cookie that holds its secret."""
    return get("127.0.0.1", port, path)[0].headers["Set-Cookie"].partition(";")[0]


def follow_join_link(port, path):
    """Open a join link and return the page to which it redirects."""
    return get("127.0.0.1", port, "/join", Cookie=open_join_link(port, path))[1]


def test_the_web_address_uses_the_local_ip_address_and_brackets_for_ipv6():
    assert web_address("0.0.0.0", 8000) == f"http://{local_ip_address()}:8000/"
    assert web_address("127.0.0.1", 81) == "http://127.0.0.1:81/"
    assert web_address("fd00::1", 81) == "http://[fd00::1]:81/"
