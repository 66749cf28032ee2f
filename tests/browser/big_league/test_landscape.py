"""The pages of the tabs fit on five screens of a phone in landscape, even in a big league."""

import pytest
from playwright.sync_api import expect

from tests.browser.big_league.page import GREATEST_HEIGHT, visible_names
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT

pytestmark = pytest.mark.browser

LANDSCAPE_PHONES = ({"width": 740, "height": 360}, {"width": 844, "height": 390})
TABS = ("/", "/season/1", "/season/1?from=41", "/season/all", "/nights", "/players")


@pytest.mark.parametrize("phone", LANDSCAPE_PHONES, ids=["740", "844"])
def test_the_pages_of_the_tabs_are_not_longer_than_five_screens(phone, club, open_phone):
    page, long, faults = open_phone(phone), {}, {}
    for path in TABS:
        page.goto(f"{club}{path}")
        page.wait_for_function("() => !document.querySelector('noscript[data-deferred]')")
        screens = page.evaluate(GREATEST_HEIGHT) / phone["height"]
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
