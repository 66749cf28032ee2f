"""Check the layout of the pages and play each game in WebKit, the engine of Safari on iPhones.

    make webkit ARGS="gin"

Opens the pages of matches and leagues on phones of three sizes, and plays each game (all by
default, or the games in ARGS) to its end. Prints each element that sticks out, has moved, or is out
of reach even after scrolling, each label that is above its row although there is room beside it,
and each script error. The exit status is 1 if it prints any. Takes about three minutes.

It needs WebKitGTK and a virtual screen, which `make test` does not install (on Debian: apt-get
install webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb). WebKitGTK supports a mouse but no
touch, and it uses the system's fonts.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from random import Random
from socket import socket
from time import monotonic

from playwright.sync_api import Error

from scorekeeper.rules import GAMES
from tests import members
from tests.browser import chromium, servers
from tests.browser.layout_checks import STICKING_OUT, UNREACHABLE
from tests.browser.leagues import LEAGUES
from tests.browser.match_factory import MATCHES, Table
from tests.browser.matrix import SHORT, STAGES, enter_at_random
from tests.browser.player_names import FIVE
from tests.browser.waits import NOTHING_UNDER_WAY, REAL_CLOCK, TIMEOUT_MS, wait_until
from tests.browser.watcher import Watcher
from tests.databases import create_league_file

SCREENS = ((360, 740), (320, 568), (740, 360))
LEAGUE_PAGES = ("played", "one match", "crowded", "empty")
WINDOW = Path(__file__).with_name("webkit_window.py")
COLLECT_ERRORS = """
window.errors = [];
addEventListener("error", ({ message }) => errors.push(message));
addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
"""
SCRIPT = REAL_CLOCK + chromium.COUNT_REQUESTS + COLLECT_ERRORS
ERRORS = "() => errors"
# Rows of a question whose label is above its chips or field, although there is room beside them.
STACKED = """() => {
  const box = (e) => e.getBoundingClientRect();
  const contents = document.querySelectorAll("#ask .seat:not(.seat--card) > .seat__player + *");
  return [...contents]
    .filter((e) => e.checkVisibility())
    .filter((e) => box(e).top >= box(e.previousElementSibling).bottom)
    .map((e) => e.parentElement.id);
}"""
# Runs a function with its argument and passes on the result, or the error as text.
CALL = """
const done = arguments[0];
Promise.resolve().then(() => (%s)(%s)).then(
  (value) => done({ value: value === undefined ? null : value }),
  (error) => done({ error: String(error) }),
);
"""


class WebKitPage:
    """A page in WebKit with the methods of Playwright's pages that a `Watcher` uses."""

    def __init__(self, port, window):
        self.port = port
        self.touchscreen = self
        options = {"binary": str(window), "args": []}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        started = self.request("POST", "/session", capabilities=wanted)
        self.session = f"/session/{started['sessionId']}"
        self.request("POST", f"{self.session}/timeouts", script=60_000, pageLoad=60_000)

    def request(self, method, path, **body):
        """Send a WebDriver command and return its value. Raises Error if the command fails."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=90)
        connection.request(method, path, json.dumps(body) if method == "POST" else None)
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value and "stacktrace" in value:
            raise Error(f"{value['error']}: {value['message']}")
        return value

    def goto(self, url):
        self.request("POST", f"{self.session}/url", url=url)
        wait_until(self, NOTHING_UNDER_WAY)

    def evaluate(self, function, argument=None):
        script = CALL % (function, json.dumps(argument))
        result = self.request("POST", f"{self.session}/execute/async", script=script, args=[])
        if "error" in result:
            raise Error(result["error"])
        return result["value"]

    def tap(self, x, y):
        """Click this point with the mouse."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self.request("POST", f"{self.session}/actions", actions=[mouse])

    def add_cookie(self, cookie):
        self.request("POST", f"{self.session}/cookie", cookie=cookie)

    def close(self):
        with suppress(Error):  # the window closes before it responds
            self.request("DELETE", self.session)


@contextmanager
def webkit(width, height):
    """Yield a page in WebKit in a window of this size, in pixels."""
    settings = {"SCRIPT": SCRIPT, "WIDTH": str(width), "HEIGHT": str(height)}
    with tempfile.TemporaryDirectory() as place:
        window = Path(place) / "window"
        window.write_text(f"#!/bin/sh\nexec /usr/bin/python3 {shlex.quote(str(WINDOW))}\n")
        window.chmod(0o700)
        port = free_port()
        command = ["WebKitWebDriver", f"--port={port}"]
        driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | settings)
        try:
            page = connect(port, window, driver)
            yield page
            page.close()
        finally:
            driver.terminate()
            driver.wait()


def free_port():
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connect(port, window, driver):
    """Wait for the WebDriver, and return a page. Raises RuntimeError if it never listens."""
    end = monotonic() + TIMEOUT_MS / 1000
    while driver.poll() is None and monotonic() < end:
        with suppress(ConnectionRefusedError):
            return WebKitPage(port, window)
    raise RuntimeError("WebKitWebDriver does not listen")


def page_faults(page):
    """Return the faults of the open page, as sentences."""
    faults = [f"sticks out: {each}" for each in page.evaluate(STICKING_OUT)]
    faults += [f"out of reach: {each}" for each in page.evaluate(UNREACHABLE)]
    faults += [f"label above the row: {each}" for each in page.evaluate(STACKED)]
    return faults + [f"error: {each}" for each in page.evaluate(ERRORS)]


def match_faults(page):
    """Yield the name and the faults of each page of a match."""
    table = Table()
    with servers.responding(table.app) as server:
        for name, make in MATCHES.items():
            page.goto(f"{server.address}/matches/{make(table.factory)}")
            yield name, page_faults(page)


def league_faults(page):
    """Yield the address and the faults of each page of several leagues."""
    with tempfile.TemporaryDirectory() as place:
        empty = create_league_file(Path(place) / "empty.sqlite")
        for name in LEAGUE_PAGES:
            folder = Path(place) / name
            folder.mkdir()
            with chromium.league_app(empty, folder) as app, servers.responding(app) as server:
                paths = LEAGUES[name](app)
                app.extensions["scorekeeper.stats_cache"].wait_until_current()
                page.goto(server.address)
                cookie = {each: members.COOKIE[each] for each in ("name", "value")}
                page.add_cookie(cookie | {"domain": "127.0.0.1", "path": "/"})
                for path in paths:
                    page.goto(f"{server.address}{path}")
                    yield f"{name} {path}", page_faults(page)


def play_game(page, game):
    """Play a match with random answers and return the faults found."""
    table, rng = Table(), Random(game)
    players = min(5, max(GAMES[game].seats))
    match = table.factory.match(game, names=FIVE[:players], **SHORT[game])
    with servers.responding(table.app) as server:
        page.goto(f"{server.address}/matches/{match}")
        player = Watcher(page, server.address)
        player.keys = {name: name for name in FIVE}
        faults = []
        for _ in range(STAGES):
            sheet = table.factory.log.sheet(match)
            if sheet.is_over:
                return faults + player.moved + page.evaluate(ERRORS)
            enter_at_random(player, sheet, rng)
            faults += [f"{player.stage}: {each}" for each in page_faults(page)]
            player.send("#save")
            player.deal = 0
        return [*faults, "the match does not end"]


def print_faults(name, faults):
    """Print a page or match with its faults, and return whether there are any."""
    print("wrong" if faults else "fine ", name, flush=True)
    for each in dict.fromkeys(faults):
        print("   ", each, flush=True)
    return bool(faults)


def has_faults(screen, games):
    """Check games and pages on a screen of this size, and return whether any fault was found."""
    width, height = screen
    with webkit(width, height) as page:
        played = [(game, play_game(page, game)) for game in games or GAMES]
        pages = () if games else chain(match_faults(page), league_faults(page))
        wrong = [
            print_faults(f"{width}x{height} {name}", each) for name, each in chain(played, pages)
        ]
    return any(wrong)


def main(games):
    try:
        wrong = [has_faults(screen, games) for screen in SCREENS]
    finally:
        servers.stop_all()
    return any(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
