"""The list of matches, its order, filter and pages, and the list of deleted matches."""

import pytest

from scorekeeper.league import player_merge, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_timestamp
from tests.web import results
from tests.web.league.lists import column, headings, table_rows


@pytest.fixture
def matches(store, log):
    """Three matches, won by Zoé, Álvaro and Bruno, and one in progress.

    The third match was won by Xavier, an entry that was later merged into Bruno's entry.
    """
    zoe, alvaro, bruno, other = (
        roster.add_player(store, name).key for name in ("Zoé", "Álvaro", "Bruno", "Xavier")
    )
    results.jabberwocky(log, zoe, alvaro, bruno, evening="2026-11-01")
    results.loba(log, alvaro, zoe, bruno, evening="2026-11-02")
    results.jabberwocky(log, other, alvaro, zoe, evening="2026-11-03")
    at = evening_timestamp("2026-11-04")
    commands.start_match(log, "gin", (zoe, alvaro), {}, CommandMeta("gin", at))
    player_merge.merge_players(store, int(other), int(bruno))


@pytest.mark.both_databases
def test_matches_are_sorted_by_evening_game_and_winner(phone, matches):
    page = phone.go("/matches")
    assert table_rows(page)[1:3] == [
        ["Tue 3 Nov 2026", "Jabberwocky", "Bruno", "Álvaro, Zoé, Bruno", "1 point"],
        ["Mon 2 Nov 2026", "Loba", "Álvaro", "Álvaro, Zoé, Bruno", "pot 3"],
    ]
    assert headings(page) == ([("Evening", "descending")], ["Evening", "Game", "Winner"])

    page = phone.tap("Evening")
    assert column(page, 0) == [
        "Sun 1 Nov 2026",
        "Mon 2 Nov 2026",
        "Tue 3 Nov 2026",
        "Wed 4 Nov 2026",
    ]
    assert headings(page) == ([("Evening", "ascending")], ["Evening", "Game", "Winner"])
    page = phone.tap("Game")
    assert column(page, 1) == ["Gin rummy", "Jabberwocky", "Jabberwocky", "Loba"]
    assert column(page, 0)[1:3] == ["Tue 3 Nov 2026", "Sun 1 Nov 2026"]
    assert headings(page) == ([("Game", "ascending")], ["Evening", "Winner"])
    page = phone.tap("Winner")
    assert column(page, 2) == ["Álvaro", "Bruno", "Zoé", "in progress"]
    assert phone.tap("Latest matches").path == "/matches"


def test_a_sorted_list_keeps_its_order_and_game_from_page_to_page(phone, log, store, matches):
    for number in range(25):
        results.loba(log, "2", "1", "3", evening=f"2026-12-{number + 1:02}")
    phone.go("/matches?game=loba&sort=oldest")
    assert column(phone.page, 0)[:2] == ["Mon 2 Nov 2026", "Tue 1 Dec 2026"]

    page = phone.tap("More matches")

    assert page.path == "/matches?game=loba&sort=oldest&from=21"
    assert len(table_rows(page)) == 6
    assert "More matches" not in page.words


def first_lines(page):
    """Return each match's first line, from the list that narrow screens show."""
    texts = [each for each in page.root.all("span") if each["class"] == "row__text"]
    return [each.all("span")[1].words for each in texts]


@pytest.mark.both_databases
def test_the_match_list_is_paginated_and_filtered_by_game(phone, log, people):
    for number in range(22):
        commands.start_match(log, "jabberwocky", people, {}, CommandMeta(f"m{number}", 1))
    commands.start_match(log, "loba", people, {}, CommandMeta("loba", 1))

    assert first_lines(phone.go("/matches")).count("Jabberwocky: in progress") == 19
    assert first_lines(phone.tap("Older matches")) == ["Jabberwocky: in progress"] * 3
    assert first_lines(phone.tap("Loba")) == ["Loba: in progress"]
    assert "No Jaguar matches yet" in phone.tap("Jaguar").words


@pytest.mark.parametrize("query", ["?before=x", "?before=99999999999", "?before=٣", "?game=poker"])
def test_invalid_query_parameters_of_the_match_list_are_no_error(phone, query):
    assert phone.go(f"/matches{query}").status == 200


def test_a_deleted_match_is_listed_and_can_be_restored(phone, log, people, now):
    match = commands.start_match(log, "loba", people, {}, CommandMeta("loba", 1))
    commands.delete(log, match, CommandMeta("t", now))
    assert "in progress" not in phone.go("/matches").words

    phone.go("/league")
    assert "Ana, Bruno, Chus" in phone.tap("Deleted matches").words
    phone.tap("Restore")

    assert "in progress" in phone.go("/matches").words
    assert "No deleted matches" in phone.go("/matches/thrown-away").words


def test_a_match_can_be_restored_when_it_is_no_longer_listed_as_deleted(phone, log, matches, now):
    commands.delete(log, 1, CommandMeta("away", now - 400 * 24 * 60 * 60))
    assert "No deleted matches" in phone.go("/matches/thrown-away").words

    notice = phone.go("/matches/1").words
    assert "It does not count. You can restore it here." in notice
    assert "“Deleted matches” lists it for 30 days." in notice

    phone.tap("Restore match")
    assert column(phone.go("/matches"), 0)[-1] == "Sun 1 Nov 2026"


@pytest.mark.parametrize("query", ["sort=x", "sort=game&from=x", "sort=winner&from=0"])
def test_invalid_orders_and_rows_are_no_error(phone, matches, query):
    assert len(table_rows(phone.go(f"/matches?{query}"))) == 4
