"""The standings and the rating list, sorted by their headings."""

import pytest

from tests.web.loba_matches import (
    add_friends,
    create_season,
    fill_large_season,
    play_loba,
    table_columns,
)
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def order(page):
    """Return a list of (heading, direction) for the sorted columns."""
    return [(cell.words, cell["aria-sort"]) for cell in page.root.all("th") if "aria-sort" in cell]


def three_matches(app):
    """Bruno wins two matches against Chus. Then Zoë wins a match against all other players."""
    add_friends(app, "Zoë", "Bruno", "Chus")
    create_season(app)
    play_loba(app, "2026-10-01", {"2": 0, "3": 30}, 1)
    play_loba(app, "2026-10-01", {"2": 0, "3": 30}, 2)
    play_loba(app, "2026-10-08", {"1": 0, "2": 30, "3": 30})


def test_the_standings_are_sorted_by_their_headings(phone, app):
    three_matches(app)
    page = phone.go("/season/1")
    assert table_columns(page, "Player") == ["Zoë", "Bruno", "Chus"]
    assert order(page) == [("Place", "ascending")]

    page = phone.tap("Sort by name")
    assert table_columns(page, "Player") == ["Bruno", "Chus", "Zoë"]
    assert order(page) == [("Player", "ascending")]
    page = phone.tap("Sort by wins")
    assert page.path == "/season/1?sort=wins"
    assert table_columns(page, "Player", "W") == [("Bruno", "2"), ("Zoë", "1"), ("Chus", "0")]
    page = phone.tap("Sort by matches")
    assert table_columns(page, "Player", "M") == [("Bruno", "3"), ("Chus", "3"), ("Zoë", "1")]
    assert order(page) == [("M", "descending")]
    assert order(phone.tap("Sort by place")) == [("Place", "ascending")]
    assert order(phone.go("/season/1?sort=x")) == [("Place", "ascending")]


def test_pages_and_the_row_of_the_phones_player_keep_the_order(app):
    fill_large_season(app, 52)
    phone = phone_of(app, 9)
    assert own_rows(phone.go("/season/1")) == []
    assert own_rows(phone.go("/season/1?sort=name")) == ["Player 9 1st of 52, shared 5.00"]

    page = phone.tap("Player 9 1st of 52, shared 5.00")
    assert page.path == "/season/1?sort=name&from=49#standing-9"
    assert table_columns(page, "Player")[-1] == "Player 9"
    assert own_rows(page) == []
    assert phone.tap("Higher places").path == "/season/1?sort=name&from=41"


def test_the_rating_list_is_sorted_by_its_headings(phone, app):
    three_matches(app)
    phone.go("/ratings")

    page = phone.tap("Sort by name")
    assert table_columns(page, "Player", words="Players") == ["Bruno", "Chus", "Zoë"]
    assert table_columns(phone.tap("Sort by matches"), "M", words="Players") == ["3", "3", "1"]
    assert order(phone.tap("Sort by change")) == [("Change", "descending")]
    assert phone.page.path == "/ratings?sort=change"


@pytest.mark.parametrize("address", ["/ratings?sort=wins", "/season/1?sort=change"])
def test_an_order_that_a_table_does_not_have_is_the_order_of_places(address, phone, app):
    three_matches(app)

    assert order(phone.go(address)) == [("Place", "ascending")]
