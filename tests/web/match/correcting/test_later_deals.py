"""Corrections that make later deals impossible, and drafts of such corrections."""

import pytest

from tests.web.match.correcting.page import changes
from tests.web.match_phone import field_value, sit_down, totals


def main_button(page):
    """Return the label of the button that saves or continues."""
    return page.by_id("save").all("span")[0].words


def test_a_preview_names_the_later_deal_that_becomes_invalid(loba):
    loba.at("rounds/1/correct")

    part = loba.look(cards__deadwood=(None, 5, 3))

    why = "Points left: enter a number for Cem."
    assert f"After this correction, Deal 2 is not complete. {why}" in part.words
    assert main_button(part) == "Next: Deal 2"
    assert loba.sheet.version == 3


def test_a_later_deal_that_became_invalid_is_asked_with_its_saved_values(second_deal_page):
    page = second_deal_page.page

    assert (page.status, page.title) == (200, "Correct Deal 2 too")
    assert [title.words for title in page.root.all("title")] == [
        "Correct Deal 2 too · Loba · Card table"
    ]
    assert "Numbers are missing. Points left: enter a number for Cem." in page.words
    assert [field_value(page, f"2.cards.deadwood-{seat}") for seat in (1, 2, 3)] == ["4", "0", ""]
    assert field_value(page, "2.cards.went_out") == "2"
    assert second_deal_page.sheet.played_deals[0].points["3"] == 30


def test_a_reason_with_two_fields_is_given_only_once(app):
    """Ben knocks in the second hand. After the correction, Ben is the dealer of that hand."""
    gin = sit_down(app, "gin", 3)
    gin.save(result="knock", knocker="2", deadwood=(None, 5, 20))
    gin.save(result="knock", knocker="2", deadwood=(20, 5, None))
    gin.at("rounds/1/correct")

    page = gin.save(hand__knocker="3", hand__deadwood=(None, 20, 5))

    assert page.title == "Correct Hand 2 too"
    assert page.words.count("Ben deals this hand and sits out.") == 1


def test_a_correction_of_several_deals_is_undone_in_one_step(second_deal_page):
    before = second_deal_page.sheet

    saved = second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)})

    assert saved.status == 200
    assert totals(saved) == {"Ana": "4", "Ben": "5", "Cem": "10"}
    assert second_deal_page.sheet.drafts == {}
    second_deal_page.tap("Undo: correction of Deal 1 and Deal 2")
    assert (second_deal_page.sheet.deal_answers, second_deal_page.sheet.position) == (
        before.deal_answers,
        before.position,
    )


def test_a_preview_shows_the_changes_of_all_corrected_deals(second_deal_page):
    part = second_deal_page.look(**{"2__cards__deadwood": (None, None, 7)})

    assert changes(part) == ["Cem was 30 10, no longer out", "Cem deals next."]
    assert main_button(part) == "Correct 2 deals"


def test_a_missing_value_in_a_later_deal_is_refused_on_its_page(second_deal_page):
    refused = second_deal_page.save()

    assert refused.status == 422
    assert refused.title == "Correct Deal 2 too"
    assert refused.reasons == ["Points left: enter a number for Cem."]
    assert second_deal_page.sheet.played_deals[0].points["3"] == 30


@pytest.fixture
def three_deals(loba):
    """A match of three deals. After a correction, the second and the third lack Cem's cards."""
    loba.save(went_out="1", deadwood=(None, 6, None))
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 5, 3))
    return loba


def test_later_deals_are_asked_until_all_are_valid(three_deals):
    third = three_deals.save(**{"2__cards__deadwood": (None, None, 7)})
    assert third.title == "Correct Deal 3 too"
    done = three_deals.save(**{"3__cards__deadwood": (None, None, 2)})

    assert totals(done) == {"Ana": "4", "Ben": "11", "Cem": "12"}
    assert [step.event.__class__.__name__ for step in three_deals.sheet.steps][
        -1
    ] == "RoundCorrected"
    assert len(three_deals.sheet.steps) == 4


def test_an_interrupted_correction_is_kept_as_a_draft_of_all_deals(three_deals):
    three_deals.save(**{"2__cards__deadwood": (None, None, 7)})

    draft_page = three_deals.tap("Finish later")

    assert "Saved as a draft. It does not count yet." in draft_page.words
    assert totals(three_deals.at("sheet")) == {"Ana": "4", "Ben": "11", "Cem": "30"}
    above_the_sheet, _, _ = three_deals.page.words.partition("Each cell shows")
    assert "A correction of Deal 1 is not finished" in above_the_sheet
    page = three_deals.tap("Open the draft")
    assert field_value(page, "cards.deadwood-3") == "3"
    assert main_button(page) == "Next: Deal 3"
    third = three_deals.save()
    assert third.title == "Correct Deal 3 too"
    three_deals.save(**{"3__cards__deadwood": (None, None, 2)})
    assert totals(three_deals.page) == {"Ana": "4", "Ben": "11", "Cem": "12"}


def test_reloading_a_correction_shows_the_same_deal(second_deal_page):
    page = second_deal_page.at("rounds/1/correct/2")

    assert page.title == "Correct Deal 2 too"
    assert second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)}).status == 200
    assert second_deal_page.sheet.position.totals == {"1": 4, "2": 5, "3": 10}


def test_the_page_of_a_later_deal_without_a_draft_leads_to_the_first_deal(loba):
    assert loba.at("rounds/1/correct/2").title == "Correct Deal 1"


def test_the_first_deal_of_a_correction_can_be_changed_again(second_deal_page):
    page = second_deal_page.tap("Back to Deal 1")
    assert field_value(page, "cards.deadwood-3") == "3"

    saved = second_deal_page.save(cards__deadwood=(None, 6, 30))

    assert totals(saved) == {"Ana": "4", "Ben": "6", "Cem": "30"}
    assert second_deal_page.sheet.drafts == {}


def test_a_draft_can_be_discarded(second_deal_page):
    second_deal_page.tap("Back to Deal 1")

    second_deal_page.tap("Discard draft")

    assert "waits" not in second_deal_page.at("sheet").words
    assert field_value(second_deal_page.at("rounds/1/correct"), "cards.deadwood-3") == "30"


def test_saving_a_correction_deletes_its_draft(second_deal_page):
    second_deal_page.reload()
    second_deal_page.tap("Undo: Points left, Deal 2")
    page = second_deal_page.at("rounds/1/correct")
    assert field_value(page, "cards.deadwood-3") == "3"

    second_deal_page.save()

    assert second_deal_page.sheet.drafts == {}
    assert totals(second_deal_page.page) == {"Ana": "0", "Ben": "5", "Cem": "3"}


def test_deals_after_the_corrected_end_are_named_before_saving(loba):
    loba.at("rounds/1/correct")

    asked = loba.save(cards__deadwood=(None, 25, 30))

    assert asked.status == 200
    assert loba.sheet.version == 3
    assert changes(asked) == [
        "Ana was 4 0, wins",
        "Ben was 5 25, out",
        "The match now ends before Deal 2, so Deal 2 no longer counts.",
        "The match is over.",
    ]
    assert main_button(asked) == "Correct Deal 1"
    over = loba.save()
    assert over.title == "Ana wins"
    assert len(loba.sheet.played_deals) == 1
    loba.tap("Undo: correction of Deal 1")
    assert len(loba.sheet.played_deals) == 2


def test_the_second_of_two_corrections_of_several_deals_gets_a_conflict(second_deal_page):
    friend = second_deal_page.another_phone()
    friend.at("rounds/1/correct/2")
    friend.fill(**{"2__cards__deadwood": (None, None, 9)})
    second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)})

    late = friend.send(friend.page.form_of(friend.page.by_id("save")), friend.page.by_id("save"))

    assert late.status == 409
    assert late.alerts[0].startswith("Another phone saved this first")
    rows = [[cell.words for cell in row.all("th", "td")] for row in late.root.all("tr")]
    assert ["Cem Points left", "3", "3"] in rows
    assert ["Cem Deal 2, Points left", "7", "9"] in rows
    assert second_deal_page.sheet.position.totals == {"1": 4, "2": 5, "3": 10}

    mine = friend.tap("Use my answer")
    assert field_value(mine, "2.cards.deadwood-3") == "9"


def test_the_second_correction_can_replace_the_saved_one(second_deal_page):
    friend = second_deal_page.another_phone()
    friend.at("rounds/1/correct/2")
    friend.fill(**{"2__cards__deadwood": (None, None, 9)})
    second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)})
    friend.send(friend.page.form_of(friend.page.by_id("save")), friend.page.by_id("save"))

    friend.tap("Use my answer")
    friend.save()

    assert second_deal_page.sheet.position.totals == {"1": 4, "2": 5, "3": 12}


def test_a_correction_sent_twice_is_saved_once(second_deal_page):
    friend = second_deal_page.another_phone()
    friend.page = second_deal_page.page
    second_deal_page.save(**{"2__cards__deadwood": (None, None, 7)})

    again = friend.save(**{"2__cards__deadwood": (None, None, 7)})

    assert again.status == 200
    assert totals(again) == {"Ana": "4", "Ben": "5", "Cem": "10"}
    assert len(second_deal_page.sheet.steps) == 3


def kept_values(page, deal=2):
    return [field_value(page, f"{deal}.cards.deadwood-{seat}") for seat in (1, 2, 3)]


@pytest.mark.parametrize("way_out", ["Back to Deal 1", "Score sheet", "Finish later"])
def test_leaving_keeps_what_was_entered_for_an_incomplete_later_deal(second_deal_page, way_out):
    second_deal_page.fill(**{"2__cards__deadwood": (9, None, None)})
    page = second_deal_page.tap(way_out)
    assert page.status == 200
    if way_out != "Back to Deal 1":
        second_deal_page.at("sheet")
        page = second_deal_page.tap("Open the draft")
    assert page.title == "Correct Deal 1"
    page = second_deal_page.save()

    assert page.title == "Correct Deal 2 too"
    assert kept_values(page) == ["9", "0", ""]


@pytest.mark.parametrize("way_out", ["Back to Deal 1", "Finish later"])
def test_leaving_an_incomplete_deal_that_another_phone_has_corrected_compares_both(
    second_deal_page, way_out
):
    friend = second_deal_page.another_phone()
    friend.at("rounds/2/correct")
    friend.save(cards__deadwood=(6, None, None))
    second_deal_page.fill(**{"2__cards__deadwood": (9, None, None)})

    page = second_deal_page.tap(way_out)

    assert page.status == 409
    assert second_deal_page.sheet.position.totals["1"] == 6


def test_values_carried_for_a_later_deal_survive_a_refusal_of_the_first_one(second_deal_page):
    second_deal_page.fill(**{"2__cards__deadwood": (9, None, None)})
    second_deal_page.tap("Back to Deal 1")
    assert second_deal_page.save(cards__deadwood=(None, "x", None)).status == 422

    page = second_deal_page.save(cards__deadwood=(None, 5, None))

    assert kept_values(page) == ["9", "0", ""]


def test_the_first_deal_of_a_correction_can_be_finished_later(loba):
    loba.at("rounds/1/correct")
    loba.fill(cards__deadwood=(None, 5, 3))

    page = loba.tap("Finish later")

    assert "Saved as a draft. It does not count yet." in page.words
    loba.at("sheet")
    assert field_value(loba.tap("Open the draft"), "cards.deadwood-3") == "3"


def test_finishing_an_unchanged_correction_later_keeps_no_draft(loba):
    loba.at("rounds/1/correct")

    loba.tap("Finish later")

    assert loba.sheet.drafts == {}
