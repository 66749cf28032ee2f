"""The number of elements whose styles the browser computes again, from a trace of Chromium."""

import json
from contextlib import contextmanager

MOST = 45  # elements restyled at once after a tap; a question with its page has 120 to 210
TIMELINE = ["devtools.timeline"]


@contextmanager
def trace_restyling(page):
    """Yield a list that, after the block, contains the number of elements in each restyling."""
    restyled = []
    page.context.browser.start_tracing(page=page, categories=TIMELINE)
    yield restyled
    events = json.loads(page.context.browser.stop_tracing())["traceEvents"]
    restyled += [
        each["args"]["elementCount"]
        for each in events
        if each["name"] == "UpdateLayoutTree" and "elementCount" in each["args"]
    ]
