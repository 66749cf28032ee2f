"""Pages on a phone that can only view contain no empty boxes."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.web.league.club.phones import Newcomer


@pytest.fixture
def viewer(app):
    add_phone(app, Right.VIEWER, "viewer")
    return Newcomer(app, "viewer")


def test_the_league_page_of_a_viewer_has_no_heading_for_settings(phone, viewer):
    assert "Card table" in headings(phone.go("/league"))
    assert headings(viewer.go("/league")) == ["Phones", "Seasons and money", "Matches and results"]


def headings(page):
    return [each.words for each in page.root.all("h2")]


def test_the_scoring_of_a_season_has_no_empty_foot_for_a_viewer(phone, store, viewer):
    season_commands.create_season(store, Season(0, "Autumn"))

    assert scoring_feet(phone.go("/season/1")) == ["Change the settings"]
    assert scoring_feet(viewer.go("/season/1")) == []


def scoring_feet(page):
    scoring = page.by_id("counts").closest("section")
    return [each.words for each in scoring.all("div") if "card__foot" in (each["class"] or "")]


def test_a_page_for_owners_says_that_it_is_not_allowed(viewer):
    page = viewer.go("/season/new")

    assert page.status == 403
    assert page.root.all("h1")[0].words == "Not allowed"
    assert "This phone can only view the league." in page.words
