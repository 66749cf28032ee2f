"""Clients that are slow or silent, or that do not read, do not delay other clients."""

import http.client
import socket
from collections import Counter, deque
from contextlib import ExitStack, closing
from typing import NamedTuple

import pytest

from scorekeeper.server import client_socket
from scorekeeper.server.client_socket import TimedSocket
from scorekeeper.server.worker import MAX_BUFFERED_BYTES, MAX_LARGE_REQUESTS, idle_of_largest
from tests.databases import create_league_file
from tests.server.processes import CHECKOUT, ROOT, TIMEOUT_S, serving

STYLES = "/static/css/base.css"
HTMX = "/static/vendor/htmx-4.0.1.min.js"
# 256 files allow 128 connections and 8 threads, besides the threads for streams.
FEW_FILES = ("prlimit", "--nofile=256:256", *CHECKOUT)
MANY = 200  # connections
ASKS = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POSTS = b"POST /join/code HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    settings = {
        "PYTHONPATH": str(ROOT),
        "SCOREKEEPER_DATABASE": create_league_file(folder / "league.sqlite"),
    }
    with serving(folder, command=FEW_FILES, **settings) as (_, host, port):
        yield host, port


@pytest.fixture
def crowd(server):
    """A function that opens `many` connections, sends `said` on each, and returns them."""
    with ExitStack() as connections:

        def opened(said=b"", many=MANY, receive_buffer=None):
            found = []
            for _ in range(many):
                connection = connections.enter_context(socket.socket())
                connection.settimeout(TIMEOUT_S)
                if receive_buffer:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
                connection.connect(server)
                found.append(connection)
                connection.sendall(said)
            return found

        yield opened


@pytest.fixture
def idle_connection(server):
    """A keep-alive connection from another address, idle between two requests."""
    with closing(connect_to(server, "127.0.0.2")) as connection:
        assert answer(connection) == 200
        yield connection


def connect_to(server, source="127.0.0.3", timeout=TIMEOUT_S):
    return http.client.HTTPConnection(*server, timeout=timeout, source_address=(source, 0))


def answer(connection):
    connection.request("GET", STYLES)
    response = connection.getresponse()
    assert response.read()
    return response.status


def new_phone(server, timeout=TIMEOUT_S):
    with closing(connect_to(server, timeout=timeout)) as connection:
        return answer(connection)


HALF = {
    "nothing": b"",
    "half a head": ASKS[:-2],
    "a head without an end": ASKS[:-2] + b"X-Long: 7890\r\n" * 2000,
    "half a form": POSTS + FORM + b"Content-Length: 20\r\n\r\ncode=",
    "half a file": POSTS + b"Content-Length: 1000000\r\n\r\nx",
    "half a chunk": POSTS + b"Transfer-Encoding: chunked\r\n\r\n5\r\nx",
    "a connection left open": b"GET /join HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n",
    "a malformed request, left open": b"nonsense\r\n\r\n",
}


@pytest.mark.parametrize("said", HALF)
def test_incomplete_requests_do_not_block_new_or_keep_alive_connections(
    server, crowd, idle_connection, said
):
    crowd(HALF[said])

    assert new_phone(server) == 200
    assert answer(idle_connection) == 200


@pytest.mark.thorough
def test_clients_that_do_not_read_their_responses_do_not_block_others(
    server, crowd, idle_connection
):
    """Responses that do not fit into the client's buffer could hold a thread for 30 s."""
    asks = b"GET " + HTMX.encode() + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    crowd(asks * 300, many=100, receive_buffer=4096)

    for _ in range(200):
        assert new_phone(server, timeout=client_socket.STALL_TIMEOUT_S / 2) == 200
    assert answer(idle_connection) == 200


class Connection(NamedTuple):
    address: str


@pytest.mark.parametrize(
    ("idle", "answering", "closed"),
    [
        pytest.param("bcb", "", "b", id="idle connections alone"),
        pytest.param("c", "bb", None, id="all of the largest address are being answered"),
        pytest.param("cb", "b", "b", id="some of them are"),
        pytest.param("", "", None, id="none"),
    ],
)
def test_an_idle_connection_of_the_largest_address_is_closed(idle, answering, closed):
    waiting = deque(map(Connection, idle))
    chosen = idle_of_largest([deque(), waiting], Counter(answering))

    assert chosen == (closed and (Connection(closed), waiting))


def test_a_request_can_be_sent_byte_by_byte(server):
    with socket.create_connection(server, timeout=TIMEOUT_S) as connection:
        for byte in ASKS:
            connection.sendall(bytes([byte]))
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_pipelined_requests_are_answered_even_if_the_last_is_sent_in_two_parts(server):
    with socket.create_connection(server, timeout=TIMEOUT_S) as connection:
        connection.sendall(ASKS * 2 + ASKS[:9])
        read = connection.makefile("rb")
        assert [status(read) for _ in range(2)] == [200, 200]
        connection.sendall(ASKS[9:])
        assert status(read) == 200


def status(read):
    """Read the next response in full and return its status."""
    code = int(read.readline().split()[1])
    heads = http.client.parse_headers(read)
    assert read.read(int(heads["Content-Length"]))
    return code


@pytest.mark.parametrize(
    "size", [0, 10, MAX_BUFFERED_BYTES, MAX_BUFFERED_BYTES + 1, 3 * MAX_BUFFERED_BYTES]
)
def test_a_request_body_of_any_size_gets_a_response(server, size):
    """The response is a 403, 413 or 422, and the connection is not reset."""
    with closing(connect_to(server)) as connection:
        connection.request("POST", "/join/code", b"x" * size, {"Origin": "http://127.0.0.1"})
        response = connection.getresponse()
        assert response.read()
        assert response.status in {403, 413, 422}


def test_expect_100_continue_is_answered(server):
    with socket.create_connection(server, timeout=TIMEOUT_S) as connection:
        connection.sendall(POSTS + FORM + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        assert connection.recv(21) == b"HTTP/1.1 100 Continue"


def test_more_large_requests_than_the_limit_are_all_answered(server, crowd):
    size = MAX_BUFFERED_BYTES + 1
    head = POSTS + b"Content-Length: %d\r\n\r\n" % size
    connections = crowd(head + b"x" * (size // 2), many=2 * MAX_LARGE_REQUESTS)
    for connection in connections:
        connection.sendall(b"x" * (size - size // 2))

    assert {connection.recv(9) for connection in connections} == {b"HTTP/1.1 "}


# ---------------------------------------------------------------- one connection


@pytest.fixture
def ends():
    """The two ends of a connection: the server's, then the client's."""
    ours, theirs = socket.socketpair()
    with TimedSocket(fileno=ours.detach()) as line, theirs:
        yield line, theirs


@pytest.mark.parametrize(
    "act",
    [
        lambda connection: connection.sendall(b"x" * 10_000_000),
        lambda connection: connection.recv(1),
    ],
)
def test_a_stalled_connection_is_closed_after_the_timeout(ends, monkeypatch, act):
    connection, _client = ends
    monkeypatch.setattr(client_socket, "STALL_TIMEOUT_S", 0.01)
    connection.setblocking(True)

    with pytest.raises(ConnectionResetError):
        act(connection)


def test_a_request_that_is_too_slow_in_total_is_cut_off(ends, monkeypatch):
    connection, client = ends
    connection.setblocking(True)
    now = iter(range(0, 1000, 20))  # 20 seconds pass with each byte
    monkeypatch.setattr(client_socket.time, "monotonic", lambda: next(now))
    client.sendall(b"xxx")

    assert connection.recv(1) == b"x"
    with pytest.raises(ConnectionResetError):
        connection.recv(1)


def test_each_request_has_its_own_time_limit(ends, monkeypatch):
    connection, client = ends
    connection.setblocking(True)
    now = iter(range(0, 1000, 20))
    monkeypatch.setattr(client_socket.time, "monotonic", lambda: next(now))
    client.sendall(b"xxx")

    assert connection.recv(1) == b"x"
    connection.begin()
    assert connection.recv(1) == b"x"
