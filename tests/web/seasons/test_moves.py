"""Before a season gains or loses matches, the page says so and asks for a second tap."""

import pytest

from scorekeeper.league import season_commands, seasons
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.web.loba_matches import add_friends, create_season, play_four_matches


@pytest.fixture
def league(app):
    play_four_matches(app)
    return create_season(app)


def test_a_new_season_asks_before_it_takes_matches_and_keeps_what_was_typed(store, phone, league):
    phone.go("/season/new")
    phone.set("name", "Winter")
    phone.set("starts", "2026-10-05")

    page = phone.tap("Create the season")

    assert page.status == 422
    assert page.reasons == ["2 matches will move here from Autumn."]
    assert page.by_id("settings")["action"] == "/season/new"
    assert [each.name for each in seasons.seasons(store)] == ["Autumn"]
    page = phone.tap("Confirm and save")
    assert (page.title, page.path) == ("Winter", "/season/2")


def test_a_season_that_loses_matches_asks_again_if_the_dates_change(store, phone, league):
    phone.go("/season/1/edit")
    phone.set("starts", "2026-10-05")
    page = phone.tap("Save")
    assert page.reasons == ["2 matches will no longer belong to any season."]

    phone.set("starts", "2026-11-01")
    page = phone.tap("Confirm and save")

    assert page.reasons == ["3 matches will no longer belong to any season."]
    assert seasons.seasons(store)[0].starts is None
    phone.tap("Confirm and save")
    assert seasons.seasons(store)[0].starts == "2026-11-01"


def test_settings_that_move_no_match_are_saved_at_once(phone, league):
    phone.go("/season/1/edit")
    phone.set("name", "Gold")
    assert phone.tap("Save").title == "Gold"


@pytest.mark.both_databases
def test_removing_and_reopening_a_season_say_what_follows(store, phone, league):
    phone.go("/season/1")
    page = phone.tap("Remove Autumn")
    assert (page.status, page.title) == (422, "Remove Autumn")
    assert "Its matches are kept. 4 matches will no longer belong to any season." in page.words
    assert phone.tap("Cancel").path == "/season/1"

    season_commands.close_season(store, league)
    phone.go("/season/1")
    page = phone.tap("Reopen")
    assert (page.title, page.status) == ("Reopen Autumn", 422)
    assert "Its standings will show the current results." in page.words
    assert seasons.seasons(store)[0].closed_at is not None
    phone.tap("Reopen")
    assert seasons.seasons(store)[0].closed_at is None


def test_closing_a_season_asks_only_if_a_match_is_in_progress(store, phone, app, log, now):
    add_friends(app)
    create_season(app)
    commands.start_match(
        log, "loba", ("1", "2"), {"limit": 10, "max_reenlist": 0}, CommandMeta("k", now)
    )
    phone.go("/season/1")

    page = phone.tap("Close Autumn")

    assert "One match in progress will not count towards Autumn" in page.words
    assert seasons.seasons(store)[0].closed_at is None
    phone.tap("Close Autumn")
    assert seasons.seasons(store)[0].closed_at is not None
