"""Unreadable matches: their pages explain the problem, and all other pages work."""

import re

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.db.tables import Matches
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.databases import rows
from tests.filled_league import fill_league
from tests.members import add_phone, outside_phone
from tests.web.addresses import addresses
from tests.web.match_phone import HERE

NOTHING_SAID = "UPDATE match_event SET body = '{}' WHERE match_id = %d AND version = 2"
MORE_PAGES = ("/matches?game=gin", "/players/1", "/season/all")
ENDLESS = "/live/stream"


@pytest.fixture
def matches(store, app):
    """{state: id of the first match in this state}.

    The finished and the running match cannot be read.
    """
    fill_league(app, matches=12, seed=3)
    by_state = {}
    for row in rows(app, Matches):
        by_state.setdefault(row.state, row.id)
    with store.engine.begin() as connection:
        for state in ("over", "running"):
            connection.execute(text(NOTHING_SAID % by_state[state]))
    return by_state


def test_every_other_page_works_despite_unreadable_matches(app, phone, matches):
    paths = {*addresses(app), *MORE_PAGES} - {ENDLESS}
    assert paths >= {"/", "/export.jsonl", "/matches.csv", "/tv"}

    for path in paths:
        with phone.client.get(path, follow_redirects=True) as response:
            assert response.status_code == 200, path


@pytest.mark.parametrize("state", ["over", "running"])
def test_pages_of_an_unreadable_match_explain_the_problem(phone, matches, state):
    page = phone.go(f"/matches/{matches[state]}")

    assert (page.status, page.title) == (409, "Unreadable match")
    assert "This match has been unreadable since" in page.words
    assert "It does not count. Other matches are not affected." in page.words
    assert "Nothing was saved" not in page.words
    assert phone.tap("Back to Play").status == 200
    for part in ("sheet", "history", "picture.png", "sheet.csv"):
        assert phone.client.get(f"/matches/{matches[state]}/{part}").status_code == 409


@pytest.mark.parametrize(
    ("state", "fact"),
    [
        ("closed", "Its result is still stored and counts. Other matches are not affected."),
        ("unfinished", "It does not count. Other matches are not affected."),
        ("over", "Its result is still stored and counts. Other matches are not affected."),
    ],
)
def test_pages_of_a_match_without_its_log_explain_the_problem(store, phone, matches, state, fact):
    lost = matches[state]
    with store.engine.begin() as connection:
        connection.execute(text(f"DELETE FROM match_event WHERE match_id = {lost}"))
    before = phone.go("/season/all").words

    page = phone.go(f"/matches/{lost}")

    assert (page.status, page.title) == (409, "Unreadable match")
    assert "This match has been unreadable since" in page.words
    assert f"All its entries are missing from the database. {fact}" in page.words
    assert "A backup or an older export may contain the missing entries." in page.words
    for part in ("sheet", "history", "picture.png", "sheet.csv"):
        assert phone.client.get(f"/matches/{lost}/{part}").status_code == 409
    assert phone.go("/season/all").words == before


def test_a_match_that_never_existed_is_not_found(phone, matches):
    assert phone.go("/matches/9999").status == 404


def test_a_post_to_an_unreadable_match_reports_that_nothing_was_saved(phone, matches):
    path = f"/matches/{matches['running']}/undo"

    page = phone.request("POST", path)
    part = phone.client.post(path, headers={**HERE, "HX-Request": "true"})

    assert page.status == 409
    assert "Nothing was saved." in page.words
    assert part.headers["HX-Retarget"] == "body"


def test_home_lists_an_unreadable_match_in_place_of_its_card(phone, matches):
    path = f"/matches/{matches['running']}"

    for page in (phone.go("/"), phone.go("/")):
        section = page.part("Unreadable")
        assert [link["href"] for link in section.all("a")] == [path]
        assert "unreadable since" in section.words
        assert " · " in section.words


def test_the_match_list_marks_an_unreadable_match_after_a_visit_to_its_page(phone, matches):
    before = phone.go("/matches").words
    phone.go(f"/matches/{matches['over']}")

    after = phone.go("/matches").words

    assert "unreadable" not in before
    assert after.count("unreadable since") == 1
    assert after.count("unreadable") == 2  # in the list and in the table for wide screens


def test_viewers_of_an_unreadable_match_are_not_offered_the_export(app, matches):
    add_phone(app, Right.VIEWER, "viewer", "A viewer")
    client = app.test_client()
    client.token = "viewer"

    said = client.get(f"/matches/{matches['over']}").text

    assert "has been unreadable since" in said
    assert "Export everything" not in said


@pytest.mark.parametrize("path", ["/", "/season", "/tv", "/matches"])
def test_running_matches_without_log_entries_break_no_page(store, phone, matches, path):
    with store.engine.begin() as connection:
        connection.execute(text("DELETE FROM match_event"))

    assert phone.go(path).status == 200


def test_the_public_link_of_an_unreadable_match_is_not_found(store, app, phone, matches):
    """The server was started after the match became unreadable."""
    closed = matches["closed"]
    shown = phone.request(
        "POST", "/showings", [("name", "World"), ("shows", f"match-{closed}"), ("names", "full")]
    )
    with store.engine.begin() as connection:
        connection.execute(text(NOTHING_SAID % closed))
    place = app.config["SQLALCHEMY_DATABASE_URI"]
    again = create_app({"SQLALCHEMY_DATABASE_URI": place, "TESTING": True})
    stranger = outside_phone(again)

    response = stranger.get(re.search(r"/shown/[\w-]+", shown.text)[0])
    engines.engine_of(again).dispose()

    assert response.status_code == 404
