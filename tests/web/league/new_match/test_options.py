"""A game's options on the new-match page: typed, refused, summarised and reset."""

from urllib.parse import unquote, urlsplit

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
from tests.web.league.new_match.page import house_rules_text, part_after_change, rules, seats


def test_the_options_of_a_chosen_game_can_be_shown(phone):
    phone.go("/matches/new")
    phone.tap("Loba")
    page = phone.tap("Show the options of this game")

    assert page.find("A joker left in hand counts", "input")["value"] == "10"


def test_changed_options_apply_to_the_match(phone, log):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "3, 4;5 4 3")
    phone.tap("Bids must not add up to the number of tricks")
    phone.choose("A made bid scores", "10 + the bid")
    phone.tap("Start")

    options = log.sheet(1).setup.options
    assert options["schedule"] == [3, 4, 5, 4, 3]
    assert options["dealer_hook"] is False
    assert options["scoring"] == "ten_plus_bid"
    assert options["renege_penalty"] == 3


def test_more_cards_than_the_pack_has_are_refused_with_the_maximum(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "3 4 52")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.find("Cards in each deal", "input")["value"] == "3 4 52"
    assert "gets at most" in page.alerts[0]


@pytest.mark.parametrize("typed", ["", "x", "3 4 five", "0 1", "9" * 7, "-3"])
def test_an_invalid_option_is_refused_and_kept_as_typed(phone, typed):
    phone.go("/matches/new")
    phone.tap("Dina deals")
    phone.type("Cards in each deal", typed)
    page = phone.tap("Start")

    sentence = (
        "Enter the number of cards in each deal, such as 3 4 5 4 3: up to 1000 deals with 1 card"
        " or more. Three players can get at most 17 cards each, four 12 and five 10."
    )
    assert page.status == 422
    assert page.reasons == [sentence]
    field = page.find("Cards in each deal", "input")
    assert field["value"] == typed
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert "open" in page.by_id("rules")
    assert seats(page) == "Ana Bruno Chus Dina*"


def test_an_option_that_does_not_fit_the_number_of_players_is_refused(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "13")
    page = phone.tap("Start")

    assert page.reasons == ["With 4 players, each player gets at most 12 cards in a deal."]


def test_the_summary_of_the_rules_follows_every_change(phone):
    phone.go("/matches/new")
    phone.tap("Chus")
    phone.tap("Dina")
    phone.tap("Gin rummy")
    part_after_change(phone)
    phone.tap("Hollywood: three games at once")
    assert rules(part_after_change(phone)).endswith("game 100, Hollywood.")

    phone.tap("Hollywood: three games at once")
    phone.type("Points to reach", "150")

    assert rules(part_after_change(phone)) == (
        "Rules: to 150, knock with 10 or less, gin 20, undercut 10, box 20, game 100."
    )


def test_house_rules_are_counted_and_can_be_reset_with_one_tap(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    page = phone.tap("Show the options of this game")
    assert house_rules_text(page) is None

    phone.type("Out at", "70")
    phone.type("Each player’s stake", "2")
    assert house_rules_text(phone.tap("Show the options of this game")) == (
        "2 rules differ from the standard rules. Reset to the standard rules"
    )
    phone.tap("Bruno deals")
    page = phone.tap("Reset")

    assert house_rules_text(page) is None
    assert page.find("Out at", "input")["value"] == "100"
    assert seats(page) == "Ana Bruno* Chus Dina"
    phone.tap("Start")
    assert log.sheet(1).setup.options["limit"] == 100


def test_rules_set_for_a_game_return_when_it_is_chosen_again(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.tap("Show the options of this game")
    phone.type("Out at", "70")
    phone.tap("Chinchón")
    page = phone.tap("Show the options of this game")
    assert house_rules_text(page) is None
    phone.type("Out at", "90")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("Loba")
    page = phone.tap("Show the options of this game")

    assert page.find("Out at", "input")["value"] == "70"
    assert house_rules_text(page).startswith("One rule differs from the standard rules.")
    phone.tap("Chinchón")
    phone.tap("Start")
    assert (log.sheet(1).setup.game, log.sheet(1).setup.options["limit"]) == ("chinchon", 90)


def test_options_that_follow_from_a_preset_still_follow_it_when_their_game_returns(phone):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("modern")
    phone.tap("Loba")
    phone.tap("Show the options of this game")
    phone.tap("Gin rummy")
    page = phone.tap("Show the options of this game")
    assert page.find("Bonus for gin", "input")["value"] == "25"

    phone.tap("classic")
    page = phone.tap("Show the options of this game")

    assert page.find("Bonus for gin", "input")["value"] == "20"


def test_reset_rules_are_still_reset_when_their_game_is_chosen_again(phone, log):
    commands.start_match(log, "loba", ("1", "2"), {"limit": 50}, CommandMeta("a", 1))
    phone.go("/matches/new")
    phone.tap("Reset")
    for game in ("Chinchón", "Loba"):
        phone.tap(game)
        page = phone.tap("Show the options of this game")

    assert house_rules_text(page) is None
    assert page.find("Out at", "input")["value"] == "100"


def test_rules_of_the_last_match_return_with_their_game(phone, log):
    commands.start_match(log, "loba", ("1", "2"), {"limit": 50}, CommandMeta("a", 1))
    phone.go("/matches/new")
    for game in ("Chinchón", "Loba"):
        phone.tap(game)
        page = phone.tap("Show the options of this game")

    assert house_rules_text(page).startswith("Same rules as last time.")
    assert page.find("Out at", "input")["value"] == "50"


def test_options_set_by_a_preset_are_not_counted_as_house_rules(phone):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("modern")

    page = phone.tap("Show the options of this game")

    assert house_rules_text(page).startswith("One rule differs from the standard rules.")


def test_house_rules_of_the_last_match_are_stated_and_stay_reset(phone, log):
    commands.start_match(
        log, "loba", ("1", "2", "3"), {"limit": 50, "stake": 5}, CommandMeta("a", 1)
    )
    commands.start_match(log, "loba", ("1", "2"), {"limit": 50}, CommandMeta("b", 2))
    page = phone.go("/matches/new")
    assert house_rules_text(page) == (
        "Same rules as last time. One differs from the standard rules. Reset to the standard rules"
    )

    phone.tap("Reset")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert house_rules_text(page) is None
    assert page.find("Out at", "input")["value"] == "100"


def test_an_option_that_does_not_fit_disables_start(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "13")
    page = part_after_change(phone)

    assert page.find("Start", "button").is_disabled
    assert (
        page.by_id("not-yet").words
        == "With 4 players, each player gets at most 12 cards in a deal."
    )


def test_an_empty_optional_number_is_none(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.tap("Show the options of this game")
    phone.type("Returns allowed", "")
    phone.tap("Start")

    assert log.sheet(1).setup.options["max_reenlist"] is None


def test_a_preset_does_not_overwrite_options_set_by_hand(phone, log):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("modern")
    phone.type("Bonus for an undercut", "15")
    page = phone.tap("Show the options of this game")
    assert page.find("Bonus for gin", "input")["value"] == "25"

    phone.tap("Start")
    options = log.sheet(1).setup.options
    assert (options["gin_bonus"], options["undercut_bonus"], options["target"]) == (25, 15, 125)


def test_partners_at_gin_are_shown_for_four_players(phone):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    page = phone.tap("Show the options of this game")

    assert "Partners sit opposite each other: Ana and Chus against Bruno and Dina." in page.words


def test_the_rules_page_links_back_to_the_new_match(phone):
    phone.go("/matches/new")
    phone.tap("All rules of Jabberwocky")

    assert phone.tap("Back").path == "/matches/new"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_option_links_to_its_section_of_the_rules(phone, game):
    phone.go("/matches/new")
    phone.tap(game.name)
    page = phone.tap("Show the options of this game")
    links = [e["href"] for e in page.root.all("a") if e["class"] == "option__about"]

    ids = {e["id"] for e in phone.go(f"/rules/{game.slug}").root.all("h3")}
    assert len(links) == len(game.options)
    for link in links:
        address = urlsplit(link)
        assert address.path == f"/rules/{game.slug}"
        assert unquote(address.fragment) in ids
