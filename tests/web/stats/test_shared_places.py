"""Players who share a place are marked on every page that shows places."""

import pytest

from scorekeeper.access import public_links
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from tests.browser.leagues import end_a_match
from tests.web.league.club.phones import Newcomer


@pytest.fixture
def season(app, store):
    """A season in which Ana and Bruno have won a match together."""
    ana, bruno, chus = (roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))
    season = season_commands.create_season(store, Season(0, "Autumn", "2026-01-01"))
    end_a_match(app, (ana, bruno, chus), 0)
    return season


def test_the_front_page_marks_shared_places(phone, season):
    page = phone.go("/")

    assert "1, shared Ana" in page.words
    assert "1, shared Bruno" in page.words
    assert "3 Chus" in page.words


def test_an_embedded_season_marks_shared_places(app, store, season):
    secret = public_links.create_public_link(store, "", public_links.one_season(season.id))

    page = Newcomer(app).go(f"/shown/{secret}/embed")

    assert page.words.count("1, shared") == 2
    assert page.words.count("shared") == 2


def test_the_review_names_shared_leaders_with_and(phone, season):
    assert "In the lead Ana and Bruno with " in phone.go(f"/season/{season.id}/review").words
