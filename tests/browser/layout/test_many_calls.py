"""With ten players, the names of the players called stay in view above the calls."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.player_names import TEN
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, centre, wait_until

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (360, 740), (740, 360)]
# The headings that are visible from top to bottom. Columns to the right of the screen do not count.
VISIBLE_HEADINGS = """() => [...document.querySelectorAll(".calls thead th")].filter((heading) => {
  const { left, top, bottom, width } = heading.getBoundingClientRect(), middle = left + width / 2;
  return middle < innerWidth - 8 && [top + 4, bottom - 4].every(
    (y) => heading.contains(document.elementFromPoint(middle, y)));
}).length"""


@pytest.fixture(params=SCREENS, ids=str)
def calls(request, table, open_phone):
    """Open the calls of ten players."""
    page = open_phone(dict(zip(("width", "height"), request.param, strict=True)))
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=TEN)}?instead=1")
    assert page.evaluate(TAPS_ARE_READ)
    wait_until(page, NOTHING_UNDER_WAY)
    return page


@pytest.mark.cases(3)
def test_the_names_of_the_players_called_stay_in_view(calls):
    assert calls.evaluate("scrollY") == 0
    headings = calls.evaluate(VISIBLE_HEADINGS)
    assert headings >= 5

    for row in (6, 10):
        calls.locator(
            f".calls tbody tr:nth-child({row}) .button"
        ).first.scroll_into_view_if_needed()
        assert (row, calls.evaluate(VISIBLE_HEADINGS)) == (row, headings)


@pytest.mark.thorough
@pytest.mark.cases(3)
def test_a_call_does_not_scroll_the_grid(calls):
    button = calls.locator(".calls [value='7>9']")
    button.scroll_into_view_if_needed()
    place = centre(button)
    calls.touchscreen.tap(*place)
    expect(button).to_have_text("1")
    wait_until(calls, NOTHING_UNDER_WAY)

    assert centre(button) == place


@pytest.mark.thorough
@pytest.mark.cases(3)
def test_a_line_separates_the_names_from_the_rows_that_scroll_below_them(calls):
    calls.locator(".calls-scroll").evaluate("(grid) => grid.scrollTo(0, 60)")
    heading = calls.locator(".calls thead th").nth(2).bounding_box()
    edge = {**heading, "y": heading["y"] + heading["height"] - 2, "height": 2}
    image = Image.open(BytesIO(calls.screenshot(clip=edge))).convert("RGB")
    above, line = ([image.getpixel((x, y)) for x in range(image.width)] for y in (0, 1))

    assert len(set(line)) == 1
    assert line[0] != above[0]
