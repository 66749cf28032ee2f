"""The request log has one JSON line per request, and no log contains a secret."""

import json
import logging

import pytest

from scorekeeper import create_app


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
    """A logged stack contains source lines, such as the line with a secret in this test."""
    create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://"})
    logging.getLogger("anything").warning("At %s", "/join/c2VjcmV0", stack_info=True)

    assert 'warning("At %s", "/join/…", stack_info=True)' in caplog.text
    assert "c2VjcmV0" not in caplog.text
