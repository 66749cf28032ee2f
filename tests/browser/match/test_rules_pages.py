"""Rule pages: short on a phone, whole on paper, and open at the section that a link points to."""

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


def test_the_basics_are_on_the_first_screen(table, open_phone):
    page = open_phone(size=SMALL_PHONES[1])
    for game in GAMES:
        page.goto(f"{table.address}/rules/{game}")
        summary = page.get_by_role("heading", name="In short").bounding_box()
        assert summary["y"] < 120


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
