"""Behind a proxy that serves the app in a folder, no link points outside that folder."""

import pytest

from tests.web.match_phone import FRIENDS, sit_down
from tests.web.page import Page

FOLDER = "/scores"
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "data-address")


@pytest.fixture
def matches(app):
    """A finished match and a running one."""
    sit_down(app, "jamon", 3).save(went_out="1", counters=(5, 5, 5))
    sit_down(app, "jaguar", FRIENDS[3:8])


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/matches",
        "/matches/new",
        "/matches/thrown-away",
        "/players",
        "/rules",
        "/rules/gin",
        "/rules?back=/scores/players",
        "/matches/1",
        "/matches/1/sheet",
        "/matches/1/end",
        "/matches/2",
        "/matches/1/rounds/1/correct",
        "/nothing-here",
    ],
)
def test_every_address_on_a_page_is_inside_the_folder_of_the_app(path, app, matches):
    response = app.test_client().get(path, base_url=f"http://localhost{FOLDER}")
    page = Page(response.status_code, path, response.text)

    leads = {e[name] for e in page.root.walk() for name in ADDRESSES if e[name].startswith("/")}
    assert leads
    assert [one for one in sorted(leads) if not one.startswith(f"{FOLDER}/")] == []
