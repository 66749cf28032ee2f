"""`scorekeeper serve`: gunicorn with one process and many threads.

One process is enough, because SQLite allows only one writer at a time, and a thread that waits for
the disk does not delay readers.
"""

import errno
import os
import resource
import socket
import sys
from collections.abc import Iterator
from typing import NamedTuple

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from scorekeeper.access import joining
from scorekeeper.db import connections
from scorekeeper.db.log_check import start_log_check
from scorekeeper.errors import ConfigError
from scorekeeper.live.hub import Hub
from scorekeeper.messages import Message, render, say
from scorekeeper.runtime.gc_tuning import raise_gc_threshold
from scorekeeper.runtime.network import local_ip_address
from scorekeeper.server import engines, shutdown
from scorekeeper.server.database_app import create_migrated_app
from scorekeeper.server.engines import engine_of
from scorekeeper.web.extension_keys import HUB_KEY, METRICS_KEY, STATS_CACHE_KEY
from scorekeeper.web.ops.metrics import (
    Metric,
    MetricsServer,
    RequestMetrics,
    database_metrics,
    metrics_text,
)

EVERYWHERE = "0.0.0.0"  # noqa: S104  # so that phones on the home network can connect
MAX_PORT = 65535
REQUEST_THREADS = 64  # in addition to one for each stream, and started when first needed
MAX_IDLE_CONNECTIONS = 1000  # keep-alive connections that wait for a request
RESERVED_FILE_DESCRIPTORS = 128  # for the database and the process's other files
MIN_CONNECTIONS = 8  # connections and threads, even if there are fewer file descriptors
GRACEFUL_TIMEOUT_S = 2  # for requests in progress after SIGTERM
KILL_DELAY_S = 1  # from the end of both timeouts until gunicorn kills the worker
STARTED_BY_VARIABLE = "SCOREKEEPER_STARTED_BY"  # the Makefile sets it to "make run"


def serve(host: str, port: int) -> None:
    """Serve until stopped. Raises ConfigError if the server cannot start."""
    with open_listening_socket(host, port) as listener:
        app = create_migrated_app()
        address = web_address(host, listener.getsockname()[1])
        with connections.db_errors_as_config_error(engine_of(app)):
            owner_link = joining.create_first_owner_link(engines.store_of(app))
        connections.dispose_before_fork(engine_of(app))
        if owner_link is not None:
            address += f"join/{owner_link.link}"
        server = Server(app, listener.detach(), address, is_new=owner_link is not None)
        server.metrics = open_metrics_socket(app)
    server.run()


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Open the listening socket early, so that no other program can take the port.

    Raises ConfigError if the address or the port cannot be used.
    """
    if not 0 <= port <= MAX_PORT:
        reason = say("Port {port} does not exist. Choose a port from 1 to 65535.", port=port)
        raise ConfigError(reason)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        raise ConfigError(listen_error_message(error, host, port)) from None


def open_metrics_socket(app: Flask) -> socket.socket | None:
    """Open the socket for metrics, or return None if no address is configured for them.

    Raises ConfigError if the socket cannot be opened.
    """
    if app.config["METRICS"] is None:
        return None
    host, port = app.config["METRICS"]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise ConfigError(
            say(
                "Metrics cannot be served on {host}, port {port}: {reason}. Set "
                "SCOREKEEPER_METRICS to another address.",
                host=host,
                port=port,
                reason=str(error.strerror),
            )
        ) from None


def listen_error_message(error: OSError, host: str, port: int) -> Message:
    if error.errno == errno.EADDRINUSE:
        return say(
            "Port {port} is in use by another program. Stop that program, or choose another "
            "port, for example with `{command}`.",
            port=port,
            command=serve_command(host, port + 1),
        )
    if error.errno == errno.EACCES:
        return say("Port {port} needs administrator rights. Choose a port above 1023.", port=port)
    return say(
        "The server cannot listen on {host}, port {port}: {reason}.",
        host=host,
        port=port,
        reason=str(error.strerror),
    )


def serve_command(host: str, port: int) -> str:
    """Return the command that started this server, but with the port number `port`."""
    where = {EVERYWHERE: "", "127.0.0.1": "--local "}.get(host, f"--host {host} ")
    if os.environ.get(STARTED_BY_VARIABLE) == "make run":
        return f'make run ARGS="{where}--port {port}"'
    is_module = sys.orig_argv[1:2] == ["-m"]
    program = f"{sys.orig_argv[0]} -m scorekeeper" if is_module else "scorekeeper"
    return f"{program} serve {where}--port {port}"


def web_address(host: str, port: int) -> str:
    """Return the address to open on a phone."""
    if host in {EVERYWHERE, "::"}:
        host = local_ip_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """A gunicorn server for this app. `listener` is the file descriptor of a listening socket."""

    def __init__(self, app: Flask, listener: int, address: str, *, is_new: bool = False) -> None:
        self.app = app
        self.listener = listener
        self.address = address
        self.is_new = is_new
        self.metrics: socket.socket | None = None  # listens for Prometheus
        super().__init__()

    def load_config(self) -> None:
        limits = connection_limits(self.app.config["STREAMS"])
        self.app.config["STREAMS"] = limits.streams
        settings = {
            "bind": f"fd://{self.listener}",
            "worker_class": "scorekeeper.server.worker.Worker",
            "workers": 1,
            "threads": limits.threads + limits.streams,
            "worker_connections": limits.connections,
            "keepalive": 75,  # seconds; an idle connection does not hold a thread
            "graceful_timeout": GRACEFUL_TIMEOUT_S + shutdown.NOTICES_TIMEOUT_S + KILL_DELAY_S,
            "loglevel": "warning",
            "forwarded_allow_ips": "",  # only SCOREKEEPER_PROXY decides which proxies to trust
            "control_socket_disable": True,  # no file in the home folder
            "when_ready": lambda arbiter: self.print_address(),
            "post_worker_init": self.ready,
            "worker_exit": lambda arbiter, worker: shutdown.send_queued_notices(self.app),
        }
        for name, value in settings.items():
            if name in self.cfg.settings:  # older gunicorn versions have no control socket
                self.cfg.set(name, value)

    def load(self) -> Flask:
        return self.app

    def print_address(self) -> None:
        print_welcome(self.address, is_new=self.is_new)
        if self.metrics is not None:
            host, port = self.metrics.getsockname()[:2]
            address = f"{web_address(host, port)}metrics"
            print_message(say("Metrics are served at {address}.", address=address))

    def ready(self, worker: Worker) -> None:
        """Prepare the worker process before its first request."""
        worker.cfg.set("graceful_timeout", GRACEFUL_TIMEOUT_S)  # only in this process
        shutdown.exit_on_ctrl_c(worker)
        raise_gc_threshold()
        stats_cache = self.app.extensions.get(STATS_CACHE_KEY)
        if stats_cache is not None:  # benchmarks run an app without a database
            stats_cache.preload()
            start_log_check(engine_of(self.app))
        hub = self.app.extensions.get(HUB_KEY)
        if hub is not None:
            shutdown.end_streams_on_stop(worker, hub)
        if self.metrics is not None:
            MetricsServer(self.metrics, lambda: metrics_text(process_metrics(self.app))).begin()


def process_metrics(app: Flask) -> Iterator[Metric]:
    """Yield all metrics of this process."""
    meter: RequestMetrics = app.extensions[METRICS_KEY]
    yield from meter.metrics()
    hub: Hub = app.extensions[HUB_KEY]
    yield "streams_open", "gauge", "Phones that get changes immediately.", [("", hub.streams)]
    yield from database_metrics(engine_of(app))


class ConnectionLimits(NamedTuple):
    """Limits that the process's number of file descriptors allows."""

    connections: int
    streams: int
    threads: int  # for requests, not for streams


def connection_limits(streams: int) -> ConnectionLimits:
    """Return the limits, scaled down to the process's limit on open file descriptors.

    Each connection needs a file descriptor. A process that runs out of them exits, which ends all
    its streams.
    """
    wanted = REQUEST_THREADS + streams + MAX_IDLE_CONNECTIONS
    connections = max(
        MIN_CONNECTIONS,
        min(
            wanted, raise_file_limit(wanted + RESERVED_FILE_DESCRIPTORS) - RESERVED_FILE_DESCRIPTORS
        ),
    )
    threads = max(MIN_CONNECTIONS, REQUEST_THREADS * connections // wanted)
    return ConnectionLimits(connections, streams * connections // wanted, threads)


def raise_file_limit(wanted: int) -> int:
    """Let this process open `wanted` files, or as many as are allowed, and return the new limit."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def print_welcome(address: str, *, is_new: bool) -> None:
    """Print the server's address and, if the output is a terminal, a QR code.

    If the league is new, the address is a link that makes one phone the owner.
    """
    if is_new:
        print_message(say("Scorekeeper is ready. Open this link on the owner’s phone:"))
    else:
        print_message(
            say("Scorekeeper is ready. Open this address on the phones that have joined:")
        )
    print(f"\n  {address}\n")
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
    if is_new:
        print_message(say("The link works for one phone, which can then invite the others."))
    else:
        print_message(
            say("Other phones need a code to join. An owner’s phone shows it under Invite.")
        )
    print_message(say("Press Ctrl-C to stop the server."))


def print_message(message: Message) -> None:
    print(render(message, {}), flush=True)
