"""A server that stops first sends the queued notifications, but waits only a few seconds."""

import http.client
import signal
import sys
from contextlib import closing, contextmanager

import pytest

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.notices import subscriptions
from scorekeeper.server import engines
from tests.databases import create_bare_app, create_league_file
from tests.members import add_phone
from tests.notices.push_service import Browser
from tests.server.http_requests import post
from tests.server.processes import ROOT, TIMEOUT_S, serving, wait_until_stopped

# A server that may send notifications to this machine. It waits for the notifications for `{}`
# seconds after SIGTERM, and not at all for open connections. It gives up on a push service only
# after TIMEOUT_S, because on a busy machine, stopping takes longer than a server usually waits for
# a response.
SERVER = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from scorekeeper.cli import main
from scorekeeper.notices import sending
from scorekeeper.notices.delivery import DeliveryQueue
from scorekeeper.server import database_app, gunicorn_app, shutdown
sending.CONNECT_TIMEOUT_S = sending.TOTAL_TIMEOUT_S = {TIMEOUT_S}
database_app.DeliveryQueue = lambda **_: DeliveryQueue(to_loopback=True)
gunicorn_app.GRACEFUL_TIMEOUT_S = 0
shutdown.NOTICES_TIMEOUT_S = {{}}
sys.exit(main.main())
"""


@pytest.fixture
def league(tmp_path, service):
    """(file, browser): the database of a league with two club nights, and a browser.

    The browser receives the notifications of a phone of this league.
    """
    file, browser = create_league_file(tmp_path / "league.sqlite"), Browser()
    app = create_bare_app(f"sqlite:///{file}")
    store, phone = engines.store_of(app), add_phone(app, token="ana")
    wanted = browser.subscription(phone, f"{service.address}/ana", kinds=["evening"])
    subscriptions.subscribe(store, wanted, to_loopback=True)
    settings = NightSettings("2027-01-12", "New Year", "loba", {}, 4, DrawMethod.CHANCE)
    for key in ("first night", "second night"):
        club_nights.create_night(store, settings, key, at=0)
    engines.engine_of(app).dispose()
    return file, browser


@contextmanager
def stopping(tmp_path, service, file, timeout):
    """Yield a server process that is stopping before two notifications have been delivered.

    One notification waits in the push service, and the other in the server's queue. The block
    begins when the server has finished its requests and closed the connections.
    """
    command = (sys.executable, "-c", SERVER.format(timeout))
    service.open.clear()
    with serving(tmp_path, command=command, SCOREKEEPER_DATABASE=file) as (process, host, port):
        for night in (1, 2):
            assert post(host, port, f"/club/{night}/link", {})[0] == 200
        assert service.arrived.wait(TIMEOUT_S)
        with closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)) as idle:
            idle.request("GET", "/join")
            idle.getresponse().read()
            process.send_signal(signal.SIGTERM)
            assert idle.sock.recv(1) == b""
        yield process


@pytest.mark.thorough
def test_a_server_that_stops_sends_the_queued_notifications(tmp_path, service, league):
    file, browser = league
    with stopping(tmp_path, service, file, timeout=TIMEOUT_S) as process:
        service.open.set()
        tags = [browser.read(service.next()[2])["tag"] for _ in range(2)]
        ended = wait_until_stopped(process)

    assert tags == ["evening-1", "evening-2"]
    assert ended == (0, "")


@pytest.mark.thorough
def test_a_server_stops_although_a_push_service_does_not_respond(tmp_path, service, league):
    file, _ = league
    with stopping(tmp_path, service, file, timeout=1) as process:
        ended = wait_until_stopped(process)

    assert ended == (0, "The server stopped before it could send all notifications.\n")
    assert service.received.empty()
