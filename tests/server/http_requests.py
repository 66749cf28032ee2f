"""Requests from the owner's phone to a server that runs in a separate process."""

import http.client
from contextlib import closing, contextmanager
from urllib.parse import urlencode

from tests.members import HEADERS
from tests.server.processes import TIMEOUT_S

START = {"game": "jabberwocky", "seats": "4", "key": "first"}
BIDS = {f"bids-{seat}": "0" for seat in range(1, 5)}
BID = "/matches/1/rounds/1/bids"


def post(host, port, path, form):
    """Send a form and return (status, headers, text), without following a redirect."""
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    return send_request(host, port, "POST", path, urlencode(form), HEADERS | kind)


def send_request(host, port, method, path, body=None, headers=HEADERS):
    with closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)) as connection:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()


@contextmanager
def stream(port, match=1):
    """Open the live stream of a match, and yield a function that returns the next version sent."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as connection:
        connection.request("GET", f"/live/stream?match={match}", headers=HEADERS)
        response = connection.getresponse()
        assert response.status == 200

        def next_word():
            while not (said := response.readline().decode()).startswith("data: "):
                assert said, "the stream has ended"
            return said.removeprefix("data: ").strip()

        yield next_word
