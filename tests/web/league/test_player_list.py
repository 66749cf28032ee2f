"""The list of players of a large league: order, pages, letters and search."""

import pytest

from scorekeeper.league import player_merge, roster
from tests import big_league
from tests.web.league.lists import names

MANY = (
    *(f"Bo {n:02}" for n in range(1, 41)),
    "Álvaro",
    "Ana",
    "Nuria",
    "Ñico",
    "Oto",
    "7 of 9",
    "Zoë",
    "Анна",
)


@pytest.fixture
def people(store):
    return big_league.add_players(store, MANY)


def test_a_page_of_the_list_has_thirty_six_players(people, phone):
    page = phone.go("/players")
    assert names(page)[:4] == ["7 of 9", "Álvaro", "Ana", "Bo 01"]
    assert len(names(page)) == 36
    assert "1 to 36 of 48 players" in page.words

    page = phone.tap("Next")
    assert names(page)[-5:] == ["Nuria", "Ñico", "Oto", "Zoë", "Анна"]
    assert "37 to 48 of 48 players" in page.words

    page = phone.tap("Previous")
    assert "1 to 36 of 48 players" in page.words


def test_a_letter_leads_to_the_first_player_with_it(people, phone):
    page = phone.go("/players")
    letters = [link.words for link in page.root.all("a") if link["class"] == "letters__link"]
    assert letters == ["#", "A", "B", "N", "Ñ", "O", "Z", "\u0410"]

    assert names(phone.tap("Ñ")) == ["Ñico", "Oto", "Zoë", "Анна"]
    assert names(phone.tap("N"))[0] == "Nuria"


def test_a_short_list_has_neither_letters_nor_pages_nor_a_search(store, phone):
    big_league.add_players(store, MANY[:36])
    page = phone.go("/players")

    assert len(names(page)) == 36
    for words in ("of 36 players", "First letters of names", "Find a player"):
        assert words not in page.text


def test_a_search_shows_only_the_players_found(people, phone):
    phone.go("/players")
    phone.type("Find a player", "ñ")
    page = phone.tap("Search")

    assert names(page) == ["Nuria", "Ñico"]
    assert page.by_id("found").words == "2 players found."
    assert len(page.root.all("tr")) == 49

    assert phone.go("/players?q=bo").by_id("found").words == (
        "40 players found. The first 36 are shown."
    )


def test_a_change_leads_to_the_page_of_the_list_with_the_player(people, phone):
    phone.go("/players/48/edit")
    phone.type("New name for Анна", "Яна")
    page = phone.tap("Rename")

    assert page.path == "/players?from=37#player-48"
    assert names(page)[-1] == "Яна"


def test_the_list_can_be_sorted_by_the_last_evening_and_by_matches(app, store, people, phone):
    big_league.play_in_fives(app, people[:15])
    big_league.play_in_fives(app, people[:5], at=7 * 24 * 60 * 60)
    big_league.play_in_fives(app, people[5:10], at=1000)
    big_league.play_in_fives(app, people[5:10], at=2000)
    phone.go("/players")

    page = phone.tap("Last played")
    assert names(page)[:6] == ["Bo 01", "Bo 02", "Bo 03", "Bo 04", "Bo 05", "Bo 06"]
    assert "letters__link" not in page.text
    row = page.by_id("player-1")
    assert [cell.words for cell in row.all("td")[:2]] == ["Mon 28 Sep 2026", "2"]

    page = phone.tap("Matches")
    assert names(page)[:6] == ["Bo 06", "Bo 07", "Bo 08", "Bo 09", "Bo 10", "Bo 01"]
    assert names(phone.tap("Player"))[0] == "7 of 9"


def test_many_hidden_players_are_folded(store, people, phone):
    for key in range(1, 14):
        roster.hide_player(store, key)
    page = phone.go("/players")

    assert "open" not in page.by_id("player-1").closest("details")
    assert names(page)[2:4] == ["Ana", "Bo 14"]


def test_a_list_of_more_than_five_hundred_players_is_searched_by_the_server(store, phone):
    big_league.add_players(store, tuple(f"Bo {n:03}" for n in range(501)))
    page = phone.go("/players")
    assert len(names(page)) == len(page.root.all("tr")) - 1 == 36
    assert "data-filters" not in page.text

    phone.type("Find a player", "499")
    assert names(phone.tap("Search")) == ["Bo 499"]


@pytest.mark.parametrize("query", ["from=0", "from=99", "from=x", "letter=Q", "sort=x", "q=."])
def test_an_unknown_place_in_the_list_shows_its_beginning(people, phone, query):
    assert names(phone.go(f"/players?{query}"))[0] == "7 of 9"


def test_more_matches_need_no_more_queries(app, count_queries, store, people):
    big_league.play_in_fives(app, people[:5])
    few = count_queries("/players?from=1")
    big_league.play_in_fives(app, people[:40], at=1000)

    assert count_queries("/players?from=1") == few


def test_the_other_entry_for_a_merge_can_be_searched_for(people, phone):
    phone.go("/players/43/edit")
    phone.type("Find a player", "nico")
    page = phone.tap("Search")
    assert page.path == "/players/43/edit"
    assert page.by_id("found").words == "One player found."

    phone.tap("Ñico")
    page = phone.tap("Merge")

    assert page.by_id("merged").words == "Nuria was merged into Ñico. Undo"


def test_the_only_player_of_a_league_can_be_unmerged(store, phone):
    roster.add_player(store, "Ana")
    roster.add_player(store, "Anna")
    player_merge.merge_players(store, 2, 1)

    page = phone.go("/players/1/edit")

    assert "Also entered as Anna. Both count as one player." in page.words
    assert "is the same player as" not in page.words
    assert names(phone.tap("Undo merge: Anna")) == ["Ana", "Anna"]
