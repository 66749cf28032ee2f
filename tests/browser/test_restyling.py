"""A tap restyles only what it changes, so that it is shown at once on a slow phone too."""

import json

import pytest

from tests.browser import taps
from tests.browser.player import NOTHING_UNDER_WAY

pytestmark = pytest.mark.browser

MOST = 45  # elements restyled at once; a question with its page has 120 to 210
TIMELINE = ["devtools.timeline"]


@pytest.mark.parametrize("game", taps.ONE_DEAL)
def test_a_tap_restyles_few_elements(game, table, new_phone):
    page = new_phone()
    player, record = taps.at_the_table(game, page, table)
    player.deal, player.stage = player.asked()
    page.wait_for_function(NOTHING_UNDER_WAY)
    browser = page.context.browser
    browser.start_tracing(page=page, categories=TIMELINE)
    player.fill(record)
    page.wait_for_function(NOTHING_UNDER_WAY)
    traced = json.loads(browser.stop_tracing())["traceEvents"]

    restyled = [
        each["args"]["elementCount"]
        for each in traced
        if each["name"] == "UpdateLayoutTree" and "elementCount" in each["args"]
    ]
    assert len(restyled) > len(record)
    assert [count for count in restyled if count > MOST] == []
