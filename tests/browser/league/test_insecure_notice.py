"""The note about an address without https depends on the browser, not on the server."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NOTE = "so the browser does not let the page keep the screen on."


@pytest.mark.parametrize("path", ["league", "phone"])
@pytest.mark.parametrize("scripted", [True, False])
def test_the_browser_decides_whether_the_address_is_secure(league, open_phone, scripted, path):
    """As behind an https proxy, the server sees http and the name of a host in the home network."""
    page = open_phone(scripted=scripted)
    page.route(
        f"**/{path}",
        lambda route: route.fulfill(
            response=route.fetch(headers={**route.request.headers, "host": "192.168.1.23"})
        ),
    )
    page.goto(f"{league}/{path}")

    expect(page.get_by_text(NOTE)).to_be_visible(visible=not scripted)
