"""Names on the new-match page: adding and renaming players, refused names, and initials."""

import pytest

from scorekeeper.league import player_renames, roster
from tests.web.league.new_match.page import rules, seats, started_match


def test_adding_a_player_keeps_the_other_choices(phone):
    phone.go("/matches/new")
    phone.tap("Chinchón")
    phone.tap("Dina")
    phone.tap("Bruno deals")
    phone.type("Add a name", "Zoë")
    page = phone.tap("Add")

    assert page.status == 200
    assert seats(page) == "Ana Bruno* Chus Zoë"
    assert rules(page).startswith("Rules: out at 100")
    assert page.find("Add a name", "input")["value"] == ""


def test_adding_a_known_name_selects_the_existing_player(phone):
    phone.go("/matches/new")
    phone.tap("Dina")
    phone.type("Add a name", " dina ")

    assert seats(phone.tap("Add")) == "Ana* Bruno Chus Dina"


def test_adding_the_name_of_a_chosen_player_says_so_and_keeps_the_text(phone):
    phone.go("/matches/new")
    phone.type("Add a name", "bruno ")
    page = phone.tap("Add")

    assert (page.status, page.reasons) == (422, ["Bruno is already chosen."])
    assert "No player was added" in page.alerts[0]
    assert page.find("Add a name", "input")["value"] == "bruno "
    assert seats(page) == "Ana* Bruno Chus Dina"
    assert phone.tap("Start").path == "/matches/1"


def test_adding_without_a_name_says_what_to_enter(phone):
    phone.go("/matches/new")
    page = phone.tap("Add")

    sentence = "Enter the name of the player to add."
    assert (page.status, page.reasons) == (422, [sentence])
    field = page.find("Add a name", "input")
    assert page.by_id(field["aria-describedby"]).words == sentence


def test_adding_the_name_of_a_hidden_player_selects_that_player(store, phone):
    roster.hide_player(store, 4)
    assert seats(phone.go("/matches/new")) == "Ana* Bruno Chus"
    phone.type("Add a name", "Dina")

    assert seats(phone.tap("Add")) == "Ana* Bruno Chus Dina"


@pytest.mark.parametrize(
    "name",
    [
        "محمد الأمين",
        "李",
        "🂡",
        "Anne-Marie d’Árvore",
        "<b>Bob</b>",
        "{n}",
        "' OR 1=1 --",
        "x" * 40,
        "😀" * 40,
    ],
)
def test_names_in_any_script_are_shown_as_typed(phone, name):
    phone.go("/matches/new")
    phone.type("Add a name", name)
    page = phone.tap("Add")

    assert seats(page).endswith(f"Dina {name}")
    assert name in phone.tap("Start").words


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        pytest.param("x" * 41, "A name can have at most 40 characters, not 41.", id="too long"),
        pytest.param("\u202eZoë", "A name must be on one line", id="reverses the line"),
        pytest.param("\u200b", "Every player needs a name.", id="invisible"),
    ],
)
def test_an_invalid_name_is_refused_and_kept_in_its_field(phone, name, sentence):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.type("Add a name", name)
    page = phone.tap("Start")

    assert page.status == 422
    assert sentence in page.alerts[0]
    assert page.words.count(sentence) == 2
    assert page.find("Add a name", "input")["value"] == name
    assert "checked" in page.find("Loba", "input")


def test_renaming_a_player_keeps_the_other_choices(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.tap("Move Chus up")
    phone.tap("Dina deals")
    phone.type("New name for Bruno", "Benno")
    page = phone.tap("Save names")

    assert page.status == 200
    assert seats(page) == "Ana Chus Benno Dina*"
    assert "checked" in page.find("Loba", "input")
    phone.tap("Start")
    assert started_match(log, 1) == ("loba", "1 3 2 4", "4")


def test_renaming_to_a_name_in_use_is_refused_beside_the_field(phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Ana")
    page = phone.tap("Save names")

    sentence = "There is already a player called Ana. Choose a name that tells them apart."
    assert page.status == 422
    assert page.reasons == [sentence]
    field = page.find("New name for Bruno", "input")
    assert field["value"] == "Ana"
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert page.find("Add a name", "input")["value"] == ""


def test_start_saves_a_new_name_that_was_typed(store, phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    phone.tap("Start")

    assert roster.find_player_by_name(store, "Benno").key == "2"


def test_a_typed_name_is_kept_while_seats_are_moved(phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    page = phone.tap("Move Chus up")

    assert page.find("New name for Bruno", "input")["value"] == "Benno"
    assert seats(page) == "Ana* Chus Bruno Dina"


def test_start_does_not_overwrite_a_name_changed_in_the_meantime(store, phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    player_renames.rename_players(store, {1: "Anita"})
    phone.tap("Start")

    assert [one.name for one in roster.players(store)] == ["Anita", "Benno", "Chus", "Dina"]


def test_a_player_renamed_by_another_phone_is_renamed_only_after_a_second_tap(store, phone):
    phone.go("/matches/new")
    phone.type("New name for Ana", "Annie")
    player_renames.rename_players(store, {1: "Anita"})
    page = phone.tap("Save names")

    assert page.status == 409
    assert page.reasons == ["Ana is now called Anita."]
    assert page.find("New name for Anita", "input")["value"] == "Annie"
    phone.tap("Save names")
    assert [one.name for one in roster.players(store)] == ["Annie", "Bruno", "Chus", "Dina"]


def test_start_with_a_new_player_first_shows_the_seats_to_check(phone, log):
    phone.go("/matches/new")
    phone.type("Add a name", "Zoë")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.reasons == ["These players were added: Zoë. Check the seats, then start."]
    assert phone.tap("Start").path == "/matches/1"
    assert started_match(log, 1) == ("jabberwocky", "1 2 3 4 5", "1")


def initials(page):
    """Return {name: initials} as the page shows them."""
    tokens = [each for each in page.root.all("span") if "token" in each["class"].split()]
    shown = [(token.parent.all("bdi"), token.words) for token in tokens]
    return {names[0].words: letters for names, letters in shown if names}


def test_players_have_the_same_initials_on_the_new_match_page_and_in_the_match(phone, store):
    """Mireia joined before Miguel, but Miguel comes first in the list of players."""
    roster.remove_player(store, 3)
    roster.remove_player(store, 4)
    for name in ("Mireia", "Miguel"):
        roster.add_player(store, name)
    expected = {"Ana": "A", "Bruno": "B", "Mireia": "Mi", "Miguel": "M2"}
    page = phone.go("/matches/new")
    assert [name for name in initials(page) if name.startswith("M")] == ["Miguel", "Mireia"]
    assert initials(page) == expected
    page = phone.tap("Move Mireia up")
    assert initials(page) == expected

    assert initials(phone.tap("Start")) == expected
