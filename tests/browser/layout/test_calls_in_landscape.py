"""On a phone in landscape, the players who can end the deal are in view beside the calls."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LEAST_TARGET,
    OUT_OF_REACH,
    SMALL_TARGETS,
    STICKING_OUT,
)
from tests.browser.match_factory import by_name
from tests.browser.player_names import FIVE, HARD_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

SCREENS = [(568, 320), (667, 375), (740, 360), (932, 430)]
PLAYERS = {"five": FIVE, "eight": TEN[:8], "ten": TEN, "hard names": HARD_NAMES}
PLACES = """() => [...document.querySelectorAll(".calls button, #ask a")]
  .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
# The texts of the links and buttons that the message after a call covers.
COVERED = """() => {
  const toast = document.querySelector(".toast").getBoundingClientRect();
  return [...document.querySelectorAll(".calls button, #ask a")].filter((each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    return top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left;
  }).map((each) => each.textContent.trim());
}"""


def open_calls(table, page, names, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    deal = {"went_out": names[0], "counters": by_name(*[5] * len(names), names=names)}
    match = table.factory.match("jamon", deal, names=names, deals=3)
    page.goto(f"{table.address}/matches/{match}?instead=1")
    wait_until(page, NOTHING_UNDER_WAY)


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("names", PLAYERS.values(), ids=PLAYERS)
def test_all_players_who_can_end_the_deal_are_visible(names, size, table, open_phone):
    page = open_phone()
    open_calls(table, page, names, size)

    assert page.locator("#ask a").count() == len(names) + 1
    assert [each for each in page.evaluate(OUT_OF_REACH) if each.startswith("<a")] == []
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) + page.evaluate(STICKING_OUT) == []
    assert page.evaluate(BROKEN_WORDS, "#ask") == []


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("names", PLAYERS.values(), ids=PLAYERS)
def test_after_a_call_nothing_moves_and_the_message_covers_no_button(
    names, size, table, open_phone
):
    page = open_phone()
    open_calls(table, page, names, size)
    before, call = page.evaluate(PLACES), page.locator(".calls [value='0>1']")
    call.tap()
    expect(call).to_have_text("1")
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.evaluate(PLACES) == before
    assert page.evaluate(COVERED) == []
