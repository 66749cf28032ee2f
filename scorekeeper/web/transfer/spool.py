"""A temporary file between the database and a download, filled by one thread and sent by another.

The file is filled at the server's own pace, however slowly the client reads. A snapshot therefore
lasts seconds and not hours, so SQLite can reset its write-ahead log, and PostgreSQL can clean up.
The file has no name and disappears with the download.
"""

import errno
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from tempfile import TemporaryFile
from threading import Condition, Lock, Thread

CHUNK_BYTES = 1 << 16  # bytes read from the file at a time
MIN_FREE_BYTES = 200 << 20  # bytes left free on the disk that holds the temporary files
DEADLINE_S = 15 * 60  # seconds from the first byte to the last
SLEEP_RATIO = 2  # seconds of sleep for each second of work, so that saves are not delayed
COMPUTE_LOCK = Lock()  # held while computing, so that only one download computes at a time


class DiskFull(OSError):
    """Too little space for temporary files."""

    def __init__(self) -> None:
        super().__init__(errno.ENOSPC, os.strerror(errno.ENOSPC))


class TooSlow(ConnectionResetError):
    """The client has not read the file in time.

    Servers handle this error as if the client had closed the connection.
    """

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "too slow")


class Spool:
    """The file of one download. `written` is the number of bytes that the client may read."""

    def __init__(self) -> None:
        self.file = TemporaryFile(buffering=0)  # noqa: SIM115  # closed by `close`
        self.condition = Condition()
        self.written = 0
        self.is_complete = self.is_closed = False
        self.error: BaseException | None = None

    def fill(self, chunks: Callable[[], Iterable[bytes]]) -> None:
        """Write all chunks, but stop when the download has ended."""
        try:
            with closing(iterate(chunks)) as pieces:  # closing the generator ends the snapshot
                for chunk in pieces:
                    if not self.append(chunk):
                        break
        except Exception as error:  # noqa: BLE001  # raised again by `read`, in its thread
            self.error = error
        finally:
            with self.condition:
                self.is_complete = True
                self.condition.notify_all()

    def append(self, chunk: bytes) -> bool:
        """Write a chunk, and return whether the download is still running.

        Raises DiskFull if the disk has too little space.
        """
        with self.condition:
            if self.is_closed:
                return False
            refuse_full_disk(self.file.fileno())
            self.file.write(chunk)
            self.written += len(chunk)
            self.condition.notify_all()
        return True

    def read(self) -> Iterator[bytes]:
        """Yield the bytes as they are written. Raises TooSlow, or the error that stopped `fill`."""
        offset, until = 0, time.monotonic() + DEADLINE_S
        while True:
            with self.condition:
                while self.written == offset and not self.is_complete:
                    self.condition.wait()
                size = min(CHUNK_BYTES, self.written - offset)
                chunk = os.pread(self.file.fileno(), size, offset)
            if not chunk:
                break
            if time.monotonic() > until:
                raise TooSlow
            yield chunk
            offset += len(chunk)
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        """Delete the file, so that `fill` stops at its next chunk."""
        with self.condition:
            self.is_closed = True
            self.file.close()


def iterate(chunks: Callable[[], Iterable[bytes]]) -> Generator[bytes, None, None]:
    """Yield the chunks. The caller can close this generator early.

    All downloads together use at most a third of one core. Python runs one thread at a time, so
    downloads would otherwise slow all requests.
    """
    pieces = iter(chunks())
    while True:
        with COMPUTE_LOCK:
            began = time.perf_counter()
            chunk = next(pieces, None)
            time.sleep(SLEEP_RATIO * (time.perf_counter() - began))
        if chunk is None:
            return
        yield chunk


def spool_chunks(chunks: Callable[[], Iterable[bytes]]) -> Iterator[bytes]:
    """Yield the bytes of `chunks()`, which a separate thread reads into a Spool."""
    spool = Spool()
    Thread(target=spool.fill, args=(chunks,), name="download", daemon=True).start()
    try:
        yield from spool.read()
    finally:
        spool.close()


def refuse_full_disk(place: int | str) -> None:
    """Raise DiskFull if the disk with this file or folder has less than MIN_FREE_BYTES free."""
    disk = os.statvfs(place)
    if disk.f_bavail * disk.f_frsize < MIN_FREE_BYTES:
        raise DiskFull
