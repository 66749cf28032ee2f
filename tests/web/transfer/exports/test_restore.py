"""An exported league is imported on another server, or refused."""

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.databases import create_league_file
from tests.transfer.exports import decode_document, encode_document


def upload_file(app, data):
    """Upload this file in a multipart body, as browsers do, and return the response."""
    head = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n'
        b"Content-Type: application/jsonl\r\n\r\n"
    )
    return app.test_client().post(
        "/restore",
        data=head + data + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers={"Origin": "http://localhost"},
    )


@pytest.fixture
def other_server(tmp_path):
    """Another server with an empty league."""
    file = create_league_file(tmp_path / "else.sqlite")
    app = create_app({"SQLALCHEMY_DATABASE_URI": file, "TESTING": True})
    yield app
    engines.engine_of(app).dispose()


@pytest.mark.both_databases
def test_an_export_can_be_imported_on_another_server(app, played, other_server):
    whole = app.test_client().get("/export.jsonl").get_data()

    response = upload_file(other_server, whole)

    assert response.status_code == 200
    assert "Imported: 2 matches, 5 entries, 3 players, one season." in response.text
    assert other_server.test_client().get("/export.jsonl").get_data() == whole
    assert "Ana" in other_server.test_client().get("/season/1").text
    again = upload_file(other_server, whole)
    assert "Nothing was added, because everything in the file is already here." in again.text


def test_an_export_of_an_older_version_can_be_imported(app, played, other_server):
    whole = app.test_client().get("/export.jsonl").get_data()

    response = upload_file(other_server, encode_document(decode_document(whole), version=2))

    assert response.status_code == 200
    assert other_server.test_client().get("/export.jsonl").get_data() == whole


@pytest.mark.both_databases
def test_a_conflicting_export_is_refused_and_changes_nothing(app, played):
    client = app.test_client()
    before = client.get("/export.jsonl").get_data()
    spoilt = before.replace(b'"2":30', b'"2":31')

    response = upload_file(app, spoilt)

    assert response.status_code == 422
    assert "match 1: entry 2 in the league differs from entry 2 in the file." in response.text
    assert client.get("/export.jsonl").get_data() == before


def test_a_missing_file_is_refused_with_an_explanation(phone, friends):
    phone.go("/restore")
    page = phone.tap("Import")

    assert page.status == 422
    assert page.reasons == ["Choose a file first."]


def test_the_higher_upload_limit_applies_only_to_the_restore_route(app):
    large = b" " * (3 << 20)

    assert "it contains too much white space." in upload_file(app, large).text
    assert app.test_client().post("/players", data={"name": large}).status_code == 413


def test_a_cross_site_import_is_refused(app):
    response = app.test_client().post("/restore", headers={"Origin": "http://evil.example"})

    assert response.status_code == 403
