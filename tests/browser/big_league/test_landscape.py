"""The pages of a big league fit on five screens of a phone in landscape."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, LAST_EVENING
from scorekeeper.server import engines
from tests.browser.big_league.page import (
    GREATEST_HEIGHT,
    HEIGHT,
    PAGES,
    SHORT_FOLDS,
    visible_names,
)
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT
from tests.sample import sized

pytestmark = pytest.mark.browser

LANDSCAPE_PHONES = ({"width": 740, "height": 360}, {"width": 844, "height": 390})


@pytest.mark.parametrize("phone", LANDSCAPE_PHONES, ids=["740", "844"])
def test_no_page_of_a_big_league_is_longer_than_five_screens(phone, app, club, open_phone):
    page, long, faults = open_phone(phone), {}, {}
    shown = [
        public_links.create_public_link(engines.store_of(app), "World", to)
        for to in (CURRENT_SEASON, LAST_EVENING)
    ]
    for path in (*sized(PAGES, PAGES[::3]), *(f"/shown/{secret}" for secret in shown)):
        page.goto(f"{club}{path}")
        page.wait_for_function("() => !document.querySelector('noscript[data-deferred]')")
        measured = HEIGHT if path in SHORT_FOLDS else GREATEST_HEIGHT
        screens = page.evaluate(measured) / phone["height"]
        if screens > 5:
            long[path] = screens
        if broken := page.evaluate(BROKEN_WORDS, "body") + page.evaluate(STICKING_OUT):
            faults[path] = broken

    assert (long, faults) == ({}, {})


def test_the_list_of_players_has_two_columns_in_which_names_are_found(club, open_phone):
    page = open_phone(LANDSCAPE_PHONES[0])
    page.goto(f"{club}/players")
    names = page.locator("[data-entry-of]:visible")
    edges = {round(name.bounding_box()["x"]) for name in names.all()}
    assert (len(edges), visible_names(page)[0]) == (2, "Álvaro Abellán")

    page.get_by_role("searchbox", name="Find a player").fill("zoë vá")

    expect(names).to_have_count(1)
    assert visible_names(page) == ["Zoë Vázquez"]
