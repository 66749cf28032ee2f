"""Live streams of real servers: one on SQLite, and two on the same PostgreSQL database."""

import signal

import pytest

from tests.databases import create_league_file
from tests.server.http_requests import BID, BIDS, START, post, stream
from tests.server.processes import PATIENT, serving, wait_until_stopped


def begin(port):
    """Start match 1: Jabberwocky for four players."""
    assert post("127.0.0.1", port, "/first", START)[0] == 303


def bid(port, key="bid"):
    assert post("127.0.0.1", port, BID, {**BIDS, "key": key})[0] == 303


@pytest.mark.pg
def test_a_save_on_one_server_reaches_the_streams_of_another(postgresql, tmp_path):
    setting = {"SCOREKEEPER_DATABASE": postgresql}  # already contains the owner's phone
    with serving(tmp_path, **setting) as (_, _, one), serving(tmp_path, **setting) as (_, _, other):
        begin(one)
        with stream(one) as here, stream(other) as there:
            assert (here(), there()) == ("1", "1")
            bid(other)
            assert (here(), there()) == ("2", "2")


@pytest.mark.thorough
def test_streams_are_limited_and_neither_block_requests_nor_delay_stopping(tmp_path):
    setting = {
        "SCOREKEEPER_DATABASE": create_league_file(tmp_path / "league.sqlite"),
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
            ended = wait_until_stopped(process)  # waiting for the streams would take an hour

    assert ended == (0, "")
