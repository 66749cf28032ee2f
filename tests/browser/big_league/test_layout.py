"""The pages of a club with 310 players fit on small phones, even with large text, and on paper."""

from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, LAST_EVENING, one_evening
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import season_commands
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests import club_league
from tests.browser import chromium
from tests.browser.big_league.page import (
    PAGES,
    SHORT_FOLDS,
    SMALL_PHONES,
    number_of_screens,
    printed_pages,
    screens_of,
    visible_names,
)
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LARGE_LETTERS,
    NARROW,
    STICKING_OUT,
    one_per_line,
)
from tests.browser.leagues import EVENING_AT as NOW
from tests.sample import sized

pytestmark = pytest.mark.browser

PUBLIC_SUBJECTS = (CURRENT_SEASON, LAST_EVENING, one_evening("2026-09-21"))


def set_player_of_phone(page, key):
    """Save which player this phone belongs to."""
    with page.expect_navigation():
        page.locator(f"[name=who][value='{key}']").evaluate(
            "(input) => { input.checked = true; input.form.requestSubmit(); }"
        )


def test_no_page_of_a_big_league_is_longer_than_five_screens(app, club, open_phone):
    page, store = open_phone(), engines.store_of(app)
    page.goto(f"{club}/phone")
    set_player_of_phone(page, 300)
    links = [
        public_links.create_public_link(store, "World", to)
        for to in sized(PUBLIC_SUBJECTS, PUBLIC_SUBJECTS[:1])
    ]
    paths = [*sized(PAGES, PAGES[::9]), *(f"/shown/{secret}" for secret in links)]
    too_long = [
        path
        for path in paths
        if number_of_screens(page, f"{club}{path}", with_folds=path not in SHORT_FOLDS) > 5
    ]
    season_commands.close_season(store, 1)
    closed = (f"{club}/season/1", f"{club}/season/1/review")
    too_long += [path for path in closed if number_of_screens(page, path) > 5]

    assert too_long == []


@pytest.mark.thorough
@pytest.mark.parametrize("letters", [chromium.LETTERS, 21], ids=["usual", "large"])
def test_the_front_page_is_not_longer_than_five_screens_while_sixty_people_play(
    letters, app, club, open_phone
):
    log = SqlLog(engines.store_of(app))
    for first in range(1, 60, 3):
        seats = [str(first), str(first + 1), str(first + 2)]
        commands.start_match(log, "loba", seats, {}, CommandMeta(f"match {first}", NOW))
    page = open_phone()
    chromium.set_letters(page, letters)

    assert number_of_screens(page, f"{club}/", with_folds=True) <= 5
    page.get_by_role("link", name="All 20 matches in progress").tap()
    expect(page.get_by_role("link", name="Loba: in progress")).to_have_count(12)
    assert max(screens_of(page)) <= 5
    page.get_by_role("link", name="Next rows").tap()
    expect(page.get_by_role("link", name="Loba: in progress")).to_have_count(8)


@pytest.mark.parametrize("letters", [chromium.LETTERS, 21], ids=["usual", "large"])
def test_a_club_night_of_six_tables_is_not_longer_than_five_screens(letters, app, club, open_phone):
    store = engines.store_of(app)
    log = SqlLog(store)
    night = club_league.create_night(store, [str(n) for n in range(1, 24)], size=4)
    club_league.draw_round(store, night)
    club_league.start_round(store, log, night)
    for match in club_league.round_matches(store, night)[:5]:
        club_league.play_out(log, match)
    page = open_phone()
    chromium.set_letters(page, letters)

    usual = letters == chromium.LETTERS
    assert number_of_screens(page, f"{club}/club/{night}", with_folds=usual) <= 5
    page.get_by_text("Draw: New opponents").tap()
    expect(page.get_by_role("radio", name="At random")).to_be_visible()


@pytest.mark.thorough
def test_a_club_night_with_a_draw_of_twelve_tables_is_not_longer_than_five_screens(
    app, club, open_phone
):
    store = engines.store_of(app)
    night = club_league.create_night(store, [str(n) for n in range(61, 120)])
    club_league.draw_round(store, night)

    assert number_of_screens(open_phone(), f"{club}/club/{night}", with_folds=True) <= 5


PAGES_WITH_LONG_NAMES = (
    "/season/1?from=16",
    "/season/1/games?game=loba",
    "/season/1/crosstable",
    "/season/1/edit",
    "/ratings",
    "/ratings?sort=name",
    "/",
    "/players",
    "/players/1",
    "/players/1?rivals=all",
    "/players/1/edit",
    "/matches",
    "/matches/1/history",
    "/matches/new",
    "/money",
    "/nights/2026-09-28",
)
PIXELS_PER_POINT = 96 / 72
TEXT_SIZES = (chromium.LETTERS, 21, LARGE_LETTERS)  # 100, 130 and 200%
# Tables that are wider than their space. Cross-tables are left out, because they always are.
CUT_OFF = """() => [...document.querySelectorAll(".scroll:not(.cross-table__box)")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.innerText.slice(0, 30))"""
# Makes the figures as large as those of a club that has met for years.
LARGE_FIGURES = """() => {
  const fill = (which, text) => document.querySelectorAll(which).forEach((each) => {
    each.textContent = text;
  });
  fill(".list--top td:not(:last-child), .rating-list td:nth-child(3)", "3578");
  fill(".rating-list__place", "125=");
  fill(".opponent > b", "1776–1738");
}"""


@pytest.mark.thorough
def test_names_and_words_stay_whole_on_narrow_phones_with_large_letters(app, club, open_phone):
    seats = ["4", "8", "9", "14"]  # with long surnames
    commands.start_match(SqlLog(engines.store_of(app)), "loba", seats, {}, CommandMeta("now", NOW))
    page, faults = open_phone(size=NARROW), {}
    for path in sized(PAGES_WITH_LONG_NAMES, PAGES_WITH_LONG_NAMES[-1:]):
        page.goto(f"{club}{path}")
        page.evaluate(LARGE_FIGURES)
        for size, phone in product(TEXT_SIZES, SMALL_PHONES):
            chromium.set_letters(page, size)
            page.set_viewport_size(phone)
            broken = page.evaluate(BROKEN_WORDS, "body") + page.evaluate(STICKING_OUT)
            if size == chromium.LETTERS:
                broken += page.evaluate(CUT_OFF)
            if broken:
                faults[path, size, phone["width"]] = broken

    assert not faults, one_per_line(faults)


@pytest.mark.thorough
def test_the_page_for_ticking_the_people_of_a_club_night_has_five_screens_at_most(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/club/new")
    page.get_by_role("button", name="Create club night").click()
    page.wait_for_url("**/people")
    assert max(screens_of(page)) <= 5

    field = page.get_by_role("searchbox", name="Find a player")
    field.fill("zoë vá")
    assert visible_names(page) == ["Zoë Vázquez"]
    field.press("Enter")

    assert "Zoë Vázquez" in visible_names(page)
    page.get_by_role("button", name="Save who is here").click()
    expect(page.get_by_text("One person is here")).to_be_visible()


# Amounts that a button covers, and amounts on more than one line.
COVERED = """(all) => all.filter((each) => {
  const sum = each.getBoundingClientRect();
  const button = each.parentElement.querySelector("button").getBoundingClientRect();
  return button.left < sum.right - 1 && button.top < sum.bottom - 1;
}).map((each) => each.textContent)"""
BROKEN_LINES = """(all) => all.filter((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  const tops = [...text.getClientRects()].map((line) => line.top);
  return Math.max(...tops) - Math.min(...tops) > 8;
}).map((each) => each.textContent)"""


@pytest.mark.thorough
def test_amounts_to_pay_stay_on_one_line(club, open_phone):
    page = open_phone(size={"width": 320, "height": 740})
    page.goto(f"{club}/league")
    page.locator("select[name=currency]").select_option("EUR")
    expect(page.get_by_text("The currency was saved.")).to_be_visible()
    page.goto(f"{club}/money")

    sums = page.locator(".pay__sum:visible")
    assert sums.first.inner_text().startswith("€")
    assert sums.evaluate_all(BROKEN_LINES) == []
    sums.evaluate_all("(all) => all.forEach((each) => { each.textContent = '€2,093.50'; })")
    assert sums.evaluate_all(BROKEN_LINES) == []
    assert sums.evaluate_all(COVERED) == []


def test_the_cross_table_is_printed_on_one_page(club, open_phone):
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{club}/season/1/crosstable")
    page.evaluate(  # the figures of a club that has met for years
        """document.querySelectorAll("td:not(.cross-table__self)")
        .forEach((cell) => { cell.textContent = "247–192–28"; })"""
    )

    assert printed_pages(page) == 1


@pytest.mark.thorough
def test_the_rating_list_is_printed_on_one_page(club, open_phone):
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{club}/ratings")
    page.get_by_role("link", name="Show all rows for printing").first.click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()

    assert printed_pages(page) == 1
    rows = page.locator(".rating-list tbody tr")
    assert rows.count() == 310
    names, figures = rows.locator("bdi:visible"), rows.locator(".rating-list__strength:visible")
    assert (names.count(), figures.count()) == (310, 310)
    sizes = names.evaluate_all(
        "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) > 6.9 * PIXELS_PER_POINT
    assert page.evaluate(CUT_OFF) == page.evaluate(STICKING_OUT) == []
