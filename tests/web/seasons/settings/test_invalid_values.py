"""Settings that are refused, with a reason beside their field."""

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.web.loba_matches import create_season
from tests.web.season_form import fill_places
from tests.web.seasons.settings.page import newest_season, typed_field

DATE_EXPECTED = "Enter a date from 1900 to 2099 as year, month and day, such as 2026-10-01."


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("name", "  ", "Enter a name for the season."),
        ("name", "x" * 41, "A name can have at most 40 characters, not 41."),
        ("starts", "1 October", DATE_EXPECTED),
        ("starts", "1899-12-31", DATE_EXPECTED),
        ("ends", "2026-02-30", DATE_EXPECTED),
        ("ends", "2026-1-1", DATE_EXPECTED),
        ("ends", "2100-01-01", DATE_EXPECTED),
        ("ends", "2020-01-01", "The last evening cannot be before the first evening."),
        ("count", "0", "Enter a whole number from 1 to 1000."),
        ("count", "٣", "Enter a whole number from 1 to 1000."),
        ("minimum", "-1", "Enter a whole number from 0 to 1000."),
        ("minimum", "1001", "Enter a whole number from 0 to 1000."),
        ("bonus", "half", "Enter an amount such as 50 or 0.50, or leave the field blank."),
        ("bonus", "0.505", "Enter an amount such as 50 or 0.50, or leave the field blank."),
    ],
)
def test_an_invalid_value_is_explained_beside_its_field(phone, app, name, text, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    phone.set("starts", "2026-10-01")
    phone.set(name, text)
    page = phone.tap("Create the season")

    assert page.status == 422
    field = typed_field(phone, name)
    assert (field["value"], field["aria-invalid"]) == (text, "true")
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert page.reasons == [sentence]
    assert newest_season(app) is None


def test_a_season_without_games_is_refused(phone, app):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    for game in GAMES.values():
        phone.tap(game.name)
    page = phone.tap("Create the season")

    assert (page.status, page.by_id("no-games").words) == (422, "Choose at least one game.")


def test_two_seasons_cannot_have_the_same_name(phone, app):
    create_season(app)
    phone.go("/season/new")
    phone.set("name", "AUTUMN")

    page = phone.tap("Create the season")

    assert page.reasons == ["There is already a season called Autumn."]
    assert typed_field(phone, "name")["value"] == "AUTUMN"


def test_invalid_values_of_fields_that_do_not_apply_are_ignored(phone, app):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    fill_places(phone, "nonsense")
    phone.set("count", "0")
    phone.set("measure", "strength")
    phone.set("amount-gin", "a lot")
    phone.tap("Create the season")

    assert (newest_season(app).scheme, newest_season(app).stakes) == (
        Scheme("strength"),
        Stakes(),
    )
