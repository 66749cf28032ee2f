"""The lines beside Save are complete with names of any length, and none is cut in half."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.player import NOTHING_UNDER_WAY, face
from tests.browser.room import HARD, each

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (360, 640), (740, 360)]
# The number of lines that the lower edge cuts in half, and of lines wholly below it.
LINES = """
(place) => {
  const range = document.createRange(), { bottom } = place.getBoundingClientRect();
  range.selectNodeContents(place);
  const lines = [...range.getClientRects()].filter((line) => line.height > 1);
  return {
    sliced: lines.filter((line) => line.top < bottom - 1 && line.bottom > bottom + 2).length,
    unseen: lines.filter((line) => line.top >= bottom - 1).length,
  };
}
"""
LEFT = {"went_out": HARD[3], "deadwood": each(20, 30, 40, 0, 50, names=HARD)}


@pytest.fixture(params=SCREENS, ids=str)
def opened(request, table, open_phone):
    """Return a function that opens a page of a match of players with hard names."""

    def opened(game, *records, page="", **options):
        match = table.room.match(game, *records, names=HARD, **options)
        phone = open_phone(size=dict(zip(("width", "height"), request.param, strict=True)))
        phone.goto(f"{table.address}/matches/{match}{page}")
        return phone

    return opened


def test_the_preview_of_a_hand_is_shown_in_full(opened):
    page = opened("jaguar")
    for chip in (f"jaguar-{HARD[0]}", f"friend-{HARD[4]}"):
        page.locator(face(chip)).tap()
    for digit in "74":
        page.locator(f"[data-key='{digit}']").tap()
    page.wait_for_function(NOTHING_UNDER_WAY)

    line = page.locator("#says")
    expect(line).to_contain_text(f"{HARD[0]} +2, {HARD[4]} +1; ")
    expect(line).to_contain_text("−1.")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


def test_the_list_of_missing_numbers_is_shown_in_full(opened):
    page = opened("chinchon")
    page.locator("[data-key='5']").tap()
    page.locator("[data-key='next']").tap()
    page.wait_for_function(NOTHING_UNDER_WAY)

    line = page.locator("#says")
    expect(line).to_contain_text("Who closed? Still to count: ")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}
    page.route("**/look", lambda route: route.abort())
    chromium.forgive(page)
    page.locator("[data-key='5']").tap()
    page.locator("[data-key='next']").tap()
    assert line.locator("bdi").count() == 3
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


# The number of commas and full stops that are not on the line of the name before them.
LOST = """
(place) => [...place.querySelectorAll("bdi")].filter((name) => {
  const sign = name.nextSibling, range = document.createRange();
  if (!sign?.data || /^[\\s]/.test(sign.data)) return false;
  range.setStart(sign, 0), range.setEnd(sign, 1);
  return range.getBoundingClientRect().top > name.getBoundingClientRect().bottom - 2;
}).length
"""


@pytest.mark.parametrize("width", [320, 360, 368])
def test_no_line_begins_with_a_comma(table, open_phone, width):
    match = table.room.match("chinchon", limit=100)
    page = open_phone(size={"width": width, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    line = page.locator("#says")
    expect(line).to_contain_text("Still to count: Ana, Bruno, Chus, Dina, Edu.")
    assert line.evaluate(LOST) == 0
    page.locator("[data-key='5']").tap()
    page.locator("[data-key='next']").tap()

    expect(line).to_contain_text("Still to count: Bruno, Chus, Dina, Edu.")
    assert line.evaluate(LOST) == 0


def test_the_changes_of_a_correction_are_not_cut_off_within_a_line(opened):
    page = opened("loba", LEFT, LEFT, page="/rounds/1/correct")
    for name, left in ((HARD[0], "21"), (HARD[1], "31"), (HARD[4], "51")):
        page.locator(f"[name='cards.deadwood-{name}']").fill(left)
    page.wait_for_function(NOTHING_UNDER_WAY)

    line = page.locator(".effects__says")
    expect(line).to_contain_text("What will change")
    assert line.evaluate(LINES)["sliced"] == 0
    assert line.locator("bdi").first.bounding_box()["width"] <= 72
