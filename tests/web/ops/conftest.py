"""A server with a request log and metrics, after several phones have sent requests."""

import re
import socket

import pytest

from tests.databases import create_league_file
from tests.members import TOKEN
from tests.server.http_requests import BID, BIDS, START, post, send_request, stream
from tests.server.processes import TIMEOUT_S, interrupt, serving

BROKEN = (  # malformed requests that contain a secret
    "GET /join/{link} please HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nCookie scorekeeper-1={link}\r\n\r\n",
    "GET join/{link} HTTP/1.1\r\n\r\n",
)


@pytest.fixture(scope="session")
def server_output(tmp_path_factory):
    """The log, metrics and secrets after requests of several phones, some of them malformed."""
    folder = tmp_path_factory.mktemp("watched")
    settings = {
        "SCOREKEEPER_DATABASE": create_league_file(folder / "league.sqlite"),
        "SCOREKEEPER_LOG": "json",
        "SCOREKEEPER_METRICS": "127.0.0.1:0",
    }
    with serving(folder, **settings) as (process, host, port):
        here, private = (host, port), port_of_metrics(process)
        post(*here, "/first", START)
        post(*here, BID, {**BIDS, "key": "1"})
        post(*here, BID, {**BIDS, "bids-1": "99", "key": "2"})
        link = cookie_of(post(*here, "/invite", {"lasts": "1", "name": "Zacharias"})).split(".")[1]
        code = cookie_of(post(*here, "/invite", {"many": "1"})).split(".")[2]
        token = join(here, link)
        post(*here, "/join/code", {"code": code})
        post(*here, "/join/code", {"code": "ABCD2345"})
        send_request(*here, "GET", f"/shown/{link}?name=Zacharias")
        send_request(*here, "GET", f"/nowhere/{link}")
        for request in BROKEN:
            with socket.create_connection(here, timeout=TIMEOUT_S) as connection:
                connection.sendall(request.format(link=link).encode())
                assert b" 400 " in connection.recv(1000)
        with stream(port) as next_word:
            assert next_word() == "2"
            metrics = send_request("127.0.0.1", private, "GET", "/metrics")[2]
        elsewhere = send_request(
            "127.0.0.1", private, "GET", "/metrics", headers={"Host": "evil.example"}
        )
        assert elsewhere[0] == 404
        interrupt(process)
        log = process.communicate(timeout=TIMEOUT_S)[1]
    return log, metrics, (link, code, token, TOKEN, "ABCD2345", "Zacharias")


def port_of_metrics(process):
    """Return the metrics port, which the server prints when it starts."""
    for line in process.stdout:
        if match := re.search(r"http://127\.0\.0\.1:(\d+)/metrics", line):
            return int(match[1])
    raise AssertionError("The server does not print the address of its metrics.")


def cookie_of(answer):
    """Return the value of the cookie that a response sets."""
    return answer[1]["Set-Cookie"].partition("=")[2].partition(";")[0]


def join(here, link):
    """Open this link on a new phone, join, and return the phone's token."""
    opened = send_request(*here, "GET", f"/join/{link}", headers={})
    assert link not in opened[1]["Location"]
    asked = {"Cookie": f"scorekeeper-asked={cookie_of(opened)}", "Sec-Fetch-Site": "same-origin"}
    joined = send_request(*here, "POST", "/join", headers=asked)
    assert joined[0] == 303
    return cookie_of(joined)
