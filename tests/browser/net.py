"""A network that can be slow."""

import re
from contextlib import suppress

from playwright.sync_api import Error


def hold(page, path):
    """Requests to this path wait; answers with the list of those that do."""
    held = []
    page.route(re.compile(path + "$"), lambda route: held.append(route))
    return held


def release(held):
    """Let them go on; those that the page has given up meanwhile are gone."""
    for route in held:
        with suppress(Error):
            route.continue_()
