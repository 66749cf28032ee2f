"""The stakes of a season, in money or in counters."""

import pytest

from scorekeeper.stats.stakes import Stakes
from tests.web.seasons.settings.page import open_settings, typed_field


def test_stakes_can_be_in_money_or_in_counters(phone, app):
    season = open_settings(phone, app, unit="cents", amount__gin="0.05", amount__jabberwocky="1,5")
    assert season.stakes == Stakes("cents", {"jabberwocky": 150, "gin": 5})
    phone.go("/season/1/edit")
    assert [
        typed_field(phone, f"amount-{game}")["value"] for game in ("gin", "jabberwocky", "loba")
    ] == [
        "0.05",
        "1.50",
        "",
    ]

    season = open_settings(phone, app, name="Other", unit="counters", amount__gin="5")
    assert season.stakes == Stakes("counters", {"gin": 5})
    phone.go("/season/2/edit")
    assert typed_field(phone, "amount-gin")["value"] == "5"


@pytest.mark.parametrize("unit", ["cents", "counters"])
def test_stakes_without_an_amount_are_no_stakes(phone, app, unit):
    assert open_settings(phone, app, unit=unit).stakes == Stakes()


@pytest.mark.parametrize(
    ("unit", "text", "sentence"),
    [
        ("cents", "a lot", "Enter an amount such as 0.50, or leave the field blank for no stake."),
        (
            "counters",
            "0.50",
            "Enter a whole number of counters, or leave the field blank for no stake.",
        ),
    ],
)
def test_an_invalid_stake_is_explained_beside_its_field(phone, app, unit, text, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    phone.set("unit", unit)
    phone.set("amount-gin", text)
    page = phone.tap("Create the season")

    field = typed_field(phone, "amount-gin")
    assert (page.status, field["value"], field["aria-invalid"]) == (422, text, "true")
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert "open" in field.closest("details")
