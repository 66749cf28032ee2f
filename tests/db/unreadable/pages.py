"""Helpers that check the pages of a league with one damaged match."""

from scorekeeper import create_app
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.integrity import findings
from tests.transfer.exports import decode_document

PAGES = ("/", "/matches", "/matches/new", "/season", "/records", "/matches.csv", "/rounds.csv")
PARTS = ("", "/sheet", "/history", "/sheet.csv")


def write(app, match, version, column, value):
    """Set a column of a log entry to the value of an SQL expression."""
    with engines.engine_of(app).begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE match_event SET {column} = {value}"
            f" WHERE match_id = {match} AND version = {version}"
        )


def check_that_only_this_match_is_unreadable(app, match):
    config = {"SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]}
    client = create_app(config).test_client()
    wrong = [render(each.problem, {}) for each in findings(engines.store_of(app))]
    assert [each.partition(" (")[0] for each in wrong] == [f"Match {match}"]
    assert {path: client.get(path).status_code for path in PAGES} == dict.fromkeys(PAGES, 200)
    for part in PARTS:
        page = client.get(f"/matches/{match}{part}")
        assert (page.status_code, "unreadable since" in page.text) == (409, True)
    whole = decode_document(client.get("/export.jsonl").data)
    assert {row["match"] for row in whole["unreadable"]} == {match}
    assert {path: client.get(path).status_code for path in PAGES} == dict.fromkeys(PAGES, 200)
