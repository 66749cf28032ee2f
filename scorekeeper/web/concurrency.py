"""Answers are made by few threads at a time, however many phones ask at once.

Python runs one thread at a time. A hundred that all want to would spend most of the time waking
each other up, so whoever asks while enough others are being answered waits for his turn.
"""

from collections.abc import Iterable
from io import BytesIO
from threading import Semaphore
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_CONCURRENT_REQUESTS = 2  # one that reckons, while the other waits for the disk or the database
SLOT_TIMEOUT_S = (
    1.0  # seconds; whoever has a turn may be waiting himself, and holds nobody up for longer
)
MAX_BUFFERED_BODY_BYTES = (
    65_536  # bytes; whoever sends more takes no turn, which he would hold while it comes
)


class ConcurrencyLimiter:
    """Around an application. What a stream says later is said outside of its turn."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application
        self.free = Semaphore(MAX_CONCURRENT_REQUESTS)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > MAX_BUFFERED_BODY_BYTES:
            return self.application(environ, start_response)
        # However slowly it comes, nobody waits for it.
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
        has_turn = self.free.acquire(timeout=SLOT_TIMEOUT_S)
        try:
            return self.application(environ, start_response)
        finally:
            if has_turn:
                self.free.release()
