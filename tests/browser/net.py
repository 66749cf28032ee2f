"""A network that can be slow, and a clock that can stand still."""

import re
from contextlib import suppress

from playwright.sync_api import Error


def hold(page, path):
    """Requests to this path wait; answers with the list of those that do."""
    held = []
    page.route(re.compile(path + "$"), lambda route: held.append(route))
    return held


def stop_clock(page):
    """From now on the page's timers go off only when the test says so. Half a minute goes by at
    once, more than the way to the page takes on a busy machine.
    """
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 30_000"))


def release(held):
    """Let them go on; those that the page has given up meanwhile are gone."""
    for route in held:
        with suppress(Error):
            route.continue_()
