"""Tapping keys with both thumbs at once, and pinching to zoom."""

import pytest

from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, centre_of_button, wait_until

pytestmark = pytest.mark.browser

COUNT_TICKS = """window.ticks = 0;
Object.defineProperty(navigator, "vibrate", { value: () => (window.ticks += 1) });"""

COUNT_CANCELS = """() => {
  window.cancels = 0;
  addEventListener("pointercancel", () => (window.cancels += 1));
}"""


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
    overlap("5", "Next")  # 35 is complete, so Next is ignored
    overlap("3", "0")
    for digit in "20":
        page.locator(f"[data-key='{digit}']").tap()
    wait_until(page, NOTHING_UNDER_WAY)

    numbers = [page.locator(f"[id='deadwood-{who}']").input_value() for who in FIVE]
    assert numbers == ["9", "3", "35", "30", "20"]


@pytest.mark.thorough
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
