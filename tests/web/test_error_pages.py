"""On the league's phones, the error page names the league and links to its pages."""

import pytest

from scorekeeper.league import settings
from tests.members import outside_phone
from tests.web.page import Page


def links(page):
    return {link.words: link["href"] for link in page.root.all("main")[0].all("a")}


@pytest.mark.parametrize("path", ["/nowhere", "/matches/99", "/season/99"])
def test_a_page_that_does_not_exist_names_the_league_and_links_to_its_pages(store, phone, path):
    settings.rename_league(store, "The club")

    page = phone.go(path)

    assert page.status == 404
    assert "The club" in page.root.all("header")[0].words
    assert links(page) == {"Back to Play": "/", "Season": "/season", "Rules": "/rules"}


def test_a_stranger_does_not_see_the_name_of_the_league(store, app):
    settings.rename_league(store, "The club")
    stranger = outside_phone(app)

    response = stranger.get("/nowhere")

    assert response.status_code == 404
    assert "The club" not in response.text
    assert links(Page(404, "/nowhere", response.text)) == {"Join": "/join"}
