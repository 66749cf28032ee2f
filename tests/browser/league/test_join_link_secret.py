"""After joining in a real browser, no later request contains the link's secret."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access.invitations import invite
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.browser import chromium

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_the_token_of_a_link_is_in_no_later_url_or_referer(empty_database, tmp_path, new_phone):
    """Later requests include those for pages, style sheets and scripts."""
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        link = invite(engines.store_of(app), Right.VIEWER, "Friends").link
        page = new_phone()
        page.context.clear_cookies()
        asked = []
        page.on("request", lambda request: asked.append((request.url, request.all_headers())))
        page.goto(f"{address}/join/{link}")
        expect(page).to_have_url(f"{address}/join")
        page.get_by_role("button", name="Join Card table").click()
        expect(page).to_have_url(f"{address}/")

        (first, _), *others = asked
        assert first.endswith(link)
        assert len(others) > 5
        assert [url for url, headers in others if link in url + headers.get("referer", "")] == []
        assert page.evaluate("document.referrer + document.cookie") == f"{address}/join"
