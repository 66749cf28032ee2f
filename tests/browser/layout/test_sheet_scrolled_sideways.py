"""A wide score sheet stays where it is when the explanation of a number opens."""

import pytest

from tests.browser.match_factory import by_name
from tests.browser.player_names import TEN
from tests.browser.waits import NOTHING_UNDER_WAY, centre, wait_until

pytestmark = pytest.mark.browser

SIX = TEN[:6]
DEAL = {
    "closer": "Ana",
    "close": "normal",
    "deadwood": by_name(2, 30, 41, 12, 9, 25, names=SIX),
}
TO_THE_END = "(frame) => (frame.scrollLeft = 1000)"


@pytest.mark.thorough
@pytest.mark.cases(2)
@pytest.mark.parametrize("place", ["page", "dialog"])
def test_a_wide_sheet_does_not_move_sideways(place, table, open_phone):
    match = table.factory.match("chinchon", DEAL, DEAL, names=SIX)
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}{'/sheet' if place == 'page' else ''}")
    wait_until(page, NOTHING_UNDER_WAY)
    if place == "dialog":
        page.locator(".bar a[href$='/sheet']").tap()
        page.get_by_role("link", name="Save as CSV").wait_for()  # the whole sheet has been loaded
    frame = page.locator(".sheet-scroll >> visible=true")
    frame.evaluate(TO_THE_END)
    cell = frame.locator("tbody tr").first.locator(".cell").last
    before, _ = centre(cell)
    cell.tap()
    heading = page.locator(".why h2 >> visible=true")
    heading.wait_for()
    wait_until(page, NOTHING_UNDER_WAY)

    assert centre(cell)[0] == before
    assert heading.bounding_box()["x"] >= frame.bounding_box()["x"] + 12
