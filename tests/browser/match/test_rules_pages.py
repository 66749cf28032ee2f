"""Rule pages are short on a phone, whole on paper, and open at the section in a link."""

import pytest

from scorekeeper.rules import GAMES
from tests.browser import chromium
from tests.browser.big_league.page import SMALL_PHONES, number_of_screens
from tests.sample import sized

pytestmark = pytest.mark.browser

HIDDEN_PARAGRAPHS = """() => [...document.querySelectorAll("main :is(p, li, td)")]
  .filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length"""


def test_no_rules_page_is_longer_than_five_screens(table, open_phone):
    page, lengths = open_phone(), {}
    for letters in (chromium.LETTERS, 21):
        chromium.set_letters(page, letters)
        for path in sized(["/rules", *(f"/rules/{game}" for game in GAMES)], ["/rules/gin"]):
            lengths[path, letters] = number_of_screens(page, f"{table.address}{path}")

    assert {path: length for path, length in lengths.items() if length > 5} == {}


@pytest.mark.thorough
def test_the_basics_and_the_first_fold_fit_on_the_first_screen_of_a_small_phone(league, open_phone):
    page, hidden = open_phone(), {}
    for game in GAMES:
        page.goto(f"{league}/rules/{game}")
        page.get_by_role("heading", name="In short").wait_for()
        for size in SMALL_PHONES:
            page.set_viewport_size(size)
            first_fold = page.locator("summary").first.bounding_box()
            hidden[game, size["width"]] = first_fold["y"] + first_fold["height"] - size["height"]

    assert {each: pixels for each, pixels in hidden.items() if pixels > 0} == {}


@chromium.WITH_AND_WITHOUT
def test_a_link_to_a_house_rule_opens_its_section(table, scripted, open_phone):
    page = open_phone(scripted=scripted)

    page.goto(f"{table.address}/rules/loba#a-joker-left-in-hand-counts")

    heading = page.get_by_role("heading", name="A joker left in hand counts")
    heading.wait_for()
    assert 0 <= heading.bounding_box()["y"] < 640


def test_a_link_to_a_section_opens_it(table, open_phone):
    page = open_phone()

    page.goto(f"{table.address}/rules/loba#house-rules")

    page.get_by_text("Choose these under Rules when you start a match.").wait_for()


def test_rules_are_printed_with_all_sections(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/rules/loba")
    assert page.evaluate(HIDDEN_PARAGRAPHS) > 20

    page.emulate_media(media="print")

    assert page.evaluate(HIDDEN_PARAGRAPHS) == 0
