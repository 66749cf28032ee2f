"""Without a network, the quick answers follow from the bids that wait on the phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    save_answer,
)

pytestmark = pytest.mark.browser

STRIP = ".strip--row"
# Bids in the order of bidding: Bruno, Chus, Dina, Edu, Ana.
ALL_MAKE_IT, TOO_MANY, TOO_FEW = (1, 1, 1, 1, 1), (1, 0, 3, 0, 3), (0, 1, 0, 5, 1)
BUTTONS = """() => [...document.querySelectorAll(".strip--row button")].map((button) => [
  button.textContent.trim(), button.disabled, button.dataset.fill])"""


@pytest.mark.parametrize("bids", [ALL_MAKE_IT, TOO_MANY, TOO_FEW, (0, 0, 0, 0, 0)], ids=str)
def test_the_page_offers_the_same_quick_answers_as_the_server(bids, open_match_offline):
    page = open_match_offline("jabberwocky", schedule=[5, 5], dealer_hook=False)
    save_answer(page, bids)
    expect_title(page, "Tricks")
    expect(page.locator(f"{STRIP} button").first).to_be_visible()
    offline, words = page.evaluate(BUTTONS), page.locator(STRIP).inner_text()
    go_online(page)
    expect_all_sent(page)
    expect(page.locator(f"{STRIP} button[name=quick]").first).to_be_visible()

    assert offline == page.evaluate(BUTTONS)
    assert words == page.locator(STRIP).inner_text()


@pytest.mark.thorough
def test_a_quick_answer_fills_in_the_tricks_offline(page):
    go_offline(page)
    save_answer(page, TOO_MANY)
    expect_title(page, "Tricks")
    page.get_by_role("button", name="All made it but Ana, who took 1").tap()

    numbers = page.locator("#ask [name^=tricks]:checked").evaluate_all(
        "(all) => all.map((each) => each.value)"
    )
    assert numbers == ["1", "0", "3", "0", "1"]
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    page.locator("#save").tap()
    expect_title(page, "Bids")
    go_online(page)
    expect_all_sent(page)
