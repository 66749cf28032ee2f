"""League pages look right and are accessible: empty, with one match, closed, 300 players."""

import pytest

from tests.browser import chromium
from tests.browser.leagues import LEAGUES
from tests.browser.looking import faults

pytestmark = pytest.mark.browser


@pytest.fixture(params=LEAGUES)
def place(request, empty_database, tmp_path):
    """(address, paths, options of `faults`) of one league."""
    with chromium.league_app(empty_database, tmp_path) as app:
        paths = LEAGUES[request.param](app)
        if request.param != "recounted":
            app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            # `crowded` has ten times as many elements of the same kinds: axe would take a minute.
            by_axe, contrast = request.param != "crowded", request.param == "settled"
            yield address, paths, {"by_axe": by_axe, "contrast": contrast}


def test_league_pages_have_no_layout_or_accessibility_faults(place, open_phone):
    address, paths, how = place
    page, found = open_phone(), {}
    for path in paths:
        chromium.as_new(page)
        answer = page.goto(address + path)
        assert answer.status == 200, path
        assert page.title(), path
        if wrong := faults(page, **how):
            found[path] = wrong

    assert found == {}
