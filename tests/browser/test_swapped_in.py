"""Content that is swapped into an open page finds its style sheets there."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.server import engines
from tests.browser.match_factory import COUNTED, EDU_OUT, LOW, MATCHES, WITHOUT_EDU
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

SHEETS = """() => [...document.querySelectorAll("link[rel=stylesheet]")].map((link) =>
  new URL(link.href).pathname)"""
FIRST = "() => { window.isTheFirst = true; }"
NOT_LEFT = "() => window.isTheFirst === true"
NAMED = re.compile(r"[\w-]+(?=\.css)")


class Guest:
    """A phone that opens one page and then changes it only by swaps."""

    def __init__(self, page, host):
        self.page, self.host = page, host

    def open(self, game, *deals, path="", **options):
        self.match = self.host.factory.match(game, *deals, **options)
        self.page.goto(f"{self.host.address}/matches/{self.match}{path}")
        self.page.evaluate(FIRST)

    def correct(self, game, *deals, number=1, **options):
        self.open(game, *deals, path=f"/rounds/{number}/correct", **options)

    def tap(self, what):
        wait_until(self.page, SETTLED)
        self.page.locator(what).first.tap()
        wait_until(self.page, NOTHING_UNDER_WAY)

    def save_counters(self, *numbers):
        if not self.page.locator("[name$=went_out]:checked").count():
            self.tap("label:has([id$=went_out-Ana])")
        for box, number in zip(
            self.page.locator(".numbers-table__field").all(), numbers, strict=True
        ):
            box.fill(str(number))
        wait_until(self.page, NOTHING_UNDER_WAY)
        self.tap("#save")

    def expect_title(self, title):
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)


def the_last_deal(guest):
    guest.open("jamon")
    guest.save_counters(3, 7, 5, 9, 1)
    guest.expect_title("Ana wins")


def the_end_taken_back_and_again(guest):
    guest.open("jamon", COUNTED)
    guest.tap("#undo button")
    guest.expect_title("Counters")
    guest.tap(".toast button")
    guest.expect_title("Ana wins")


def a_correction_of_the_end(guest):
    guest.correct("jamon", COUNTED)
    guest.save_counters(5, 5, 5, 9, 1)
    guest.expect_title("Ana wins")


def a_correction_and_then_the_last_deal(guest):
    guest.correct("jamon", COUNTED, deals=2)
    guest.save_counters(5, 5, 5, 9, 1)
    guest.expect_title("Counters")
    guest.save_counters(3, 7, 5, 9, 1)
    guest.expect_title("Ana wins")


def the_next_deal_of_a_correction(guest):
    guest.correct("loba", LOW, EDU_OUT, WITHOUT_EDU, number=2, limit=50, max_reenlist=0)
    guest.page.get_by_label("Edu: Points left").fill("6")
    guest.tap("#save")
    guest.expect_title("Correct Deal 3 too")


def a_correction_that_is_kept_for_later(guest):
    the_next_deal_of_a_correction(guest)
    guest.tap("[name=do][value=draft]")
    guest.expect_title("Points left")


def an_answer_that_came_too_late(guest):
    guest.open("jamon", deals=2)
    guest.host.factory.deal(guest.match, COUNTED)
    guest.page.locator(".numbers-table__field").first.fill("5")
    guest.page.locator(".conflict").wait_for()


def a_correction_that_came_too_late(guest):
    guest.correct("jamon", COUNTED, deals=2)
    factory, last = guest.host.factory, guest.host.log.sheet(guest.match).last_step.version
    commands.undo(factory.log, guest.match, last, factory.next_meta())
    guest.page.locator(".numbers-table__field").first.fill("5")
    guest.page.locator(".conflict").wait_for()


WAYS = (
    the_last_deal,
    the_end_taken_back_and_again,
    a_correction_of_the_end,
    a_correction_and_then_the_last_deal,
    the_next_deal_of_a_correction,
    a_correction_that_is_kept_for_later,
    an_answer_that_came_too_late,
    a_correction_that_came_too_late,
)


def missing_styles(page):
    """Return the style sheets that the page has only after a reload."""
    assert page.evaluate(NOT_LEFT)
    wait_until(page, SETTLED)
    before = page.evaluate(SHEETS)
    page.reload()
    wait_until(page, SETTLED)
    return sorted(set(page.evaluate(SHEETS)) - set(before))


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_match_page_has_its_style_sheets_after_every_swap(way, table, open_phone):
    page = open_phone()
    way(Guest(page, table))

    assert missing_styles(page) == []


@pytest.mark.thorough
def test_a_podium_swapped_in_after_a_correction_is_styled(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    a_correction_of_the_end(Guest(page, table))

    assert page.locator(".podium").evaluate("(list) => getComputedStyle(list).display") == "grid"


def test_the_end_of_a_match_saved_by_another_phone_has_its_style_sheets(live_league, open_phone):
    page = open_phone()
    match = live_league.match("jamon")
    page.goto(f"{live_league.address}/matches/{match}")
    page.evaluate(FIRST)
    live_league.deal(match, COUNTED)
    expect(page.locator(".podium")).to_be_visible()

    assert missing_styles(page) == []


@pytest.mark.thorough
def test_a_season_created_by_another_phone_has_its_style_sheets(live_league, open_phone):
    page = open_phone()
    page.goto(f"{live_league.address}/")
    page.evaluate(FIRST)
    season_commands.create_season(engines.store_of(live_league.app), Season(0, "Autumn"))
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()

    assert missing_styles(page) == []


def test_a_season_closed_by_another_phone_has_its_style_sheets(
    live_league,
    open_phone,
):
    page = open_phone()
    season = season_commands.create_season(
        engines.store_of(live_league.app), Season(0, "Autumn")
    ).id
    page.goto(f"{live_league.address}/season/{season}")
    page.evaluate(FIRST)
    live_league.match("jamon", COUNTED)
    season_commands.close_season(engines.store_of(live_league.app), season, at=1_790_100_000)
    expect(page.locator(".podium")).to_be_visible()

    assert missing_styles(page) == []


def test_all_match_pages_link_the_same_style_sheets(table):
    client, found = table.app.test_client(), {}
    for name, path_of in MATCHES.items():
        text = client.get(f"/matches/{path_of(table.factory)}").get_data(as_text=True)
        if 'id="match"' in text:
            found[name] = frozenset(NAMED.findall(text))

    assert {"jamón", "end of jamón", "correct jamón", "thrown away"} <= set(found)
    assert len(set(found.values())) == 1
