"""The new-match page suggests the seats and options of the last match."""

from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.web.league.new_match.page import seats, started_match


def test_one_tap_repeats_the_last_match_with_the_next_dealer(phone, log):
    commands.start_match(
        log, "loba", ("3", "1", "2"), {"stake": 5, "first_dealer": "1"}, CommandMeta("a", 1)
    )
    phone.go("/matches/new")
    phone.tap("Start, Bruno deals first")

    assert started_match(log, 2) == ("loba", "3 1 2", "2")
    assert log.sheet(2).setup.options["stake"] == 5


def test_seats_and_options_of_the_last_match_are_prefilled(phone, log):
    commands.start_match(
        log, "loba", ("3", "1", "2"), {"stake": 5, "first_dealer": "2"}, CommandMeta("a", 1)
    )
    page = phone.go("/matches/new")

    assert seats(page) == "Chus* Ana Bruno"
    assert page.find("Each player’s stake", "input")["value"] == "5"


def test_choosing_a_group_prefills_its_last_match(phone, log):
    commands.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    commands.start_match(log, "loba", ("1", "2", "3"), {}, CommandMeta("b", 2))
    phone.go("/matches/new")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert seats(page) == "Bruno Ana*"
    assert page.find("Out at", "input")["value"] == "50"


def test_choices_made_by_hand_are_kept_when_the_group_changes(phone, log):
    commands.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    commands.start_match(log, "loba", ("1", "2", "3"), {}, CommandMeta("b", 2))
    phone.go("/matches/new")
    phone.type("Out at", "70")
    phone.tap("Move Bruno up")
    phone.tap("Move Bruno down")
    phone.tap("Ana deals")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert seats(page) == "Ana* Bruno"
    assert page.find("Out at", "input")["value"] == "70"


def test_house_rules_of_a_game_are_prefilled_for_a_new_group(phone, log):
    commands.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    phone.go("/matches/new")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert page.find("Out at", "input")["value"] == "50"


def test_a_player_hidden_since_the_last_match_is_not_offered(store, phone, log):
    commands.start_match(log, "loba", ("3", "1", "2"), {"first_dealer": "2"}, CommandMeta("a", 1))
    roster.hide_player(store, 3)

    assert seats(phone.go("/matches/new")) == "Ana* Bruno"
