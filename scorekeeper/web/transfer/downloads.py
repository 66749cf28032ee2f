"""Streamed downloads, with a limit on how many run at once.

Each download reads one snapshot of the league into a temporary file (`spool.py`) and is sent from
there. A client that reads slowly occupies a thread and some disk space, but no snapshot and no
database connection.
"""

from collections.abc import Callable, Iterable, Iterator
from tempfile import gettempdir
from threading import Lock

from flask import Flask, Response, current_app
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.messages import say
from scorekeeper.web.extension_keys import DOWNLOADS_KEY
from scorekeeper.web.shared import session
from scorekeeper.web.shared.db_errors import InsufficientStorage, with_description
from scorekeeper.web.transfer.spool import DiskFull, refuse_full_disk, spool_chunks

MAX_DOWNLOADS = 4
MAX_DOWNLOADS_PER_DEVICE = 2
RETRY_AFTER_S = 10  # the Retry-After header, in seconds
TOO_MANY_DOWNLOADS = say("Several downloads are running. Try again when they are done.")
NO_SPACE = say("The server’s disk is full, so this file cannot be prepared.")


class Download:
    """A download that is being sent to the phone with the id `device_id`."""

    def __init__(self, device_id: int) -> None:
        self.device_id = device_id


class DownloadLimiter:
    """The downloads that are being sent now, and the limits on them."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.under_way: set[Download] = set()

    def begin(self, device_id: int) -> Download | None:
        """Register a download.

        Returns None if the limit for all downloads or the limit for this phone has been reached.
        """
        with self.lock:
            phone_downloads = sum(each.device_id == device_id for each in self.under_way)
            if len(self.under_way) >= MAX_DOWNLOADS or phone_downloads >= MAX_DOWNLOADS_PER_DEVICE:
                return None
            download = Download(device_id)
            self.under_way.add(download)
            return download

    def end(self, download: Download) -> None:
        """Remove a download, or do nothing if it has already ended."""
        with self.lock:
            self.under_way.discard(download)


def init_app(app: Flask) -> None:
    app.extensions[DOWNLOADS_KEY] = DownloadLimiter()


def attachment_response(
    write: Callable[[], Iterable[bytes]], name: str, mime_type: str
) -> Response:
    """Stream the chunks of `write()` as an attachment called `name`.

    `write` runs in another thread, outside the request, so it cannot use `g` or the session.

    Raises ServiceUnavailable (503) while too many downloads run, and InsufficientStorage (507) if
    there is no space for the temporary file.
    """
    try:
        refuse_full_disk(gettempdir())
    except DiskFull:
        raise with_description(InsufficientStorage(), NO_SPACE) from None
    downloads: DownloadLimiter = current_app.extensions[DOWNLOADS_KEY]
    download = downloads.begin(session.current_device().id)
    if download is None:
        raise with_description(ServiceUnavailable(retry_after=RETRY_AFTER_S), TOO_MANY_DOWNLOADS)

    def chunks() -> Iterator[bytes]:
        try:
            yield from spool_chunks(write)
        finally:
            downloads.end(download)

    response = Response(
        chunks(),
        mimetype=mime_type,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )
    response.call_on_close(lambda: downloads.end(download))  # even if the body is never read
    return response
