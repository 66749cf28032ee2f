"""Old results from a spreadsheet: upload, preview, import and undo."""

from scorekeeper.league.season_commands import create_season
from scorekeeper.league.seasons import Season
from tests.web.transfer.results_import.uploads import (
    FINE,
    chosen_option,
    import_file,
    imported_rows,
    listed_names,
    standings,
    table_rows,
    upload_file,
)


def test_an_empty_season_links_to_the_import_of_old_results(store, phone):
    create_season(store, Season(0, "New"))
    phone.go("/season")

    assert phone.tap("Import them").title == "Old results"
    assert "Earlier imports" not in phone.page.words


def test_uploading_a_file_shows_a_preview_and_imports_nothing(app, phone):
    before = imported_rows(app)
    page = upload_file(phone, FINE)

    assert page.status == 200
    assert "lines 5 matches 2 rejected lines 0" in page.words
    assert "Semicolons, UTF-8, the first line is the header." in page.words
    assert [
        chosen_option(page, name) for name in ("Fecha", "Juego", "Jugador", "Puesto", "Puntos")
    ] == [
        "Date, day first",
        "Game",
        "Player",
        "Place",
        "Game points",
    ]
    assert listed_names(page, "Unknown names") == ["Gema"]
    assert table_rows(page) == [
        ["2", "Sunday 3 September 2023", "Chinchón", "Ana", "1", "62"],
        ["3", "Sunday 3 September 2023", "Chinchón", "Bruno", "2", "109"],
        ["4", "Sunday 3 September 2023", "Chinchón", "Gema", "3", "103"],
        ["5", "Sunday 10 September 2023", "Loba", "Gema", "1", "–"],
        ["6", "Sunday 10 September 2023", "Loba", "Ana", "2", "–"],
    ]
    assert "2 matches, 5 lines. You can undo the whole import in one step." in page.words
    assert imported_rows(app) == before


def test_an_import_counts_at_once_and_can_be_undone_and_redone(phone):
    page = import_file(phone, FINE)
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


def test_existing_matches_are_imported_again_only_on_request(phone):
    import_file(phone, FINE)
    page = upload_file(phone, FINE)
    assert "Nothing new: all 2 matches are already here." in page.words
    assert "5 rejected lines" not in page.words
    assert "Import 2 matches" not in page.words

    phone.tap("Also import matches that already exist")
    page = phone.tap("Check again")
    assert "Nothing new" not in page.words
    assert "2 matches were imported" in phone.tap("Import 2 matches").words
    assert standings(phone)[0] == ("Ana", "4", "2")


def test_a_file_with_existing_matches_and_wrong_lines_lists_both(phone):
    import_file(phone, FINE)
    page = upload_file(phone, FINE + "31/10/2023;Mus;Ana;1;\n")

    assert "Nothing new" not in page.words
    assert "6 rejected lines" in page.words
    assert "This match already exists." in page.words
