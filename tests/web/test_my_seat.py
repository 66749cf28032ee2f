"""Every page, cached or not, names the player of the requesting phone (`data-me`)."""

import re

import pytest

from scorekeeper.league import player_merge, roster
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.web.match_phone import sit_down


@pytest.fixture
def brunos(app):
    """The second player's phone, in a league with a match of three players."""
    sit_down(app, "jabberwocky", 3)
    add_phone(app, Right.VIEWER, "brunos", player_id=2)
    phone = app.test_client()
    phone.token = "brunos"
    return phone


def marked_players(phone, path):
    return re.findall(r' data-me="([^"]*)"', phone.get(path).text)


def test_cached_pages_name_the_player_of_the_requesting_phone(app, brunos):
    other = app.test_client()
    for path in ("/", "/season", "/records", "/matches/1", "/phone"):
        marked = [marked_players(phone, path) for phone in (other, brunos, other)]
        assert marked == [[""], ["2"], [""]], path


def test_a_page_with_an_error_names_the_player_of_the_requesting_phone(brunos):
    assert brunos.get("/nights?date=x").status_code == 422
    assert marked_players(brunos, "/nights?date=x") == ["2"]


def test_pages_of_two_viewers_differ_only_in_the_named_player(app, brunos):
    add_phone(app, Right.VIEWER, "anas", player_id=1)
    anas = app.test_client()
    anas.token = "anas"

    pages = [phone.get("/season").text for phone in (anas, brunos)]

    assert pages[0] == pages[1].replace('data-me="2"', 'data-me="1"')


def test_the_phone_of_a_merged_player_names_the_player_merged_into(store, app, brunos):
    twice = roster.add_player(store, "Benjamin").id
    player_merge.merge_players(store, twice, 2)
    add_phone(app, Right.VIEWER, "benjamins", player_id=twice)
    phone = app.test_client()
    phone.token = "benjamins"

    assert marked_players(phone, "/season") == ["2"]


def test_the_match_page_names_the_next_seat_the_deal_and_the_stage(app, brunos):
    page = brunos.get("/matches/1").text

    assert re.search(r'data-next="2" data-asked="1 bids"', page)
