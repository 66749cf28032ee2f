"""Each request is counted, and told in one line of JSON, where the settings ask for it.

A line says how it was asked and answered and by which phone, by number. It never holds a path, a
query, a cookie, a body or a name: those may be secrets, or somebody's business.
"""

import json
import os
import time
from datetime import UTC, datetime

from flask import Flask, Response, current_app, g, request
from flask.signals import request_finished, request_started

from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.ops.metrics import RequestMetrics

METRICS_EXTENSION = "scorekeeper.meter"
NO_ROUTE = "none"  # what was asked for is no page here
STDERR_FD = 2
JSON_FORMAT = "json"  # what SCOREKEEPER_LOG says


def init_app(app: Flask) -> None:
    """Nothing is measured where nobody reads it."""
    app.extensions[METRICS_EXTENSION] = RequestMetrics()
    if app.config.get("LOG") or app.config.get("METRICS"):
        request_started.connect(start_timer, app)
        request_finished.connect(record_request, app)


def start_timer(_app: Flask, **_: object) -> None:
    g.began = time.perf_counter()


def record_request(_app: Flask, response: Response, **_: object) -> None:
    """The answer is ready; of a stream or a download, its beginning."""
    seconds = time.perf_counter() - g.began
    route = request.url_rule.rule if request.url_rule else NO_ROUTE
    meter: RequestMetrics = current_app.extensions[METRICS_EXTENSION]
    meter.answered(request.method, route, response.status_code, seconds)
    if current_app.config["LOG"] == JSON_FORMAT:
        # At once and whole, so that lines of several threads do not mix.
        os.write(STDERR_FD, log_line(route, response, seconds))


def log_line(route: str, response: Response, seconds: float) -> bytes:
    told = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "bytes": body_length(response),
        "league": current_league_id(),
        "device": g.get("device"),
    }
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


def body_length(response: Response) -> int | None:
    """Bytes of the answer, if that is known before it is sent: of no stream."""
    return response.calculate_content_length() if response.is_sequence else response.content_length
