"""The players of the league and its name."""

import pytest

from scorekeeper import league
from scorekeeper import table as verbs
from scorekeeper.table import Sent


@pytest.fixture(autouse=True)
def friends(table):
    """Ana, Bruno and Chus, keys 1 to 3; Ana and Bruno have played."""
    with table.app_context():
        for name in ("Ana", "Bruno", "Chus"):
            league.add_player(name)
    log = table.extensions["scorekeeper.log"]
    verbs.start(log, "chinchon", ("1", "2"), {}, Sent("a", 1))


def names(page):
    return [line.all("bdi")[0].words for line in page.root.all("li") if line["class"] == "player"]


def test_somebody_is_added(phone):
    phone.go("/players")
    phone.type("Add a name", "Dina")

    assert names(phone.tap("Add")) == ["Ana", "Bruno", "Chus", "Dina"]


@pytest.mark.parametrize("name", ["😀" * 40, "x" * 40], ids=["emoji", "letters"])
def test_forty_signs_of_any_kind_are_a_name(phone, name):
    phone.go("/players")
    phone.type("Add a name", name)

    assert names(phone.tap("Add")) == ["Ana", "Bruno", "Chus", name]


def test_a_new_name_stands_in_old_matches_too(phone):
    phone.go("/players")
    phone.type("New name of Ana", "Anita", within="An")
    assert names(phone.tap("Rename", within="An")) == ["Anita", "Bruno", "Chus"]

    assert "Anita" in phone.go("/matches/1").words


@pytest.mark.parametrize("name", ["Bruno", " BRUNO", "Bru\u200bno"])
def test_two_players_may_not_have_the_same_name(phone, name):
    phone.go("/players")
    phone.type("New name of Ana", name)
    page = phone.tap("Rename", within="An")

    assert page.status == 422
    sentence = "There is a Bruno already: choose a name that tells them apart."
    assert page.alerts == [f"Not saved {sentence}"]
    field = page.find("New name of Ana", "input")
    assert field["value"] == name
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert "open" in field.around("details")
    assert names(phone.go("/players")) == ["Ana", "Bruno", "Chus"]


def test_a_hidden_player_is_not_offered_until_shown_again(phone):
    phone.go("/players")
    phone.tap("Hide: Bruno")
    assert "Hidden" in phone.page.words
    assert "Bruno" not in phone.go("/matches/new").part("Who plays?").words

    phone.go("/players")
    phone.tap("Show again: Bruno")
    assert "Bruno" in phone.go("/matches/new").part("Who plays?").words


def test_somebody_added_by_mistake_can_be_removed(phone):
    phone.go("/players")

    assert names(phone.tap("Remove: Chus")) == ["Ana", "Bruno"]


def test_who_has_played_is_never_removed(phone, table):
    page = phone.go("/players")
    assert [b.words for b in page.root.all("button") if "Remove" in b.words] == ["Remove: Chus"]

    refused = table.test_client().post("/players/1/remove")
    assert refused.status_code == 422
    assert "Ana has played and stays in the league, but can be hidden." in refused.text


def test_the_league_gets_another_name(phone):
    phone.go("/players")
    phone.type("Name of the league", "Thursday <i>table</i>")
    phone.tap("Save")

    assert phone.go("/").title == "Thursday <i>table</i>"


def test_a_league_without_a_name_is_refused(phone):
    phone.go("/players")
    phone.type("Name of the league", " ")
    page = phone.tap("Save")

    assert page.status == 422
    assert page.alerts == ["Not saved The league needs a name."]


@pytest.mark.parametrize("what", ["name", "hide", "show", "remove"])
def test_a_player_who_is_not_there_is_not_found(table, what):
    answer = table.test_client().post(f"/players/99/{what}", data={"name": "Zoë"})

    assert answer.status_code == 404


def test_a_plain_address_says_why_the_screen_goes_dark(phone, table):
    why = "so the browser does not let the page keep the screen on."
    assert why in phone.go("/players").words

    secure = table.test_client().get("/players", base_url="https://localhost")
    assert why not in secure.text
