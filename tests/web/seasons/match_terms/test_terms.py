"""The terms of one match: its season, if any, and its stake."""

import pytest

from scorekeeper.league import match_terms_commands, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from tests.web.seasons.match_terms.page import ANA, BRUNO, CHUS, EVENING, chosen_values


def test_the_podium_and_the_sheet_show_the_season_of_a_match(phone, match):
    phone.go(f"/matches/{match}")
    assert phone.tap("Show the evening").path == f"/nights/{EVENING}"
    phone.go(f"/matches/{match}")
    page = phone.tap("Counts towards Autumn")
    assert page.title == "Evening, season and stake"
    assert phone.tap("Back to the match").path == f"/matches/{match}"

    phone.go(f"/matches/{match}/sheet")
    assert phone.tap("Counts towards Autumn").path == f"/matches/{match}/terms"


@pytest.mark.both_databases
def test_without_seasons_the_evening_page_mentions_no_season(store, phone, match):
    for number in (1, 2):
        season_commands.remove_season(store, number)

    phone.go(f"/matches/{match}")
    assert "any season" not in phone.go(f"/nights/{EVENING}").part("Jabberwocky").words
    phone.go(f"/matches/{match}")
    assert phone.tap("Evening, season and stake").path == f"/matches/{match}/terms"


def test_a_running_match_shows_no_season(phone, log):
    match = commands.start_match(log, "jabberwocky", (ANA, BRUNO, CHUS), {}, CommandMeta("a", 1))

    assert "Counts towards" not in phone.go(f"/matches/{match}").words
    assert "Counts towards" not in phone.go(f"/matches/{match}/sheet").words
    page = phone.go(f"/matches/{match}/terms")
    assert "This match has no result yet." in page.words


def test_by_default_evening_and_game_decide_the_season_of_a_match(phone, match):
    page = phone.go(f"/matches/{match}/terms")

    assert chosen_values(page) == ["itself", "season", "cents"]
    assert "Automatic, by evening and game: Autumn" in page.words
    assert "Same as the season: 0.25" in page.words


def test_a_match_can_be_moved_to_another_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup")
    page = phone.tap("Save")

    assert "Saved. Counts towards Cup." in page.words
    assert chosen_values(page) == ["1", "season", "cents"]
    assert "Same as the season: no stake" in page.words
    assert terms() == MatchTerms(True, 1)
    assert "Ana" in phone.go("/season/1").part("Standings").words
    assert "No standings yet" in phone.go("/season/2").words


def test_a_friendly_match_counts_for_no_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    phone.tap("Save")

    assert terms() == MatchTerms(True, None)
    assert "No standings yet" in phone.go("/season/2").words
    assert "Friendly" in phone.go(f"/matches/{match}").words


def test_a_friendly_match_can_be_returned_to_its_automatic_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    phone.tap("Save")
    phone.tap("Automatic, by evening and game: Autumn")
    phone.tap("Save")

    assert terms() == NO_TERMS


@pytest.mark.parametrize(
    ("typed", "unit", "stake", "shown"),
    [
        ("1.5", "money", Stakes("cents", {"jabberwocky": 150}), "1.50"),
        (" 0,05 ", "money", Stakes("cents", {"jabberwocky": 5}), "0.05"),
        ("2", "money", Stakes("cents", {"jabberwocky": 200}), "2.00"),
        ("7", "counters", Stakes("counters", {"jabberwocky": 7}), "7"),
    ],
)
def test_a_match_can_have_its_own_stake(phone, match, terms, typed, unit, stake, shown):
    phone.go(f"/matches/{match}/terms")
    phone.tap("A different stake")
    phone.type("Different stake", typed)
    phone.tap(unit)
    page = phone.tap("Save")

    assert terms() == MatchTerms(False, None, stake)
    assert page.find("Different stake", "input")["value"] == shown
    assert chosen_values(page)[1:] == ["own", stake.unit]
    assert f"Ana gets +{2 * stake.amounts['jabberwocky']}"[:8] in phone.go("/money").words


def test_a_match_can_have_no_stake_in_a_season_with_stakes(phone, match, terms):
    assert "gets" in phone.go("/money").words
    phone.go(f"/matches/{match}/terms")
    phone.tap("No stake")
    page = phone.tap("Save")

    assert terms() == MatchTerms(False, None, NO_STAKES)
    assert chosen_values(page) == ["itself", "nothing", "cents"]
    assert "gets" not in phone.go("/money").words


@pytest.mark.parametrize(
    ("typed", "unit", "sentence"),
    [
        ("", "money", "Enter an amount, such as 0.50."),
        ("0", "money", "Enter an amount, such as 0.50."),
        ("1.234", "money", "Enter an amount, such as 0.50."),
        ("ten", "money", "Enter an amount, such as 0.50."),
        ("-1", "money", "Enter an amount, such as 0.50."),
        ("0.5", "counters", "Enter a whole number of counters, 1 or more."),
    ],
)
def test_an_invalid_stake_is_refused_and_stays_in_the_field(
    phone, match, terms, typed, unit, sentence
):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup")
    phone.tap("A different stake")
    phone.type("Different stake", typed)
    phone.tap(unit)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [sentence]
    field = page.find("Different stake", "input")
    assert field["value"] == typed
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert chosen_values(page)[:2] == ["1", "own"]
    assert terms() == NO_TERMS


@pytest.mark.parametrize("path", ["/matches/9/terms", "/matches/x/terms"])
def test_the_terms_of_an_unknown_match_are_not_found(phone, path):
    assert phone.go(path).status == 404
    assert phone.client.post(path).status_code == 404


@pytest.mark.parametrize("season", ["9", "x", ""])
def test_saving_an_unknown_season_is_not_found(phone, match, season):
    form = {"season": season, "stake": "season"}
    assert phone.client.post(f"/matches/{match}/terms", data=form).status_code == 404


@pytest.mark.parametrize(
    ("form", "status"), [({}, 404), ({"stake": "season"}, 404), ({"season": "itself"}, 422)]
)
def test_an_incomplete_form_changes_nothing(store, phone, match, form, status):
    match_terms_commands.set_match_terms(store, match, MatchTerms(is_season_chosen=True))

    assert phone.client.post(f"/matches/{match}/terms", data=form).status_code == status
    assert seasons.load_match_terms(store, match) == MatchTerms(is_season_chosen=True)
