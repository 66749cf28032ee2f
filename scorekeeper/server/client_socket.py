"""A socket that disconnects a client if it keeps a thread waiting too long."""

import errno
import fcntl
import socket
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from typing import Any

STALL_TIMEOUT_S = 30.0  # seconds that a request of any size may block a thread
MIN_BYTES_PER_S = 8_192  # a request may block one more second per this many bytes
RECV_BYTES = 65_536  # bytes per read
SEND_BUFFER_BYTES = 262_144  # more than any page; large downloads wait for the client


def slow_client_error() -> ConnectionResetError:
    """Return the error for a slow client. gunicorn handles it like a hang-up, without logging."""
    return ConnectionResetError(errno.ECONNRESET, "too slow")


class TimedSocket(socket.socket):
    """A socket that measures how long a request blocks, and disconnects a slow client."""

    blocked_s = 0.0  # seconds spent blocking in this request
    moved_bytes = 0  # bytes read and written in this request

    def setblocking(self, flag: bool) -> None:
        """Replace blocking mode with a timeout of STALL_TIMEOUT_S."""
        self.settimeout(STALL_TIMEOUT_S if flag else 0.0)

    def begin(self) -> None:
        """Reset the counters for a new request."""
        self.blocked_s, self.moved_bytes = 0.0, 0

    def recv(self, *arguments: Any) -> bytes:
        received: bytes = self.measure_stall(super().recv, *arguments, byte_count=len)
        return received

    def sendall(self, data: Any, *flags: int) -> None:
        self.measure_stall(super().sendall, data, *flags, byte_count=lambda nothing: len(data))

    def sendfile(self, *arguments: Any, **more: Any) -> int:
        send = partial(super().sendfile, **more)
        sent: int = self.measure_stall(send, *arguments, byte_count=int)
        return sent

    def measure_stall(
        self, act: Callable[..., Any], *arguments: Any, byte_count: Callable[[Any], int]
    ) -> Any:
        """Call `act` and return its result.

        `byte_count` takes the result and returns the number of bytes that the call transferred.

        Raises ConnectionResetError if the client stalls for too long.
        """
        began = time.monotonic()
        try:
            result = act(*arguments)
        except TimeoutError:
            raise slow_client_error() from None
        self.blocked_s += time.monotonic() - began
        self.moved_bytes += byte_count(result)
        if self.blocked_s > STALL_TIMEOUT_S + self.moved_bytes / MIN_BYTES_PER_S:
            raise slow_client_error()
        return result


def is_closed(connection: socket.socket) -> bool:
    """Return whether the socket was closed earlier in the same batch of events."""
    return connection.fileno() < 0


def recv_available(connection: socket.socket) -> bytes | None:
    """Return the received bytes, b"" if the connection has ended, or None if there are none yet."""
    if is_closed(connection):
        return None
    try:
        return connection.recv(RECV_BYTES)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def unread_bytes(connection: socket.socket) -> int:
    """Return how many bytes of earlier responses the client has not received yet.

    Returns 0 on a system that does not count them.
    """
    try:
        queued = fcntl.ioctl(connection, termios.TIOCOUTQ, b"\0" * 4)
    except OSError:
        return 0
    return int.from_bytes(queued, sys.byteorder)
