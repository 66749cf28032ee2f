"""Open popovers near the bottom of a page are fully visible.

Their fields, the keys and messages are visible too.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.layout_checks import TOO_WIDE
from tests.browser.match_factory import by_name
from tests.browser.player_names import FIVE, HARD_NAMES, TEN
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

SCREENS = {"small": (320, 568), "upright": (360, 640), "sideways": (740, 360), "long": (844, 390)}
# Controls in an open popover that are covered by something else or off the screen.
OUT_OF_SIGHT = """
() => [...document.querySelectorAll(".popover[open] :is(input, .key)")].filter((e) => {
  const face = e.closest("label") || e;
  const { x, y, width, height } = face.getBoundingClientRect();
  return !face.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((e) => e.outerHTML.slice(0, 90))
"""
IN_VIEW = """
(e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return [0.02, 0.5, 0.98].every((part) =>
    e.contains(document.elementFromPoint(x + part * width, y + height / 2)));
}
"""
UNDER_THE_KEYS = """
() => [...document.querySelectorAll("#ask :is(.chip, .numbers-table__field)")]
  .filter((e) => e.checkVisibility() && !e.closest(".popover"))
  .filter((e) => e.getBoundingClientRect().right
    > document.querySelector(".entry-foot").getBoundingClientRect().left)
  .map((e) => e.outerHTML.slice(0, 90))
"""
BIDS = {"bids": by_name(1, 1, 1, 1, 1)}
FOLDED = {
    "reneges": ("jabberwocky", [BIDS], {"names": FIVE, "schedule": [6, 6]}),
    "six or eight cards": ("chinchon", [], {"names": FIVE}),
    "reneges with three players": (
        "jabberwocky",
        [{"bids": by_name(1, 1, 1, names=FIVE[:3])}],
        {"names": FIVE[:3], "schedule": [2, 2]},
    ),
    "upcard": ("gin", [], {"names": FIVE[:4], "oklahoma": True}),
}


def open_popover(table, page, name, *, size):
    game, deals, options = FOLDED[name]
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{table.address}/matches/{table.factory.match(game, *deals, **options)}")
    page.locator(".popover > summary").tap()
    wait_until(page, "() => document.querySelector('.popover[open] :is(.is-current, .chip)')")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", FOLDED)
def test_every_control_in_an_open_popover_can_be_tapped(name, screen, table, open_phone):
    page = open_phone()
    open_popover(table, page, name, size=SCREENS[screen])

    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(TOO_WIDE) == 0


# The number of chips in each row of the open popover.
CHIPS_IN_ROWS = """() => {
  const tops = [...document.querySelectorAll(".popover[open] .chip")].map((chip) => chip.offsetTop);
  return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
}"""


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("players", range(2, 11))
def test_no_row_of_the_players_who_called_late_has_a_single_chip(players, width, table, open_phone):
    page = open_phone(size={"width": width, "height": 568})
    match = table.factory.match("jamon", names=TEN[:players])
    page.goto(f"{table.address}/matches/{match}")
    page.locator(".popover > summary").tap()
    expect(page.locator(".popover .chip").first).to_be_visible()

    rows = page.evaluate(CHIPS_IN_ROWS)
    assert sum(rows) == players + 1
    assert min(rows) > 1


def test_the_question_of_few_players_on_a_wide_screen_has_room_for_the_popover(table, open_phone):
    page = open_phone()
    open_popover(table, page, "reneges with three players", size=(1280, 800))

    panel = page.locator(".popover__panel").bounding_box()
    assert page.locator(".match__question").bounding_box()["y"] <= panel["y"]
    assert page.evaluate(OUT_OF_SIGHT) == []


def close_popover_and_save_tricks(page):
    """Enter as many tricks as there are cards, and save them with the reneges in the popover."""
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator(".popover > summary").tap()
    for who, took in zip(("Bruno", "Chus", "Dina", "Edu", "Ana"), (2, 1, 1, 1, 1), strict=True):
        page.locator(chip_of(f"tricks-{who}-{took}")).tap()
    page.locator("#save").tap()


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["sideways", "long"])
def test_in_landscape_a_refusal_is_visible_with_the_popover_open(screen, table, open_phone):
    page = open_phone()
    open_popover(table, page, "reneges", size=SCREENS[screen])
    page.locator(".popover [data-key='9']").tap()
    close_popover_and_save_tricks(page)

    said = page.get_by_role("alert")
    expect(said).to_contain_text("Not saved")
    expect(page.locator(".popover")).to_have_attribute("open", "")
    assert said.evaluate(IN_VIEW)


# For each suit that is not chosen: [suit, whether its icon has the red of losses].
SUIT_COLOURS = """() => {
  const colour = (element) => getComputedStyle(element).color;
  const probe = Object.assign(document.createElement("i"), { className: "loss" });
  document.querySelector("#ask").append(probe);
  const isRed = (input) => colour(input.parentElement.querySelector(".icon")) === colour(probe);
  const found = [...document.querySelectorAll("[name=upcard-suit]:not(:checked)")];
  return found.map((input) => [input.value, isRed(input)]);
}"""


@pytest.mark.thorough
def test_only_diamonds_and_hearts_are_red(table, open_phone):
    page = open_phone()
    open_popover(table, page, "upcard", size=(360, 740))

    assert dict(page.evaluate(SUIT_COLOURS)) == {"C": False, "D": True, "H": True, "S": False}


@pytest.mark.thorough
def test_the_refused_number_in_a_popover_becomes_the_current_field(table, open_phone):
    page = open_phone()
    open_popover(table, page, "reneges", size=(360, 740))
    page.locator(".popover [name='reneges-Dina']").tap()
    page.locator(".popover [data-key='9']").tap()
    close_popover_and_save_tricks(page)
    expect(page.locator(".popover")).to_have_attribute("open", "")

    expect(page.locator(".popover .is-current")).to_have_attribute("name", "reneges-Dina")


@pytest.mark.parametrize("name", ["jabberwocky", "loba", "jaguar"])
def test_a_tall_phone_in_landscape_shows_whole_rows(name, table, open_phone):
    """The screen is as wide as a small tablet, but too short for the sheet and the question."""
    deals = [{"bids": by_name(1, 1, 1, 1, 1, names=HARD_NAMES)}] if name == "jabberwocky" else []
    match = table.factory.match(name, *deals, names=HARD_NAMES)
    page = open_phone(size={"width": 844, "height": 390})
    page.goto(f"{table.address}/matches/{match}")

    assert page.evaluate(UNDER_THE_KEYS) == []


@pytest.mark.thorough
def test_the_toast_covers_no_control_in_an_open_popover(table, open_phone):
    match = table.factory.match("jabberwocky", schedule=[4, 4])
    page = open_phone(size={"width": 360, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    for who in FIVE:
        page.locator(chip_of(f"bids-{who}-2")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator("#save").tap()
    expect(page.locator(".toast")).to_be_visible()
    wait_until(page, SETTLED)
    page.locator(".popover > summary").tap()
    page.locator(".popover .is-current").wait_for()

    assert page.evaluate(OUT_OF_SIGHT) == []


@pytest.mark.parametrize(("width", "room"), [(320, 140), (360, 180)])
def test_names_use_the_free_width_beside_the_fields_of_a_popover(width, room, table, open_phone):
    bids = {"bids": by_name(1, 1, 1, 1, 0, names=HARD_NAMES)}
    match = table.factory.match("jabberwocky", bids, names=HARD_NAMES, schedule=[6, 6])
    page = open_phone(size={"width": width, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    page.locator(".popover > summary").tap()
    name = page.locator(".popover b", has_text=HARD_NAMES[0])
    name.wait_for()

    assert name.bounding_box()["width"] >= room


@pytest.mark.thorough
def test_a_popover_closes_when_both_halves_of_its_card_are_tapped(open_match):
    page = open_match("gin", names=FIVE[:4], oklahoma=True)
    popover, button = page.locator(".popover"), page.locator(".popover > summary")
    tap_and_wait(page, ".popover > summary")
    tap_and_wait(page, chip_of("upcard-rank-5"))
    expect(popover).to_have_attribute("open", "")
    tap_and_wait(page, chip_of("upcard-suit-S"))
    expect(popover).not_to_have_attribute("open", "")
    expect(button).to_be_focused()
    tap_and_wait(page, chip_of("result-knock"))
    expect(page.locator("[id='result-knock']")).to_be_checked()
    expect(button).to_have_text("Upcard: 5♠")

    tap_and_wait(page, ".popover > summary")
    tap_and_wait(page, chip_of("upcard-rank-6"))
    tap_and_wait(page, chip_of("upcard-suit-H"))
    expect(popover).to_have_attribute("open", "")
    expect(button).to_have_text("Upcard: 6♥")


def test_arrow_keys_leave_the_popover_of_a_card_open(open_match):
    page = open_match("gin", names=FIVE[:4], oklahoma=True)
    page.locator(".popover > summary").focus()
    page.keyboard.press("Enter")
    for group in ("rank", "suit"):
        page.locator(f"[name=upcard-{group}]").first.focus()
        page.keyboard.press("ArrowRight")

    expect(page.locator(".popover > summary")).to_have_text("Upcard: 2♦")
    expect(page.locator(".popover")).to_have_attribute("open", "")
