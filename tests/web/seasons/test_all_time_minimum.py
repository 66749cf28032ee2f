"""The all-time standings rank only players with enough matches. A league can set the minimum."""

import pytest

from scorekeeper.league import settings
from tests.web.loba_matches import add_friends, play_loba


@pytest.fixture(autouse=True)
def matches(app):
    """Three matches of Ana and Bruno. Chus plays in two of them."""
    add_friends(app, "Ana", "Bruno", "Chus")
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    play_loba(app, "2026-10-02", {"1": 0, "2": 30, "3": 20})
    play_loba(app, "2026-10-03", {"1": 0, "2": 30})


def places(page):
    """Return a list of (player, place), and the rows that say how many matches are missing."""
    rows = page.by_id("table").closest("section").all("tbody")[0].all("tr")
    names = [row.all("th")[0].words for row in rows if row.all("th")]
    first = [row.all("td")[0].words.split(",")[0] for row in rows if row.all("th")]
    return list(zip(names, first, strict=True)), [r.words for r in rows if r["class"] == "tie"]


def test_players_with_fewer_than_three_matches_are_below_with_the_number_they_need(phone):
    page = phone.go("/season/all")

    assert places(page) == (
        [("Ana", "1"), ("Bruno", "2"), ("Chus", "not ranked yet")],
        ["Chus needs one more match to be ranked."],
    )
    assert "Players are ranked once they have played 3 matches." in page.words


@pytest.mark.both_databases
def test_an_owner_sets_the_number_of_matches(phone, store):
    phone.go("/league")
    phone.type("Matches needed to be ranked in “All time”", "2")
    page = phone.tap("Save the number of matches")
    assert page.path == "/league#all-time"
    assert page.find("Matches needed to be ranked in “All time”", "input")["value"] == "2"
    assert places(phone.go("/season/all"))[1] == []

    phone.go("/league")
    phone.type("Matches needed to be ranked in “All time”", "")
    phone.tap("Save the number of matches")
    assert settings.get_league(store).all_time_minimum is None
    assert len(places(phone.go("/season/all"))[1]) == 1


@pytest.mark.parametrize("typed", ["0", "1001", "-1", "a few"])
def test_an_invalid_number_is_refused_and_kept_in_the_field(phone, store, typed):
    phone.go("/league")
    phone.type("Matches needed to be ranked in “All time”", typed)
    page = phone.tap("Save the number of matches")

    assert page.status == 422
    sentence = "Enter a number of matches from 1 to 1000, or leave the field blank."
    assert page.reasons == [sentence]
    assert page.by_id("no-minimum").words == sentence
    assert page.by_id("minimum")["value"] == typed
    assert settings.get_league(store).all_time_minimum is None


def test_a_request_without_a_number_changes_nothing(phone, store):
    settings.set_all_time_minimum(store, 2)

    assert phone.request("POST", "/league/all-time").status == 422
    assert settings.get_league(store).all_time_minimum == 2
