"""The pages of an imported result and of its evening."""

import pytest

from scorekeeper.db.log_check import mark_unreadable_matches
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.extension_keys import LOG_KEY
from tests.web.results import jabberwocky
from tests.web.transfer.results_import.uploads import (
    FINE,
    import_file,
    imported_rows,
    table_rows,
)


def test_each_imported_result_has_a_page(phone):
    import_file(phone, FINE)
    phone.go("/matches")
    assert "Chinchón: Ana won" in phone.page.words
    assert "old result" in phone.page.words

    page = phone.tap("Chinchón: Ana won")
    assert (page.path, page.title) == ("/results/1", "Chinchón")
    assert "Sunday 3 September 2023" in page.words
    assert [(r[0], r[1], r[2]) for r in table_rows(page)] == [
        ("1", "Ana", "62"),
        ("2", "Bruno", "109"),
        ("3", "Gema", "103"),
    ]
    assert [r[2] for r in table_rows(phone.go("/results/2"))] == ["not recorded", "not recorded"]
    assert phone.tap("Show the import").path == "/import/1/running"


def test_the_evening_of_an_imported_result_shows_no_times(phone):
    import_file(phone, FINE + "05/09/1955;Loba;Ana;1;\n05/09/1955;Loba;Chus;2;\n")

    page = phone.go("/nights/1955-09-05")
    assert page.status == 200
    assert page.part("Loba").words.startswith("Loba match 1 of the evening, old result")
    assert "One match, 2 players. Ana" in page.part("Ana won Loba").words
    assert phone.tap("Result", within="Loba").path == "/results/3"
    assert phone.tap("Show the evening").path == "/nights/1955-09-05"


def test_an_evening_with_an_imported_result_shows_the_times_of_its_played_match(log, phone):
    import_file(phone, FINE)
    jabberwocky(log, "1", "2", "3", evening="2023-09-03", hour=2)

    assert "2 matches, 4 players, from 22:00 to 22:02" in phone.go("/nights/2023-09-03").words


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/end", "/sheet.csv", "/rounds/1/correct", "/history"]
)
def test_match_addresses_of_an_imported_result_redirect_to_its_page(phone, path):
    import_file(phone, FINE)

    assert phone.go(f"/matches/1{path}").path == "/results/1"


@pytest.mark.parametrize("path", ["throw-away", "bring-back", "undo", "close", "rounds/1/deal"])
def test_an_imported_result_cannot_be_changed_like_a_match(app, phone, path):
    import_file(phone, FINE)
    before = imported_rows(app)

    response = phone.client.post(f"/matches/1/{path}", data={"key": "k", "how": "closed"})

    assert response.status_code in (303, 404, 405)
    assert imported_rows(app) == before


def test_the_result_address_of_a_played_match_redirects_to_the_match(app, phone):
    commands.start_match(app.extensions[LOG_KEY], "loba", ("1", "2"), {}, CommandMeta("a", 1))

    assert phone.go("/results/1").path == "/matches/1"
    assert phone.go("/results/2").status == 404


@pytest.mark.both_databases
def test_the_page_of_an_undone_result_is_not_found_and_explains_the_undo(phone):
    import_file(phone, FINE)
    phone.go("/import")
    phone.tap("Undo: old.csv")

    page = phone.go("/results/1")
    assert page.status == 404
    assert "This result was removed when its import was undone." in page.words


@pytest.mark.parametrize("damage", ["at = -1", """body = '{"places": 7}'"""])
def test_the_page_of_a_damaged_imported_result_shows_no_false_date(phone, store, damage):
    import_file(phone, FINE)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE match_event SET {damage} WHERE match_id = 1")
    mark_unreadable_matches(store.engine)

    for path in ("/results/1", "/matches/1"):
        page = phone.go(path)
        assert (page.status, page.title) == (409, "Unreadable match")
        assert ("This match is unreadable." in page.words) is (damage == "at = -1")
        assert "1970" not in page.words
    assert "1970" not in phone.go("/matches").words
