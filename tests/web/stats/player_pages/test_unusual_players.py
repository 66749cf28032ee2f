"""Players who are new, unknown, merged or hidden, or who have unusual names."""

import pytest
from sqlalchemy import update

from scorekeeper.db.tables import Leagues, Players
from scorekeeper.league import roster
from scorekeeper.server import engines
from tests.web.loba_matches import add_friends, play_four_matches, play_loba
from tests.web.stats.player_pages.page import stats


def test_a_player_without_matches_has_a_page(phone, app):
    add_friends(app)
    page = phone.go("/players/1")

    assert "No matches yet" in page.words
    assert "Statistics appear after the first finished match." in page.words
    assert stats(page) == {}


@pytest.mark.parametrize("address", ["/players/99", "/players/0", f"/players/{'9' * 30}"])
def test_an_unknown_player_is_not_found(phone, app, address):
    add_friends(app)

    assert phone.go(address).status == 404


def test_a_merged_player_redirects_to_the_player_merged_into(phone, app):
    play_four_matches(app)
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Players).where(Players.id == 3).values(merged_into=4))
        connection.execute(update(Leagues).values(changes=Leagues.changes + 1))
    page = phone.go("/players/3?season=7")

    assert (page.path, page.title) == ("/players/4?season=7", "Dina")
    assert stats(page)["matches"] == "3"
    assert len(page.items("Recent matches")) == 3
    assert page.items("Recent matches")[0].endswith("25 points")


def test_a_hidden_player_keeps_their_page(store, phone, app, autumn):
    play_four_matches(app)
    roster.hide_player(store, 1)
    page = phone.go("/players/1")

    assert stats(page)["matches"] == "4"
    assert "Hidden: not suggested for new matches, and left out of the standings." in page.words
    assert "Place" not in page.part("Statistics").words


def test_the_list_of_players_links_to_the_page_of_a_player(phone, app):
    play_four_matches(app)
    phone.go("/players")

    assert phone.tap("Ana").path == "/players/1"


def test_markup_and_right_to_left_names_are_shown_as_text(phone, app):
    add_friends(app, "<b>Ana</b>", "\u05d0\u05d1")
    play_loba(app, "2026-10-01", {"1": 0, "2": 10})
    page = phone.go("/players/1")

    assert page.title == "<b>Ana</b>"
    assert page.items("Head to head") == ["\u05d0\u05d1 one match 1–0"]
