"""The TV page of a club night: all tables, the next draw, and who won."""

import re
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster
from tests import big_league, club_league
from tests.browser.layout_checks import axe_says
from tests.clocks import evening_date

pytestmark = pytest.mark.browser

SCREENS = ((1280, 720), (1920, 1080), (740, 360))
DOES_NOT_FIT = """
() => [...document.querySelectorAll("html, main, main section, section > *, .club-tv__table *, h2")]
  .filter((e) => e.checkVisibility() && !e.matches("bdi, .visually-hidden"))
  .filter((e) => getComputedStyle(e).display !== "inline")
  .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 90))
"""


@pytest.mark.thorough
def test_a_tv_page_that_showed_the_standings_shows_all_tables_and_then_the_next_draw(
    club, open_phone
):
    address, store, log = club
    people, now = [str(n) for n in range(1, 24)], int(time.time())
    evening, name = evening_date(now), "Autumn cup of the card club, evening 27"
    night = club_league.create_night(store, people, evening=evening, name=name)
    pages = [open_phone({"width": width, "height": height}) for width, height in SCREENS]
    for page in pages:
        page.goto(f"{address}/tv")
        expect(page.get_by_role("heading", name="All time")).to_be_visible()
    club_league.draw_round(store, night)
    for page in pages:
        expect(page.get_by_role("heading", name="Round 1: find your table")).to_be_visible()
        assert page.evaluate(DOES_NOT_FIT) == []

    club_league.start_round(store, log, night)
    for page in pages:
        expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()  # no reload
    assert page.get_by_role("heading", name=re.compile("^Table")).count() == 5
    for match in club_league.round_matches(store, night):
        club_league.play_out(log, match, at=now)
    for page in pages:
        expect(page.get_by_role("row")).to_have_count(
            11 if page.viewport_size["height"] > 480 else 0
        )
        assert page.evaluate(DOES_NOT_FIT) == []
    assert axe_says(pages[0]) == []

    club_league.draw_round(store, night, 2)
    expect(page.get_by_role("heading", name="Round 2: find your table")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("people", [42, 59])
def test_the_tv_page_has_room_for_many_small_tables(club, open_phone, people):
    address, store, _ = club
    keys = [roster.add_player(store, name, at=0).key for name in big_league.NAMES[:people]]
    evening = evening_date(int(time.time()))
    night = club_league.create_night(store, keys, game="gin", options={}, size=2, evening=evening)
    club_league.draw_round(store, night)
    for width, height in SCREENS[:2]:
        page = open_phone({"width": width, "height": height})
        page.goto(f"{address}/tv")
        assert page.get_by_role("heading", name=re.compile("^Table")).count() == people // 2
        assert page.evaluate(DOES_NOT_FIT) == []


WON_LINES = """() => [...document.querySelectorAll(".club-tv__table h2 small")].map((said) => {
  const range = document.createRange();
  range.selectNodeContents(said.lastChild);
  const word = range.getBoundingClientRect(), heading = said.parentElement.getBoundingClientRect();
  return word.right <= heading.right + 1 && word.bottom <= heading.bottom + 1;
})"""


@pytest.mark.thorough
def test_a_long_name_of_a_winner_leaves_room_for_the_word_won_on_the_tv_page(club, open_phone):
    address, store, log = club
    now = int(time.time())
    long = [roster.add_player(store, f"Maximilian {name} Peñarrubia-Ortega").key for name in "ABC"]
    people = [str(n) for n in range(1, 13)]
    night = club_league.create_night(store, [*long, *people], size=3, evening=evening_date(now))
    club_league.draw_round(store, night)
    club_league.start_round(store, log, night)
    for match in club_league.round_matches(store, night):
        seats = log.sheet(match).setup.players
        club_league.play_out(log, match, max(seats, key=int), at=now)
    for width, height in SCREENS[:2]:
        page = open_phone({"width": width, "height": height})
        page.goto(f"{address}/tv")

        assert page.evaluate(WON_LINES) == [True] * 5
