"""Starting a match on the new-match page: seats, dealer, number of players and friendly matches."""

import pytest

from scorekeeper.league import season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, Season
from tests.web.league.new_match.page import part_after_change, seats, started_match


def test_a_match_of_all_players_starts_with_one_tap(phone, log):
    phone.go("/matches/new")
    page = phone.tap("Start")

    assert page.path == "/matches/1"
    assert started_match(log, 1) == ("jabberwocky", "1 2 3 4", "1")


def test_seats_can_be_moved_and_the_first_dealer_chosen(phone, log):
    phone.go("/matches/new")
    phone.tap("Move Chus up")
    phone.tap("Bruno deals")
    page = phone.tap("Move Ana down")

    assert seats(page) == "Chus Ana Bruno* Dina"
    phone.tap("Start")
    assert started_match(log, 1) == ("jabberwocky", "3 1 2 4", "2")


def test_the_first_seat_cannot_move_up_nor_the_last_seat_down(phone):
    page = phone.go("/matches/new")

    assert page.find("Move Ana up", "button").is_disabled
    assert page.find("Move Dina down", "button").is_disabled


def test_too_few_players_are_refused_beside_start_and_at_the_top(phone):
    phone.go("/matches/new")
    phone.tap("Jaguar")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.reasons == ["Jaguar is for 5 or 6 players."]
    assert page.by_id("not-yet").words == "Jaguar is for 5 or 6 players."
    assert "4 players are chosen. Start" in page.words
    assert "checked" in page.find("Jaguar", "input")
    assert seats(page) == "Ana* Bruno Chus Dina"


def test_start_names_no_dealer_while_nobody_is_chosen(phone):
    phone.go("/matches/new")
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        phone.tap(name)
    page = part_after_change(phone)

    assert "0 players are chosen." in page.words
    assert ", Ana deals first" not in page.words


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        pytest.param(
            "Gin rummy", "Gin rummy is for 2 to 4 players. 5 players are chosen.", id="too many"
        ),
        pytest.param("Jaguar", None, id="right"),
    ],
)
def test_a_wrong_number_of_players_disables_start(phone, game, reason):
    phone.go("/matches/new")
    phone.type("Add a name", "Edu")
    phone.tap("Add")
    phone.tap(game)
    page = part_after_change(phone)

    assert page.status == 200
    assert page.alerts == []
    assert page.find("Start", "button").is_disabled == (reason is not None)
    not_yet = page.by_id("not-yet")
    assert (not_yet and not_yet.parent.words) == reason


@pytest.mark.parametrize(("game", "looks_wrong"), [("Jaguar", False), ("Gin rummy", True)])
def test_too_few_players_are_not_yet_marked_as_a_mistake_but_too_many_are(phone, game, looks_wrong):
    phone.go("/matches/new")
    if looks_wrong:
        phone.type("Add a name", "Edu")
        phone.tap("Add")
    phone.tap(game)
    page = part_after_change(phone)

    assert ("problem" in page.by_id("not-yet")["class"]) == looks_wrong


def test_a_double_tap_starts_one_match(phone):
    page = phone.go("/matches/new")
    start = page.find("Start", "button")
    first = phone.send(page.form_of(start), start).path
    phone.page = page

    assert phone.send(page.form_of(start), start).path == first == "/matches/1"


def test_a_page_changed_after_going_back_starts_another_match(phone):
    page = phone.go("/matches/new")
    phone.tap("Start")
    phone.page = page
    phone.tap("Bruno deals")

    assert phone.tap("Start").path == "/matches/2"


@pytest.mark.parametrize(
    "was",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"game":{}}',
        "[" * 5000,
        '{"game":"loba","seats":7}',
        '{"game":"loba","seats":["1",[]],"dealer":1,"given":{},"own":[]}',
        '{"game":"gin","seats":["1","2"],"dealer":"9","given":{"preset":"x"},"own":["y"]}',
    ],
)
def test_a_forged_hidden_state_field_is_ignored(phone, log, was):
    phone.go("/matches/new")
    phone.set("was", was)

    assert phone.tap("Start").title == "Bids"
    assert log.sheet(1).setup.players == ("1", "2", "3", "4")


@pytest.mark.both_databases
def test_a_form_without_players_is_refused_with_a_reason(app):
    response = app.test_client().post("/matches/new", data={"start": "1"})

    assert response.status_code == 422
    assert "Jabberwocky is for 3 to 5 players." in response.text


def test_a_get_request_by_htmx_returns_the_whole_page(app):
    page = app.test_client().get("/matches/new", headers={"HX-Request": "true"})

    assert page.text.startswith("<!doctype html>")


def test_a_post_request_by_htmx_returns_only_the_form(app):
    part = app.test_client().post("/matches/new", headers={"HX-Request": "true"})

    assert part.text.lstrip().startswith('<form class="setup" id="setup"')
    assert "</form>" in part.text
    assert "<html" not in part.text


@pytest.mark.both_databases
def test_kept_choices_are_rendered_until_their_match_has_started(phone):
    kept = {"key": "the form", "game": "jamon", "plays": ["3", "1"], "restore": "1"}
    headers = {"HX-Request": "true", "Origin": "http://localhost"}
    response = phone.client.post("/matches/new", data=kept, headers=headers)
    assert 'value="jamon" id="game-jamon" checked' in response.text
    phone.client.post(
        "/matches/new", data={**kept, "start": "1"} | {"restore": []}, headers=headers
    )

    assert phone.client.post("/matches/new", data=kept, headers=headers).status_code == 204
    other = {**kept, "key": "another form"}
    assert phone.client.post("/matches/new", data=other, headers=headers).status_code == 200


@pytest.fixture
def autumn(store):
    """A season that includes every match."""
    return season_commands.create_season(store, Season(0, "Autumn"))


def test_a_match_can_be_started_as_friendly(store, phone, autumn):
    phone.go("/matches/new")
    phone.tap("Friendly match: does not count towards any season")
    phone.tap("Move Chus up")
    phone.tap("Start")

    assert seasons.load_match_terms(store, 1) == MatchTerms(is_season_chosen=True, season_id=None)


def test_friendly_is_off_by_default_and_offered_only_with_a_season(store, phone):
    assert "Friendly" not in phone.go("/matches/new").words
    season_commands.create_season(store, Season(0, "Autumn"))
    assert "Friendly" in phone.go("/matches/new").words
    phone.tap("Start")

    assert seasons.load_match_terms(store, 1) == NO_TERMS
