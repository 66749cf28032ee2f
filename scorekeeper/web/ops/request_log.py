"""Count requests for the metrics, and log each as a line of JSON, if the settings enable this.

A line contains the method, route, status, duration, size, league and phone (by id). Paths, queries,
cookies, bodies and names are never logged, because they may be secret or private.
"""

import json
import os
import time
from datetime import UTC, datetime

from flask import Flask, Response, current_app, g, request
from flask.signals import request_finished, request_started

from scorekeeper.web.extension_keys import METRICS_KEY
from scorekeeper.web.ops.metrics import RequestMetrics
from scorekeeper.web.shared.session import current_store

NO_ROUTE = "none"  # the URL does not match any route
STDERR_FD = 2
JSON_FORMAT = "json"  # the value of SCOREKEEPER_LOG


def init_app(app: Flask) -> None:
    """Measure requests only if the log or the metrics are enabled."""
    app.extensions[METRICS_KEY] = RequestMetrics()
    if app.config.get("LOG") or app.config.get("METRICS"):
        request_started.connect(start_timer, app)
        request_finished.connect(record_request, app)


def start_timer(_app: Flask, **_: object) -> None:
    g.began = time.perf_counter()


def record_request(_app: Flask, response: Response, **_: object) -> None:
    """Record a request when its response is ready.

    A stream or a download is recorded before its body is sent.
    """
    seconds = time.perf_counter() - g.began
    route = request.url_rule.rule if request.url_rule else NO_ROUTE
    meter: RequestMetrics = current_app.extensions[METRICS_KEY]
    meter.count_response(request.method, route, response.status_code, seconds)
    if current_app.config["LOG"] == JSON_FORMAT:
        # Each line is written by one unbuffered call, so that lines of several threads do not mix.
        os.write(STDERR_FD, log_line(route, response, seconds))


def log_line(route: str, response: Response, seconds: float) -> bytes:
    fields = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "bytes": body_length(response),
        "league": current_store().league_id,
        "device": g.get("device_id"),
    }
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def body_length(response: Response) -> int | None:
    """Return the size of the body in bytes, or None for a stream of unknown length."""
    return response.calculate_content_length() if response.is_sequence else response.content_length
