"""Live streams of real servers: one on SQLite, and two on the same PostgreSQL database."""

import http.client
import signal
from contextlib import closing, contextmanager
from urllib.parse import urlencode

import pytest

from tests.members import HEADERS, owned
from tests.server.processes import PATIENT, TIMEOUT_S, serving, stopped

FORM = HEADERS | {
    "Content-Type": "application/x-www-form-urlencoded",
    "Sec-Fetch-Site": "same-origin",
}


@contextmanager
def stream(port, match=1):
    """Yield a function that returns the stream's next version."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as line:
        line.request("GET", f"/live/stream?match={match}", headers=HEADERS)
        answer = line.getresponse()
        assert answer.status == 200

        def next_word():
            while not (said := answer.readline().decode()).startswith("data: "):
                assert said, "the stream has ended"
            return said.removeprefix("data: ").strip()

        yield next_word


def post(port, path, **form):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as line:
        line.request("POST", path, urlencode(form), FORM)
        return line.getresponse().status


def begin(port):
    """Start match 1, a Jabberwocky for four."""
    assert post(port, "/first", game="jabberwocky", seats=4, key="first") == 303


def bid(port, key="bid"):
    bids = {f"bids-{seat}": 0 for seat in range(1, 5)}
    assert post(port, "/matches/1/rounds/1/bids", key=key, **bids) == 303


@pytest.mark.pg
def test_a_save_on_one_server_reaches_the_streams_of_another(postgresql, tmp_path):
    setting = {"SCOREKEEPER_DATABASE": postgresql}  # already contains the owner's phone
    with serving(tmp_path, **setting) as (_, _, one), serving(tmp_path, **setting) as (_, _, other):
        begin(one)
        with stream(one) as here, stream(other) as there:
            assert (here(), there()) == ("1", "1")
            bid(other)
            assert (here(), there()) == ("2", "2")


def test_streams_are_limited_and_neither_block_requests_nor_delay_stopping(tmp_path):
    setting = {
        "SCOREKEEPER_DATABASE": owned(tmp_path / "league.sqlite"),
        "SCOREKEEPER_STREAMS": "2",
    }
    with serving(tmp_path, command=PATIENT, **setting) as (process, _, port):
        begin(port)
        with stream(port) as one, stream(port) as other:
            assert (one(), other()) == ("1", "1")
            with pytest.raises(AssertionError), stream(port):
                pass
            bid(port)
            assert (one(), other()) == ("2", "2")

            process.send_signal(signal.SIGTERM)
            ended = stopped(process)  # waiting for the streams would take an hour

    assert ended == (0, "")
