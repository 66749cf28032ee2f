"""A league's players: adding, renaming, hiding, merging and removing them."""

import pytest

from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.web.extension_keys import LOG_KEY
from tests.members import add_phone
from tests.web.league.lists import names


@pytest.fixture(autouse=True)
def friends(store, app):
    """Ana, Bruno and Chus, with the keys 1 to 3. Ana and Bruno have a match."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
    log = app.extensions[LOG_KEY]
    commands.start_match(log, "chinchon", ("1", "2"), {}, CommandMeta("a", 1))


def test_a_player_can_be_added(phone):
    phone.go("/players")
    phone.type("Add a name", "Dina")

    assert names(phone.tap("Add")) == ["Ana", "Bruno", "Chus", "Dina"]


@pytest.mark.parametrize("name", ["😀" * 40, "x" * 40], ids=["emoji", "letters"])
def test_a_name_can_have_forty_characters_of_any_kind(phone, name):
    phone.go("/players")
    phone.type("Add a name", name)

    assert names(phone.tap("Add")) == ["Ana", "Bruno", "Chus", name]


def test_old_matches_show_the_new_name_of_a_player(phone):
    phone.go("/players/1/edit")
    phone.type("New name for Ana", "Anita")
    assert names(phone.tap("Rename")) == ["Anita", "Bruno", "Chus"]

    assert "Anita" in phone.go("/matches/1").words


def rename(phone, name):
    phone.type("New name for Ana", name)
    return phone.tap("Rename")


@pytest.fixture
def open_on_both(phone, another_phone):
    for each in (phone, another_phone):
        each.go("/players/1/edit")


@pytest.mark.both_databases
@pytest.mark.usefixtures("open_on_both")
def test_a_name_that_another_phone_changed_first_is_shown_and_replaced_by_a_second_tap(
    phone, another_phone
):
    rename(another_phone, "Anita")

    page = rename(phone, "Anna")

    assert page.status == 409
    assert page.reasons[0].startswith("Saved now: Ana is now called Anita. Your entries are below")
    field = page.find("New name for Anita", "input")
    assert (field["value"], field["aria-invalid"]) == ("Anna", "true")
    assert page.by_id(field["aria-describedby"]).words == "Ana is now called Anita."
    assert names(another_phone.go("/players")) == ["Anita", "Bruno", "Chus"]
    assert names(phone.tap("Rename")) == ["Anna", "Bruno", "Chus"]


@pytest.mark.usefixtures("open_on_both")
def test_two_phones_can_give_a_player_the_same_name(phone, another_phone):
    for each in (another_phone, phone):
        assert names(rename(each, "Anita")) == ["Anita", "Bruno", "Chus"]


@pytest.mark.usefixtures("open_on_both")
def test_an_unchanged_name_does_not_replace_the_name_that_another_phone_has_saved(
    phone, another_phone
):
    rename(another_phone, "Anita")

    assert names(phone.tap("Rename")) == ["Anita", "Bruno", "Chus"]


@pytest.mark.usefixtures("open_on_both")
def test_a_refused_name_is_still_compared_with_the_name_that_the_page_shows(phone, another_phone):
    assert rename(phone, "Bruno").status == 422
    rename(another_phone, "Anita")

    assert rename(phone, "Anna").status == 409


@pytest.mark.usefixtures("open_on_both")
def test_a_page_from_before_the_update_renames_the_player(phone, another_phone):
    [shown] = [box for box in phone.page.root.all("input") if box["name"] == "was-name"]
    shown.attrs["disabled"] = ""
    rename(another_phone, "Anita")

    assert names(rename(phone, "Anna")) == ["Anna", "Bruno", "Chus"]


@pytest.mark.parametrize("name", ["Bruno", " BRUNO", "Bru\u200bno"])
def test_two_players_cannot_have_the_same_name(phone, name):
    phone.go("/players/1/edit")
    phone.type("New name for Ana", name)
    page = phone.tap("Rename")

    assert page.status == 422
    sentence = "There is already a player called Bruno. Choose a name that tells them apart."
    assert page.reasons == [sentence]
    field = page.find("New name for Ana", "input")
    assert field["value"] == name
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert names(phone.go("/players")) == ["Ana", "Bruno", "Chus"]


@pytest.mark.both_databases
def test_a_hidden_player_is_not_offered_until_shown_again(phone):
    phone.go("/players/2/edit")
    phone.tap("Hide: Bruno")
    assert "Hidden" in phone.page.words
    assert "Bruno" not in phone.go("/matches/new").part("Who is playing?").words

    phone.go("/players/2/edit")
    phone.tap("Show again: Bruno")
    assert "Bruno" in phone.go("/matches/new").part("Who is playing?").words


@pytest.mark.both_databases
def test_a_player_without_matches_can_be_removed(phone):
    phone.go("/players/3/edit")

    assert names(phone.tap("Remove: Chus")) == ["Ana", "Bruno"]


def test_a_player_with_matches_cannot_be_removed(phone, app):
    page = phone.go("/players/1/edit")
    assert "Remove: " not in page.words

    refused = app.test_client().post("/players/1/remove")
    assert refused.status_code == 422
    assert "Ana has played and cannot be removed, but can be hidden." in refused.text


@pytest.mark.parametrize("what", ["name", "hide", "show", "remove"])
def test_an_unknown_player_is_not_found(app, what):
    response = app.test_client().post(f"/players/99/{what}", data={"name": "Zoë"})

    assert response.status_code == 404


KEYS = {"Ana": 1, "Bruno": 2, "Chus": 3, "Anita": 4}


def merge_on_page(phone, who, same):
    phone.go(f"/players/{KEYS[who]}/edit")
    phone.tap(same)
    return phone.tap("Merge")


def test_merged_players_are_listed_as_one_player(phone):
    page = merge_on_page(phone, "Chus", "Ana")

    assert names(page) == ["Ana", "Bruno"]
    assert page.by_id("merged").words == "Chus was merged into Ana. Undo"
    page = phone.go("/players/1/edit")
    assert "Also entered as Chus. Both count as one player." in page.words
    assert "Remove: " not in page.words
    assert "Chus" not in phone.go("/matches/new").part("Who is playing?").words


@pytest.mark.both_databases
def test_a_chain_of_merges_ends_at_the_last_player(store, phone):
    roster.add_player(store, "Anita")
    merge_on_page(phone, "Chus", "Anita")
    merge_on_page(phone, "Anita", "Ana")

    page = phone.go("/players?merged=3")
    assert page.by_id("merged").words == "Chus was merged into Ana. Undo"


def test_a_merge_can_be_undone_at_once_or_later(phone):
    merge_on_page(phone, "Chus", "Ana")
    page = phone.tap("Undo")
    assert names(page) == ["Ana", "Bruno", "Chus"]
    assert page.by_id("merged") is None

    merge_on_page(phone, "Chus", "Ana")
    phone.go("/players/3/edit")
    assert names(phone.tap("Undo merge: Chus")) == ["Ana", "Bruno", "Chus"]


REFUSED = [
    (
        [("into", "2")],
        "Ana and Bruno played in the same match of Chinchón on Wed 31 Dec 1969, so they cannot be "
        "the same person.",
    ),
    ([("name", "Zoë")], "There is no player called Zoë."),
    ([("name", "Ana")], "Choose a player other than Ana."),
    ([("into", "9")], "This player does not exist. Choose another one."),
    ([], "Choose the other entry for this player."),
]


@pytest.mark.parametrize(("sent", "sentence"), REFUSED)
def test_an_impossible_merge_is_refused_beside_the_choice(phone, sent, sentence):
    page = phone.request("POST", "/players/1/same", sent)

    assert page.status == 422
    assert page.reasons == [sentence]
    choice = page.by_id("others").closest("fieldset")
    assert page.by_id(choice["aria-describedby"]).words == sentence
    chosen = [box["value"] for box in choice.all("input") if "checked" in box]
    assert chosen == [value for name, value in sent if (name, value) == ("into", "2")]
    assert page.find("New name for Ana", "input")["value"] == "Ana"


def test_a_player_can_still_be_merged_by_name(phone):
    page = phone.request("POST", "/players/3/same", [("name", " ana ")])

    assert page.by_id("merged").words == "Chus was merged into Ana. Undo"


def test_old_matches_and_rematches_use_the_player_after_a_merge(phone, app):
    log = app.extensions[LOG_KEY]
    match = commands.start_match(log, "jamon", ("3", "2"), {"deals": 1}, CommandMeta("c", 1))
    commands.close(log, match, "unfinished", CommandMeta("d", 2))
    merge_on_page(phone, "Chus", "Ana")

    page = phone.go(f"/matches/{match}")
    assert "Ana" in page.words
    assert "Chus" not in page.words
    assert "Chus" not in phone.go("/").words
    phone.go(f"/matches/{match}")
    again = phone.tap("Rematch, same seats")
    assert log.sheet(int(again.path.split("/")[2].split("?")[0])).setup.players == ("1", "2")


def test_the_name_of_a_merged_player_selects_the_remaining_player_for_a_new_match(phone):
    merge_on_page(phone, "Chus", "Ana")
    phone.go("/matches/new")
    phone.type("Add a name", "chus")
    phone.tap("Add")

    assert [
        box["value"]
        for box in phone.page.root.all("input")
        if box["name"] == "plays" and "checked" in box
    ] == ["1", "2"]


def test_an_invalid_merged_parameter_shows_no_notice(phone):
    for odd in ("99", "1", "x", ""):
        assert phone.go(f"/players?merged={odd}").by_id("merged") is None


def test_a_row_leads_to_the_page_of_the_player_and_to_its_forms(phone):
    phone.go("/players")
    assert phone.tap("Ana").path == "/players/1"
    assert phone.tap("Edit Ana").path == "/players/1/edit"
    assert phone.tap("Ana’s page").path == "/players/1"
    phone.go("/players")
    assert phone.tap("Edit Chus").title == "Chus"
    assert phone.tap("Back to Players").path == "/players#player-3"


def test_only_an_owner_sees_the_link_to_the_forms(app, phone):
    add_phone(app, Right.SCORER, "scorers")
    phone.client.token = "scorers"

    for path in ("/players", "/players/1"):
        assert "Edit" not in phone.go(path).words
    assert phone.go("/players/1/edit").status == 403


def test_the_forms_of_a_merged_player_are_those_of_the_remaining_player(phone):
    merge_on_page(phone, "Chus", "Ana")

    assert phone.go("/players/3/edit").path == "/players/1/edit"
    assert phone.go("/players/9/edit").status == 404
