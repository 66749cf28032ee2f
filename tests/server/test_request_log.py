"""Request log and metrics: JSON lines and Prometheus counters that contain no secrets."""

import json
import logging
import re
import socket

import pytest

from scorekeeper import create_app
from scorekeeper.config import from_environment
from scorekeeper.errors import ConfigError
from scorekeeper.web.ops import metrics
from scorekeeper.web.ops.metrics import RequestMetrics, metrics_text
from tests.databases import create_league
from tests.members import TOKEN
from tests.server.http_requests import BID, BIDS, START, post, send_request, stream
from tests.server.processes import TIMEOUT_S, interrupt, serving

BROKEN = (  # malformed requests that contain a secret
    "GET /join/{link} please HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nCookie scorekeeper-1={link}\r\n\r\n",
    "GET join/{link} HTTP/1.1\r\n\r\n",
)


@pytest.fixture(scope="module")
def server_output(tmp_path_factory):
    """(log, metrics, secrets) after requests of several phones, some of them malformed."""
    folder = tmp_path_factory.mktemp("watched")
    settings = {
        "SCOREKEEPER_DATABASE": create_league(folder / "league.sqlite"),
        "SCOREKEEPER_LOG": "json",
        "SCOREKEEPER_METRICS": "127.0.0.1:0",
    }
    with serving(folder, **settings) as (process, host, port):
        here, private = (host, port), port_of_metrics(process)
        post(*here, "/first", START)
        post(*here, BID, {**BIDS, "key": "1"})
        post(*here, BID, {**BIDS, "bids-1": "99", "key": "2"})
        link = cookie_of(post(*here, "/invite", {"lasts": "1", "name": "Zacharias"})).split(".")[1]
        code = cookie_of(post(*here, "/invite", {"many": "1"})).split(".")[2]
        token = join(here, link)
        post(*here, "/join/code", {"code": code})
        post(*here, "/join/code", {"code": "ABCD2345"})
        send_request(*here, "GET", f"/shown/{link}?name=Zacharias")
        send_request(*here, "GET", f"/nowhere/{link}")
        for request in BROKEN:
            with socket.create_connection(here, timeout=TIMEOUT_S) as connection:
                connection.sendall(request.format(link=link).encode())
                assert b" 400 " in connection.recv(1000)
        with stream(port) as next_word:
            assert next_word() == "2"
            metrics = send_request("127.0.0.1", private, "GET", "/metrics")[2]
        elsewhere = send_request(
            "127.0.0.1", private, "GET", "/metrics", headers={"Host": "evil.example"}
        )
        assert elsewhere[0] == 404
        interrupt(process)
        log = process.communicate(timeout=TIMEOUT_S)[1]
    return log, metrics, (link, code, token, TOKEN, "ABCD2345", "Zacharias")


def port_of_metrics(process):
    """Return the port of the metrics, which the server prints when it starts."""
    for line in process.stdout:
        if match := re.search(r"http://127\.0\.0\.1:(\d+)/metrics", line):
            return int(match[1])
    raise AssertionError("The server does not print the address of its metrics.")


def cookie_of(answer):
    """Return the value of the cookie that a response sets."""
    return answer[1]["Set-Cookie"].partition("=")[2].partition(";")[0]


def join(here, link):
    """Open this link on a new phone, join, and return the phone's token."""
    opened = send_request(*here, "GET", f"/join/{link}", headers={})
    assert link not in opened[1]["Location"]
    asked = {"Cookie": f"scorekeeper-asked={cookie_of(opened)}", "Sec-Fetch-Site": "same-origin"}
    joined = send_request(*here, "POST", "/join", headers=asked)
    assert joined[0] == 303
    return cookie_of(joined)


def test_the_request_log_has_one_json_line_per_request_and_no_secrets(server_output):
    log, metrics, secrets = server_output
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]

    assert [secret for secret in secrets if secret in log + metrics] == []
    assert "scorekeeper-1=…" in log  # the malformed header
    bid = next(line for line in lines if "<stage>" in line["route"])
    assert bid.pop("at").endswith("+00:00")
    assert bid.pop("ms") >= 0
    assert bid.pop("bytes") > 100
    assert bid == {
        "method": "POST",
        "route": "/matches/<int:match_id>/rounds/<int:number>/<stage>",
        "status": 303,
        "league": 1,
        "device": 1,
    }
    told = [(line["route"], line["status"], line["device"]) for line in lines]
    assert ("/join/<secret>", 303, None) in told
    assert ("none", 404, 1) in told
    assert next(line["bytes"] for line in lines if line["route"] == "/live/stream") is None


def test_flask_error_logs_redact_the_secret_in_the_path(caplog):
    """Flask logs exceptions with the request's path, and the app's logger redacts secrets in it."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://"})
    app.logger.error("Exception on %s [GET]", "/l/2/shown/c2VjcmV0/board")
    app.logger.error("Exception on %s [GET]", "/club/at/c2VjcmV0/3")
    app.logger.error("Exception on %s [POST]", "/coming/c2VjcmV0")

    assert caplog.messages == [
        "Exception on /l/2/shown/…/board [GET]",
        "Exception on /club/at/…/3 [GET]",
        "Exception on /coming/… [POST]",
    ]


@pytest.mark.parametrize("name", ["scorekeeper.live", "gunicorn.error", "anything"])
def test_log_messages_and_tracebacks_redact_secrets(name, caplog):
    create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://"})
    try:
        raise ValueError("GET /join/c2VjcmV0 with scorekeeper-1=c2VjcmV0")
    except ValueError:
        logging.getLogger(name).exception("At %s", "/join/c2VjcmV0")

    assert "At /join/…" in caplog.text
    assert "ValueError: GET /join/… with scorekeeper-1=…" in caplog.text
    assert "c2VjcmV0" not in caplog.text


def test_logged_stacks_redact_secrets(caplog):
    """A logged stack contains source lines, such as the one below with a secret in it."""
    create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://"})
    logging.getLogger("anything").warning("At %s", "/join/c2VjcmV0", stack_info=True)

    assert 'warning("At %s", "/join/…", stack_info=True)' in caplog.text
    assert "c2VjcmV0" not in caplog.text


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
        answer = asking.makefile("rb").read()
    listener.shutdown()
    listener.server_close()

    assert answer.endswith(b"figures")


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
