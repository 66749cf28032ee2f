"""WSGI middleware that lets two requests run at a time.

Python runs one thread at a time. A hundred runnable threads spend half of their time switching,
which slows every request. A request therefore waits for a free slot for up to one second, then runs
anyway.
"""

from collections.abc import Iterable
from io import BytesIO
from threading import Semaphore
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_CONCURRENT_REQUESTS = 2  # one computes while the other waits for the disk or the database
# A request that holds a slot may itself be waiting. Such a request delays others by at most this
# many seconds.
SLOT_TIMEOUT_S = 1.0
# A request with a larger body takes no slot, because it would hold the slot while the body arrives.
MAX_BUFFERED_BODY_BYTES = 65_536


class ConcurrencyLimiter:
    """A limit on how many requests a WSGI application processes at a time.

    A slot is released before the response body is iterated over, so streams do not hold slots.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application
        self.slots = Semaphore(MAX_CONCURRENT_REQUESTS)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > MAX_BUFFERED_BODY_BYTES:
            return self.application(environ, start_response)
        # Read the body before taking a slot, so that a slow client does not delay other requests.
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
        has_slot = self.slots.acquire(timeout=SLOT_TIMEOUT_S)
        try:
            return self.application(environ, start_response)
        finally:
            if has_slot:
                self.slots.release()
