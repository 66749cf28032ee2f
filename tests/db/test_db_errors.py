"""If the disk is full or the database is busy or unreachable, the reason is shown.

No partial change is left behind.
"""

import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.databases import create_league_file
from tests.members import HEADERS, outside_phone
from tests.server.http_requests import BID, BIDS, START, post, send_request
from tests.server.processes import closed_port, serving

SAFE = "Everything already saved is safe."


@pytest.mark.fault
def test_a_full_disk_gives_a_507_and_saving_works_again_when_there_is_space(tmp_path):
    """Limit the size of the server's files to 0 bytes, then lift the limit."""
    file = tmp_path / "league.sqlite"
    with serving(tmp_path, SCOREKEEPER_DATABASE=create_league_file(file)) as (process, host, port):
        assert post(host, port, "/first", START)[0] == 303
        may_write(process, 0)
        status, headers, text = post(host, port, BID, {**BIDS, "key": "1"})
        assert status == 507
        assert "disk is full" in text
        assert SAFE in text
        assert 'name="bids-4" value="0"' in text  # the entered values, ready to be sent again
        assert headers["Scorekeeper-Why"].startswith("Nothing%20was%20saved")
        assert send_request(host, port, "GET", "/matches/1")[0] == 200  # reading still works
        for path in ("/import", "/restore"):  # the temporary file of an upload
            status, _, text = upload(host, port, path, b"date;game;player;points\n" * 25_000)
            assert (status, SAFE in text, "Send again" in text) == (507, True, False)
        may_write(process, resource.RLIM_INFINITY)
        assert post(host, port, BID, {**BIDS, "key": "1"})[0] == 303

    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT max(version) FROM match_event").fetchone() == (2,)


def upload(host, port, path, content):
    """Upload a file and return (status, headers, text)."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin"}
    body = head + content + b"\r\n--x--\r\n"
    return send_request(host, port, "POST", path, body, HEADERS | kind)


def may_write(process, most):
    """Limit the files of the server and its worker to `most` bytes, to imitate a full disk."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    for pid in (process.pid, *map(int, children.split())):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_locked_database_gives_a_503_and_a_later_retry_succeeds(sqlite, monkeypatch):
    monkeypatch.setattr(engines, "PRAGMAS", (*engines.PRAGMAS, "busy_timeout=0"))
    app = create_app({"SQLALCHEMY_DATABASE_URI": sqlite, "TESTING": True})
    phone = app.test_client()
    with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = phone.post("/first", data=START)
        other.rollback()
    done = phone.post("/first", data=START)
    engines.engine_of(app).dispose()

    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
    assert busy.headers["Cache-Control"] == "no-store"
    assert SAFE in busy.text
    assert done.status_code == 303


# Holds SQLite's read locks, which are in the index of the write-ahead log, until stdin ends.
HOLD_READERS = """
import fcntl, sys
with open(sys.argv[1], "r+b") as index:
    fcntl.lockf(index, fcntl.LOCK_EX, 5, 123)
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.mark.thorough
def test_a_database_whose_log_stays_locked_gives_a_503(sqlite):
    """SQLite tries to read for 10 s, regardless of its timeout setting."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": sqlite, "TESTING": True})
    phone = app.test_client()
    assert phone.post("/first", data=START).status_code == 303
    index = f"{sqlite.removeprefix('sqlite:///')}-shm"
    command = [sys.executable, "-c", HOLD_READERS, index]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as other:
        assert other.stdout.readline() == "locked\n"
        busy = phone.get("/players")
        other.stdin.close()
    engines.engine_of(app).dispose()

    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")


def test_an_unreachable_database_gives_a_503_without_its_password():
    """League pages and the health check return a 503, but a stranger can open the join page."""
    with closed_port() as port:
        away = f"postgresql://ana:secret@127.0.0.1:{port}/scores"
        phone = create_app({"SQLALCHEMY_DATABASE_URI": away, "TESTING": True}).test_client()
        health, page = phone.get("/health"), phone.get("/players")
        phone.token = None
        stranger = phone.get("/join")

    assert (health.status_code, health.json["status"]) == (503, "trouble")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "the database is not responding" in page.text
    assert "secret" not in health.text + page.text
    assert stranger.status_code == 200


def test_the_health_check_is_public_and_returns_only_a_status(sqlite):
    app = create_app({"SQLALCHEMY_DATABASE_URI": sqlite, "TESTING": True})
    phone = outside_phone(app)
    response = phone.get("/health")
    engines.engine_of(app).dispose()

    assert (response.status_code, response.json) == (200, {"status": "ok"})
    assert response.headers["Cache-Control"] == "no-store"
