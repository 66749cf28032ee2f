"""Changing, closing, reopening, copying and removing a season."""

from dataclasses import replace

import pytest

from scorekeeper.league import season_commands, seasons
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.web.loba_matches import (
    EVENINGS,
    add_friends,
    correct_loba,
    create_season,
    play_four_matches,
    play_loba,
    table_columns,
    table_texts,
)
from tests.web.season_form import fill_fields


def stored_seasons(app):
    return sorted(seasons.seasons(engines.store_of(app)), key=lambda each: each.id)


def test_changing_the_measure_applies_to_all_matches_of_a_season(phone, app):
    play_four_matches(app)
    create_season(app)
    phone.go("/season/1")
    phone.tap("Change the settings")
    phone.set("measure", "wins")
    phone.set("each", "sum")
    page = phone.tap("Save")

    assert page.path == "/season/1"
    assert table_columns(page, "Player", "Won") == [
        ("Ana", "3"),
        ("Bruno", "1"),
        ("Chus", "0"),
    ]


def test_previewing_another_measure_saves_nothing(phone, app):
    create_season(app)
    phone.go("/season/1/edit")
    phone.set("measure", "wins")
    fill_fields(phone, table="nonsense")
    page = phone.send(page_form(phone), page_form(phone).all("button")[0])

    assert page.status == 200
    assert page.alerts == []
    assert "Each win counts as 1." in page.by_id("settings").all("p")[-1].words
    assert stored_seasons(app)[0].scheme == Scheme()


def page_form(phone):
    return phone.page.by_id("settings")


@pytest.mark.parametrize(
    "field", ["table", "place", "bonus", "count", "minimum", "amount-gin", "ties"]
)
def test_invalid_settings_cause_no_server_error(app, field):
    for text in ("9" * 5000, "½", "-1", "5 " * 3000):
        for button in ("look", "save", "up", "with"):
            response = app.test_client().post(
                "/season/new", data={"name": "A", "games": "gin", field: text, button: "wins"}
            )
            assert response.status_code in {200, 303, 422}, (text[:9], button)


def test_closing_a_season_names_the_champion_and_freezes_the_standings(phone, app):
    play_four_matches(app)
    create_season(app)
    phone.go("/season/1")
    page = phone.tap("Close Autumn")

    assert "Ana is champion" in page.words
    assert page.items("Ana is champion") == [
        "Ana 4.50 place 1",
        "Bruno 3.13 place 2",
        "Chus 2.50 place 3",
    ]
    assert page.items("Best by game") == ["Loba4 matches Ana 4.50"]
    before = table_texts(page)

    correct_loba(app, 1, {"1": 30, "2": 0, "3": 20})

    assert table_texts(phone.go("/season/1")) == before
    assert table_columns(phone.go("/season/all"), "W")[0] == "2"
    phone.go("/season/1")
    page = phone.tap_twice("Reopen")
    # Points: Ana 2 + 3 + 5 + 5, Bruno 5 + 5 + 3 + 2½, Chus 3 + 2 + 2½.
    assert table_columns(page, "Player", "Points") == [
        ("Bruno", "3.8815½"),
        ("Ana", "3.7515"),
        ("Chus", "2.507½"),
    ]


def test_players_sharing_first_place_are_both_champions(phone, app):
    add_friends(app)
    create_season(app, scheme=Scheme("wins", tie_breaks=()))
    play_loba(app, "2026-10-01", {"1": 0, "2": 25, "3": 25})
    play_loba(app, "2026-10-02", {"1": 20, "2": 0, "3": 25})
    phone.go("/season/1")

    assert "Ana and Bruno are champions" in phone.tap("Close Autumn").words


def test_a_season_without_ranked_players_has_no_champion(phone, app):
    play_four_matches(app)
    create_season(app, scheme=Scheme(min_matches=9))
    phone.go("/season/1")

    page = phone.tap("Close Autumn")

    assert "No champion Nobody played enough matches to be ranked." in page.words


def test_an_empty_season_can_be_closed(phone, app):
    create_season(app)
    phone.go("/season/1")

    page = phone.tap("Close Autumn")

    assert (page.status, page.title) == (200, "Autumn")
    assert "No champion" in page.words


def test_a_closed_season_can_be_renamed_but_not_otherwise_changed(store, phone, app):
    create_season(app, stakes=Stakes("cents", {"gin": 50}))
    season_commands.close_season(store, 1)
    phone.go("/season/1/edit")
    phone.set("name", "Gold")
    assert phone.tap("Save").title == "Gold"

    phone.go("/season/1/edit")
    phone.set("measure", "wins")
    page = phone.tap("Save")

    assert page.reasons == ["Gold is closed and cannot be changed. Reopen it first."]
    assert stored_seasons(app)[0].scheme == Scheme()


def test_a_copied_season_has_the_same_settings_except_name_and_dates(store, phone, app):
    scheme = Scheme("places", False, (7, 4), "higher", "drop", 3, 150, 2, ("wins",))
    stakes = Stakes("counters", {"gin": 5})
    create_season(
        app,
        "Autumn",
        "2026-10-01",
        ends="2026-12-31",
        scheme=scheme,
        stakes=stakes,
        games=("gin", "jaguar"),
    )
    season_commands.close_season(store, 1)
    phone.go("/season/1")
    page = phone.tap("New season with these settings")
    assert "Settings copied from Autumn" in page.words
    phone.set("name", "Winter")
    phone.tap("Create the season")

    autumn, winter = stored_seasons(app)
    assert replace(winter, starts=None) == seasons.Season(
        2, "Winter", games=("gin", "jaguar"), scheme=scheme, stakes=stakes
    )
    assert winter.starts is not None
    assert autumn.closed_at is not None


def test_another_season_can_be_made_the_current_one(phone, app):
    create_season(app, "Autumn")
    create_season(app, "Winter")
    assert phone.go("/season").title == "Winter"

    phone.go("/season/1")
    phone.tap("Make this the current season")

    assert phone.go("/season").title == "Autumn"
    assert "Make this the current season" not in phone.page.words


def test_removing_a_season_keeps_its_matches(phone, app):
    add_friends(app)
    play_loba(app, *EVENINGS[0])
    create_season(app)
    phone.go("/season/1")

    page = phone.tap_twice("Remove Autumn")

    assert (page.path, page.title) == ("/season", "All time")
    assert "one match" in page.words
    assert phone.go("/season/1").status == 404


def test_a_season_with_a_payment_cannot_be_removed(phone, app):
    add_friends(app)
    create_season(app, stakes=Stakes("cents", {"loba": 25}))
    play_loba(app, *EVENINGS[0])
    phone.go("/money")
    phone.tap("Mark as paid: Bruno has paid Ana 0.25")
    page = phone.go("/season/1")
    assert "You must undo the payments of this season first." in page.words

    page = phone.tap("Remove Autumn")
    assert (page.status, page.title) == (422, "Autumn")
    assert page.reasons == ["Autumn has a payment. Undo it first, or close the season instead."]

    phone.go("/money")
    phone.tap("Undo: Bruno paid Ana 0.25")
    phone.go("/season/1")
    assert phone.tap_twice("Remove Autumn").title == "All time"


@pytest.mark.parametrize("what", ["edit", "close", "reopen", "current", "remove"])
def test_actions_on_an_unknown_season_are_not_found(app, what):
    response = app.test_client().post(f"/season/9/{what}", data={"name": "A", "save": "1"})

    assert response.status_code == 404
    assert "This season does not exist. It may have been removed." in response.text


def test_copying_an_unknown_season_opens_a_form_but_editing_is_not_found(phone):
    assert phone.go("/season/new?like=9").status == 200
    assert phone.go("/season/9/edit").status == 404
