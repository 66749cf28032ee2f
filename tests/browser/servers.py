"""Serve apps to the browser on this machine.

Each server serves one app after another, so that the browser already has the styles and scripts of
the server's address in its cache. A test that opens one page then takes half the time.
"""

import select
import socket
import threading
import weakref
from contextlib import ExitStack, contextmanager, suppress
from urllib.request import urlopen

from axe_playwright_python.base import AXE_SCRIPT
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

# Every server also serves axe as a file, because browsers cache the compiled code of files.
AXE = "/axe.js"
AXE_HEADERS = [("Content-Type", "text/javascript"), ("Cache-Control", "max-age=3600")]
STREAM = "/stream"  # the end of each event stream's path
STOPPING = 10  # seconds, the longest wait for a test's requests to end
KEPT = []  # servers that are reused by one test after another
FREE = []  # servers in KEPT that no test is using
USED = set()  # ports that servers of these tests have used


class QuietHandler(WSGIRequestHandler):
    def setup(self):
        """Wait for the first byte, because browsers open some connections before they need them."""
        select.select([self.request], [], [])
        self.server.begun.add(threading.current_thread())
        super().setup()

    def log(self, *arguments):
        """Log nothing, because pytest shows failures."""


class Server(ThreadedWSGIServer):
    """A server on 127.0.0.1 for `app`. If `app` is replaced, running requests use the old app."""

    def __init__(self, port=0):
        super().__init__("127.0.0.1", port, respond_empty, QuietHandler)
        self.connections = {}  # {thread: socket}
        self.begun = weakref.WeakSet()  # the threads that received bytes
        self.loop = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})
        self.loop.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def process_request(self, request, client_address):
        """Handle a request in a thread that `becomes_idle` waits for."""
        arguments = (request, client_address)
        thread = threading.Thread(target=self.process_request_thread, args=arguments, daemon=True)
        thread.start()  # first, because only a started thread can be joined
        open_ones = [each for each in self.connections.items() if each[0].is_alive()]
        self.connections = dict([*open_ones, (thread, request)])

    def becomes_idle(self):
        """Wait until all earlier requests are answered. Return whether all of them ended in time.

        Connections without a request are closed, so that a late request of one test cannot reach
        the app of the next.
        """
        with urlopen(self.address, timeout=STOPPING):
            pass  # connections are accepted in order
        threads = list(self.connections)
        for thread in threads:
            if not self.has_request(thread):
                with suppress(OSError):  # the browser has closed it
                    self.connections[thread].shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(STOPPING)
        return not any(thread.is_alive() for thread in threads)

    def has_request(self, thread):
        if thread in self.begun:
            return True
        try:
            return bool(select.select([self.connections[thread]], [], [], 0)[0])
        except ValueError:  # already closed
            return True

    def stop(self):
        self.shutdown()
        self.loop.join()
        self.server_close()


def respond_empty(environ, start_response):
    """Respond with an empty page, which is what a server serves between two tests.

    A stream that a page reopens then ends with a 204, which browsers do not log as an error.
    """
    if environ["PATH_INFO"].endswith(STREAM):
        start_response("204 No Content", [])
        return []
    start_response("200 OK", [("Content-Length", "0")])
    return [b""]


def buffer_response(app):
    """Wrap the app so that every response except a stream is complete before it is sent.

    The test server leaves a file open if the browser disconnects during a response. The wrapped
    app also serves axe.
    """

    def answer(environ, start_response):
        if environ["PATH_INFO"] == AXE:
            start_response("200 OK", AXE_HEADERS)
            return [AXE_SCRIPT.encode()]
        pieces = app(environ, start_response)
        if environ["PATH_INFO"].endswith(STREAM):
            return pieces
        try:
            return [b"".join(pieces)]
        finally:
            if hasattr(pieces, "close"):
                pieces.close()

    return answer


def is_new(port):
    """Reserve this port. Return whether it is the first time that these tests use it."""
    if port in USED:
        return False
    USED.add(port)
    return True


@contextmanager
def kept_port():
    """Yield a port that stays bound, so that no other program takes it while no server listens."""
    with ExitStack() as held:
        while True:
            opened = held.enter_context(socket.socket())
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(("127.0.0.1", 0))
            if is_new(port := opened.getsockname()[1]):
                break
        yield port


def new_server():
    """Start and return a server on a port that no other server of these tests has used."""
    while True:
        server = Server()
        if is_new(server.server_port):
            KEPT.append(server)
            return server
        server.stop()


@contextmanager
def responding(app, port=0):
    """Yield a server that responds with this app.

    If `port` is given, the server is stopped at the end. Otherwise, it is kept for another test.
    """
    server = Server(port) if port else FREE.pop() if FREE else new_server()
    server.app = buffer_response(app)
    try:
        yield server
    finally:
        server.app = respond_empty
        if hub := app.extensions.get("scorekeeper.live"):
            hub.close()
        if server in KEPT:
            assert server.becomes_idle(), "A request of this test does not end."
            FREE.append(server)
        else:
            server.stop()


def stop_all():
    """Stop the servers that no test is using.

    The other servers stop when their tests end.
    """
    KEPT.clear()
    while FREE:
        FREE.pop().stop()
