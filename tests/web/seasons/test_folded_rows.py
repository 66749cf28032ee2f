"""The last rows of a long table, which phones show after a tap."""

import pytest

from scorekeeper.stats.schemes import Scheme
from tests.web.loba_matches import (
    add_friends,
    create_season,
    fill_large_season,
    play_loba,
    table_columns,
)
from tests.web.phone import phone_of


def parts(page):
    """Return (class, number of rows) of each part of the standings."""
    bodies = page.part("Standings").all("tbody")
    return [(body["class"], len(body.all("tr"))) for body in bodies]


def classes_of_own_rows(page):
    """Return the CSS classes of the rows above the standings that show the phone's player."""
    return [row["class"] for row in page.root.all("p") if row["class"].startswith("own-row")]


@pytest.mark.parametrize(
    ("players", "rows", "link"),
    [
        pytest.param(4, [("", 4)], None, id="few"),
        pytest.param(12, [("", 5), ("standing__second", 7)], "large-only", id="a dozen"),
        pytest.param(
            16,
            [("", 5), ("standing__second", 3), ("standing__third", 8)],
            "narrow-only",
            id="more",
        ),
    ],
)
def test_phones_hide_the_last_rows_of_long_standings(phone, app, players, rows, link):
    fill_large_season(app, players)

    page = phone.go("/season/1")

    assert parts(page) == rows
    links = [each for each in page.root.all("a") if each.words.startswith("Show all")]
    assert [each.closest("p")["class"].split()[-1] for each in links] == [link] * bool(link)


def test_a_link_leads_to_the_first_hidden_row_and_shows_all(phone, app):
    fill_large_season(app, 16)
    sixth = table_columns(phone.go("/season/1?sort=name"), "Player")[5]

    page = phone.tap("Show all 16 rows")

    assert page.path.startswith("/season/1?sort=name&rows=page#standing-")
    row = page.by_id(page.path.partition("#")[2])
    assert sixth in row.words
    assert row["tabindex"] == "-1"
    assert parts(page) == [("", 5), ("", 3), ("", 8)]
    assert phone.tap("Show fewer rows").path == "/season/1?sort=name#table"


def test_the_own_row_is_pinned_only_on_screens_that_hide_it(app):
    fill_large_season(app, 16)
    first, sixth, last = (phone_of(app, key) for key in (1, 6, 16))

    assert classes_of_own_rows(first.go("/season/1")) == []
    assert classes_of_own_rows(sixth.go("/season/1")) == ["own-row large-only"]
    assert classes_of_own_rows(last.go("/season/1")) == ["own-row narrow-only"]
    [pinned] = [row for row in last.page.root.all("p") if row["class"].startswith("own-row")]
    page = last.tap(pinned.words)
    assert page.path == "/season/1?rows=page#standing-16"
    assert classes_of_own_rows(page) == []


def test_notes_below_rows_take_up_room_too(phone, app):
    add_friends(app, *(f"Player {n}" for n in range(1, 13)))
    create_season(app, scheme=Scheme(min_matches=2))
    for first in (1, 5, 9):
        play_loba(app, "2026-10-01", {str(first + n): n * 11 for n in range(4)}, first)

    page = phone.go("/season/1")

    # Each of the twelve rows has a note, which makes it as high as 1.75 rows without a note.
    assert parts(page) == [("", 4), ("standing__second", 6), ("standing__third", 14)]
