"""What else can be done from the sheet of a match."""

import pytest
from evening import sit_down

from scorekeeper import create_app
from scorekeeper.log import MemoryLog


@pytest.fixture
def sheet(table):
    """Somebody who looks at the sheet of a match."""
    phone = sit_down(table, "gin", 2)
    phone.at("sheet")
    return phone


def test_from_the_rules_the_way_back_is_to_the_match(sheet):
    sheet.tap("Rules")

    assert sheet.tap("Back: where you were").path == "/matches/1/sheet"


def test_players_are_one_tap_away_to_change_a_name(sheet):
    assert sheet.tap("Players").find("New name of Ana", "input")


def test_there_are_no_players_to_change_where_there_is_no_database():
    phone = sit_down(create_app({}, log=MemoryLog({})), "gin", 2)

    links = [link.words for link in phone.at("sheet").root.all("a")]

    assert "Rules" in links
    assert "Players" not in links
