"""If a new evening would change a match's season or stake, the page asks for confirmation."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from tests.web.seasons.match_evening.evenings import (
    EVENING,
    SUMMER,
    change_stakes,
    entries,
    shown_date,
)


@pytest.mark.parametrize(
    ("evening", "sentence", "then"),
    [
        (SUMMER, "This moves the match from Winter to Autumn.", "Counts towards Autumn"),
        ("2025-06-01", "This moves the match from Winter to Autumn.", "Counts towards Autumn"),
    ],
)
def test_before_saving_the_page_says_to_which_season_the_match_moves(
    app, phone, terms, evening, sentence, then
):
    phone.type("Played on", evening)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [f"{sentence} Save again to confirm."]
    assert shown_date(page) == evening
    assert entries(app) == []

    page = phone.tap("Save")
    assert f"Saved. {then}." in page.words
    assert entries(app) == [evening]


def test_the_page_says_if_the_match_then_counts_for_no_season_or_for_one(
    store, app, phone, match, terms
):
    season_commands.remove_season(store, 1)
    phone.type("Played on", SUMMER)
    page = phone.tap("Save")
    assert page.reasons == ["The match will no longer count towards Winter. Save again to confirm."]
    assert "Saved. Does not count towards any season." in phone.tap("Save").words

    phone.type("Played on", EVENING)
    page = phone.tap("Save")
    assert page.reasons == ["The match will count towards Winter. Save again to confirm."]


@pytest.mark.parametrize(
    ("autumn", "winter", "sentence"),
    [
        (Stakes("cents", {"jabberwocky": 50}), NO_STAKES, "Its stake will be 0.50."),
        (NO_STAKES, Stakes("cents", {"jabberwocky": 25}), "It will lose its stake of 0.25."),
        (
            Stakes("counters", {"jabberwocky": 1}),
            Stakes("counters", {"jabberwocky": 3}),
            "Its stake changes from 3 counters to one counter.",
        ),
        (
            Stakes("cents", {"jabberwocky": 50, "loba": 10}),
            Stakes("cents", {"jabberwocky": 50}),
            "",
        ),
    ],
)
def test_before_saving_the_page_says_how_the_stake_changes_with_the_season(
    store, phone, terms, autumn, winter, sentence
):
    for season, stakes in ((1, autumn), (2, winter)):
        change_stakes(store, season, stakes)
    phone.type("Played on", SUMMER)

    [reason] = phone.tap("Save").reasons

    moved = reason.partition("This moves the match from Winter to Autumn.")[2]
    assert moved.removesuffix("Save again to confirm.").strip() == sentence


def test_a_match_with_its_own_stake_keeps_the_stake_in_the_other_season(store, phone, terms):
    change_stakes(store, 1, Stakes("cents", {"jabberwocky": 50}))
    phone.set("stake", "nothing")
    phone.type("Played on", SUMMER)

    page = phone.tap("Save")

    assert "stake" not in page.alerts[0]


def test_another_date_than_the_confirmed_one_asks_again(app, phone, terms):
    phone.type("Played on", SUMMER)
    phone.tap("Save")
    phone.type("Played on", "2025-10-29")

    assert phone.tap("Save").status == 422
    assert entries(app) == []
    assert phone.tap("Save").status == 200
    assert entries(app) == ["2025-10-29"]


def test_a_season_that_was_chosen_needs_no_confirmation(app, phone, terms):
    phone.tap("Friendly: no season")
    phone.type("Played on", SUMMER)

    assert "Saved. Friendly." in phone.tap("Save").words
    assert entries(app) == [SUMMER]
