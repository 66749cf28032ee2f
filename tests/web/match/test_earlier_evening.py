"""Undo, redo and reopening must be confirmed for a match of an earlier evening."""

import time

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.web import loba_matches
from tests.web.match_phone import MatchPhone, sit_down


@pytest.fixture
def old_match(store, app):
    """The id of a match of 12 January 2026 in the season "Winter". Ana won."""
    loba_matches.add_friends(app)
    season_commands.create_season(store, Season(0, "Winter"), at=0)
    match = loba_matches.play_loba(app, "2026-01-12", {"1": 0, "2": 30, "3": 20})
    return MatchPhone(app, match)


def tappable(page):
    return [page.name(each) for each in page.root.all("a", "button")]


def test_the_header_of_an_old_match_has_no_undo(old_match):
    assert not [name for name in tappable(old_match.page) if name.startswith("Undo")]
    assert old_match.page.by_id("undo") is None


def test_the_header_of_a_match_that_ended_this_evening_has_undo(app):
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 20, 30))

    assert loba.tap("Undo: ").title != "Ana wins"


def test_undo_of_an_old_match_is_in_the_menu_and_asks_first(old_match):
    old_match.at("sheet")

    asked = old_match.tap("Undo: ")

    assert (
        "This match from Mon 12 Jan 2026 would be in progress again and would no longer count"
        " towards Winter." in asked.words
    )
    assert old_match.sheet.is_over
    assert old_match.tap("Undo: ").status == 200
    assert not old_match.sheet.is_over


def test_cancel_leaves_an_old_match_as_it_is(old_match):
    old_match.at("sheet")
    old_match.tap("Undo: ")

    assert old_match.tap("Cancel").title == "Score sheet"
    assert old_match.sheet.is_over


def test_a_page_left_open_since_that_evening_asks_too(old_match):
    step = ("step", str(old_match.sheet.last_step.version))

    asked = old_match.request("POST", f"{old_match.address}/undo", [("key", "k"), step])
    part = old_match.client.post(
        f"{old_match.address}/undo",
        data={"key": "k", "step": step[1]},
        headers={"Origin": "http://localhost", "HX-Request": "true"},
    )

    assert "would be in progress again" in asked.words
    assert part.headers["HX-Redirect"] == f"{old_match.address}/confirm/undo"
    assert old_match.sheet.is_over


def test_an_old_match_that_was_ended_early_asks_before_it_continues(store, app, log):
    loba_matches.add_friends(app)
    at = 1_768_248_000  # 12 January 2026
    match = commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta("start", at))
    commands.close(log, match, "unfinished", CommandMeta("end", at))
    phone = MatchPhone(app, match)

    asked = phone.tap("Keep playing")
    assert "This match from Mon 12 Jan 2026 would be in progress again." in asked.words
    assert phone.sheet.ended == "unfinished"

    assert phone.tap("Keep playing").status == 200
    assert phone.sheet.ended is None


def test_redo_and_undo_of_a_correction_say_that_the_result_could_change(app, old_match, log):
    results_before = old_match.sheet.winners
    loba_matches.correct_loba(app, old_match.match, {"2": 0, "1": 30, "3": 20})
    old_match.at("sheet")

    asked = old_match.tap("Undo: correction of Deal 1")
    assert "The result of this match from Mon 12 Jan 2026 could change." in asked.words
    assert "It counts towards Winter." in asked.words
    undone = old_match.tap("Undo: correction of Deal 1")
    assert old_match.sheet.winners == results_before

    assert "Redo" in tappable(undone)
    asked = old_match.tap("Redo")
    assert "could change" in asked.words
    old_match.tap("Redo: correction of Deal 1")
    assert old_match.sheet.winners == ("2",)


def test_a_closed_season_keeps_the_result_of_an_old_match(store, old_match):
    season_commands.close_season(store, 1, at=int(time.time()))

    asked = old_match.at("confirm/undo")

    assert "This match from Mon 12 Jan 2026 would be in progress again." in asked.words
    assert "Winter is closed and keeps the old result." in asked.words


def test_a_step_that_is_not_there_shows_the_match(old_match):
    assert old_match.at("confirm/redo").title == "Ana wins"
    assert old_match.at("confirm/reopen").title == "Ana wins"
    assert old_match.at("confirm/other").status == 404
