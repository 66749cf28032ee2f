"""gunicorn's worker with threads, none of which is held by a client that is slow or silent.

A thread is given to a request that has come in whole, but for large ones, of which a few come in
at a time. Until then, between two requests and after the last answer a connection waits beside
the threads, each for its time. When there are too many, the address with most of them loses its
oldest. Whoever reads or sends less than a little on the average is cut off.
"""

import errno
import re
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

REQUEST_TIMEOUT_S = 20.0  # seconds for a request to come in
CLOSE_TIMEOUT_S = 2.0  # seconds for a client to hang up after the last answer
STALL_TIMEOUT_S = 30.0  # seconds somebody who is waited for may be away in all
MIN_BYTES_PER_S = 8_192  # bytes a second, on the average after that
RECV_BYTES = 65_536  # bytes that are read at once
MAX_BUFFERED_BYTES = (
    16_384  # bytes of a head, and of a body, that wait beside the threads until they are whole
)
MAX_LARGE_REQUESTS = 16  # requests with more, or of unknown length
SPARE_CONNECTIONS = 8  # connections that are kept free for who comes next

END_OF_HEAD = b"\r\n\r\n"
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
# Where the body has no length, or is sent only once it was asked for.
UNKNOWN_LENGTH = re.compile(rb"\r\n(transfer-encoding|expect):", re.IGNORECASE)


def slow_client_error() -> ConnectionResetError:
    """As if the client had hung up: gunicorn knows what to do then, and says nothing of it."""
    return ConnectionResetError(errno.ECONNRESET, "too slow")


class TimedSocket(socket.socket):
    """A socket that disconnects a client who keeps a thread waiting for too long."""

    away = 0.0  # seconds
    moved = 0  # bytes

    def setblocking(self, flag: bool) -> None:
        """Blocking is for a while only."""
        self.settimeout(STALL_TIMEOUT_S if flag else 0.0)

    def begin(self) -> None:
        """Another request."""
        self.away, self.moved = 0.0, 0

    def recv(self, *arguments: Any) -> bytes:
        found: bytes = self.timed(super().recv, *arguments, many=len)
        return found

    def sendall(self, data: Any, *flags: int) -> None:
        self.timed(super().sendall, data, *flags, many=lambda nothing: len(data))

    def sendfile(self, *arguments: Any, **more: Any) -> int:
        found: int = self.timed(partial(super().sendfile, **more), *arguments, many=int)
        return found

    def timed(self, act: Callable[..., Any], *arguments: Any, many: Callable[[Any], int]) -> Any:
        """Do it; ConnectionResetError if the client is away for too long."""
        began = time.monotonic()
        try:
            found = act(*arguments)
        except TimeoutError:
            raise slow_client_error() from None
        self.away += time.monotonic() - began
        self.moved += many(found)
        if self.away > STALL_TIMEOUT_S + self.moved / MIN_BYTES_PER_S:
            raise slow_client_error()
        return found


class ClientConnection(TConn):  # type: ignore[misc]  # gunicorn carries no types
    """A client's connection. `came` holds what has arrived of the next request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.came = bytearray()
        self.looked_at = 0  # bytes of it in which no head ends
        self.is_large = False

    def feed(self, piece: bytes) -> bool:
        """Whether with this piece a thread can take the request: it is whole, or too large to wait
        for.
        """
        self.came += piece
        end = self.came.find(END_OF_HEAD, max(0, self.looked_at - len(END_OF_HEAD)))
        self.looked_at = len(self.came)
        if end < 0:
            self.is_large = len(self.came) > MAX_BUFFERED_BYTES
            return self.is_large
        head = bytes(self.came[: end + 2])
        length = CONTENT_LENGTH.search(head)
        body = int(length[1]) if length else 0
        whole = end + len(END_OF_HEAD) + body
        self.is_large = bool(UNKNOWN_LENGTH.search(head)) or body > MAX_BUFFERED_BYTES
        self.looked_at = end
        return self.is_large or len(self.came) >= whole

    def begin(self) -> None:
        """Let the parser have what came in."""
        self.init()
        self.parser.unreader.unread(bytes(self.came))
        self.came.clear()
        self.looked_at = 0
        self.data_ready = True
        self.sock.begin()

    @property
    def address(self) -> str:
        """Where from; of a socket in a folder nobody knows."""
        return str(self.client[0]) if self.client else ""


def is_closed(line: socket.socket) -> bool:
    """Whether it was dropped in the same moment in which something came."""
    return line.fileno() < 0


def recv_available(line: socket.socket) -> bytes | None:
    """What has arrived: b"" at the end of the connection, None if there is nothing yet."""
    if is_closed(line):
        return None
    try:
        return line.recv(RECV_BYTES)
    except BlockingIOError:
        return None
    except OSError:
        return b""


class Worker(ThreadWorker):  # type: ignore[misc]  # as above
    """`pending_conns` are those whose request comes in, `keepalived_conns` rest between two."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.closing: deque[ClientConnection] = deque()  # answered for the last time
        self.queue: deque[ClientConnection] = deque()  # with large requests, until it is their turn
        self.large = 0

    # ------------------------------------------------------------ coming in

    def accept(self, listener: socket.socket) -> None:
        try:
            accepted, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        line = TimedSocket(fileno=accepted.detach())
        self.receive_request(ClientConnection(self.cfg, line, client, listener.getsockname()))
        self.make_room()

    def receive_request(self, conn: ClientConnection) -> None:
        """Its next request begins, and is mostly there at once."""
        conn.sock.setblocking(False)
        piece = recv_available(conn.sock)
        if piece == b"":
            self.close_connection(conn)
        elif piece is None or not conn.feed(piece):
            self.wait_for(conn)
        else:
            self.begin(conn)

    def wait_for(self, conn: ClientConnection) -> None:
        """Until its request is there, or its time is over."""
        conn.timeout = time.monotonic() + REQUEST_TIMEOUT_S
        self.pending_conns.append(conn)
        self.listen(conn, self.on_pending_socket_readable)

    def listen(self, conn: ClientConnection, act: Callable[..., None]) -> None:
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(act, conn))

    def on_client_socket_readable(self, conn: ClientConnection, client: socket.socket) -> None:
        """The next request of somebody who rested begins."""
        if is_closed(client):
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.receive_request(conn)

    def on_pending_socket_readable(self, conn: ClientConnection, client: socket.socket) -> None:
        piece = recv_available(client)
        if piece == b"":
            self.drop(conn, self.pending_conns)
        elif piece and conn.feed(piece):
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self.begin(conn)

    def begin(self, conn: ClientConnection) -> None:
        """A thread for it, or its place in the queue."""
        if conn.is_large and self.large >= MAX_LARGE_REQUESTS:
            self.queue.append(conn)
            return
        self.large += conn.is_large
        conn.begin()
        self.enqueue_req(conn)

    # ------------------------------------------------------------ going out

    def finish_request(self, conn: ClientConnection, done: "Future[bool]") -> None:
        """Its answer is sent: wait for the next request, or for the client to hang up."""
        if conn.is_large:
            conn.is_large = False
            self.large -= 1
            if self.queue:
                self.begin(self.queue.popleft())
        goes_on = not done.cancelled() and done.exception() is None and done.result()
        if not goes_on:
            self.leave(conn)
            return
        more = conn.parser.unreader.take_buffered()  # sent before the answer was there
        if not more:
            super().finish_request(conn, done)
        elif conn.feed(more):
            self.begin(conn)
        else:
            conn.sock.setblocking(False)
            self.wait_for(conn)

    def leave(self, conn: ClientConnection) -> None:
        """End our side and let the client close first, so that no part of the answer is lost."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:  # the client has closed already
            self.close_connection(conn)
            return
        conn.timeout = time.monotonic() + CLOSE_TIMEOUT_S
        self.closing.append(conn)
        self.listen(conn, self.on_closing_socket_readable)

    def on_closing_socket_readable(self, conn: ClientConnection, client: socket.socket) -> None:
        if recv_available(client) == b"":
            self.drop(conn, self.closing)

    def murder_pending(self) -> None:
        """Called again and again: whose time is over."""
        now = time.monotonic()
        for waiting in (self.pending_conns, self.closing):
            while waiting and waiting[0].timeout <= now:
                self.drop(waiting[0], waiting)

    def make_room(self) -> None:
        """For who comes next: the address with most connections that do nothing loses one."""
        if self.nr_conns <= self.worker_connections - SPARE_CONNECTIONS:
            return
        idle = (self.closing, self.queue, self.pending_conns, self.keepalived_conns)
        held = Counter(conn.address for waiting in idle for conn in waiting)
        if held:
            ((most, _),) = held.most_common(1)
            waiting, conn = next(
                (waiting, conn) for waiting in idle for conn in waiting if conn.address == most
            )
            self.drop(conn, waiting)

    def drop(self, conn: ClientConnection, waiting: deque[ClientConnection]) -> None:
        waiting.remove(conn)
        if waiting is not self.queue:
            self.poller.unregister(conn.sock)
        self.close_connection(conn)

    def close_connection(self, conn: ClientConnection) -> None:
        self.nr_conns -= 1
        conn.close()
