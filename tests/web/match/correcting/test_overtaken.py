"""Corrections of a match that another phone has changed in the meantime."""

import pytest

from tests.web.match_phone import sit_down


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
