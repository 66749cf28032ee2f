"""League pages look right and are accessible, from an empty league to one of 300 players."""

import pytest

from tests.browser import chromium
from tests.browser.layout_checks import find_faults, one_per_line
from tests.browser.leagues import LEAGUES
from tests.browser.phone_pool import reset_phone
from tests.sample import sized

pytestmark = pytest.mark.browser


@pytest.fixture(params=sized(list(LEAGUES), ["one match"]))
def place(request, empty_database, tmp_path):
    """The address and paths of one league, and the options of `find_faults` for it."""
    with chromium.league_app(empty_database, tmp_path) as app:
        paths = LEAGUES[request.param](app)
        if request.param != "recounted":
            app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            # `crowded` has ten times as many elements of the same kinds. axe would take a minute.
            by_axe, contrast = request.param != "crowded", request.param == "settled"
            yield address, paths, {"by_axe": by_axe, "contrast": contrast}


def test_league_pages_have_no_layout_or_accessibility_faults(place, open_phone):
    address, paths, how = place
    page, faults = open_phone(), {}
    for path in paths:
        reset_phone(page)
        response = page.goto(address + path)
        assert response.status == 200, path
        assert page.title(), path
        faults |= {(path, kind): wrong for kind, wrong in find_faults(page, **how).items()}

    assert not faults, one_per_line(faults)


# The left edges of the first visible content of the header and of the page, in pixels.
EDGES = """() => {
  const left = (element) => element.getBoundingClientRect().left;
  const names = ".bar__tool:first-child .icon, .bar__title:first-child h1, .site-header__name";
  const first = document.querySelector(names);
  const main = document.querySelector("main");
  return [left(first), left(main) + parseFloat(getComputedStyle(main).paddingInlineStart)];
}"""
TABS = "document.querySelector('.site-header .tabs a').getBoundingClientRect().left"


@pytest.mark.thorough
def test_on_a_laptop_header_and_page_begin_at_the_same_edge_and_the_tabs_stay_in_place(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        paths = LEAGUES["played"](app)
        paths += ("/players", "/money", "/invite", "/phone", "/in-and-out", "/rules", "/nope")
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            page, shifted, tabs = open_phone({"width": 1280, "height": 800}), {}, {}
            for path in paths:
                page.goto(address + path)
                header, main = page.evaluate(EDGES)
                if abs(header - main) > 1:
                    shifted[path] = (header, main)
            for path in ("/", "/season", "/records", "/money", "/nights", "/players", "/league"):
                page.goto(address + path)
                tabs[path] = page.evaluate(TABS)

    assert shifted == {}
    assert len(set(tabs.values())) == 1, tabs
