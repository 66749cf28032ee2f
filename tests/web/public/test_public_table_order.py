"""The standings of a public season, sorted by their headings."""

import pytest

from scorekeeper.access.public_links import CURRENT_SEASON
from scorekeeper.match.shown_names import ShownNames
from tests.web.loba_matches import fill_large_season, table_columns
from tests.web.phone import Phone


@pytest.fixture
def visitor(app, stranger):
    """A phone outside the league."""
    visitor = Phone(app)
    visitor.client = stranger
    return visitor


def test_the_standings_are_sorted_by_their_headings(create_link, visitor, league_players):
    page = visitor.go(create_link(CURRENT_SEASON))
    assert table_columns(page, "Player") == ["Ana M.", "Bruno O.", "Ana R.", "Chus V."]

    page = visitor.tap("Sort by name")
    assert table_columns(page, "Player") == ["Ana M.", "Ana R.", "Bruno O.", "Chus V."]
    page = visitor.tap("Sort by matches")
    assert table_columns(page, "M") == ["2", "2", "1", "1"]
    page = visitor.tap("Sort by place")
    assert table_columns(page, "Player") == ["Ana M.", "Bruno O.", "Ana R.", "Chus V."]


def test_names_are_sorted_as_the_link_shows_them(create_link, visitor, league_players):
    visitor.go(create_link(CURRENT_SEASON, ShownNames.INITIALS))

    assert table_columns(visitor.tap("Sort by name"), "Player") == ["AM", "AR", "BO", "CV"]


def test_pages_of_the_standings_keep_the_order(app, create_link, visitor):
    fill_large_season(app, 52)
    visitor.go(create_link(CURRENT_SEASON, ShownNames.FULL))
    visitor.tap("Sort by name")

    page = visitor.tap("Lower places")
    assert page.path.endswith("?sort=name&from=9")
    assert [cell.words for cell in page.root.all("th") if "aria-sort" in cell] == ["Player"]


def test_phones_fold_the_standings_of_a_public_season(app, create_link, visitor):
    fill_large_season(app, 12)  # the podium takes the space of some rows
    page = visitor.go(create_link(CURRENT_SEASON, ShownNames.FULL))
    assert "standing__third" in page.text

    page = visitor.tap("Show all 12 rows")

    assert "rows=page" in page.path
    assert "standing__third" not in page.text
