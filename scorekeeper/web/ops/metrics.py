"""Metrics of this process, and the private server that Prometheus reads them from.

The metrics are served in Prometheus's text format on a socket that phones cannot reach. Requests
are counted by route (about 150), never by path, because a path may contain a secret.
"""

import shutil
import socket
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.db.connections import autocommit_engine
from scorekeeper.web.security import is_own_host

BUCKET_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
METHODS = ("GET", "HEAD", "POST")
OTHER_METHOD = "other"  # all other methods, so that clients cannot create labels
REFUSED_STATUSES = (409, 422)
PREVIEW_ROUTE_SUFFIX = "/look"  # a form preview, which saves nothing
CODE_ROUTE = "/join/code"  # the form for join codes
ALLOWED_HOSTS = frozenset({"localhost"})
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
REQUEST_TIMEOUT_S = 5  # seconds that a client has to send its request

Sample = tuple[str, float]  # labels as text, value
Metric = tuple[str, str, str, Iterable[Sample]]  # name, type, help text, samples


class RequestMetrics:
    """Counts and durations of the requests to this process."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.responses: Counter[tuple[str, str, int]] = Counter()  # method, route, status
        self.within: Counter[tuple[str, float]] = Counter()  # method, bucket bound
        self.seconds: dict[str, float] = defaultdict(float)

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        method = method if method in METHODS else OTHER_METHOD
        bound = next((bound for bound in BUCKET_BOUNDS_S if seconds <= bound), float("inf"))
        with self.lock:
            self.responses[method, route, status] += 1
            self.within[method, bound] += 1
            self.seconds[method] += seconds

    def metrics(self) -> Iterator[Metric]:
        with self.lock:
            responses, within, seconds = dict(self.responses), dict(self.within), dict(self.seconds)
        yield (
            "requests_total",
            "counter",
            "Responses, by method, route pattern and status.",
            [
                (f'{{method="{method}",route="{route}",status="{status}"}}', n)
                for (method, route, status), n in sorted(responses.items())
            ],
        )
        yield (
            "request_seconds",
            "histogram",
            "Response time in seconds.",
            histogram_samples(within, seconds),
        )
        posts = [
            (route, status, n)
            for (method, route, status), n in responses.items()
            if method == "POST"
        ]
        saves = sum(
            n
            for route, status, n in posts
            if status < 400 and not route.endswith(PREVIEW_ROUTE_SUFFIX)
        )
        refused = sum(
            n for route, status, n in posts if status in REFUSED_STATUSES and route != CODE_ROUTE
        )
        wrong = sum(n for route, status, n in posts if status in (422, 429) and route == CODE_ROUTE)
        yield "saves_total", "counter", "Changes that were saved.", [("", saves)]
        yield "refused_total", "counter", "Changes that were refused or too late.", [("", refused)]
        yield "wrong_codes_total", "counter", "Join codes that were refused.", [("", wrong)]


def histogram_samples(
    within: dict[tuple[str, float], int], seconds: dict[str, float]
) -> Iterator[Sample]:
    """Yield the cumulative buckets, the sum (seconds) and the count of a histogram, by method."""
    for method in sorted(seconds):
        so_far = 0
        for bound in (*BUCKET_BOUNDS_S, float("inf")):
            so_far += within.get((method, bound), 0)
            label = "+Inf" if bound == float("inf") else str(bound)
            yield f'_bucket{{method="{method}",le="{label}"}}', so_far
        yield f'_sum{{method="{method}"}}', seconds[method]
        yield f'_count{{method="{method}"}}', so_far


def database_metrics(engine: Engine) -> Iterator[Metric]:
    """Yield whether the database responds, its size and, for SQLite, the free disk space.

    Sizes are in bytes.
    """
    try:
        with autocommit_engine(engine).connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("SELECT 1 FROM league LIMIT 1")
                size = None
            else:
                size = connection.exec_driver_sql(
                    "SELECT pg_database_size(current_database())"
                ).scalar_one()
    except SQLAlchemyError:
        yield "database_up", "gauge", "Whether the database responds.", [("", 0)]
        return
    yield "database_up", "gauge", "Whether the database responds.", [("", 1)]
    file = Path(engine.url.database or "") if size is None else None
    if file is not None and file.is_file():
        parts = (file, file.with_name(f"{file.name}-wal"))
        size = sum(part.stat().st_size for part in parts if part.exists())
        free = shutil.disk_usage(file.parent).free
        yield "disk_free_bytes", "gauge", "Free space on the disk of the database.", [("", free)]
    if size is not None:
        yield "database_bytes", "gauge", "Size of the database.", [("", size)]


def metrics_text(metrics: Iterable[Metric]) -> str:
    lines = []
    for short, kind, meaning, rows in metrics:
        name = f"scorekeeper_{short}"
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{labels} {value:.12g}" for labels, value in rows]
    return "\n".join([*lines, ""])


# ---------------------------------------------------------------- the private server


class MetricsServer(ThreadingHTTPServer):
    """An HTTP server on a listening socket. `render` returns the metrics as text.

    Each request has its own thread, so a slow client does not block other clients.
    """

    daemon_threads = True

    def __init__(self, listening: socket.socket, render: Callable[[], str]) -> None:
        super().__init__(listening.getsockname()[:2], MetricsHandler, bind_and_activate=False)
        self.socket.close()
        self.socket, self.render = listening, render

    def begin(self) -> None:
        Thread(target=self.serve_forever, name="metrics", daemon=True).start()


class MetricsHandler(BaseHTTPRequestHandler):
    server: MetricsServer
    timeout = REQUEST_TIMEOUT_S

    def do_GET(self) -> None:
        """Serve /metrics, and respond with 404 for any other path or Host.

        http.server requires this method name.
        """
        is_found = self.path == "/metrics" and is_own_host(
            self.headers.get("Host", ""), ALLOWED_HOSTS
        )
        body = self.server.render().encode() if is_found else b"Not found.\n"
        self.send_response(200 if is_found else 404)
        self.send_header("Content-Type", CONTENT_TYPE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Do not log requests for metrics."""
