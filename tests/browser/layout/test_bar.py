"""The bar above a question shows its title and the parts of its line in full."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rights import Right
from tests import members
from tests.browser.layout.full_tables import EIGHT_PLAYERS, FIVE_PLAYERS
from tests.browser.match_factory import BOTH, FIRST_HAND, JAGUAR_HAND, KNOCK, by_name
from tests.browser.player_names import HARD_NAMES, TEN

pytestmark = pytest.mark.browser
TITLE_FITS = """() => {
  const title = document.querySelector("h1");
  return title.scrollWidth <= title.clientWidth;
}"""
# In the line below the title, the part that ends with these words, if this part is shown in full.
PART_SHOWN = """(words) => {
  const line = document.querySelector(".bar p"), { bottom, right } = line.getBoundingClientRect();
  const parts = [...line.children].filter((part) => part.textContent.endsWith(words));
  return parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.bottom <= bottom && box.right <= right && part.scrollWidth <= part.clientWidth;
  }).length;
}"""
# The text of each part of this line that is shown, and whether the part is shown in full.
PARTS = """() => [...document.querySelectorAll(".bar p > span")].map((part) => {
  const line = part.parentElement.getBoundingClientRect(), box = part.getBoundingClientRect();
  return [part.textContent, box.top >= line.bottom ? "left out"
    : box.bottom <= line.bottom && part.scrollWidth <= part.clientWidth ? "shown" : "cut off"];
})"""
# The longest titles, and how to start a match that shows them.
TITLES = {
    "coming back": ("Coming back?", FIVE_PLAYERS["two coming back in loba"]),
    "two pairs": (
        "Hand 12, 2 of 2",
        lambda factory: factory.match("gin", *[BOTH] * 11, FIRST_HAND, names=TEN[:4], target=1000),
    ),
}


def test_in_landscape_the_bar_begins_above_the_question_of_many_players(table, open_phone):
    page = open_phone(size={"width": 844, "height": 390})
    page.goto(f"{table.address}/matches/{EIGHT_PLAYERS['chinchón'](table.factory)}")

    assert page.locator(".bar > .bar__tool").first.bounding_box()["x"] <= 16


@pytest.mark.parametrize("name", TITLES)
def test_the_title_is_not_truncated_on_a_320x568_screen(name, table, open_phone):
    title, start = TITLES[name]
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{start(table.factory)}")

    assert page.get_by_role("heading", level=1).text_content().strip() == title
    assert page.evaluate(TITLE_FITS)


def test_the_title_is_not_truncated_beside_end_and_the_viewers(live_league, open_phone):
    members.add_phone(live_league.app, Right.VIEWER, "viewer", "Kitchen tablet")
    match = live_league.match("jaguar", *[JAGUAR_HAND] * 11)
    page, other = (open_phone(size={"width": 320, "height": 568}) for _ in range(2))
    other.context.add_cookies([{**members.COOKIE, "value": "viewer"}])
    for phone in (other, page):
        phone.goto(f"{live_league.address}/matches/{match}")

    expect(page.locator("#faces li")).to_have_text([members.NAME, "Kitchen tablet"])
    expect(page.get_by_role("link", name="End the match")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 12")
    assert page.evaluate(TITLE_FITS)


def test_the_bar_says_that_a_player_with_a_long_name_deals_on_a_320x568_screen(table, open_phone):
    three = ("Ana", HARD_NAMES[0], "Chus")
    deal = {"went_out": "Ana", "deadwood": by_name(0, 20, 30, names=three)}
    match = table.factory.match("loba", deal, names=three)
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    expect(page.get_by_role("button", name="Undo")).to_be_visible()  # it shortens the line
    assert page.evaluate(PART_SHOWN, "deals") == 1


def test_the_bar_leaves_out_parts_that_do_not_fit_on_a_320x568_screen(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    match = table.factory.match("gin", KNOCK, names=TEN[:2], target=1000)
    page.goto(f"{table.address}/matches/{match}")

    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert page.evaluate(PARTS) == [
        [f"{TEN[1]} deals", "shown"],
        ["· first to 1000", "left out"],
        ["· Gin rummy", "left out"],
    ]


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("width", [320, 360])
def test_no_part_of_the_line_of_jaguar_is_cut_off_beside_end(width, players, table, open_phone):
    page = open_phone(size={"width": width, "height": 740})
    match = table.factory.match("jaguar", JAGUAR_HAND, names=TEN[:players])
    page.goto(f"{table.address}/matches/{match}")

    expect(page.get_by_role("link", name="End the match")).to_be_visible()
    parts = page.evaluate(PARTS)
    assert parts[0] == ["Bruno deals" if players == 5 else "Chus bids first", "shown"]
    assert {shown for _, shown in parts} <= {"shown", "left out"}


def test_the_first_bidder_of_six_players_of_jaguar_is_named_on_a_small_phone(table, open_phone):
    hand = {"jaguar": "Bruno", "friend": "Chus", "points": 75}
    page = open_phone(size={"width": 360, "height": 740})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', hand, names=TEN[:6])}")

    assert page.evaluate(PART_SHOWN, "Chus bids first") == 1


def test_the_underline_of_the_line_below_the_title_includes_names(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('loba')}")

    expect(page.locator(".bar p bdi")).to_have_css("text-decoration-style", "dotted")
    expect(page.locator(".bar p bdi")).to_have_css("text-decoration-line", "underline")
