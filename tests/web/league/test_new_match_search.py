"""The players of a large league on the new-match page, without JavaScript."""

import pytest

from scorekeeper.league import player_merge, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests import big_league

MANY = (*(f"Player {n:02}" for n in range(1, 18)), "Ana Núñez", "Álvaro Nadal")


@pytest.fixture(autouse=True)
def people(store):
    """Seventeen numbered players with the keys 1 to 17, Ana Núñez (18) and Álvaro Nadal (19)."""
    return big_league.add_players(store, MANY)


def start(log, *seats, at=1):
    return commands.start_match(log, "chinchon", seats, {}, CommandMeta(f"start {at}", at))


def chips(page):
    """Return (name, whether the chip is in the collapsed list) of each visible player."""
    part = page.part("Who is playing?")
    labels = [chip for chip in part.all("label") if "data-entry-of" in chip]
    return [
        (chip.all("bdi")[0].words, chip.closest("details") is not None)
        for chip in labels
        if "hidden" not in chip
    ]


def first_names(page):
    return [name for name, is_folded in chips(page) if not is_folded]


def chosen_players(page):
    boxes = [box for box in page.root.all("input") if box["name"] == "plays"]
    return [box["value"] for box in boxes if "checked" in box]


def search(phone, query):
    phone.type("Find a player", query)
    return phone.tap("Search")


def test_a_small_league_has_no_search(store, phone):
    for key in ("17", "18", "19"):
        roster.hide_player(store, int(key))

    page = phone.go("/matches/new")

    assert len(first_names(page)) == 16
    assert "Find a player" not in page.text


def test_the_players_who_played_last_come_first(phone, log):
    start(log, "1", "2", at=1)
    start(log, "3", "2", at=2)

    page = phone.go("/matches/new")

    assert first_names(page) == ["Player 03", "Player 02", "Player 01"]
    assert chosen_players(page) == ["3", "2"]
    assert len(chips(page)) == 19


def test_at_most_twelve_players_are_shown_because_they_played(phone, log):
    for key in range(1, 16, 2):
        start(log, str(key), str(key + 1), at=key)

    shown = first_names(phone.go("/matches/new"))

    assert len(shown) == 12
    assert shown[:3] == ["Player 15", "Player 16", "Player 13"]


@pytest.mark.both_databases
def test_a_merged_player_is_shown_as_the_player_merged_into(store, phone, log):
    start(log, "1", "2")
    player_merge.merge_players(store, 1, 18)

    assert first_names(phone.go("/matches/new")) == ["Ana Núñez", "Player 02"]


def test_chips_keep_their_places_when_another_match_starts(phone, log):
    start(log, "1", "2", at=1)
    phone.go("/matches/new")
    start(log, "3", "4", at=2)

    page = search(phone, "")

    assert first_names(page) == ["Player 01", "Player 02"]


def test_a_search_shows_players_by_first_letters_and_those_chosen(phone, log):
    start(log, "1", "2")
    phone.go("/matches/new")
    page = search(phone, "na")

    assert [name for name, _ in chips(page)] == [
        "Player 01",
        "Player 02",
        "Álvaro Nadal",
    ]
    assert page.by_id("found").words == "One player found."
    assert "open" in page.by_id("plays-19").closest("details")

    page = search(phone, "NU")
    assert chips(page)[-1] == ("Ana Núñez", True)


def test_a_search_by_address_shows_the_same(phone):
    page = phone.go("/matches/new?q=nad")

    assert [name for name, _ in chips(page)] == ["Álvaro Nadal"]


def test_players_stay_chosen_over_several_searches(phone, log):
    phone.go("/matches/new")
    phone.tap("Chinchón")
    search(phone, "ana")
    phone.tap("Ana Núñez")
    search(phone, "alv")
    phone.tap("Álvaro Nadal")
    page = search(phone, "player 0")

    assert chosen_players(page) == ["18", "19"]
    assert page.by_id("found").words == "9 players found."
    phone.tap("Player 03")
    phone.tap("Start")
    page = phone.tap("Start")
    assert page.path == "/matches/1"
    assert log.sheet(1).setup.players == ("18", "19", "3")


def test_a_name_that_nobody_has_can_be_added_from_the_search(phone):
    phone.go("/matches/new")
    page = search(phone, " Ana ")
    assert page.by_id("found").words == "One player found."

    page = phone.tap("Add Ana")

    assert chosen_players(page) == ["20"]
    assert first_names(page) == ["Ana"]
    assert page.find("Find a player", "input")["value"] == ""


def test_the_name_of_a_listed_player_is_not_offered_as_new(phone):
    phone.go("/matches/new")
    page = search(phone, "ana núñez")

    buttons = [button for button in page.root.all("button") if "data-adds" in button]
    assert ["hidden" in button for button in buttons] == [True]


def test_a_refused_name_stays_in_the_search_field(phone):
    phone.go("/matches/new")
    search(phone, "x" * 41)
    page = phone.tap("Add ")

    assert page.status == 422
    sentence = "A name can have at most 40 characters, not 41."
    assert page.reasons == [sentence]
    assert page.by_id("no-name").words == sentence
    assert page.find("Find a player", "input")["value"] == "x" * 41
