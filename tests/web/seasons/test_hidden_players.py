"""A closed season leaves out the players who were hidden when it was closed, and nobody else."""

import pytest
from sqlalchemy import update

from scorekeeper.db.tables import Seasons
from scorekeeper.league import roster, season_commands
from scorekeeper.server import engines
from tests.web.loba_matches import create_season, play_four_matches, table_columns

PAGES = ("/season/1", "/season/1/review", "/season/1/games", "/evenings/2026-11-05", "/players/2")
ALL = ["Ana", "Bruno", "Chus"]


def ranked(phone, path="/season/1"):
    return table_columns(phone.go(path), "Player")


def page_words(phone):
    return [phone.go(path).by_id("main").words for path in PAGES]


@pytest.fixture
def played_season(app):
    play_four_matches(app)
    create_season(app)


@pytest.mark.both_databases
@pytest.mark.usefixtures("played_season")
def test_hiding_a_player_does_not_change_a_closed_season(phone, store):
    phone.go("/season/1")
    assert "Ana is champion" in phone.tap("Close Autumn").words
    before = page_words(phone)
    page = phone.go("/players/1/edit")
    assert (
        "left out of the standings of open seasons and of all time. "
        "Closed seasons keep their standings."
    ) in page.words

    phone.tap("Hide: Ana")

    assert page_words(phone) == before
    assert ranked(phone) == ALL
    assert ranked(phone, "/season/all") == ["Bruno", "Chus"]
    assert "Closed seasons keep their standings." in phone.go("/players/1/edit").words


@pytest.mark.usefixtures("played_season")
def test_showing_a_player_again_does_not_change_a_closed_season(phone, store):
    roster.hide_player(store, 1)
    season_commands.close_season(store, 1)

    roster.unhide_player(store, 1)

    assert "Bruno is champion" in phone.go("/season/1").words
    assert ranked(phone) == ["Bruno", "Chus"]
    assert ranked(phone, "/season/all") == ALL


@pytest.mark.usefixtures("played_season")
def test_a_reopened_season_leaves_out_the_players_who_are_hidden_now(phone, store):
    season_commands.close_season(store, 1)
    roster.hide_player(store, 1)
    phone.go("/season/1")

    phone.tap_twice("Reopen")

    assert ranked(phone) == ["Bruno", "Chus"]
    phone.tap("Close Autumn")
    roster.unhide_player(store, 1)
    assert ranked(phone) == ["Bruno", "Chus"]


@pytest.mark.usefixtures("played_season")
def test_a_season_closed_in_an_older_version_keeps_the_players_that_it_shows(phone, store, app):
    roster.hide_player(store, 2)
    season_commands.close_season(store, 1)
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Seasons).values(hidden_players=None))
    assert ranked(phone) == ["Ana", "Chus"]

    roster.hide_player(store, 1)
    roster.unhide_player(store, 2)

    assert ranked(phone) == ["Ana", "Chus"]
