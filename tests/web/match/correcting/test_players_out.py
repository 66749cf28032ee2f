"""Corrections that change which players are out, come back or win."""

import pytest

from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.correction_commands import save_draft
from scorekeeper.web.extension_keys import LOG_KEY
from tests.web.match.comparison import compared_rows
from tests.web.match.correcting.page import changes
from tests.web.match_phone import field_value, sit_down, totals


def test_a_preview_lists_changes_of_players_out_and_of_the_winner(app):
    loba = sit_down(app, "loba", 2, limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 30))
    assert loba.page.title == "Ana wins"
    loba.at("rounds/1/correct")

    loba.save(cards__went_out="2")
    swapped = loba.look(cards__deadwood=(30, None))
    assert changes(swapped) == [
        "Ana was 0 30, out, no longer wins",
        "Ben was 30 0, no longer out, wins",
    ]

    loba.at("rounds/1/correct")
    shorter = loba.look(cards__deadwood=(None, 6))
    assert changes(shorter) == [
        "Ana no longer wins",
        "Ben was 30 6, no longer out",
        "The match is no longer over.",
        "Next: Points left",
        "Ben deals next.",
    ]


@pytest.fixture
def late_loba(app):
    """A phone whose cards arrive after another phone's. In both answers, Cem is out."""
    loba = sit_down(app, "loba", 3, limit=30)
    loba.save(went_out="1", deadwood=(None, 5, 25))
    late = loba.another_phone()
    loba.save(went_out="2", deadwood=(28, None, 10))
    assert loba.page.title == "Coming back?"
    late.save(went_out="2", deadwood=(40, None, 10))
    return late


def test_a_conflict_compares_the_totals_of_a_deal_that_is_not_complete(late_loba):
    assert compared_rows(late_loba.page)[-1] == ["New totals", "Ana 28", "Ana 40"]


def test_a_preview_lists_changes_in_a_deal_that_is_not_complete(late_loba):
    late_loba.tap("Use my answer")

    assert changes(late_loba.page) == ["Ana was 28 40, out"]
    assert late_loba.page.by_id("row-1").words.endswith("was 28 40out")


def test_a_preview_of_an_earlier_deal_includes_a_deal_that_is_not_complete(late_loba):
    late_loba.at("rounds/1/correct")

    assert changes(late_loba.look(cards__deadwood=(None, 6, 3))) == [
        "Ben was 5 6",
        "Cem was 35 13, no longer out",
        "Next: Points left",
        "Cem deals next.",
    ]


def test_a_preview_says_that_bids_do_not_change_the_totals_yet(app):
    phone = sit_down(app, "jabberwocky", 3)
    phone.save(bids=(1, 0, 1))
    phone.at("rounds/1/correct")

    preview = phone.look(bids__bids=(0, 0, 0))

    assert "The totals stay the same until Deal 1 is complete." in preview.words


def test_a_preview_says_who_shares_the_win(app):
    match = sit_down(app, "jabberwocky", 3, schedule=[3])
    match.save(bids=(1, 1, 0))
    assert match.save(tricks=(1, 0, 2)).title == "Ana wins"
    match.at("rounds/1/correct")

    shared = match.look(tricks__tricks=(1, 1, 1))
    assert changes(shared) == [
        "Ana shares the win",
        "Ben was 0 1, shares the win",
    ]

    match.save()
    match.at("rounds/1/correct")
    alone = match.look(tricks__tricks=(1, 0, 2))
    assert changes(alone)[0] == "Ana wins"
    assert changes(alone)[1].endswith("no longer wins")


def test_a_correction_asks_a_player_who_is_newly_out_about_coming_back(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 50, 60))
    loba.save(went_out="1", deadwood=(None, 10, 12))
    loba.at("rounds/2/correct")

    asked = loba.save(cards__deadwood=(None, 10, 45))

    assert asked.status == 422
    assert "Back in at 60?" in asked.words
    loba.set("back.reenlist-3", "yes")
    saved = loba.save()
    assert saved.status == 200
    assert totals(saved) == {"Ana": "0", "Ben": "60", "Cem": "60"}


def test_a_preview_lists_a_change_of_the_pot(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 50, 60))
    loba.save(went_out="1", deadwood=(None, 10, 45))
    loba.set("reenlist-3", "yes")
    loba.save()
    loba.at("rounds/2/correct")

    part = loba.look(cards__deadwood=(None, 10, 12))

    assert "The pot: 4 → 3." in changes(part)


@pytest.fixture
def returning_player(app):
    """A phone that corrects the first of three deals.

    Dora was out after the second deal and came back. Ben never had the choice.
    """
    loba = sit_down(app, "loba", 4)
    loba.save(went_out="1", deadwood=(None, 60, 10, 61))
    loba.save(went_out="1", deadwood=(None, 39, 10, 61))
    loba.set("reenlist-4", "yes")
    loba.save()
    loba.save(went_out="1", deadwood=(None, 2, 5, 2))
    loba.at("rounds/1/correct")
    return loba


def test_a_player_newly_out_in_a_later_deal_is_asked_about_coming_back(returning_player):
    asked = returning_player.save(cards__deadwood=(None, 65, 10, 61))

    assert asked.title == "Correct Deal 2 too"
    assert "Not answered yet: Does Ben come back?" in asked.words
    assert field_value(asked, "2.back.reenlist-2") is None
    assert field_value(asked, "2.back.reenlist-4") == "yes"


@pytest.mark.parametrize(
    ("answer", "ends_at"),
    [
        ("yes", {"Ana": "0", "Ben": "22", "Cem": "25", "Dora": "22"}),
        ("no", {"Ana": "0", "Ben": "104", "Cem": "25", "Dora": "22"}),
    ],
)
def test_both_answers_about_coming_back_in_a_later_deal_count(returning_player, answer, ends_at):
    returning_player.save(cards__deadwood=(None, 65, 10, 61))
    returning_player.set("2.back.reenlist-2", answer)

    done = returning_player.save()
    if answer == "no":
        assert done.title == "Correct Deal 3 too"
        done = returning_player.save()

    assert totals(done) == ends_at


@pytest.mark.parametrize("way_out", ["Back to Deal 1", "Score sheet", "Finish later"])
@pytest.mark.parametrize("typed", [{}, {"2__cards__deadwood": (None, 39, 11, 61)}], ids=str)
def test_leaving_answers_for_no_player_who_was_asked_about_coming_back(
    returning_player, way_out, typed
):
    returning_player.save(cards__deadwood=(None, 65, 10, 61))
    returning_player.fill(**typed)
    returning_player.tap(way_out)
    if way_out != "Back to Deal 1":
        returning_player.at("sheet")
        returning_player.tap("Open the draft")

    page = returning_player.save()

    assert page.title == "Correct Deal 2 too"
    assert field_value(page, "2.back.reenlist-2") is None
    assert field_value(page, "2.cards.deadwood-3") == ("11" if typed else "10")


def test_a_draft_does_not_answer_for_a_player_who_was_asked_only_later(app, returning_player):
    (_, cards), back = returning_player.sheet.deal_answers[1]
    changed = ("cards", {**cards, "deadwood": {**cards["deadwood"], "3": 11}})
    log = app.extensions[LOG_KEY]
    save_draft(log, returning_player.match, 2, (changed, back), CommandMeta("draft", 9))
    draft = returning_player.at("rounds/2/correct")
    assert field_value(draft, "back.reenlist-4") == "yes"
    returning_player.at("rounds/1/correct")
    returning_player.save(cards__deadwood=(None, 65, 10, 61))
    returning_player.set("2.back.reenlist-2", "yes")
    returning_player.save()

    draft = returning_player.at("rounds/2/correct")

    assert field_value(draft, "cards.deadwood-3") == "11"
    assert field_value(draft, "back.reenlist-2") is None
    assert field_value(draft, "back.reenlist-4") == "yes"


def test_a_deal_does_not_ask_who_comes_back_before_it_is_known_who_is_out(app):
    """After the correction of deal 1, Ben is out, so nobody has gone out in deal 2."""
    loba = sit_down(app, "loba", 3, limit=30)
    loba.save(went_out="1", deadwood=(None, 5, 5))
    loba.save(went_out="2", deadwood=(20, None, 30))
    loba.set("reenlist-3", "yes")
    loba.save()
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 40, None))
    loba.set("back.reenlist-2", "no")

    second = loba.save()
    assert second.title == "Correct Deal 2 too"
    assert [each.words for each in second.by_id("ask").all("h2")] == ["Points left"]

    wrong = loba.save(**{"2__cards__went_out": "1"})  # Ana still has 20 points left
    assert "Back in at 0?" in wrong.words
    assert "New totals" not in wrong.words
    done = loba.save(**{"2__cards__deadwood": (0, None, None), "2__back__reenlist-3": "yes"})
    assert totals(done) == {"Ana": "0", "Ben": "40", "Cem": "0"}
