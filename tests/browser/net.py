"""Hold back a page's requests, count what it sends, and stop its clock."""

import re
from contextlib import suppress

from playwright.sync_api import Error

from tests.browser import chromium


def hold_requests(page, path):
    """Hold requests whose URL ends with this pattern, and return the list of held routes.

    Network errors are ignored, because on a busy machine the page may abort a held request.
    """
    chromium.ignore_network_errors(page)
    held = []
    page.route(re.compile(path + "$"), lambda route: held.append(route))
    return held


# A form is sent some milliseconds after its submit event, so tests count the events.
COUNT_SUBMITS = """() => {
  window.submits = 0;
  addEventListener("submit", () => (window.submits += 1), true);
}"""


def count_submits(page):
    """Count the submit events of this document from now on, for `submits`."""
    page.evaluate(COUNT_SUBMITS)


def submits(page):
    return page.evaluate("window.submits")


def stop_clock(page):
    """Stop the page's clock, so that its timers fire only when the test advances it.

    The clock jumps ahead by 30 s, which is more than opening the page takes on a busy machine.
    """
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 30_000"))


def release_requests(held):
    """Let held requests continue, except for requests that the page has aborted."""
    for route in held:
        with suppress(Error):
            route.continue_()
