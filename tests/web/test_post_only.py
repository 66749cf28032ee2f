"""A GET request to an address that accepts only forms is redirected to the page of the form."""

import pytest

from tests.members import outside_phone
from tests.web.match_phone import sit_down


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/matches/1/undo", "/matches/1"),
        ("/matches/1/rounds/1/correct/drop", "/matches/1/rounds/1/correct"),
        ("/season/1/close", "/season/1"),
        ("/money/settled", "/money"),
        ("/club/1/rounds/2/draw", "/club/1"),
        ("/league/currency", "/league"),
        ("/first", "/"),
    ],
)
def test_a_reloaded_or_shared_address_of_a_form_opens_its_page(path, page, app):
    phone = app.test_client()
    for method in ("GET", "HEAD"):
        response = phone.open(path, method=method)

        assert (response.status_code, response.headers["Location"]) == (303, page)


def test_the_page_is_in_the_folder_of_the_league(app):
    response = app.test_client().get("/money/settled", base_url="http://localhost/scores")

    assert response.headers["Location"] == "/scores/money"


def test_a_stranger_is_sent_on_and_then_sees_only_the_join_page(app):
    sit_down(app, "jamon", 3)
    stranger = outside_phone(app)

    response = stranger.get("/matches/1/undo", follow_redirects=True)

    assert (response.request.path, response.status_code) == ("/matches/1", 404)


def test_a_form_that_is_sent_to_a_page_is_refused_with_advice(phone):
    response = phone.client.post("/season", headers={"Origin": "http://localhost"})

    assert response.status_code == 405
    assert "Go back, and try again from there." in response.text


def test_an_address_with_two_slashes_does_not_lead_to_another_server(app):
    """A browser would take //season/1 for the page /1 of a server that is called "season"."""
    response = app.test_client().get("/", environ_overrides={"PATH_INFO": "//season/1/close"})

    assert response.headers.get("Location") == "/season/1"
