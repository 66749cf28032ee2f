"""In the animation after a deal, rows slide, points count up, and taps still work."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import JAGUAR_HAND, by_name
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}

# Records the start of the animation: its place, its duration, and whether it would catch a tap.
WATCH = """
window.moments = [];
window.ticks = 0;
window.replaced = 0; // nodes of the leaderboard that the animation replaced
Object.defineProperty(navigator, "vibrate", { value: () => (window.ticks += 1) });
document.addEventListener("htmx:after:swap", () => queueMicrotask(() => {
  const board = document.querySelector(".leaderboard");
  if (!board || !document.querySelector(".toast b")) return;
  const touched = "#ask .chip, #ask .numbers-table__field, .key, #save";
  const chips = [...document.querySelectorAll(touched)];
  new MutationObserver((changes) => (window.replaced += changes.length))
    .observe(board, { childList: true, subtree: true });
  const running = board.getAnimations({ subtree: true });
  moments.push({
    above: board.matches(".leaderboard--above"),
    sliding: running.filter((each) => each.effect.target.matches("li"))
      .map((each) => each.effect.target.querySelector("bdi").textContent),
    longest: Math.max(0, ...running.map((each) => each.effect.getComputedTiming().endTime)),
    figures: [...board.querySelectorAll("b")].map((each) => each.textContent),
    boxes: chips.map((each) => JSON.stringify(each.getBoundingClientRect())),
    inTheWay: chips.filter((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top?.closest(".leaderboard, .toast");
    }).length,
  });
}));
"""
BOXES = """
() => [...document.querySelectorAll("#ask .chip, #ask .numbers-table__field, .key, #save")]
  .map((each) => JSON.stringify(each.getBoundingClientRect()))
"""


@pytest.fixture
def open_tricks(table, open_phone):
    """A function that opens the tricks of a match in which Ana leads by one made bid.

    Any other player who makes their bid now has as many points as Ana.
    """

    def opened(cards, size=chromium.PHONE, *, motion=True):
        first = {"bids": by_name(0, 9, 9, 9, 9), "tricks": by_name(0, 3, 3, 2, 1)}
        bids = {"bids": by_name(1, 0, 0, 0, 0)}
        match = table.factory.match("jabberwocky", first, bids, schedule=[9, 2, cards])
        page = open_phone(size, motion=motion, script=WATCH)
        page.goto(f"{table.address}/matches/{match}")
        return page

    return opened


def save_tricks_of(page, name):
    """Enter that this player takes both tricks, save, and return the first record of `WATCH`."""
    wait_until(page, "() => document.querySelector('script[src*=score-animation]')")
    for row in page.locator(".seat").all():
        row.locator(".chip").nth(2 * (name in row.inner_text())).tap()
    page.locator("#save").tap()
    expect(page.locator(".toast b")).to_be_visible()
    wait_until(page, "() => moments.length")
    return page.evaluate("moments[0]")


def test_rows_slide_to_their_places_and_points_count_up(open_tricks):
    page = open_tricks(1)

    moment = save_tricks_of(page, "Bruno")

    assert moment["above"] is False
    assert moment["sliding"] == ["Chus", "Dina", "Edu", "Bruno"]
    assert 0 < moment["longest"] < 700
    assert moment["figures"] == ["1", "0", "0", "0", "0"]
    expect(page.locator(".leaderboard li bdi")).to_have_text(
        ["Ana", "Chus", "Dina", "Edu", "Bruno"]
    )
    expect(page.locator(".leaderboard li b")).to_have_text(["1", "1", "1", "1", "0"])
    assert page.evaluate("replaced") == 0  # new nodes would restyle the whole list in each frame


@pytest.mark.thorough
@pytest.mark.parametrize("cards", [1, 9], ids=["with room", "without"])
def test_the_animation_covers_and_moves_no_control(cards, open_tricks):
    page = open_tricks(cards, SMALL)

    moment = save_tricks_of(page, "Bruno")

    assert moment["above"] is (cards == 9)
    assert moment["inTheWay"] == 0
    expect(page.locator(".leaderboard--above")).to_have_count(0)
    wait_until(page, "() => !document.querySelector('.leaderboard').getAnimations().length")
    assert page.evaluate(BOXES) == moment["boxes"]


@pytest.mark.thorough
def test_the_message_about_the_deal_is_shown_and_announced(open_tricks):
    page = open_tricks(1)

    save_tricks_of(page, "Bruno")

    said = "Saved: Tricks, Deal 2. Chus, Dina and Edu draw level with Ana."
    expect(page.locator(".toast")).to_contain_text(said)
    expect(page.locator("#announce")).to_have_text(said)


@pytest.mark.thorough
def test_with_reduced_motion_only_the_message_is_shown(open_tricks):
    page = open_tricks(9, SMALL, motion=False)

    moment = save_tricks_of(page, "Bruno")

    assert moment["above"] is False
    assert moment["sliding"] == []
    expect(page.locator(".toast b")).to_have_text("Chus, Dina and Edu draw level with Ana.")


@pytest.mark.thorough
def test_a_tap_removes_the_animation_and_the_toast(open_tricks):
    page = open_tricks(9, SMALL)
    save_tricks_of(page, "Bruno")

    page.locator(".seat .chip").nth(1).tap()

    expect(page.locator(".seat input").nth(1)).to_be_checked()
    expect(page.locator(".leaderboard--above")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.thorough
def test_the_phone_vibrates_on_keys_and_on_save(table, open_phone):
    page = open_phone(script=WATCH)
    page.goto(f"{table.address}/matches/{table.factory.match('gin', names=('Ana', 'Bruno'))}")
    wait_until(page, "() => document.querySelector('script[src*=score-animation]')")
    page.locator("[data-key='7']").tap()
    assert page.evaluate("window.ticks") == 1

    page.locator("label:has([value=draw])").tap()
    page.locator("#save").tap()

    expect(page.locator("h1")).to_have_text("Hand 2")
    assert page.evaluate("window.ticks") == 2


def test_the_phone_vibrates_on_the_digit_after_which_no_key_has_an_effect(table, open_phone):
    page = open_phone(script=WATCH)
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    wait_until(page, "() => document.querySelector('script[src*=score-animation]')")
    wait_until(page, NOTHING_UNDER_WAY)
    for digit in "75":
        page.locator(f"[data-key='{digit}']").tap()

    expect(page.locator("[data-key='1']")).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("window.ticks") == 2


def test_the_message_is_shown_without_a_script(table, open_phone):
    match = table.factory.match("jaguar", JAGUAR_HAND)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator("label:has([name=jaguar])").first.tap()
    page.locator("label:has([name=friend])").nth(1).tap()
    page.locator("[name=points]").fill("60")

    page.locator("#save").tap()

    expect(page.get_by_role("status").first).to_have_text(
        "Saved: Hand 2. Dina takes the lead. Undo"
    )
