"""Imports that are requested twice, that fail, or that another change overtakes."""

from threading import Event, Thread

import pytest
from sqlalchemy import event

from scorekeeper.league import player_merge
from scorekeeper.transfer.results_import import jobs
from scorekeeper.web.transfer import results_import
from tests.web.transfer.results_import.uploads import (
    FINE,
    imported_rows,
    send_file,
    upload_file,
)


@pytest.fixture
def merged_at_last(store, monkeypatch):
    """Merge Ana and Bruno after the file was checked and before the import is written."""

    def merge(seen):
        player_merge.merge_players(store, 2, into=1)
        return []

    monkeypatch.setattr(results_import, "write_problems", merge)


@pytest.mark.usefixtures("merged_at_last")
def test_merging_two_players_of_a_match_after_the_check_prevents_the_import(app, phone):
    upload_file(phone, FINE)

    page = phone.tap("Import 2 matches")

    assert page.status == 422
    assert "Two players of the same match have been merged in the meantime" in page.alerts[0]
    assert "Two names in this match belong to the same person." in page.words
    assert imported_rows(app)[:2] == [[], []]


def test_tapping_import_on_a_second_phone_imports_nothing_more(app, phone, another_phone):
    upload_file(phone, FINE)
    another_phone.go(phone.page.path)
    phone.tap("Import")
    before = imported_rows(app)

    assert "2 matches were imported" in another_phone.tap("Import").words
    assert imported_rows(app) == before


@pytest.mark.parametrize(
    "late",
    ["save_choices", "uploaded_data"],
    ids=["before saving the choices", "before reading the file"],
)
def test_concurrent_import_requests_import_the_file_once(app, phone, monkeypatch, late):
    """The second request starts before the file is imported, and continues after the first."""
    upload_file(phone, FINE)
    button, path = phone.page.find("Import", "button"), phone.page.path
    said = dict(phone.form_values(button.closest("form"), button))
    is_waiting, may_go_on, original, responses = Event(), Event(), getattr(jobs, late), []

    def held(*given):
        if not is_waiting.is_set():
            is_waiting.set()
            assert may_go_on.wait(30)
        return original(*given)

    monkeypatch.setattr(jobs, late, held)
    second = Thread(target=lambda: responses.append(app.test_client().post(path, data=said)))
    second.start()
    assert is_waiting.wait(30)
    try:
        first = phone.client.post(path, data=said)
        before = imported_rows(app)
    finally:
        may_go_on.set()
        second.join()

    assert [(response.status_code, response.location) for response in (first, *responses)] == [
        (303, "/import/1/running"),
        (303, "/import/1/running"),
    ]
    assert imported_rows(app) == before
    assert "2 matches were imported" in phone.go(first.location).words


def test_opening_the_preview_during_the_import_redirects_to_the_result(phone, monkeypatch):
    path = upload_file(phone, FINE).path

    def written_meanwhile(store, import_id):
        with monkeypatch.context() as once:
            once.setattr(jobs, "uploaded_data", original)
            assert phone.tap("Import").path == f"{path}/running"
        return original(store, import_id)

    original = jobs.uploaded_data
    monkeypatch.setattr(jobs, "uploaded_data", written_meanwhile)

    assert phone.client.get(path).location == f"{path}/running"


def test_uploading_a_file_twice_from_one_page_creates_one_import(app, phone):
    phone.go("/import")
    page = phone.page
    first = send_file(phone, FINE).path
    phone.page = page

    assert send_file(phone, FINE).path == first


@pytest.mark.both_databases
def test_a_failed_import_writes_nothing_and_can_be_repeated(store, app, phone):
    upload_file(phone, FINE)
    before = imported_rows(app)

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO match_player"):
            raise OSError("The disk is full.")

    engine = store.engine
    event.listen(engine, "after_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        phone.tap("Import")
    event.remove(engine, "after_cursor_execute", fail)

    assert imported_rows(app) == before
    assert "Nothing was imported" in phone.go("/import/1/running").words
    phone.tap("Check the file again")
    assert "2 matches were imported" in phone.tap("Import").words
