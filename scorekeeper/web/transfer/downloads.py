"""Files that are written while they are sent, a few at a time.

Each looks at the league as of one moment for as long as it is sent, with a connection of its own
to the database. However many are asked for, most connections are left for those who save.
"""

from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from flask import Flask, Response, current_app
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.messages import say
from scorekeeper.web.shared import session
from scorekeeper.web.shared.db_errors import with_description

MAX_DOWNLOADS = 4
MAX_DOWNLOADS_PER_DEVICE = 2
RETRY_AFTER_S = 10  # seconds after which a program may ask again
TOO_MANY_DOWNLOADS = say("Several downloads are on their way. Try again once they are done.")


class Download:
    """One that is on its way to this phone."""

    def __init__(self, phone: int) -> None:
        self.phone = phone


class DownloadLimiter:
    """All that are on their way now."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.under_way: set[Download] = set()

    def begin(self, phone: int) -> Download | None:
        """One more; none if there are enough, or enough of this phone."""
        with self.lock:
            mine = sum(each.phone == phone for each in self.under_way)
            if len(self.under_way) >= MAX_DOWNLOADS or mine >= MAX_DOWNLOADS_PER_DEVICE:
                return None
            found = Download(phone)
            self.under_way.add(found)
            return found

    def end(self, download: Download) -> None:
        """Also if it has ended before."""
        with self.lock:
            self.under_way.discard(download)


def init_app(app: Flask) -> None:
    app.extensions["scorekeeper.downloads"] = DownloadLimiter()


def attachment_response(write: Callable[[], Iterable[bytes]], name: str, kind: str) -> Response:
    """What is written as a file, or 503 while there are enough of them."""
    downloads: DownloadLimiter = current_app.extensions["scorekeeper.downloads"]
    found = downloads.begin(session.current_device().id)
    if found is None:
        raise with_description(ServiceUnavailable(retry_after=RETRY_AFTER_S), TOO_MANY_DOWNLOADS)

    def chunks() -> Iterator[bytes]:
        try:
            yield from write()
        finally:
            downloads.end(found)

    answer = Response(
        chunks(),
        mimetype=kind,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )
    answer.call_on_close(lambda: downloads.end(found))  # where nothing of it was asked for
    return answer
