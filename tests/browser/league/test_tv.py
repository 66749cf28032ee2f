"""The TV page on screens of all sizes, and how it keeps itself up to date."""

import re
import time
from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests import big_league, clocks, club_league
from tests.browser import chromium
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LARGE_LETTERS,
    LEAST_TARGET,
    NARROW,
    SMALL_TARGETS,
    STICKING_OUT,
    axe_says,
)
from tests.browser.match_factory import (
    BIDS,
    FINISHED_PAGES,
    JABBERWOCKY_DEAL,
    NINE_CARDS,
    MatchFactory,
)
from tests.browser.player_names import HARD_NAMES
from tests.sample import sized

pytestmark = pytest.mark.browser

TRIED_LETTERS = sized((chromium.LETTERS, 21, LARGE_LETTERS), (21,))

SCREENS = {"720": (1280, 720), "1080": (1920, 1080), "phone": (740, 360)}
LONG = tuple(f"{letter} Maximiliana Konstantinopolitanska-Nowak"[:40] for letter in "ABCDEFGHIJ")
SURNAMES = ("Álvaro Bernárdez", "Beatriz Bernárdez", "Antonio Delgado-Ruiz", "Cecília Gutiérrez")
DOES_NOT_FIT = """
() => [...document.querySelectorAll("html, main, main section, main section > *")]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 90))
"""
# The innermost elements that are beyond the right edge of their section.
CUT_OFF = """
() => [...document.querySelectorAll("section")].flatMap((section) => {
  const { right } = section.getBoundingClientRect();
  return [...section.querySelectorAll("*")].filter((e) => !e.childElementCount)
    .filter((e) => e.checkVisibility() && !e.closest(".visually-hidden, svg"))
    .filter((e) => e.getBoundingClientRect().right > right + 1);
})
  .map((e) => e.outerHTML.slice(0, 90))
"""
SHOWN = {
    "the podium": FINISHED_PAGES["end of jabberwocky"],
    "tricks": lambda factory: factory.match("jabberwocky", JABBERWOCKY_DEAL, BIDS, **NINE_CARDS),
    "hard names": lambda factory: factory.match("jabberwocky", names=HARD_NAMES, **NINE_CARDS),
    "ten long names": lambda factory: factory.match("jamon", names=LONG, scoring="points"),
}
A_LOOK = 20_000  # milliseconds between two refreshes of the page


class Today(MatchFactory):
    """A match factory that gives the same time to all commands."""

    def __init__(self, log, at):
        super().__init__(log)
        self.at = at
        for name in (*LONG, *SURNAMES):
            self.keys[name] = roster.add_player(log.store, name).key

    def next_meta(self):
        return CommandMeta(f"now {next(self.sent)}", self.at)


@pytest.fixture
def tv(empty_database, tmp_path):
    """(app, address, put). `put(make)` calls `make` with a match factory."""
    with chromium.league_app(empty_database, tmp_path) as app:
        factory = Today(SqlLog(engines.store_of(app)), int(time.time()))

        def put(make):
            return make(factory)

        with chromium.serving(app) as address:
            yield app, address, put


def open_tv(new_phone, address, size="720", **more):
    """Open and return the TV page on a screen of this size."""
    width, height = SCREENS[size]
    page = new_phone(size={"width": width, "height": height}, **more)
    page.goto(f"{address}/tv")
    return page


@pytest.mark.thorough
def test_the_tv_page_fits_every_screen_and_is_accessible(tv, new_phone):
    _, address, put = tv
    faults = {}
    pages = {size: open_tv(new_phone, address, size) for size in SCREENS}
    for what, make in SHOWN.items():
        put(make)
        for size, page in pages.items():
            page.reload()
            if unfit := page.evaluate(DOES_NOT_FIT):
                faults[what, size] = unfit
        for scheme in ("light", "dark"):
            page = pages["1080"]
            page.emulate_media(color_scheme=scheme)
            if wrong := axe_says(page):
                faults[what, scheme] = wrong

    assert faults == {}


# Names at the tables of a club night that do not fit into their box.
CUT_NAMES = """() => [...document.querySelectorAll(".club-tv__table bdi")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3)
  .map((e) => e.textContent)"""


# The number of lines of a heading.
LINES = """(heading) => {
  const range = document.createRange();
  range.selectNodeContents(heading);
  return range.getClientRects().length;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("tables", "size"),
    [(5, "720"), (9, "1080"), (12, "1080"), (16, "720"), (31, "1080")],
)
def test_names_at_the_tables_of_a_club_night_are_not_cut(tables, size, live_league, new_phone):
    store = live_league.log.store
    names = big_league.NAMES[: 4 * tables]
    keys = [roster.add_player(store, name, at=0).key for name in names]
    evening, name = clocks.evening_date(time.time()), "Autumn cup of the card club, evening 27"
    night = club_league.create_night(store, keys, size=4, evening=evening, name=name)
    club_league.draw_round(store, night)
    page = open_tv(new_phone, live_league.address, size)
    heading = page.get_by_role("heading", name="Round 1: find your table")
    assert heading.evaluate(LINES) == 1
    assert page.get_by_text(name).is_visible()
    club_league.start_round(store, live_league.log, night)
    page.reload()

    assert page.locator(".club-tv__table").count() == tables
    assert page.evaluate(CUT_NAMES) == []
    assert page.evaluate(BROKEN_WORDS, "main") == []
    assert page.evaluate(DOES_NOT_FIT) == []


def test_the_link_to_the_league_is_large_enough_to_tap_on_every_screen(tv, open_phone):
    _, address, put = tv
    put(SHOWN["tricks"])
    page, small = open_phone(NARROW), {}
    page.goto(f"{address}/tv")
    for width, height in ((320, 640), (740, 360), (1280, 720), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        if targets := page.evaluate(SMALL_TARGETS, LEAST_TARGET):
            small[width, height] = targets

    assert small == {}


def test_a_narrow_phone_with_large_letters_cuts_nothing_off_at_the_side(tv, open_phone):
    _, address, put = tv
    page = open_phone(NARROW)
    chromium.set_letters(page, LARGE_LETTERS)
    for shown in ("the podium", "tricks", "hard names"):
        put(SHOWN[shown])

        page.goto(f"{address}/tv")

        assert page.evaluate(CUT_OFF) == [], shown
        assert page.evaluate(STICKING_OUT) == [], shown
        assert page.evaluate(BROKEN_WORDS, "h1") == [], shown


def play_surnames(factory, deals):
    """Play these deals in a match of players with long surnames, and return the match's id."""
    return factory.match("jabberwocky", *deals, names=SURNAMES, **NINE_CARDS)


@pytest.mark.thorough
def test_names_stay_whole_on_narrow_phones_with_all_sizes_of_letters(tv, open_phone):
    _, address, put = tv
    page, broken = open_phone(), {}
    bids = {"bids": dict.fromkeys(SURNAMES, 2)}
    played = {**bids, "tricks": dict(zip(SURNAMES, (3, 2, 2, 2), strict=True))}
    for deals in ((), (bids,), (played, bids)):
        put(lambda factory, deals=deals: play_surnames(factory, deals))
        for letters, width in product(TRIED_LETTERS, (320, 360)):
            chromium.set_letters(page, letters)
            page.set_viewport_size({"width": width, "height": 640})
            page.goto(f"{address}/tv")
            found = page.evaluate(BROKEN_WORDS, "main") + page.evaluate(CUT_OFF)
            if found:
                broken[len(deals), letters, width] = found

    assert broken == {}


def test_the_tv_page_refreshes_itself_despite_an_outage_and_a_new_build(tv, new_phone):
    app, address, put = tv
    page = new_phone(size={"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"{address}/tv")
    expect(page.locator("h1")).to_have_text("All time")

    match = put(SHOWN["tricks"])
    expect(page.locator("h1")).to_have_text("Jabberwocky")
    put(
        lambda factory: factory.deal(
            match, factory.with_keys({"tricks": JABBERWOCKY_DEAL["tricks"]})
        )
    )
    expect(page.locator("h1")).to_contain_text("win")

    page.route(re.compile("/tv$"), lambda route: route.abort())
    late = page.locator("#late")
    for _ in range(4):
        page.clock.run_for(A_LOOK)
    expect(late).to_have_text(re.compile(r"Out of date since \d\d:\d\d"))
    page.unroute(re.compile("/tv$"))
    page.clock.run_for(A_LOOK)
    expect(late).to_be_hidden()

    app.extensions["scorekeeper.assets"]["js/live.js"] = "another"
    with page.expect_event("load"):
        page.clock.run_for(A_LOOK)
    expect(page.locator("h1")).to_contain_text("win")
    page.complaints[:] = [each for each in page.complaints if "ERR_FAILED" not in each]
