"""Corrections of a match that another phone has changed in the meantime."""

import pytest

from tests.web.match.comparison import compared_rows
from tests.web.match.correcting.page import friend_of
from tests.web.match_phone import sit_down, totals


@pytest.fixture
def overtaken_phone(three):
    """A phone that corrects the third deal after another phone has undone that deal."""
    friend = three.another_phone()
    friend.at("rounds/3/correct")
    three.reload()
    three.tap("Undo")
    return friend


def test_a_correction_of_an_undone_deal_is_refused_with_the_entered_values(overtaken_phone):
    late = overtaken_phone.save(bids__bids=(0, 0, 1))

    assert late.status == 409
    assert late.alerts[0].startswith("It is too early for this answer")
    assert "Cem Bid – 1" in " ".join(late.words.split())


def test_a_preview_of_a_correction_of_an_undone_deal_is_refused(overtaken_phone):
    part = overtaken_phone.look(bids__bids=(0, 0, 1))

    assert part.status == 409
    assert part.text.startswith('<div class="match-root" id="match" ')


def test_a_correction_of_a_deleted_match_is_not_saved(second_deal_page):
    friend = second_deal_page.another_phone()
    friend.at("end")
    friend.tap("Delete this match")

    late = second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)})

    assert late.status == 409
    assert late.alerts[0].startswith("This match was deleted")
    assert "Use my answer" not in late.words
    assert len(second_deal_page.sheet.steps) == 2


def test_a_later_deal_saved_after_the_page_was_opened_is_also_asked(app):
    loba = sit_down(app, "loba", 3, limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 5, 30))
    friend = loba.another_phone()
    friend.at("rounds/1/correct")
    loba.save(went_out="2", deadwood=(4, None, None))

    asked = friend.save(cards__deadwood=(None, 5, 3))

    assert asked.title == "Correct Deal 2 too"
    assert loba.sheet.played_deals[0].points["3"] == 30


@pytest.fixture
def compared_page(second_deal_page):
    """A phone whose correction was compared with a draft, and the other phone, at deal 2.

    Cem's cards in deal 1 are 3 in the first phone's correction, and 4 in the other phone's draft.
    """
    phone, friend = second_deal_page, friend_of(second_deal_page)
    friend.at("rounds/1/correct")
    friend.save(cards__deadwood=(None, 5, 4))
    page = phone.save(**{"2__cards__deadwood": (None, None, 6)})
    assert page.alerts[0].startswith("Another phone is correcting the same deal")
    return phone, friend


def test_a_correction_that_was_saved_as_in_the_compared_draft_is_not_compared_again(compared_page):
    phone, friend = compared_page
    friend.save(**{"2__cards__deadwood": (None, None, 6)})
    assert totals(friend.page) == {"Ana": "4", "Ben": "5", "Cem": "10"}

    phone.tap("Use my answer")
    done = phone.save()

    assert totals(done) == {"Ana": "4", "Ben": "5", "Cem": "9"}


def test_a_correction_that_was_saved_with_new_values_is_compared_before_it_is_replaced(
    compared_page,
):
    phone, friend = compared_page
    friend.save(**{"2__cards__deadwood": (None, None, 7)})

    phone.tap("Use my answer")
    page = phone.save()

    assert page.status == 409
    assert page.alerts[0].startswith("Another phone saved this first")
    assert totals(friend.reload()) == {"Ana": "4", "Ben": "5", "Cem": "11"}


def test_a_draft_that_was_discarded_before_the_form_was_made_was_not_compared(loba):
    friend = friend_of(loba)
    friend.at("rounds/1/correct")
    friend.fill(cards__deadwood=(None, 6, 30))
    friend.tap("Finish later")
    friend.at("rounds/1/correct")
    friend.tap("Discard draft")
    loba.at("rounds/1/correct")
    friend.at("rounds/1/correct")
    friend.save(cards__deadwood=(None, 6, 30))

    assert loba.save(cards__deadwood=(None, 7, 30)).status == 409


def test_the_comparison_contains_answers_about_players_who_are_only_out_in_the_correction(app):
    """Cem is out in both answers. Ana is out only in the slower phone's answer."""
    loba = sit_down(app, "loba", 3, limit=30)
    loba.save(went_out="1", deadwood=(None, 5, 25))
    loba.save(went_out="2", deadwood=(28, None, 10))
    loba.set("reenlist-3", "yes")
    loba.save()
    slower = loba.another_phone()
    for phone, points in ((slower, 40), (loba, 27)):
        phone.at("rounds/2/correct")
        phone.fill(cards__deadwood=(points, None, None))
    slower.save()
    slower.fill(**{"back__reenlist-1": "yes", "back__reenlist-3": "no"})
    loba.save()

    slower.save()

    assert compared_rows(slower.page)[4:] == [
        ["Ana Back in at 5?", "–", "Yes, back at 5"],
        ["Cem Back in at 5?", "Yes, back at 27", "No, out for good"],
        ["New totals", "Ana 27, Cem 27", "Ana 5, Cem 35"],
    ]
