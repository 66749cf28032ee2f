"""The toast about the last save may cover text, but nothing that can be tapped."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout_checks import COVERED_BY_TOAST, SIZES, enlarge
from tests.browser.match_factory import (
    BOTH,
    CHINCHON_DEAL,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    JAMON_DEAL,
    KNOCK,
    LOBA_DEAL,
    OUT_NOW,
    by_name,
)
from tests.browser.player_names import HARD_NAMES, TEN
from tests.browser.restyling import MOST, trace_restyling
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

OF_LONG_NAMES = {"jaguar": HARD_NAMES[0], "friend": HARD_NAMES[4]}
NEAR = {
    "closer": HARD_NAMES[1],
    "close": "normal",
    "deadwood": by_name(45, 0, 10, 10, 20, names=HARD_NAMES),
}
ALONE = {
    "bids": by_name(1, 1, 1, 1, 0, names=HARD_NAMES),
    "tricks": by_name(1, 1, 1, 0, 1, names=HARD_NAMES),
}
LEVEL = {
    "bids": by_name(0, 0, 0, 0, 1, names=HARD_NAMES),
    "tricks": by_name(0, 0, 0, 0, 4, names=HARD_NAMES),
}
OF_TWO = {"names": ("Ana", "Bruno")}
SAVED = {
    "bids": lambda factory: factory.match("jabberwocky", JABBERWOCKY_DEAL, schedule=[9, 9]),
    "tricks": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, {"bids": JABBERWOCKY_DEAL["bids"]}, schedule=[9, 9]
    ),
    "jaguar": lambda factory: factory.match("jaguar", JAGUAR_HAND),
    "jamón": lambda factory: factory.match("jamon", JAMON_DEAL, deals=3),
    "jamón by points": lambda factory: factory.match(
        "jamon",
        {**JAMON_DEAL, "cards": dict(zip(JAMON_DEAL["counters"], (0, 3, 4, 5, 6), strict=True))},
        deals=3,
        scoring="points",
    ),
    "chinchón": lambda factory: factory.match("chinchon", CHINCHON_DEAL),
    "chinchón coming back": lambda factory: factory.match("chinchon", OUT_NOW, OUT_NOW),
    "loba": lambda factory: factory.match("loba", LOBA_DEAL),
    "gin": lambda factory: factory.match("gin", KNOCK, **OF_TWO),
    "gin with its upcard": lambda factory: factory.match(
        "gin", {**KNOCK, "upcard": "KD"}, oklahoma=True, **OF_TWO
    ),
    "gin with two pairs": lambda factory: factory.match("gin", BOTH, names=TEN[:4]),
    "long names": lambda factory: factory.match(
        "jaguar", {**JAGUAR_HAND, **OF_LONG_NAMES}, names=HARD_NAMES
    ),
    "long names that are close": lambda factory: factory.match(
        "chinchon", *(NEAR,) * 2, names=HARD_NAMES
    ),
    "long names that share the lead": lambda factory: factory.match(
        "jabberwocky", ALONE, LEVEL, names=HARD_NAMES, schedule=[4, 4, 4], dealer_hook=False
    ),
}


def open_saved(page, table, name):
    """Open the page that follows the last save, at the address to which the save redirected."""
    match = SAVED[name](table.factory)
    version = table.log.sheet(match).version
    page.goto(f"{table.address}/matches/{match}?saved={version}")
    expect(page.locator(".toast")).to_be_visible()


# Whether the sentence is cut off, and whether any line is only partly visible.
CUT = """() => {
  const said = document.querySelector(".toast [data-announce]");
  const line = parseFloat(getComputedStyle(said).lineHeight), room = said.clientHeight / line;
  return [said.scrollHeight > said.clientHeight + 1, Math.abs(room - Math.round(room)) > 0.1];
}"""

# The pixels above or below the sentence, inside the toast.
MARGIN = """() => {
  const [box, said] = [".toast", ".toast [data-announce]"].map(
    (each) => document.querySelector(each).getBoundingClientRect());
  return Math.min(said.top - box.top, box.bottom - said.bottom);
}"""


@pytest.mark.parametrize("name", SAVED)
def test_the_toast_is_not_cut_off_and_covers_no_control(name, table, open_phone):
    page = open_phone(motion=True)
    open_saved(page, table, name)
    page.locator(".toast").evaluate("(toast) => toast.getAnimations().forEach((a) => a.pause())")
    for size in SIZES.values():
        page.set_viewport_size(size)

        assert (size, page.evaluate(COVERED_BY_TOAST)) == (size, [])
        assert (size, page.evaluate(CUT)) == (size, [False, False])
        assert page.evaluate(MARGIN) > 1.5


@pytest.mark.parametrize("name", ["bids", "jaguar", "gin"])
def test_a_tapped_toast_still_disappears_by_itself(name, table, open_phone):
    page = open_phone(motion=True)
    open_saved(page, table, name)
    toast = page.locator(".toast")

    toast.locator("[data-announce]").tap(force=True)

    assert toast.evaluate("(e) => getComputedStyle(e).animationPlayState") == "running"
    toast.evaluate("(e) => e.getAnimations()[0].finish()")
    expect(toast).to_be_hidden()


# The progress of the toast's animation at a time in milliseconds, or null before it animates.
PROGRESS = """(toast, time) => {
  const [animation] = toast.getAnimations();
  animation.pause();
  animation.currentTime = time;
  return animation.effect.getComputedTiming().progress;
}"""


def test_the_toast_animates_only_while_it_fades(table, open_phone):
    """With a longer animation, the browser would draw 60 frames per second after each save."""
    page = open_phone(motion=True)
    open_saved(page, table, "bids")
    toast = page.locator(".toast")

    assert toast.evaluate(PROGRESS, 9_900) is None
    assert 0 < toast.evaluate(PROGRESS, 10_300) < 1
    assert toast.evaluate(PROGRESS, 11_000) == 1
    expect(toast).to_be_hidden()


def test_with_reduced_motion_the_toast_stays_until_the_next_tap(table, open_phone):
    page = open_phone()
    open_saved(page, table, "bids")
    toast = page.locator(".toast")
    assert toast.evaluate("(toast) => toast.getAnimations().length") == 0

    page.locator("#ask .chip").first.tap()

    expect(toast).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["bids", "tricks", "jaguar"])
def test_the_tap_that_removes_the_toast_restyles_few_elements(name, table, open_phone):
    page = open_phone(motion=True)
    open_saved(page, table, name)
    wait_until(page, NOTHING_UNDER_WAY)

    with trace_restyling(page) as restyled:
        page.locator("#ask .chip:not(:has(:checked))").first.tap()
        expect(page.locator(".toast")).to_have_count(0)
        wait_until(page, NOTHING_UNDER_WAY)

    assert len(restyled) > 1
    assert [count for count in restyled if count > MOST] == []


@pytest.mark.parametrize("name", ["bids", "jamón", "gin with its upcard"])
def test_the_undo_button_of_the_toast_works_with_large_text(name, table, open_phone):
    page = open_phone(motion=True)
    enlarge(page)
    open_saved(page, table, name)

    page.get_by_role("button", name="Undo", exact=True).tap()

    expect(page.locator(".toast")).to_contain_text("Undone")


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_toast_shows_a_call_with_long_names_in_full(size, table, open_phone):
    page = open_phone(size, motion=True)
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=HARD_NAMES)}?instead=1")
    page.locator(".calls [value='0>4']").tap()

    expect(page.locator(".toast")).to_contain_text(f"Saved: {HARD_NAMES[0]} called {HARD_NAMES[4]}")
    assert page.evaluate(CUT) == [False, False]


def test_a_long_name_leaves_room_for_the_message_in_the_toast(table, open_phone):
    page = open_phone(SIZES["narrow"], motion=True)
    open_saved(page, table, "long names")
    said = page.locator(".toast [data-announce]")

    expect(said).to_have_text(f"Saved: Hand 1. {HARD_NAMES[0]} leads by 1.")
    assert page.evaluate(CUT) == [False, False]
