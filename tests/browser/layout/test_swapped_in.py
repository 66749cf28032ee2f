"""A page has all the style sheets that it needs after content was swapped in."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.server import engines
from tests.browser.match_factory import EDU_OUT, JAMON_DEAL, LOW, MATCHES, WITHOUT_EDU
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

SHEETS = """() => [...document.querySelectorAll("link[rel=stylesheet]")].map((link) =>
  new URL(link.href).pathname)"""
FIRST = "() => { window.isTheFirst = true; }"
NOT_LEFT = "() => window.isTheFirst === true"
NAMED = re.compile(r"[\w-]+(?=\.css)")


class SwappingPhone:
    """A phone that opens one page and then changes it only by swaps."""

    def __init__(self, page, table):
        self.page, self.table = page, table

    def open(self, game, *deals, path="", **options):
        self.match = self.table.factory.match(game, *deals, **options)
        self.page.goto(f"{self.table.address}/matches/{self.match}{path}")
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


def play_last_deal(phone):
    phone.open("jamon")
    phone.save_counters(3, 7, 5, 9, 1)
    phone.expect_title("Ana wins")


def undo_and_redo_last_deal(phone):
    phone.open("jamon", JAMON_DEAL)
    phone.tap("#undo button")
    phone.expect_title("Counters")
    phone.tap(".toast button")
    phone.expect_title("Ana wins")


def correct_last_deal(phone):
    phone.correct("jamon", JAMON_DEAL)
    phone.save_counters(5, 5, 5, 9, 1)
    phone.expect_title("Ana wins")


def correct_and_play_last_deal(phone):
    phone.correct("jamon", JAMON_DEAL, deals=2)
    phone.save_counters(5, 5, 5, 9, 1)
    phone.expect_title("Counters")
    phone.save_counters(3, 7, 5, 9, 1)
    phone.expect_title("Ana wins")


def correct_up_to_next_deal(phone):
    phone.correct("loba", LOW, EDU_OUT, WITHOUT_EDU, number=2, limit=50, max_reenlist=0)
    phone.page.get_by_label("Edu: Points left").fill("6")
    phone.tap("#save")
    phone.expect_title("Correct Deal 3 too")


def keep_correction_as_draft(phone):
    correct_up_to_next_deal(phone)
    phone.tap("[name=do][value=draft]")
    phone.expect_title("Points left")


def answer_too_late(phone):
    phone.open("jamon", deals=2)
    phone.table.factory.deal(phone.match, JAMON_DEAL)
    phone.page.locator(".numbers-table__field").first.fill("5")
    phone.page.locator(".conflict").wait_for()


def correct_too_late(phone):
    phone.correct("jamon", JAMON_DEAL, deals=2)
    factory, last = phone.table.factory, phone.table.log.sheet(phone.match).last_step.version
    commands.undo(factory.log, phone.match, last, factory.next_meta())
    phone.page.locator(".numbers-table__field").first.fill("5")
    phone.page.locator(".conflict").wait_for()


WAYS = (
    play_last_deal,
    undo_and_redo_last_deal,
    correct_last_deal,
    correct_and_play_last_deal,
    correct_up_to_next_deal,
    keep_correction_as_draft,
    answer_too_late,
    correct_too_late,
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
    way(SwappingPhone(page, table))

    assert missing_styles(page) == []


@pytest.mark.thorough
def test_a_podium_swapped_in_after_a_correction_is_styled(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    correct_last_deal(SwappingPhone(page, table))

    assert page.locator(".podium").evaluate("(list) => getComputedStyle(list).display") == "grid"


@pytest.mark.thorough
def test_the_end_of_a_match_saved_by_another_phone_has_its_style_sheets(live_league, open_phone):
    page = open_phone()
    match = live_league.match("jamon")
    page.goto(f"{live_league.address}/matches/{match}")
    page.evaluate(FIRST)
    live_league.deal(match, JAMON_DEAL)
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


@pytest.mark.thorough
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
    live_league.match("jamon", JAMON_DEAL)
    season_commands.close_season(engines.store_of(live_league.app), season, at=1_790_100_000)
    expect(page.locator(".podium")).to_be_visible()

    assert missing_styles(page) == []


@pytest.mark.thorough
def test_all_match_pages_link_the_same_style_sheets(table):
    client, sheets, games = table.app.test_client(), {}, set()
    for name, create in MATCHES.items():
        text = client.get(f"/matches/{create(table.factory)}").text
        if game := re.search(r'id="match"[^>]*data-game="([^"]+)"', text):
            sheets[name] = frozenset(NAMED.findall(text))
            games.add(game[1])

    assert {"jamón", "end of jamón", "correct jamón", "deleted"} <= set(sheets)
    assert len(games) == 6
    assert len(set(sheets.values())) == 1
