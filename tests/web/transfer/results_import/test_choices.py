"""The choices before an import: columns, names, games and header lines."""

from scorekeeper.league import roster
from tests.web.transfer.results_import.uploads import (
    FINE,
    chosen_option,
    imported_rows,
    standings,
    table_rows,
    upload_file,
)

MESSY = FINE.replace("Puntos\n", "Puntos;Notas\n").replace("62\n", "62;en casa\n") + (
    "31/10/2023;Loba;Ana;1;40\n31/10/2023;Loba;Bruno;3.5;41\n"
    "12/10/2023;Mus;Ana;1;\n12/10/2023;Mus;Txus;2;\n02/11/2023;Chinchon;Ana;primera;8\n"
)


def test_an_undecided_column_prevents_the_import(app, phone):
    page = upload_file(phone, MESSY)
    before = imported_rows(app)
    assert chosen_option(page, "Notas") == "Choose…"

    page = phone.tap("Import")
    assert page.status == 422
    sentence = "Choose what “Notas” contains, or “Not used” to leave it out."
    assert sentence in page.alerts[0]
    assert "autofocus" in page.find("Notas", "select")
    assert imported_rows(app) == before

    phone.choose("Notas", "Not used")
    assert "2 matches were imported" in phone.tap("Import").words


def test_every_rejected_line_has_a_reason(phone):
    page = upload_file(phone, MESSY)

    assert page.items("5 rejected lines") == [
        "line 7 Left out because it belongs to the same match as line 8. 31/10/2023; Loba; "
        "Ana; 1; 40",
        "line 8 A place must be a whole number, not “3.5”. 31/10/2023; Loba; Bruno; 3.5; 41",
        "line 9 There is no game called “Mus”. 12/10/2023; Mus; Ana; 1;",
        "line 10 There is no game called “Mus”. 12/10/2023; Mus; Txus; 2;",
        "line 11 A place must be a whole number, not “primera”. 02/11/2023; "
        "Chinchon; Ana; primera; 8",
    ]


def test_an_unknown_name_can_be_assigned_to_a_player(store, phone):
    upload_file(phone, FINE)
    phone.choose("Gema", "Chus")
    page = phone.tap("Check again")
    assert chosen_option(page, "Gema") == "Chus"
    assert table_rows(page)[2][3] == "Chus"
    assert chosen_option(phone.go(page.path), "Gema") == "Chus"

    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Chus", "2", "1"), ("Bruno", "1", "0")]
    assert [player.name for player in roster.players(store, include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]


def test_a_name_can_be_left_out_and_an_unknown_game_assigned(phone):
    page = upload_file(phone, MESSY)
    phone.choose("Mus", "Jamón")
    phone.choose("Txus", "Leave out")
    phone.choose("Notas", "Not used")
    page = phone.tap("Check again")

    assert (chosen_option(page, "Mus"), chosen_option(page, "Txus")) == ("Jamón", "Leave out")
    assert "“Txus” is left out." in page.words


def test_one_game_can_be_chosen_for_all_lines(phone):
    page = upload_file(phone, "Date;Ana;Bruno\n3/9/2023;5;0\n4/9/2023;0;7\n")
    assert "Choose the column with the game, or choose one game for all lines." in page.words
    assert "No matches could be read yet." in page.words

    phone.choose("One game for all lines", "Loba")
    phone.tap("Check again")
    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Bruno", "2", "1")]


def test_chosen_contents_of_unknown_columns_are_remembered(phone):
    page = upload_file(phone, "Wann;Wer;Was\n" + "\n".join(FINE.splitlines()[1:]))
    assert "Choose the column with the date." in page.words
    roles = ("Date, day first", "Game", "Player", "Place", "Game points")
    for number, role in enumerate(roles, start=1):
        phone.choose(f"Column {number}", role)
    phone.tap("Check again")
    phone.choose("Number of header lines", "1")
    page = phone.tap("Check again")

    titles = ("Wann", "Wer", "Was", "Column 4", "Column 5")
    assert tuple(chosen_option(phone.go(page.path), title) for title in titles) == roles
    assert "lines 5 matches 2 rejected lines 0" in phone.page.words
    assert "2 matches were imported" in phone.tap("Import").words


def test_a_file_with_one_column_per_new_player_is_imported(phone):
    upload_file(phone, "Fecha;Juego;Pepe;Xavi\n3/9/2023;Loba;5;0\n4/9/2023;Loba;0;7\n")
    for name in ("Pepe", "Xavi"):
        phone.choose(name, "Points of the player named in the heading")
    phone.tap("Check again")
    phone.tap("Import")

    assert standings(phone) == [("Pepe", "2", "1"), ("Xavi", "2", "1")]


def test_the_number_of_header_lines_can_be_chosen(phone):
    page = upload_file(phone, FINE)
    assert chosen_option(page, "Number of header lines") == "1"
    phone.choose("Number of header lines", "0")

    page = phone.tap("Check again")
    assert chosen_option(page, "Number of header lines") == "0"
    assert "lines 6" in page.words


def test_choices_changed_just_before_the_import_are_checked_first(app, phone):
    upload_file(phone, FINE)
    phone.choose("Gema", "Leave out")
    before = imported_rows(app)

    page = phone.tap("Import")

    assert page.status == 422
    assert chosen_option(page, "Gema") == "Leave out"
    assert "No matches could be read from this file" in page.alerts[0]
    assert imported_rows(app) == before


def test_an_import_of_fewer_matches_than_previewed_needs_another_check(phone):
    upload_file(phone, FINE + "11/09/2023;Loba;Ana;1;\n11/09/2023;Loba;Chus;2;\n")
    phone.choose("Gema", "Leave out")

    page = phone.tap("Import 3 matches")

    assert page.status == 422
    assert (
        "With these choices, there is now one match. Check it again, then import." in page.alerts[0]
    )
    assert "One match was imported" in phone.tap("Import one match").words


def test_a_match_with_too_many_players_is_rejected(phone):
    page = upload_file(phone, "date;game;players\n3/9/2023;Loba;Ana, Bruno, Chus, D, E, F\n")

    assert "Loba is for 2 to 5 players, not 6." in page.words
