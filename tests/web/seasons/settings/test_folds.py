"""Standard settings of a season are collapsed, and the titles of all sections show what is set."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.web.seasons.settings.page import typed_field

TITLES = ("Details", "Tie-breaks", "Stakes")


def open_folds(page):
    """Return the titles of the collapsible sections that are open."""
    folds = {title: page.find(title, "summary").closest("details") for title in TITLES}
    return [title for title, fold in folds.items() if "open" in fold]


def titles(page):
    return [page.find(title, "summary").words for title in TITLES]


def test_the_settings_of_a_new_season_are_folded(phone):
    page = phone.go("/season/new")

    assert open_folds(page) == []
    assert titles(page) == [
        "Details points for places, which matches count, bonus, minimum",
        "Tie-breaks Head to head, Wins, Last match together",
        "Stakes nothing",
    ]


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme(place_points=(7, 4)),
        Scheme(shared_places="higher"),
        Scheme(counted_matches="drop"),
        Scheme(bonus_hundredths=25),
        Scheme("wins", min_matches=3),
    ],
    ids=["points", "shared", "which", "bonus", "minimum"],
)
def test_details_that_are_not_standard_are_open(store, phone, scheme):
    season_commands.create_season(store, Season(0, "Autumn", scheme=scheme))

    assert open_folds(phone.go("/season/1/edit")) == ["Details"]


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme("wins", place_points=(7, 4), shared_places="higher"),
        Scheme("strength", counted_matches="drop", bonus_hundredths=25),
    ],
    ids=["places", "strength"],
)
def test_details_that_the_scheme_does_not_use_are_not_unfolded(store, phone, scheme):
    season_commands.create_season(store, Season(0, "Autumn", scheme=scheme))

    assert open_folds(phone.go("/season/1/edit")) == []


def test_tie_breaks_and_stakes_are_named_in_their_titles(store, phone):
    scheme, stakes = Scheme("wins", tie_breaks=("last",)), Stakes("cents", {"loba": 50})
    season_commands.create_season(store, Season(0, "Autumn", scheme=scheme, stakes=stakes))
    page = phone.go("/season/1/edit")

    assert open_folds(page) == []
    assert titles(page) == [
        "Details which matches count, bonus, minimum",
        "Tie-breaks Last match together",
        "Stakes Loba 0.50",
    ]


def test_a_fold_whose_button_was_pressed_stays_open_without_scripts(phone):
    phone.go("/season/new")

    phone.tap("Move Wins up")
    assert open_folds(phone.page) == ["Tie-breaks"]
    phone.tap("Move Wins down")
    assert open_folds(phone.page) == ["Tie-breaks"]


@pytest.mark.parametrize("name", ["bonus", "minimum", "place"])
def test_a_refused_detail_is_not_folded(phone, name):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    phone.set(name, "many")
    page = phone.tap("Create the season")

    assert page.status == 422
    assert typed_field(phone, name)["aria-invalid"] == "true"
    assert open_folds(page) == ["Details"]


def test_the_title_of_the_stakes_shows_what_is_chosen_before_it_is_saved(phone):
    phone.go("/season/new")
    phone.set("unit", "cents")
    assert titles(phone.send(phone.page.by_id("settings"), look_button(phone)))[-1] == (
        "Stakes money, but no amount yet"
    )

    phone.set("amount-loba", "0.50")
    assert titles(phone.send(phone.page.by_id("settings"), look_button(phone)))[-1] == (
        "Stakes Loba 0.50"
    )


def look_button(phone):
    return phone.page.by_id("settings").all("button")[0]


def test_the_titles_of_all_sections_are_headings(phone):
    page = phone.go("/season/new")

    for title in TITLES:
        assert page.find(title, "summary").all("h2")
