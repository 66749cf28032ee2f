"""A newcomer enters their name on the join page."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access.invitations import invite
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.browser.layout_checks import COVERED
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def page(live_league, open_phone):
    """A small phone that shows the join page."""
    store = engines.store_of(live_league.app)
    link = invite(store, Right.SCORER, "Friends", allows_new_players=True).link
    page = open_phone({"width": 320, "height": 568})
    page.context.clear_cookies()
    page.goto(f"{live_league.address}/join/{link}")
    wait_until(page, NOTHING_UNDER_WAY)
    return page


def test_the_name_field_is_focused_and_visible_after_a_tap_on_im_new(page):
    page.get_by_role("radio", name="I’m new").tap()

    field = page.get_by_label("Your name, as the others will see it")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, "#new-name") == []


def test_the_arrow_keys_show_the_name_field_but_stay_in_the_row_of_choices(page):
    page.get_by_role("radio", name="None of these").focus()
    page.keyboard.press("ArrowDown")

    expect(page.get_by_role("radio", name="I’m new")).to_be_focused()
    expect(page.locator("#new-name")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, "#new-name") == []
