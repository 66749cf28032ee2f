"""The service worker's script and the page that it shows without a connection."""

import json
import re

import pytest

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from tests.web.page import Page


@pytest.fixture(scope="module")
def stranger():
    """A browser without a cookie."""
    return create_app({}, log=MemoryLog({})).test_client()


def worker(client, folder=""):
    """Return (response with the worker's script, settings in the script's first line)."""
    response = client.get("/service-worker.js", base_url=f"http://localhost{folder}")
    return response, json.loads(response.text.partition(";\n")[0].removeprefix("const OFFLINE = "))


@pytest.mark.parametrize("folder", ["", "/l/2"])
def test_the_worker_keeps_the_offline_page_and_the_styles_that_it_loads(stranger, folder):
    _, settings = worker(stranger, folder)
    page = stranger.get("/offline", base_url=f"http://localhost{folder}")

    assert settings["page"] == f"{folder}/offline"
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.text) == [
        file.replace("&", "&amp;") for file in settings["files"]
    ]
    assert "<script" not in page.text
    for file in settings["files"]:
        with stranger.get(file.removeprefix(folder)) as sheet:
            assert sheet.mimetype == "text/css"


def test_the_browser_asks_for_the_worker_again_and_gets_it_only_if_it_changed(stranger):
    response, _ = worker(stranger)

    assert response.mimetype == "text/javascript"
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    again = stranger.get("/service-worker.js", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_the_offline_page_is_the_same_for_everyone(stranger):
    response = stranger.get("/offline")

    page = Page(response.status_code, "/offline", response.text)
    assert "This phone cannot reach the server." in page.words
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in response.headers
