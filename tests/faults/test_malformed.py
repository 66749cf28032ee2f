"""Malformed requests sent to a real server through a socket cause no 500 and no change."""

import socket

import pytest

from tests.faults.strange_inputs import Stranger, table_contents
from tests.server.processes import serving

pytestmark = pytest.mark.fault

HOST = b"Host: localhost\r\n"
ENDS = b"Connection: close\r\n\r\n"
HOME = b"GET / HTTP/1.1\r\n" + HOST
FIRST = b"POST /first HTTP/1.1\r\n" + HOST
MALFORMED = [
    b"",
    b"\r\n\r\n",
    b"\x00" * 64,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n" + ENDS,
    FIRST + b"Content-Length: 1e9\r\n" + ENDS,
    FIRST + b"Content-Length: 5\r\nContent-Length: 6\r\n" + ENDS + b"a=b&c",
    FIRST + b"Transfer-Encoding: chunked\r\n" + ENDS + b"zz\r\nx\r\n0\r\n\r\n",
    FIRST + b"Transfer-Encoding: gzip\r\nContent-Length: 3\r\n" + ENDS + b"abc",
    FIRST + b"Content-Length: 99999999999\r\n" + ENDS,
    b"GET /%zz HTTP/1.1\r\n" + HOST + ENDS,
    b"GET //evil.example/ HTTP/1.1\r\n" + HOST + ENDS,
    b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + ENDS,
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + ENDS,
    HOME + b"X: " + b"y" * 9000 + b"\r\n" + ENDS,
    HOME + b"X: y\r\n" * 300 + ENDS,
    HOME + b"No colon here\r\n" + ENDS,
    HOME + b" folded: line\r\n" + ENDS,
    b"GET /" + b"../" * 100 + b"etc/passwd HTTP/1.1\r\n" + HOST + ENDS,
    HOME + "Cookie: é\r\n".encode() + ENDS,
    b"CONNECT localhost:1 HTTP/1.1\r\n" + HOST + ENDS,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def send_bytes(address, request):
    """Send these bytes, and return the response.

    Returns b"" if the server resets the connection.
    """
    with socket.create_connection(address, timeout=60) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except (ConnectionError, BrokenPipeError):
            return b""


def mangle(stranger, request):
    """Return the request with some bytes replaced, inserted or removed."""
    text = bytearray(request)
    for _ in range(stranger.rng.randrange(1, 6)):
        at = stranger.rng.randrange(len(text))
        text[at : at + stranger.rng.randrange(3)] = stranger.noise(4)
    return bytes(text)


def test_malformed_requests_cause_no_500_and_change_nothing(tmp_path):
    stranger = Stranger(7)
    wrong = [*MALFORMED, *(mangle(stranger, stranger.one(MALFORMED[2:])) for _ in range(300))]
    with serving(tmp_path) as (process, host, port):
        file = tmp_path / "scorekeeper-data" / "scorekeeper.sqlite"
        before = table_contents(file)
        for request in wrong:
            status = send_bytes((host, port), request).partition(b"\r\n")[0]
            assert b" 500 " not in status, (request, status)

        alive = send_bytes((host, port), b"GET /rules HTTP/1.1\r\n" + HOST + ENDS)
        assert alive.startswith(b"HTTP/1.1 200")
        assert table_contents(file) == before
        assert process.poll() is None
