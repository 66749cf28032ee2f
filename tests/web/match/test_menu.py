"""The menu on the sheet of a match: the rules and the players' names."""

import pytest

from scorekeeper import create_app
from scorekeeper.league import player_renames, roster
from scorekeeper.match.log import MemoryLog
from tests.web.match_phone import sit_down


@pytest.fixture
def sheet(app):
    """A phone that shows the sheet of a match."""
    phone = sit_down(app, "gin", 2)
    phone.at("sheet")
    return phone


def test_the_rules_opened_from_the_sheet_link_back_to_the_sheet(sheet):
    sheet.tap("Rules")

    assert sheet.tap("Back to where you were").path == "/matches/1/sheet"


def test_the_rules_opened_from_a_question_link_back_to_the_match(sheet):
    sheet.go("/matches/1")
    assert sheet.tap("Rules of Gin rummy").path.startswith("/rules/gin")

    assert sheet.tap("Back to where you were").path == "/matches/1"


def test_several_players_can_be_renamed_during_a_match(sheet):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "Anita")
    sheet.type("New name for Ben", "Ana")
    page = sheet.tap("Save names")

    assert page.path == "/matches/1"
    assert "Anita" in page.words
    assert "Ben" not in page.words


def test_two_players_can_swap_their_names(store, sheet):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "Ben")
    sheet.type("New name for Ben", "Ana")
    sheet.tap("Save names")

    assert roster.find_player_by_name(store, "Ben").key == "1"
    assert roster.find_player_by_name(store, "Ana").key == "2"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        pytest.param("", "Every player needs a name.", id="none"),
        pytest.param("x" * 41, "A name can have at most 40 characters, not 41.", id="too long"),
        pytest.param(
            "ANA",
            "There is already a player called Ana. Choose a name that tells them apart.",
            id="taken at this table",
        ),
    ],
)
def test_an_invalid_name_changes_no_names_and_is_kept_beside_its_reason(
    store, sheet, name, sentence
):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "Anita" if name != "ANA" else "Ana")
    sheet.type("New name for Ben", name)
    page = sheet.tap("Save names")

    assert page.status == 422
    assert page.reasons == [sentence]
    field = page.find("New name for Ben", "input")
    assert field["value"] == name
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert roster.find_player_by_name(store, "Anita") is None
    assert roster.find_player_by_name(store, "Ben").key == "2"


def test_a_name_that_another_phone_has_changed_is_saved_only_after_a_second_tap(store, sheet):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "Annie")
    sheet.type("New name for Ben", "Benno")
    player_renames.rename_players(store, {1: "Anita"})
    page = sheet.tap("Save names")

    assert page.status == 409
    [saved] = page.reasons
    assert saved.startswith("Saved now: Ana is now called Anita.")
    assert "Ben" not in saved
    field = page.find("New name for Anita", "input")
    assert field["value"] == "Annie"
    assert page.by_id(field["aria-describedby"]).words == "Ana is now called Anita."
    assert [each.name for each in roster.players(store)] == ["Anita", "Ben"]

    assert sheet.tap("Save names").path == "/matches/1"
    assert [each.name for each in roster.players(store)] == ["Annie", "Benno"]


def test_two_phones_that_choose_the_same_new_name_do_not_conflict(store, sheet):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "Anita")
    player_renames.rename_players(store, {1: "Anita"})

    assert sheet.tap("Save names").path == "/matches/1"


def test_names_cannot_be_changed_without_a_database():
    phone = sit_down(create_app({}, log=MemoryLog({})), "gin", 2)

    links = [link.words for link in phone.at("sheet").root.all("a")]

    assert "Rules" in links
    assert "Change names" not in links
    assert "Players" not in links


def test_a_name_with_html_is_plain_text_in_the_toast(sheet):
    sheet.tap("Change names")
    sheet.type("New name for Ana", "<b>&amp;")
    sheet.tap("Save names")

    page = sheet.save(result="knock", knocker="1", deadwood=(4, 29))

    assert "Saved: Hand 1. <b>&amp; leads by 25." in page.words


def test_the_rule_page_begins_with_the_rules_of_the_match(app):
    loba = sit_down(app, "loba", 3, limit=200)
    loba.at("sheet")

    page = loba.tap("Rules")

    assert "The rules of this match: out at 200, going out all at once −10" in page.words
    for other in ("/rules/gin?match=1", "/rules/loba", f"/rules/loba?match={10**30}"):
        assert loba.go(other).status == 200
        assert "The rules of this match" not in loba.page.words
