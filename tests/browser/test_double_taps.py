"""Unintended taps: double taps, taps on a page that has just changed, two thumbs at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import FIVE, HAND
from tests.browser.net import hold_requests, release_requests, stop_clock
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, centre, wait_until

pytestmark = pytest.mark.browser

COUNT_TICKS = """window.ticks = 0;
Object.defineProperty(navigator, "vibrate", { value: () => (window.ticks += 1) });"""

COUNT_SUBMITS = """() => {
  window.submits = 0;
  addEventListener("submit", () => (window.submits += 1), true);
}"""

COUNT_CANCELS = """() => {
  window.cancels = 0;
  addEventListener("pointercancel", () => (window.cancels += 1));
}"""


@pytest.fixture
def jaguar(table, new_phone):
    """Open a match of Jaguar on a new phone, and return (page, match)."""
    match = table.factory.match("jaguar", names=FIVE)
    page = new_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    page.posts = 0
    page.on("request", lambda request: count_posts(page, request))
    return page, match


def count_posts(page, request):
    page.posts += request.method == "POST"


def centre_of_button(page, name):
    return centre(page.get_by_role("button", name=name, exact=True))


def deals(table, match):
    return len(table.log.sheet(match).deal_answers)


def test_all_pass_tapped_twice_saves_one_hand(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    place = centre_of_button(page, "All pass")
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)

    assert (page.posts, deals(table, match)) == (1, 1)

    page.clock.run_for(600)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
    assert deals(table, match) == 2


@pytest.mark.thorough
def test_a_tap_on_undo_right_after_a_save_is_ignored(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    page.locator(".bar").get_by_role("button", name="Undo").tap()

    assert (page.posts, deals(table, match)) == (1, 1)


def test_a_tap_on_undo_during_a_save_is_ignored(table, open_phone):
    """It is meant for the answer that is being saved, but would undo the one before it."""
    match = table.factory.match("jaguar", HAND, names=FIVE)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    page.evaluate(COUNT_SUBMITS)
    held = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.get_by_role("button", name="All pass", exact=True).tap()
    page.locator(".bar").get_by_role("button", name="Undo").tap()
    assert page.evaluate("() => window.submits") == 1

    release_requests(held)
    expect(page.locator(".toast")).to_contain_text("Saved: Hand 2")
    assert deals(table, match) == 2


@pytest.mark.thorough
def test_values_entered_after_a_save_can_be_saved_at_once(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    for chip in ("jaguar-Ana", "friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    for digit in "70":
        page.locator(f"[data-key='{digit}']").tap()
    page.locator("#save").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
    assert deals(table, match) == 2


@pytest.mark.thorough
def test_no_preview_is_requested_while_a_save_is_under_way(jaguar, table):
    """The preview of the last tap would be due during the save."""
    page, match = jaguar
    stop_clock(page)
    for chip in ("jaguar-Ana", "friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    for digit in "70":
        page.locator(f"[data-key='{digit}']").tap()
    asked = hold_requests(page, "/look")
    held = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.locator("#save").tap()
    page.clock.run_for(1000)
    release_requests(held)

    page.clock.run_for(1000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert (asked, deals(table, match)) == ([], 1)


@pytest.mark.thorough
def test_a_quick_answer_asks_before_it_discards_entered_values(jaguar, table):
    page, match = jaguar
    page.locator(chip_of("jaguar-Ana")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    stop_clock(page)
    place = centre_of_button(page, "All pass")
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    expect(page.locator(".save-bar__status")).to_have_text(
        "This would replace what you entered. Tap again to continue."
    )

    assert deals(table, match) == 0
    expect(page.locator("[id='jaguar-Ana']")).to_be_checked()

    page.clock.run_for(601)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert deals(table, match) == 1


def test_a_quick_answer_asks_before_discarding_without_a_script(table, open_phone):
    match = table.factory.match("jaguar", names=FIVE)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator(chip_of("jaguar-Ana")).tap()
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text(
        "“All pass” would discard what you entered. Choose “All pass” again to confirm."
    )
    expect(page.locator("[id='jaguar-Ana']")).to_be_checked()
    assert deals(table, match) == 0

    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert deals(table, match) == 1


@pytest.fixture
def bids_said(table, new_phone):
    """A function that enters all bids on a new phone of this size and stops its clock."""

    def bids_said(width, height):
        page = new_phone(size={"width": width, "height": height})
        page.goto(f"{table.address}/matches/{table.factory.match('jabberwocky', schedule=[4, 4])}")
        assert page.evaluate(TAPS_ARE_READ)
        for who in FIVE:
            page.locator(chip_of(f"bids-{who}-1")).tap()
        wait_until(page, NOTHING_UNDER_WAY)
        stop_clock(page)
        return page

    return bids_said


def tap_save_twice(page, across):
    """Tap Save twice at this many pixels from its left edge, the second time on a new question."""
    box = page.locator("#save").bounding_box()
    place = (box["x"] + across, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    page.touchscreen.tap(*place)


@pytest.mark.thorough
def test_the_second_tap_on_save_does_not_open_the_reneges(bids_said):
    page = bids_said(360, 740)
    tap_save_twice(page, 40)
    fold = page.locator(".popover")
    expect(fold).not_to_have_attribute("open", "")

    page.clock.run_for(600)
    page.locator(".popover > summary").tap()
    expect(fold).to_have_attribute("open", "")


@pytest.mark.thorough
def test_in_landscape_the_second_tap_on_save_chooses_no_number(bids_said):
    page = bids_said(740, 360)
    tap_save_twice(page, 180)
    expect(page.locator("#ask :checked")).to_have_count(0)

    # A tap in another place counts, because it is not the second half of a double tap.
    page.locator(chip_of("tricks-Bruno-2")).tap()
    expect(page.locator("[id='tricks-Bruno-2']")).to_be_checked()


def test_simultaneous_taps_on_two_keys_type_both_digits_and_vibrate_twice(table, open_phone):
    match = table.factory.match("jaguar", names=FIVE)
    page = open_phone(script=COUNT_TICKS)
    page.goto(f"{table.address}/matches/{match}")
    wait_until(page, "() => document.querySelector('script[src*=score-animation]')")
    wait_until(page, NOTHING_UNDER_WAY)
    session = page.context.new_cdp_session(page)
    points = [
        {"x": x, "y": y, "id": n}
        for n, (x, y) in enumerate([centre_of_button(page, "7"), centre_of_button(page, "3")])
    ]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.locator("[id='points']").input_value() == "73"
    assert page.evaluate("window.ticks") == 2


def test_overlapping_taps_count_in_the_order_in_which_they_began(table, open_phone):
    match = table.factory.match("chinchon", names=FIVE)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    session = page.context.new_cdp_session(page)

    def overlap(*keys):
        points = [
            {"x": x, "y": y, "id": n}
            for n, (x, y) in enumerate(centre_of_button(page, k) for k in keys)
        ]
        for kind, now in (
            ("Start", points[:1]),
            ("Start", points),
            ("End", points[1:]),
            ("End", []),
        ):
            event = {"type": f"touch{kind}", "touchPoints": now}
            session.send("Input.dispatchTouchEvent", event)

    page.locator(chip_of("closer-Bruno")).tap()
    for digit in "933":
        page.locator(f"[data-key='{digit}']").tap()
    overlap("5", "Next")  # 35 is complete, so Next is absorbed
    overlap("3", "0")
    for digit in "20":
        page.locator(f"[data-key='{digit}']").tap()
    wait_until(page, NOTHING_UNDER_WAY)

    numbers = [page.locator(f"[id='deadwood-{who}']").input_value() for who in FIVE]
    assert numbers == ["9", "3", "35", "30", "20"]


def test_zooming_with_two_fingers_on_the_keys_types_nothing(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('loba', names=FIVE)}")
    page.locator("[data-key='1']").tap()
    session = page.context.new_cdp_session(page)
    (left, y), (right, _) = centre_of_button(page, "6"), centre_of_button(page, "7")
    page.evaluate(COUNT_CANCELS)
    for kind, steps in (("Start", [0]), ("Move", range(0, 60, 4)), ("End", [])):
        for step in steps or [None]:
            ends = [] if step is None else [(left - step, y), (right + step, y)]
            points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(ends)]
            event = {"type": f"touch{kind}", "touchPoints": points}
            session.send("Input.dispatchTouchEvent", event)
    wait_until(page, "() => window.cancels === 2")

    assert page.locator("[id='deadwood-Ana']").input_value() == "1"
