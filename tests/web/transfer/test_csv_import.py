"""Old results from a spreadsheet: upload, preview, import, undo."""

from threading import Event, Thread

import pytest
from sqlalchemy import event

from scorekeeper.league import player_merge, roster
from scorekeeper.league.season_commands import create_season
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.transfer.results_import import jobs
from scorekeeper.web.transfer import csv_import
from tests.web.lobas import columns
from tests.web.results import jabberwocky
from tests.web.transfer.csv_uploads import (
    FINE,
    chosen,
    everything,
    looked,
    names,
    send_file,
)

MESSY = FINE.replace("Puntos\n", "Puntos;Notas\n").replace("62\n", "62;en casa\n") + (
    "31/10/2023;Loba;Ana;1;40\n31/10/2023;Loba;Bruno;3.5;41\n"
    "12/10/2023;Mus;Ana;1;\n12/10/2023;Mus;Txus;2;\n02/11/2023;Chinchon;Ana;primera;8\n"
)


@pytest.fixture(autouse=True)
def friends(store):
    """Ana, Bruno and Chus, keys 1 to 3."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)


def write(phone, data):
    """Upload this file and write all of it."""
    looked(phone, data)
    return phone.tap("Import")


def rows(page):
    """Return the lines of the preview or of the table."""
    return [[c.words for c in line.all("th", "td")] for line in page.root.all("tr")][1:]


def standings(phone):
    """Return each player's name, matches and wins of all time."""
    return columns(phone.go("/season/all"), "Player", "M", "W")


# ---------------------------------------------------------------- from upload to undo


def test_an_empty_season_links_to_the_import_of_old_results(store, phone):
    create_season(store, Season(0, "New"))
    phone.go("/season")

    assert phone.tap("Import them").title == "Old results"
    assert "Earlier imports" not in phone.page.words


def test_uploading_a_file_shows_a_preview_and_imports_nothing(table, phone):
    before = everything(table)
    page = looked(phone, FINE)

    assert page.status == 200
    assert "lines 5 matches 2 rejected lines 0" in page.words
    assert "Semicolons, UTF-8, the first line is the header." in page.words
    assert [chosen(page, name) for name in ("Fecha", "Juego", "Jugador", "Puesto", "Puntos")] == [
        "Date, day first",
        "Game",
        "Player",
        "Place",
        "Game points",
    ]
    assert names(page, "Unknown names") == ["Gema"]
    assert rows(page) == [
        ["2", "Sunday 3 September 2023", "Chinchón", "Ana", "1", "62"],
        ["3", "Sunday 3 September 2023", "Chinchón", "Bruno", "2", "109"],
        ["4", "Sunday 3 September 2023", "Chinchón", "Gema", "3", "103"],
        ["5", "Sunday 10 September 2023", "Loba", "Gema", "1", "–"],
        ["6", "Sunday 10 September 2023", "Loba", "Ana", "2", "–"],
    ]
    assert "2 matches, 5 lines. You can undo the whole import at once." in page.words
    assert everything(table) == before


def test_an_import_counts_at_once_and_can_be_undone_and_redone(phone):
    page = write(phone, FINE)
    assert page.path == "/import/1/running"
    assert "2 matches were imported" in page.words
    counted = standings(phone)
    assert counted == [("Ana", "2", "1"), ("Gema", "2", "1"), ("Bruno", "1", "0")]

    phone.go("/import")
    assert "The import of 2 matches was undone" in phone.tap("Undo: old.csv").words
    assert phone.go("/season/all").root.all("table") == []
    assert "old result" not in phone.go("/matches").words
    phone.go("/import")
    assert "2 matches were imported" in phone.tap("Redo: old.csv").words
    assert standings(phone) == counted


def test_each_imported_result_has_a_page(phone):
    write(phone, FINE)
    phone.go("/matches")
    assert "Chinchón: Ana won" in phone.page.words
    assert "an old result" in phone.page.words

    page = phone.tap("Chinchón: Ana won")
    assert (page.path, page.title) == ("/results/1", "Chinchón")
    assert "Sunday 3 September 2023" in page.words
    assert [(r[0], r[1], r[2]) for r in rows(page)] == [
        ("1", "Ana", "62"),
        ("2", "Bruno", "109"),
        ("3", "Gema", "103"),
    ]
    assert [r[2] for r in rows(phone.go("/results/2"))] == ["not recorded", "not recorded"]
    assert phone.tap("Show the import").path == "/import/1/running"


def test_the_evening_of_an_imported_result_shows_no_times(phone):
    write(phone, FINE + "05/09/1955;Loba;Ana;1;\n05/09/1955;Loba;Chus;2;\n")

    page = phone.go("/nights/1955-09-05")
    assert page.status == 200
    assert page.part("Loba").words.startswith("Loba match 1 of the evening, an old result")
    assert "One match, 2 players. Ana" in page.part("Ana won Loba").words
    assert phone.tap("Result", within="Loba").path == "/results/3"
    assert phone.tap("Show the evening").path == "/nights/1955-09-05"


def test_an_evening_with_an_imported_result_shows_the_times_of_its_played_match(log, phone):
    write(phone, FINE)
    jabberwocky(log, "1", "2", "3", evening="2023-09-03", hour=2)

    assert "2 matches, 4 players, from 22:00 to 22:02" in phone.go("/nights/2023-09-03").words


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/end", "/sheet.csv", "/rounds/1/correct", "/history"]
)
def test_match_addresses_of_an_imported_result_redirect_to_its_page(phone, path):
    write(phone, FINE)

    assert phone.go(f"/matches/1{path}").path == "/results/1"


@pytest.mark.parametrize("path", ["throw-away", "bring-back", "undo", "close", "rounds/1/deal"])
def test_an_imported_result_cannot_be_changed_like_a_match(table, phone, path):
    write(phone, FINE)
    before = everything(table)

    answer = phone.client.post(f"/matches/1/{path}", data={"key": "k", "how": "closed"})

    assert answer.status_code in (303, 404, 405)
    assert everything(table) == before


def test_the_result_address_of_a_played_match_redirects_to_the_match(table, phone):
    verbs.start_match(
        table.extensions["scorekeeper.log"], "loba", ("1", "2"), {}, CommandMeta("a", 1)
    )

    assert phone.go("/results/1").path == "/matches/1"
    assert phone.go("/results/2").status == 404


@pytest.mark.both_databases
def test_the_page_of_an_undone_result_is_not_found_and_explains_the_undo(phone):
    write(phone, FINE)
    phone.go("/import")
    phone.tap("Undo: old.csv")

    page = phone.go("/results/1")
    assert page.status == 404
    assert "This result was undone together with its import." in page.words


# ---------------------------------------------------------------- other choices


def test_an_undecided_column_prevents_the_import(table, phone):
    page = looked(phone, MESSY)
    before = everything(table)
    assert chosen(page, "Notas") == "Choose…"

    page = phone.tap("Import")
    assert page.status == 422
    sentence = "Choose what “Notas” contains, or “Not used” to leave it out."
    assert page.alerts == [f"Not imported yet: {sentence}"]
    assert "autofocus" in page.find("Notas", "select")
    assert everything(table) == before

    phone.choose("Notas", "Not used")
    assert "2 matches were imported" in phone.tap("Import").words


def test_every_rejected_line_has_a_reason(phone):
    page = looked(phone, MESSY)

    assert [line.words for line in page.part("5 rejected lines").all("li")] == [
        "line 7 Left out because it belongs to the same match as line 8. 31/10/2023; Loba; "
        "Ana; 1; 40",
        "line 8 A place must be a whole number, not “3.5”. 31/10/2023; Loba; Bruno; 3.5; 41",
        "line 9 There is no game called “Mus”. 12/10/2023; Mus; Ana; 1;",
        "line 10 There is no game called “Mus”. 12/10/2023; Mus; Txus; 2;",
        "line 11 A place must be a whole number, not “primera”. 02/11/2023; "
        "Chinchon; Ana; primera; 8",
    ]


def test_an_unknown_name_can_be_assigned_to_a_player(store, phone):
    looked(phone, FINE)
    phone.choose("Gema", "Chus")
    page = phone.tap("Check again")
    assert chosen(page, "Gema") == "Chus"
    assert rows(page)[2][3] == "Chus"
    assert chosen(phone.go(page.path), "Gema") == "Chus"

    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Chus", "2", "1"), ("Bruno", "1", "0")]
    assert [player.name for player in roster.players(store, include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]


def test_a_name_can_be_left_out_and_an_unknown_game_assigned(phone):
    page = looked(phone, MESSY)
    phone.choose("Mus", "Jamón")
    phone.choose("Txus", "Leave out")
    phone.choose("Notas", "Not used")
    page = phone.tap("Check again")

    assert (chosen(page, "Mus"), chosen(page, "Txus")) == ("Jamón", "Leave out")
    assert "“Txus” is left out." in page.words


def test_one_game_can_be_chosen_for_all_lines(phone):
    page = looked(phone, "Date;Ana;Bruno\n3/9/2023;5;0\n4/9/2023;0;7\n")
    assert "Choose the column with the game, or choose one game for all lines." in page.words
    assert "No matches could be read yet." in page.words

    phone.choose("One game for all lines", "Loba")
    phone.tap("Check again")
    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Bruno", "2", "1")]


def test_chosen_contents_of_unknown_columns_are_remembered(phone):
    page = looked(phone, "Wann;Wer;Was\n" + "\n".join(FINE.splitlines()[1:]))
    assert "Choose the column with the date." in page.words
    roles = ("Date, day first", "Game", "Player", "Place", "Game points")
    for number, role in enumerate(roles, start=1):
        phone.choose(f"Column {number}", role)
    phone.tap("Check again")
    phone.choose("Number of header lines", "1")
    page = phone.tap("Check again")

    titles = ("Wann", "Wer", "Was", "Column 4", "Column 5")
    assert tuple(chosen(phone.go(page.path), title) for title in titles) == roles
    assert "lines 5 matches 2 rejected lines 0" in phone.page.words
    assert "2 matches were imported" in phone.tap("Import").words


def test_a_file_with_one_column_per_new_player_is_imported(phone):
    looked(phone, "Fecha;Juego;Pepe;Xavi\n3/9/2023;Loba;5;0\n4/9/2023;Loba;0;7\n")
    for name in ("Pepe", "Xavi"):
        phone.choose(name, "Points of the player in the heading")
    phone.tap("Check again")
    phone.tap("Import")

    assert standings(phone) == [("Pepe", "2", "1"), ("Xavi", "2", "1")]


def test_the_number_of_header_lines_can_be_chosen(phone):
    page = looked(phone, FINE)
    assert chosen(page, "Number of header lines") == "1"
    phone.choose("Number of header lines", "0")

    page = phone.tap("Check again")
    assert chosen(page, "Number of header lines") == "0"
    assert "lines 6" in page.words


def test_choices_changed_just_before_the_import_are_checked_first(table, phone):
    looked(phone, FINE)
    phone.choose("Gema", "Leave out")
    before = everything(table)

    page = phone.tap("Import")

    assert page.status == 422
    assert chosen(page, "Gema") == "Leave out"
    assert "No matches could be read from this file" in page.alerts[0]
    assert everything(table) == before


def test_an_import_of_fewer_matches_than_previewed_needs_another_check(phone):
    looked(phone, FINE + "11/09/2023;Loba;Ana;1;\n11/09/2023;Loba;Chus;2;\n")
    phone.choose("Gema", "Leave out")

    page = phone.tap("Import 3 matches")

    assert page.status == 422
    assert (
        "With these choices, there is now 1 match. Check it again, then import." in page.alerts[0]
    )
    assert "One match was imported" in phone.tap("Import one match").words


@pytest.fixture
def merged_at_last(store, monkeypatch):
    """Ana and Bruno are merged after the file was checked and before it is written."""

    def merge(seen):
        player_merge.merge_players(store, 2, into=1)
        return []

    monkeypatch.setattr(csv_import, "write_problems", merge)


@pytest.mark.usefixtures("merged_at_last")
def test_merging_two_players_of_a_match_after_the_check_prevents_the_import(table, phone):
    looked(phone, FINE)

    page = phone.tap("Import 2 matches")

    assert page.status == 422
    assert "Two players of the same match have been merged in the meantime" in page.alerts[0]
    assert "Two names in this match belong to the same person." in page.words
    assert everything(table)[:2] == [[], []]


def test_existing_matches_are_imported_again_only_on_request(phone):
    write(phone, FINE)
    page = looked(phone, FINE)
    assert "Nothing new: all 2 matches are already here." in page.words
    assert "5 rejected lines" not in page.words
    assert "Import 2 matches" not in page.words

    phone.tap("Also import matches that already exist")
    page = phone.tap("Check again")
    assert "Nothing new" not in page.words
    assert "2 matches were imported" in phone.tap("Import 2 matches").words
    assert standings(phone)[0] == ("Ana", "4", "2")


def test_a_file_with_existing_matches_and_wrong_lines_lists_both(phone):
    write(phone, FINE)
    page = looked(phone, FINE + "31/10/2023;Mus;Ana;1;\n")

    assert "Nothing new" not in page.words
    assert "6 rejected lines" in page.words
    assert "This match already exists." in page.words


def test_a_match_with_too_many_players_is_rejected(phone):
    page = looked(phone, "date;game;players\n3/9/2023;Loba;Ana, Bruno, Chus, D, E, F\n")

    assert "Loba is for 2 to 5 players, not 6." in page.words


# ---------------------------------------------------------------- twice, and failures


def test_tapping_import_on_a_second_phone_imports_nothing_more(table, phone, another_phone):
    looked(phone, FINE)
    another_phone.go(phone.page.path)
    phone.tap("Import")
    before = everything(table)

    assert "2 matches were imported" in another_phone.tap("Import").words
    assert everything(table) == before


@pytest.mark.parametrize(
    "late", ["save_choices", "uploaded_data"], ids=["before it chose", "before it read"]
)
def test_concurrent_import_requests_import_the_file_once(table, phone, monkeypatch, late):
    """The second request starts before the file is imported, and continues after the first."""
    looked(phone, FINE)
    button, path = phone.page.find("Import", "button"), phone.page.path
    said = dict(phone.filled(button.around("form"), button))
    is_waiting, may_go_on, original, answers = Event(), Event(), getattr(jobs, late), []

    def held(*given):
        if not is_waiting.is_set():
            is_waiting.set()
            assert may_go_on.wait(30)
        return original(*given)

    monkeypatch.setattr(jobs, late, held)
    second = Thread(target=lambda: answers.append(table.test_client().post(path, data=said)))
    second.start()
    assert is_waiting.wait(30)
    try:
        first = phone.client.post(path, data=said)
        before = everything(table)
    finally:
        may_go_on.set()
        second.join()

    assert [(answer.status_code, answer.location) for answer in (first, *answers)] == [
        (303, "/import/1/running"),
        (303, "/import/1/running"),
    ]
    assert everything(table) == before
    assert "2 matches were imported" in phone.go(first.location).words


def test_opening_the_preview_during_the_import_redirects_to_the_result(phone, monkeypatch):
    path = looked(phone, FINE).path

    def written_meanwhile(store, import_id):
        with monkeypatch.context() as once:
            once.setattr(jobs, "uploaded_data", original)
            assert phone.tap("Import").path == f"{path}/running"
        return original(store, import_id)

    original = jobs.uploaded_data
    monkeypatch.setattr(jobs, "uploaded_data", written_meanwhile)

    assert phone.client.get(path).location == f"{path}/running"


def test_uploading_a_file_twice_from_one_page_creates_one_import(table, phone):
    phone.go("/import")
    page = phone.page
    first = send_file(phone, FINE).path
    phone.page = page

    assert send_file(phone, FINE).path == first


@pytest.mark.both_databases
def test_a_failed_import_writes_nothing_and_can_be_repeated(store, table, phone):
    looked(phone, FINE)
    before = everything(table)

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO match_player"):
            raise OSError("The disk is full.")

    engine = store.engine
    event.listen(engine, "after_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        phone.tap("Import")
    event.remove(engine, "after_cursor_execute", fail)

    assert everything(table) == before
    assert "Nothing was imported" in phone.go("/import/1/running").words
    phone.tap("Check the file again")
    assert "2 matches were imported" in phone.tap("Import").words


# ---------------------------------------------------------------- import and export


def test_the_import_and_export_page_links_to_old_results(table, phone):
    phone.go("/in-and-out")
    assert phone.tap("Old results").path == "/import"


def test_the_import_and_export_page_omits_missing_routes(table, phone):
    table.view_functions = {
        name: view for name, view in table.view_functions.items() if name != "feeds.results"
    }

    assert "Results as a feed" not in phone.go("/in-and-out").words
