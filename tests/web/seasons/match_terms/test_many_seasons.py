"""The seasons that can be chosen for a match are grouped by year if there are many of them."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from tests.web.seasons.match_terms.page import chosen_values


@pytest.fixture(autouse=True)
def many_seasons(store):
    """Cups in 2024 and 2025, four in each year, with ids from 3 upwards."""
    for year in (2024, 2025):
        for month in (1, 4, 7, 10):
            season = Season(0, f"Cup {month}/{year}", f"{year}-{month:02}-01", games=("gin",))
            season_commands.create_season(store, season)


def groups(page):
    """Return (summary, whether the group is expanded, names) of each group of seasons."""
    return [
        (fold.all("summary")[0].words, "open" in fold, [each.words for each in fold.all("bdi")])
        for fold in page.root.all("details")
        if "season" in fold.all("summary")[0].words
    ]


def test_the_year_of_the_evening_is_expanded(phone, match):
    page = phone.go(f"/matches/{match}/terms")

    assert groups(page) == [
        ("2025 4 seasons", True, [f"Cup {month}/2025" for month in (10, 7, 4, 1)]),
        ("2024 4 seasons", False, [f"Cup {month}/2024" for month in (10, 7, 4, 1)]),
        ("Without a first evening 2 seasons", False, ["Autumn", "Cup"]),
    ]


def test_the_year_of_the_chosen_season_is_expanded_too(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup 4/2024")
    page = phone.tap("Save")

    assert "Saved. Counts towards Cup 4/2024." in page.words
    assert chosen_values(page)[0] == str(terms().season_id) == "4"
    assert [is_open for _, is_open, _ in groups(page)] == [True, True, False]


def test_a_few_seasons_are_not_grouped(store, phone, match):
    for number in (1, 2):
        season_commands.remove_season(store, number)

    page = phone.go(f"/matches/{match}/terms")

    assert groups(page) == []
    assert page.words.index("Cup 10/2025") < page.words.index("Cup 1/2024")
