"""The server's metrics in the Prometheus format, and their private address."""

import socket

import pytest

from scorekeeper.config import from_environment
from scorekeeper.errors import ConfigError
from scorekeeper.web.ops import metrics
from scorekeeper.web.ops.metrics import RequestMetrics, metrics_text
from tests.server.processes import TIMEOUT_S


def test_the_metrics_count_requests_refusals_saves_and_streams(server_output):
    figures = dict(line.rsplit(" ", 1) for line in server_output[1].splitlines() if line[0] != "#")
    name = "scorekeeper_requests_total"
    stage = "/matches/<int:match_id>/rounds/<int:number>/<stage>"

    assert figures[f'{name}{{method="POST",route="{stage}",status="303"}}'] == "1"
    assert figures[f'{name}{{method="POST",route="{stage}",status="409"}}'] == "1"
    assert figures["scorekeeper_refused_total"] == "1"
    assert figures["scorekeeper_wrong_codes_total"] == "1"
    assert figures["scorekeeper_saves_total"] == "6"
    assert figures["scorekeeper_streams_open"] == "1"
    assert figures["scorekeeper_database_up"] == "1"
    assert int(figures["scorekeeper_database_bytes"]) > 100_000
    assert figures['scorekeeper_request_seconds_count{method="POST"}'] == "8"


def test_a_silent_metrics_client_does_not_block_others(monkeypatch):
    monkeypatch.setattr(metrics.MetricsHandler, "timeout", 600)
    opened = socket.create_server(("127.0.0.1", 0))
    listener = metrics.MetricsServer(opened, lambda: "figures")
    listener.begin()
    silent = socket.create_connection(opened.getsockname())
    asking = socket.create_connection(opened.getsockname(), timeout=TIMEOUT_S)
    with silent, asking:
        asking.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        response = asking.makefile("rb").read()
    listener.shutdown()
    listener.server_close()

    assert response.endswith(b"figures")


def test_histogram_buckets_are_cumulative_and_unknown_methods_count_as_other():
    meter = RequestMetrics()
    for method, seconds in (("GET", 0.004), ("GET", 0.02), ("BREW", 99)):
        meter.count_response(method, "/", 200, seconds)
    lines = metrics_text(meter.metrics()).splitlines()

    assert 'scorekeeper_request_seconds_bucket{method="GET",le="0.01"} 1' in lines
    assert 'scorekeeper_request_seconds_bucket{method="GET",le="+Inf"} 2' in lines
    assert 'scorekeeper_request_seconds_sum{method="GET"} 0.024' in lines
    assert 'scorekeeper_request_seconds_bucket{method="other",le="10.0"} 0' in lines
    assert 'scorekeeper_request_seconds_count{method="other"} 1' in lines


@pytest.mark.parametrize(
    "wrong", ["0.0.0.0:9100", "[::]:9100", "8.8.8.8:9100", "9100", "localhost:9100", "127.0.0.1:x"]
)
def test_a_public_or_invalid_metrics_address_is_refused(wrong):
    with pytest.raises(ConfigError, match="private address"):
        from_environment({"SCOREKEEPER_METRICS": wrong})
