"""A finished match and an evening are shared as text and as a picture."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import JAMON_DEAL, MatchFactory, by_name
from tests.browser.player_names import TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

# Chromium on Linux has no share menu. This replacement records the shared data.
MENU = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ text, files = [] }) => {
  const names = files.map((file) => file.name);
  const sizes = files.map((file) => file.size > 1000);
  window.asked = true;
  if (window.closes) throw new DOMException("closed", window.closes);
  window.shared.push([text.split("\\n")[0], names, sizes]);
};
"""
COUNTERS = {"went_out": "Ana", "counters": by_name(*(5,) * 10, names=TEN)}


@pytest.fixture
def won_match(empty_database, tmp_path):
    """The address of a match of Loba that Ana won, in a league with a database."""
    with chromium.league_app(empty_database, tmp_path) as app:
        factory = MatchFactory(app.extensions["scorekeeper.log"])
        deal = {"went_out": "Ana", "deadwood": by_name(0, 20, 30, 40, 50)}
        match = factory.match("loba", deal, limit=10, max_reenlist=0)
        with chromium.serving(app) as address:
            yield f"{address}/matches/{match}"


def test_share_passes_text_and_picture_to_the_share_menu(won_match, open_phone):
    page = open_phone(script=MENU)
    with page.expect_response("**/picture.png*"):
        page.goto(won_match)
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("link", name="Share", exact=True).tap()
    wait_until(page, "() => shared.length")

    assert page.evaluate("shared") == [["Loba, one deal", ["loba-1.png"], [True]]]
    assert "#sharing" not in page.url


@pytest.mark.thorough
def test_an_evening_is_shared_as_text_and_picture_too(won_match, open_phone):
    page = open_phone(script=MENU)
    page.goto(won_match)
    with page.expect_response("**/card.png"):
        page.get_by_role("link", name="Show the evening").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("link", name="Share", exact=True).tap()
    wait_until(page, "() => shared.length")

    [(title, files, _)] = page.evaluate("shared")
    assert title.startswith("Card table, ")
    assert files == [f"{page.url.rpartition('/')[2]}.png"]


@pytest.mark.thorough
def test_a_new_public_link_is_shared_with_its_picture(won_match, open_phone):
    page = open_phone(script=MENU)
    page.goto(f"{won_match.partition('/matches')[0]}/showings?shows=match-1")
    with page.expect_response("**/picture.png"):
        page.get_by_role("button", name="Create link").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("link", name="Share", exact=True).tap()
    wait_until(page, "() => shared.length")

    assert page.evaluate("shared") == [["Card table: Loba", ["match-1.png"], [True]]]


def test_if_sharing_fails_the_page_scrolls_to_its_share_section(won_match, open_phone):
    page = open_phone(script=f"{MENU}\nwindow.closes = 'DataError';")
    page.goto(won_match)
    page.get_by_role("link", name="Share", exact=True).tap()

    wait_until(page, "() => location.hash === '#sharing'")
    expect(page.get_by_role("heading", name="Share the result")).to_be_in_viewport()


@pytest.mark.thorough
def test_cancelling_the_share_menu_moves_nothing(won_match, open_phone):
    page = open_phone(script=f"{MENU}\nwindow.closes = 'AbortError';")
    page.goto(won_match)
    share = page.get_by_role("link", name="Share", exact=True)
    share.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    share.tap()
    wait_until(page, "() => window.asked")

    assert page.evaluate("() => [location.hash, scrollY]") == ["", before]


@pytest.mark.parametrize("scripted", [True, False])
def test_without_a_share_menu_share_leads_to_the_picture_and_the_text(
    won_match, open_phone, scripted
):
    page = open_phone(scripted=scripted)
    page.goto(won_match)
    page.get_by_role("link", name="Share", exact=True).tap()

    section = page.locator("#sharing")
    expect(section.get_by_role("heading", name="Share the result")).to_be_in_viewport()
    picture = section.get_by_role("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 1200)
    assert section.get_by_role("textbox").input_value().startswith("Loba, one deal\n1. Ana")
    with page.expect_download() as saved:
        section.get_by_role("link", name="Save the picture").tap()
    assert saved.value.suggested_filename.startswith("loba-")
    assert section.get_by_role("button", name="Copy the text").is_visible() is scripted


def test_without_a_database_only_the_text_is_shared(table, open_phone):
    match = table.factory.match("jamon", COUNTERS, names=TEN)
    page = open_phone(script=MENU)
    page.goto(f"{table.address}/matches/{match}")
    page.get_by_role("link", name="Share", exact=True).tap()
    wait_until(page, "() => shared.length")

    assert page.evaluate("shared") == [["Jamón, one deal", [], []]]
    assert page.get_by_role("link", name="Save the picture").count() == 0


def test_copying_is_confirmed_on_the_button_and_announced(open_match):
    page = open_match("jamon", JAMON_DEAL)
    page.get_by_role("button", name="Copy").tap()

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Copied")
