"""The house rules of a new match: their summary, their fields and their page."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rules import GAMES
from tests.browser.layout_checks import STICKING_OUT, UNFOLD
from tests.browser.match.new_match_page import SHORT, size
from tests.browser.player_names import FIVE, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


def test_the_rules_summary_follows_an_option_ticked_and_unticked(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(TEN[:2], "gin") + "/matches/new")
    page.locator("#rules summary").tap()
    hollywood = page.get_by_role("checkbox", name="Hollywood")

    hollywood.tap()
    expect(page.locator("#rules summary")).to_contain_text("Hollywood")
    expect(page.get_by_text("One rule differs from the standard rules.")).to_be_visible()
    hollywood.tap()
    expect(page.locator("#rules summary")).not_to_contain_text("Hollywood")
    expect(page.get_by_text("from the standard")).to_have_count(0)


def test_an_invalid_option_shows_its_problem_and_keeps_focus_and_value(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon") + "/matches/new")
    page.locator("#rules summary").tap()

    limit, stake = (
        page.get_by_role("textbox", name=name) for name in ("Out at", "Each player’s stake")
    )
    limit.fill("5")
    stake.focus()
    expect(page.get_by_text("“Out at” must be between 10 and 1000.")).to_be_visible()
    expect(stake).to_be_focused()
    expect(limit).to_have_value("5")


@pytest.mark.thorough
def test_an_option_links_to_its_section_of_the_rules_and_keeps_entered_values(
    open_league, open_phone
):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon") + "/matches/new")
    page.locator("#rules summary").tap()
    page.get_by_role("textbox", name="Out at").fill("70")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules: Maximum points to close").tap()

    heading = opened.value.get_by_role("heading", name="Maximum points to close")
    expect(heading).to_be_in_viewport(ratio=1)
    bar = opened.value.locator(".bar").bounding_box()
    assert heading.bounding_box()["y"] >= bar["y"] + bar["height"]
    expect(page.get_by_role("textbox", name="Out at")).to_have_value("70")


@pytest.mark.parametrize("game", GAMES)
def test_the_points_table_of_the_rules_is_on_the_first_screen(game, open_phone, table):
    page = open_phone(size=size(SHORT))
    page.goto(f"{table.address}/rules/{game}")

    assert page.locator(".prose h2").first.text_content() == "In short"
    table_of_points = page.locator(".prose table").first.bounding_box()
    assert table_of_points["y"] + table_of_points["height"] <= 640
    assert page.evaluate(STICKING_OUT) == []


# The chosen values of house rules whose text does not fit into the closed list.
CUT_CHOICES = """() => {
  const lists = [...document.querySelectorAll("#rules select")], arrow = 20, found = [];
  const word = document.body.appendChild(document.createElement("span"));
  for (const list of lists) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    Object.assign(word.style, { font, position: "absolute", whiteSpace: "nowrap" });
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    for (const { text } of list.options) {
      word.textContent = text;
      if (word.getBoundingClientRect().width > room) found.push(text);
    }
  }
  word.remove();
  return found;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["chinchon", "gin", "jabberwocky"])
def test_the_choices_of_a_house_rule_are_not_cut_off(game, open_league, open_phone):
    page = open_phone()
    page.goto(f"{open_league(FIVE)}/matches/new")
    page.locator(f"label:has(#game-{game})").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.evaluate(UNFOLD)

    expect(page.locator("#rules select").first).to_be_visible()
    assert page.evaluate(CUT_CHOICES) == []
