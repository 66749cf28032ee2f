"""The lines beside Save are complete with names of any length, and no line is cut in half."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from tests.browser import chromium
from tests.browser.layout.save_lines import LINES, SCREENS
from tests.browser.match_factory import BIDS, FIRST_HAND, by_name
from tests.browser.player_names import FIVE, HARD_NAMES, LONG_NAMES
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_keys, wait_until

pytestmark = pytest.mark.browser

PAYMENTS = {"went_out": LONG_NAMES[0], "counters": by_name(20, 1, 0, 2, 2, names=LONG_NAMES)}
LEFT = {"went_out": HARD_NAMES[3], "deadwood": by_name(20, 30, 40, 0, 50, names=HARD_NAMES)}


@pytest.fixture(params=SCREENS, ids=str)
def open_match_page(request, table, open_phone):
    """A function that opens a page of a match whose players have the names in `HARD_NAMES`."""

    def opened(game, *deals, page="", **options):
        match = table.factory.match(game, *deals, names=HARD_NAMES, **options)
        phone = open_phone(size=dict(zip(("width", "height"), request.param, strict=True)))
        phone.goto(f"{table.address}/matches/{match}{page}")
        return phone

    return opened


@pytest.mark.thorough
def test_the_preview_of_a_hand_is_shown_in_full(open_match_page):
    page = open_match_page("jaguar")
    for chip in (f"jaguar-{HARD_NAMES[0]}", f"friend-{HARD_NAMES[4]}"):
        page.locator(chip_of(chip)).tap()
    tap_keys(page, *"74")

    line = page.locator("#save-note")
    expect(line).to_contain_text(f"{HARD_NAMES[0]} +2, {HARD_NAMES[4]} +1; ")
    expect(line).to_contain_text("−1 each.")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


@pytest.mark.thorough
def test_the_names_of_all_who_made_their_bid_are_shown_in_full(open_match_page):
    bids = {"bids": dict(zip(HARD_NAMES, (2, 2, 2, 2, 2), strict=True))}
    page = open_match_page("jabberwocky", bids, schedule=[9])
    page.route("**/look", lambda route: route.abort())
    chromium.ignore_network_errors(page)
    for name, tricks in zip(HARD_NAMES, (2, 2, 2, 2, 1), strict=True):
        page.locator(chip_of(f"tricks-{name}-{tricks}")).tap()

    line = page.locator("#save-note")
    expect(line).to_contain_text("Made it: ")
    assert line.locator("bdi").count() == 4
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [(320, 568), (740, 360)], ids=str)
def test_a_name_that_the_phone_fills_in_keeps_its_first_letters(screen, table, open_phone):
    names = (*LONG_NAMES[:2], *FIVE[2:])
    match = table.factory.match("jabberwocky", schedule=[9], names=names)
    bids = {"bids": by_name(2, 2, 2, 2, 2, names=names)}
    table.factory.deal(match, bids)
    page = open_phone(size=dict(zip(("width", "height"), screen, strict=True)))
    page.route("**/look", lambda route: route.abort())
    chromium.ignore_network_errors(page)
    page.goto(f"{table.address}/matches/{match}")
    for name, tricks in zip(names, (2, 2, 1, 1, 3), strict=True):
        page.locator(chip_of(f"tricks-{name}-{tricks}")).tap()
    wait_until(page, NOTHING_UNDER_WAY)

    line = page.locator("#save-note")
    expect(line).to_contain_text("Made it: ")
    assert min(name.bounding_box()["width"] for name in line.locator("bdi").all()) >= 32


# The number of commas and full stops that are not on the same line as the name before them.
LOST = """
(place) => [...place.querySelectorAll("bdi")].filter((name) => {
  const sign = name.nextSibling, range = document.createRange();
  if (!sign?.data || /^[\\s]/.test(sign.data)) return false;
  range.setStart(sign, 0), range.setEnd(sign, 1);
  return range.getBoundingClientRect().top > name.getBoundingClientRect().bottom - 2;
}).length
"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 360, 368])
def test_no_line_begins_with_a_comma(table, open_phone, width):
    match = table.factory.match("jabberwocky", BIDS, schedule=[9])
    page = open_phone(size={"width": width, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    line = page.locator("#save-note")
    for name, tricks in zip(FIVE, (2, 2, 2, 2, 1), strict=True):
        page.locator(chip_of(f"tricks-{name}-{tricks}")).tap()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(line).to_contain_text("Made it: Bruno, Chus, Dina, Ana.")
    assert line.evaluate(LOST) == 0


@pytest.mark.thorough
def test_the_changes_of_a_correction_are_not_cut_off_within_a_line(open_match_page):
    page = open_match_page("loba", LEFT, LEFT, page="/rounds/1/correct")
    for name, left in ((HARD_NAMES[0], "21"), (HARD_NAMES[1], "31"), (HARD_NAMES[4], "51")):
        page.locator(f"[name='cards.deadwood-{name}']").fill(left)
    wait_until(page, NOTHING_UNDER_WAY)

    line = page.locator(".effects__text")
    expect(line).to_contain_text("What will change")
    assert line.evaluate(LINES)["sliced"] == 0
    assert line.locator("bdi").first.bounding_box()["width"] <= 72


# The texts of names that are cut off.
CUT = """(place) => [...place.querySelectorAll("bdi")].filter((name) =>
  name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).overflowX !== "visible"
).map((name) => name.textContent)"""
# The number of lines of the text in an element without child elements.
LINE_COUNT = """(element) => {
  const range = new Range();
  range.selectNodeContents(element);
  return range.getClientRects().length;
}"""
PLACES = """() => [...document.querySelectorAll("#ask :is(.key, input, .chip, .button)")]
  .map((each) => JSON.stringify(each.getBoundingClientRect()))"""
IN_VIEW = """(place) => {
  const { top, bottom, left, right } = place.getBoundingClientRect();
  const at = (y) => place.contains(document.elementFromPoint((left + right) / 2, y));
  return at(top + 6) && at(bottom - 6) && getComputedStyle(place).overflowY === "auto";
}"""


def enter(page, field, *numbers):
    for name, number in zip(LONG_NAMES, numbers, strict=False):
        page.locator(f"[name='{field}-{name}']").fill(str(number))
    wait_until(page, NOTHING_UNDER_WAY)


def start(table, open_phone, screen, game, *deals, names=LONG_NAMES, **options):
    page = open_phone(size={"width": screen[0], "height": screen[1]})
    page.goto(
        f"{table.address}/matches/{table.factory.match(game, *deals, names=names, **options)}"
    )
    return page


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_the_payments_of_five_long_names_keep_their_last_number(screen, table, open_phone):
    page = start(table, open_phone, screen, "jamon")
    page.locator(chip_of(f"went_out-{LONG_NAMES[0]}")).tap()
    enter(page, "counters", 20, 1, 0, 2, 2)

    line = page.locator("#save-note")
    expect(line).to_contain_text("nothing from Clementine von Hohenzollern-Sigmaringen")
    expect(line).to_contain_text(f"1 from {LONG_NAMES[1]}, ")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}
    assert line.inner_text().endswith(": 25 in this deal.")


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_the_totals_of_three_long_names_over_the_limit_are_not_cut_off(screen, table, open_phone):
    page = start(table, open_phone, screen, "chinchon", limit=40)
    page.locator(chip_of(f"closer-{LONG_NAMES[0]}")).tap()
    enter(page, "deadwood", 1, 45, 46, 47, 4)

    line = page.locator("#save-note")
    expect(line).to_contain_text("reaches 47 and may come back.")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_the_reason_why_a_later_deal_must_be_entered_again_is_complete(screen, table, open_phone):
    """The third player was out before the correction, and now plays in the next deal."""
    out = {"went_out": LONG_NAMES[0], "deadwood": by_name(0, 5, 60, 5, 9, names=LONG_NAMES)}
    four = {name: number for name, number in out["deadwood"].items() if name != LONG_NAMES[2]}
    deals = (out, {**out, "deadwood": four})
    page = start(table, open_phone, screen, "loba", *deals, limit=50, max_reenlist=0)
    page.goto(f"{page.url}/rounds/1/correct")
    page.locator(f"[name='cards.deadwood-{LONG_NAMES[2]}']").fill("7")
    wait_until(page, NOTHING_UNDER_WAY)

    line = page.locator(".effects__text")
    expect(line).to_contain_text("After this correction, Deal 2 is not complete.")
    expect(line).to_contain_text(f"enter a number for {LONG_NAMES[2]}")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


@pytest.mark.thorough
def test_the_short_names_of_a_pair_are_shown_in_full(table, open_phone):
    page = start(table, open_phone, (320, 568), "gin", FIRST_HAND, names=FIVE[:4])
    page.locator(chip_of("result-draw")).tap()

    line = page.locator("#save-note")
    expect(line).to_contain_text("Ana + Chus")
    assert line.evaluate(CUT) == []


def test_a_short_sentence_keeps_its_large_letters(table, open_phone):
    page = start(table, open_phone, (320, 568), "chinchon", names=FIVE)

    line = page.locator("#save-note")
    expect(line).to_contain_text("Who closed? Still to count: 5 players.")
    expect(line).to_have_css("font-size", "15px")


@pytest.mark.parametrize("scripted", [True, False])
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_a_tap_opens_the_whole_sentence_and_moves_nothing(screen, scripted, table, open_phone):
    page = open_phone(size={"width": screen[0], "height": screen[1]}, scripted=scripted)
    match = table.factory.match("jamon", PAYMENTS, names=LONG_NAMES)
    last = table.log.sheet(match).last_step.version
    commands.undo(table.log, match, last, table.factory.next_meta())
    page.goto(f"{table.address}/matches/{match}")
    before, line = page.evaluate(PLACES), page.locator("#save-note")
    assert line.evaluate(CUT) != []
    box = line.bounding_box()  # `line.tap()` would scroll to the line first
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)

    assert line.evaluate(CUT) == []
    assert line.evaluate(IN_VIEW)
    assert page.evaluate(PLACES) == before
    box = page.locator("thead th").first.bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + 10)
    if scripted:
        assert page.evaluate(PLACES) == before
        assert line.evaluate(CUT) != []


@pytest.mark.thorough
def test_a_new_total_and_its_note_beside_a_long_name_are_on_one_line(table, open_phone):
    left = {"went_out": LONG_NAMES[1], "deadwood": by_name(58, 0, 60, 43, 12, names=LONG_NAMES)}
    bust = {"went_out": LONG_NAMES[1], "deadwood": by_name(20, 0, 60, 43, 12, names=LONG_NAMES)}
    match = table.factory.match("loba", left, bust, names=LONG_NAMES)
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    totals = page.locator(".row--low > .row__figure")
    assert totals.all_inner_texts() == ["78", "0", "120", "86", "24"]
    notes = page.locator(".row--low > .muted")
    assert notes.all_inner_texts() == ["out"]
    assert [each.evaluate(LINE_COUNT) for each in (*totals.all(), *notes.all())] == [1] * 6


@pytest.mark.thorough
def test_a_sentence_that_is_too_long_ends_in_an_ellipsis_and_opens_when_tapped(table, open_phone):
    deal = {"went_out": "Edu", "deadwood": by_name(38, 26, 29, 38, 0)}
    match = table.factory.match("loba", deal, deal)
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")
    page.locator(chip_of("went_out-Edu")).tap()
    for name, number in zip(FIVE[:4], ("30", "60", "60", "40"), strict=True):
        page.locator(f"[id='deadwood-{name}']").tap()
        tap_keys(page, *number)

    line = page.locator("#save-note")
    expect(line).to_contain_text("Dina reaches 116 and may come back.")
    expect(line).to_have_css("-webkit-line-clamp", "3")
    assert line.evaluate(LINES)["sliced"] == 0

    line.tap()
    expect(line).to_have_css("-webkit-line-clamp", "none")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}
