"""Hold back a page's requests, count what it sends, and stop its clock."""

import re
from contextlib import suppress

from playwright.sync_api import Error

from tests.browser import chromium


class HeldRequests(list):
    """The routes of held requests, in order. After the release, later requests are added too."""

    is_released = False

    def add(self, route):
        self.append(route)
        if self.is_released:
            let_continue(route)


def hold_requests(page, path):
    """Hold requests whose URL ends with this pattern, and return their HeldRequests.

    Network errors are ignored, because on a busy machine the page may abort a held request.
    """
    chromium.ignore_network_errors(page)
    held = HeldRequests()
    page.route(re.compile(path + "$"), held.add)
    return held


# A form is sent some milliseconds after its submit event, so tests count the events.
COUNT_SUBMITS = """() => {
  window.submits = 0;
  addEventListener("submit", () => (window.submits += 1), true);
}"""


def count_submits(page):
    """Count the submit events of this document from now on. `submits` returns the number."""
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
    """Let held and later requests continue, except for requests that the page has aborted.

    The route is not removed: when interception ends while a request is released, the browser
    sometimes neither sends the request nor reports an error.
    """
    held.is_released = True
    for route in held:
        let_continue(route)


def let_continue(route):
    with suppress(Error):
        route.continue_()
