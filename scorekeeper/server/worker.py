"""A gunicorn thread worker in which slow or silent clients do not hold threads.

A request gets a thread once it is complete. Only requests with a head or body over 16,384 bytes, or
with a body of unknown length, get a thread earlier, at most 16 of them at a time. Connections that
are sending, idle or closing wait in the event loop, each with a timeout. If there are too many
connections, a waiting connection from the address with the most connections is closed. A page fits
into the kernel's send buffer, so its thread does not wait for the client to read it. A client that
has left more than 65,536 bytes of responses unread gets no further response. A client that keeps a
thread waiting for over 30 s, plus 1 s per 8,192 bytes transferred, is disconnected.
"""

import re
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.server.client_socket import (
    SEND_BUFFER_BYTES,
    TimedSocket,
    is_closed,
    recv_available,
    unread_bytes,
)

REQUEST_TIMEOUT_S = 20.0  # for a complete request to arrive
CLOSE_TIMEOUT_S = 2.0  # for a client to close after the last response
MAX_BUFFERED_BYTES = 16_384  # limit for a head, and for a body, that is buffered without a thread
MAX_LARGE_REQUESTS = 16  # concurrent requests larger than that limit, or of unknown length
MAX_UNREAD_BYTES = 65_536  # bytes of earlier responses, when the next request begins
SPARE_CONNECTIONS = 8  # connections kept free for new clients

END_OF_HEAD = b"\r\n\r\n"
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
# Matches if the body's length is unknown, or if the client waits for 100 Continue.
UNKNOWN_LENGTH = re.compile(rb"\r\n(transfer-encoding|expect):", re.IGNORECASE)


class ClientConnection(TConn):  # type: ignore[misc]  # gunicorn has no type hints
    """A client's connection. `buffer` contains the received part of the next request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.buffer = bytearray()
        self.looked_at = 0  # bytes of the buffer already searched for the end of the head
        self.is_large = False

    def feed(self, piece: bytes) -> bool:
        """Add a piece to the buffer, and return whether a thread can take the request.

        A thread can take a request that is complete, or too large to buffer (`is_large`).
        """
        self.buffer += piece
        end = self.buffer.find(END_OF_HEAD, max(0, self.looked_at - len(END_OF_HEAD)))
        self.looked_at = len(self.buffer)
        if end < 0:
            self.is_large = len(self.buffer) > MAX_BUFFERED_BYTES
            return self.is_large
        head = bytes(self.buffer[: end + 2])
        length = CONTENT_LENGTH.search(head)
        body = int(length[1]) if length else 0
        request_end = end + len(END_OF_HEAD) + body
        self.is_large = bool(UNKNOWN_LENGTH.search(head)) or body > MAX_BUFFERED_BYTES
        self.looked_at = end
        return self.is_large or len(self.buffer) >= request_end

    def begin(self) -> None:
        """Pass the buffer to gunicorn's parser."""
        self.init()
        self.parser.unreader.unread(bytes(self.buffer))
        self.buffer.clear()
        self.looked_at = 0
        self.data_ready = True
        self.sock.begin()

    @property
    def address(self) -> str:
        """The client's address, or "" for a Unix socket."""
        return str(self.client[0]) if self.client else ""


def idle_of_largest(
    idle: Iterable[deque[ClientConnection]], answering: Counter[str]
) -> tuple[ClientConnection, deque[ClientConnection]] | None:
    """Find an idle connection of the address with the most connections.

    Returns (connection, the queue that contains it), or None if that address has no idle
    connection. `answering` counts the requests of each address that have a thread or wait for one.
    """
    held = answering + Counter(conn.address for waiting in idle for conn in waiting)
    largest = max(held, key=lambda address: held[address], default=None)
    for waiting in idle:
        for conn in waiting:
            if conn.address == largest:
                return conn, waiting
    return None


class Worker(ThreadWorker):  # type: ignore[misc]  # as above
    """The event loop of one process.

    `pending_conns` are connections whose request is arriving, and `keepalived_conns` are
    connections that are idle between two requests.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.closing: deque[ClientConnection] = deque()  # connections after their last response
        self.queue: deque[ClientConnection] = deque()  # large requests that wait for their turn
        self.large = 0  # large requests that have a thread
        self.answering: Counter[str] = Counter()  # requests that have a thread or wait for one

    # ------------------------------------------------------------ requests

    def accept(self, listener: socket.socket) -> None:
        try:
            accepted, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        connection = TimedSocket(fileno=accepted.detach())
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.receive_request(ClientConnection(self.cfg, connection, client, listener.getsockname()))
        self.make_room()

    def receive_request(self, conn: ClientConnection) -> None:
        """Start reading the next request, which has usually arrived already."""
        conn.sock.setblocking(False)
        piece = recv_available(conn.sock)
        if piece == b"":
            self.close_connection(conn)
        elif piece is None or not conn.feed(piece):
            self.wait_for(conn)
        else:
            self.begin(conn)

    def wait_for(self, conn: ClientConnection) -> None:
        """Wait for the rest of the request for at most REQUEST_TIMEOUT_S."""
        conn.timeout = time.monotonic() + REQUEST_TIMEOUT_S
        self.pending_conns.append(conn)
        self.listen(conn, self.on_pending_socket_readable)

    def listen(self, conn: ClientConnection, act: Callable[..., None]) -> None:
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(act, conn))

    def on_client_socket_readable(self, conn: ClientConnection, client: socket.socket) -> None:
        """Receive the next request on a connection that was idle."""
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
        """Submit a request to the threads, or queue it if too many large requests are running.

        A client that sends requests without reading the responses is disconnected instead.
        """
        if unread_bytes(conn.sock) > MAX_UNREAD_BYTES:
            self.leave(conn)
            return
        if conn.is_large and self.large >= MAX_LARGE_REQUESTS:
            self.queue.append(conn)
            return
        self.large += conn.is_large
        self.answering[conn.address] += 1
        conn.begin()
        self.enqueue_req(conn)

    # ------------------------------------------------------------ after the response

    def finish_request(self, conn: ClientConnection, done: "Future[bool]") -> None:
        """Wait for the next request after a response, or for the client to close.

        After the response to a large request, the next large request in the queue begins.
        """
        self.answering -= Counter([conn.address])  # also removes an address with a count of 0
        if conn.is_large:
            conn.is_large = False
            self.large -= 1
            if self.queue:
                self.begin(self.queue.popleft())
        goes_on = not done.cancelled() and done.exception() is None and done.result()
        if not goes_on:
            self.leave(conn)
            return
        more = conn.parser.unreader.take_buffered()  # pipelined before the response was sent
        if not more:
            super().finish_request(conn, done)
        elif conn.feed(more):
            self.begin(conn)
        else:
            conn.sock.setblocking(False)
            self.wait_for(conn)

    def leave(self, conn: ClientConnection) -> None:
        """Shut down our side and let the client close first, so that no response is cut off."""
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
        """Close connections whose timeout has expired. gunicorn's main loop calls this often."""
        now = time.monotonic()
        for waiting in (self.pending_conns, self.closing):
            while waiting and waiting[0].timeout <= now:
                self.drop(waiting[0], waiting)

    def make_room(self) -> None:
        """Close an idle connection if too few connections are left for new clients.

        The connection belongs to the address with the most connections.
        """
        if self.nr_conns > self.worker_connections - SPARE_CONNECTIONS:
            idle = (self.closing, self.queue, self.pending_conns, self.keepalived_conns)
            if idlest := idle_of_largest(idle, self.answering):
                self.drop(*idlest)

    def drop(self, conn: ClientConnection, waiting: deque[ClientConnection]) -> None:
        waiting.remove(conn)
        if waiting is not self.queue:
            self.poller.unregister(conn.sock)
        self.close_connection(conn)

    def close_connection(self, conn: ClientConnection) -> None:
        self.nr_conns -= 1
        conn.close()
