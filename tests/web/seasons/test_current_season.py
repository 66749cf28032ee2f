"""Pages show the current season first, and say when another season becomes current."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from tests.clocks import evening_timestamp
from tests.web.loba_matches import add_friends, create_season
from tests.web.season_form import fill_fields

NEW_YEAR = "2099-01-01"
NOTE = (
    "This season becomes the current one on Thursday 1 January 2099. Until then, {season} stays "
    "current."
)


@pytest.mark.both_databases
def test_a_season_created_in_advance_is_not_current_before_its_first_evening(phone, app):
    create_season(app, "Autumn")
    phone.go("/season/new")
    fill_fields(phone, name="Winter", starts=NEW_YEAR)

    page = phone.tap("Create the season")

    assert page.title == "Winter"
    assert "from Thursday 1 January 2099 · 0 matches" in page.words
    assert NOTE.format(season="Autumn") in page.words
    assert phone.go("/season").title == "Autumn"
    assert "Settings of Autumn" in phone.go("/league").words


def test_a_season_created_in_advance_is_current_from_its_first_evening_on(phone, app, store):
    add_friends(app)
    before = evening_timestamp("2025-12-01")
    season_commands.create_season(store, Season(0, "Autumn"), at=before)
    season_commands.create_season(store, Season(0, "Winter", "2026-01-01"), at=before)

    page = phone.go("/season")

    assert page.title == "Winter"
    assert "becomes the current one" not in page.words
    assert "Winter" in phone.go("/tv").words
    assert "Settings of Winter" in phone.go("/league").words


@pytest.mark.parametrize(
    ("dates", "note"),
    [
        ({"starts": NEW_YEAR}, NOTE.format(season="Autumn")),
        (
            {"starts": "", "ends": "1999-01-01"},
            "The last evening of this season is over, so Autumn stays the",
        ),
        ({"starts": "2026-01-01"}, "When you save, this season becomes the current one."),
    ],
    ids=["later", "over", "now"],
)
def test_the_form_for_a_new_season_says_whether_it_becomes_current(phone, app, dates, note):
    create_season(app, "Autumn")
    assert "this season becomes the current one." in phone.go("/season/new").words
    fill_fields(phone, name="Other", **dates)

    page = phone.tap("Check again")

    assert note in page.words
    phone.tap("Create the season")
    is_current = phone.go("/season").title == "Other"
    assert is_current == note.startswith("When you save")


def test_the_form_says_when_the_first_season_becomes_current(phone):
    phone.go("/season/new")
    fill_fields(phone, name="Winter", starts=NEW_YEAR)

    assert (
        "This season becomes the current one on Thursday 1 January 2099."
        in phone.tap("Check again").words
    )
    phone.tap("Create the season")
    assert phone.go("/season").title == "All time"


def test_the_form_of_the_current_season_does_not_say_when_it_becomes_current(phone, app):
    create_season(app, "Autumn")

    assert "the current one" not in phone.go("/season/1/edit").words
