"""Calls of Jamón, which are often tapped in quick succession."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import UNREACHABLE
from tests.browser.net import count_submits, hold_requests, release_requests, stop_clock, submits
from tests.browser.player_names import FIVE, TEN
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, centre, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def calls(table, new_phone):
    """Open the calls of a match of Jamón on a new phone, and return (page, match)."""
    match = table.factory.match("jamon", names=FIVE)
    page = new_phone()
    page.goto(f"{table.address}/matches/{match}?instead=1")
    assert page.evaluate(TAPS_ARE_READ)
    stop_clock(page)
    return page, match


@pytest.mark.thorough
def test_another_call_right_after_a_call_counts(calls, table):
    page, match = calls
    for call in ("0>1", "2>3"):
        page.locator(f".calls [value='{call}']").tap()
        expect(page.locator(f".calls [value='{call}']")).to_have_text("1")

    [deal_answers] = table.log.sheet(match).deal_answers
    assert [answers["calls"] for _, answers in deal_answers] == [
        [["Ana", "Bruno"]],
        [["Chus", "Dina"]],
    ]


def test_a_call_does_not_scroll_the_page(table, open_phone):
    match = table.factory.match("jamon", names=FIVE)
    page = open_phone({"width": 568, "height": 320})
    page.goto(f"{table.address}/matches/{match}?instead=1")
    assert page.evaluate(TAPS_ARE_READ)
    button = page.locator(".calls [value='4>0']")
    button.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    before = page.evaluate("scrollY")
    assert before > 0
    button.tap()
    expect(button).to_have_text("1")
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.evaluate("scrollY") == before


def test_a_call_tapped_twice_counts_once(calls, table):
    page, match = calls
    count_submits(page)
    place = centre(page.locator(".calls [value='0>1']"))
    page.touchscreen.tap(*place)
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    page.touchscreen.tap(*place)

    assert (submits(page), len(table.log.sheet(match).deal_answers[0])) == (1, 1)


@pytest.mark.thorough
def test_the_calls_are_dim_while_a_call_is_being_saved(calls):
    page, _ = calls
    opacity = "() => getComputedStyle(document.querySelector('.calls button')).opacity"
    held = hold_requests(page, "/call-1")
    with page.expect_request("**/call-1"):
        page.locator(".calls [value='0>1']").tap()
    assert page.evaluate(opacity) == "0.7"

    release_requests(held)
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    assert page.evaluate(opacity) == "1"


def test_a_reload_after_a_call_was_undone_shows_the_calls_again(table, new_phone):
    match = table.factory.match("jamon", names=FIVE)
    page = new_phone()
    page.goto(f"{table.address}/matches/{match}?instead=1")
    page.locator(".calls [value='0>1']").tap()
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    page.goto(f"{table.address}/matches/{match}")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Counters")

    page.get_by_role("button", name="Undo").tap()
    expect(title).to_have_text("Calls")
    page.reload()

    expect(title).to_have_text("Calls")


# The width of the narrowest button, how far the grid scrolls sideways, and where the first caller's
# name begins when the grid is scrolled to its end.
GRID = """() => {
  const grid = document.querySelector(".calls-scroll");
  const buttons = [...grid.querySelectorAll(".button")];
  const widths = buttons.map((each) => each.getBoundingClientRect().width);
  const further = grid.scrollWidth - grid.clientWidth;
  grid.scrollLeft = further;
  const { x } = grid.querySelector("tbody th bdi").getBoundingClientRect();
  return [Math.min(...widths), further, x];
}"""


@pytest.mark.cases(3)
@pytest.mark.parametrize(("players", "width"), [(6, 360), (8, 412), (10, 320)])
def test_the_calls_of_many_players_are_wide_enough_for_a_finger(players, width, table, open_phone):
    page = open_phone({"width": width, "height": 740})
    match = table.factory.match("jamon", names=TEN[:players])
    page.goto(f"{table.address}/matches/{match}?instead=1")
    narrowest, further, name_at = page.evaluate(GRID)

    assert narrowest >= 44
    assert (further == 0) == (players == 6)
    assert 0 <= name_at < 44


@pytest.mark.parametrize("width", [320, 360])
def test_a_call_that_is_scrolled_into_view_is_not_below_the_callers_name(width, table, open_phone):
    page = open_phone({"width": width, "height": 740})
    match = table.factory.match("jamon", names=TEN)
    page.goto(f"{table.address}/matches/{match}?instead=1")

    assert page.evaluate(UNREACHABLE) == []


def test_without_a_network_the_button_names_the_player_who_called_too_late(table, new_phone):
    page = new_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=FIVE)}")
    button = page.locator(".popover > summary")
    expect(button).to_have_text("Called late: nobody")
    page.context.set_offline(True)
    button.tap()

    page.locator(chip_of("default_by-Chus")).tap()
    expect(button).to_have_text("Called late: Chus")
    page.locator(chip_of("default_by-nobody")).tap()
    expect(button).to_have_text("Called late: nobody")
    chromium.ignore_network_errors(page)
