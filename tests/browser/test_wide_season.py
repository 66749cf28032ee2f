"""On a laptop, the season page shows the table, the chart, the latest evening and the payments."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, leagues

pytestmark = pytest.mark.browser

TOPS = """(ids) => ids.map((id) => document.getElementById(id).closest("section")
  .getBoundingClientRect().top)"""


@pytest.fixture
def address(empty_database, tmp_path):
    with chromium.league_app(empty_database, tmp_path) as app:
        leagues.played(app)
        with chromium.serving(app) as address:
            yield address


def test_a_laptop_shows_table_chart_evening_and_payments_beside_each_other(address, open_phone):
    page = open_phone({"width": 1280, "height": 800})
    page.goto(f"{address}/season/2")

    standings = page.locator(".season-columns section").first.bounding_box()
    chart, evening = page.evaluate(TOPS, ["went", "latest"])
    assert standings["y"] == chart == evening < 300
    payments = page.locator("section", has=page.get_by_role("heading", name="Who pays whom"))
    expect(payments.get_by_role("listitem").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_a_phone_shows_links_instead_of_the_latest_evening_and_the_payments(address, open_phone):
    page = open_phone()
    page.goto(f"{address}/season/2")

    expect(page.locator("#latest")).to_be_hidden()
    expect(page.get_by_role("heading", name="Who pays whom")).to_be_hidden()
    expect(page.get_by_text("Latest evening: winners and changes")).to_be_visible()
    expect(page.get_by_role("link", name="Money")).to_be_visible()
