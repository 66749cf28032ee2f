"""Drafts of corrections: deals that cannot be entered yet, and drafts of two phones."""

import pytest

from tests.web.match.correcting.page import changes, friend_of
from tests.web.match_phone import field_value, sit_down, totals


@pytest.fixture
def phone_at_deal_4(app):
    """A phone that corrects a match of four deals, with the page of deal 4 open.

    After the correction, deals 2 to 4 lack the cards of Cem, who was out before. In the draft,
    Cem's cards are 7 in deal 2 and 2 in deal 3.
    """
    phone = sit_down(app, "loba", 3, limit=20, max_reenlist=0)
    phone.record(went_out="1", deadwood=(0, 5, 30))
    for cards in ((4, 0, None), (3, 0, None), (2, 0, None)):
        phone.record(went_out="2", deadwood=cards)
    phone.at("rounds/1/correct")
    phone.save(cards__deadwood=(None, 5, 3))
    phone.save(**{"2__cards__deadwood": (None, None, 7)})
    phone.save(**{"3__cards__deadwood": (None, None, 2)})
    assert phone.page.title == "Correct Deal 4 too"
    return phone


def drafted_cards(phone, seat="3"):
    """Return {deal: number entered for this player's cards} for the deals of the draft."""
    event = phone.sheet.drafts[1].event
    deals = {1: event.stages, **dict(event.later)}
    return {n: dict(stages)["cards"]["deadwood"].get(seat) for n, stages in deals.items()}


def test_leaving_an_emptied_deal_keeps_the_drafted_deals_after_it(phone_at_deal_4):
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")
    phone_at_deal_4.at("rounds/1/correct/3")
    phone_at_deal_4.fill(**{"3__cards__deadwood": ("", None, "")})

    phone_at_deal_4.tap("Finish later")

    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: None, 4: 6}


def test_the_drafted_deals_after_an_emptied_one_are_asked_again_with_their_values(phone_at_deal_4):
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")
    phone_at_deal_4.at("rounds/1/correct/3")
    phone_at_deal_4.fill(**{"3__cards__deadwood": ("", None, "")})
    phone_at_deal_4.tap("Finish later")

    phone_at_deal_4.at("rounds/1/correct")
    third = phone_at_deal_4.save()
    assert (third.title, field_value(third, "3.cards.deadwood-3")) == ("Correct Deal 3 too", "")
    phone_at_deal_4.fill(**{"3__cards__deadwood": (3, None, 3)})
    assert "Cem was 30 19, no longer out" in changes(phone_at_deal_4.look())
    done = phone_at_deal_4.save()

    assert totals(done) == {"Ana": "9", "Ben": "5", "Cem": "19"}
    assert phone_at_deal_4.sheet.drafts == {}


def test_emptying_a_deal_and_going_back_twice_keeps_the_drafted_deals_after_it(phone_at_deal_4):
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")
    for deal in (3, 2):
        phone_at_deal_4.at(f"rounds/1/correct/{deal}")
        phone_at_deal_4.fill(**{f"{deal}__cards__deadwood": ("", None, "")})
        phone_at_deal_4.tap("Back to Deal 1")

    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: None, 3: None, 4: 6}


def test_deals_after_a_corrected_end_stay_in_the_draft(phone_at_deal_4):
    phone_at_deal_4.at("rounds/1/correct")
    phone_at_deal_4.fill(cards__deadwood=(None, 25, 30))

    phone_at_deal_4.tap("Finish later")

    assert drafted_cards(phone_at_deal_4) == {1: 30, 2: 7, 3: 2}


def test_a_half_entered_later_deal_is_asked_even_if_its_saved_answers_would_be_valid(
    second_deal_page,
):
    second_deal_page.fill(**{"2__cards__went_out": "3", "2__cards__deadwood": (9, None, None)})
    second_deal_page.tap("Back to Deal 1")

    page = second_deal_page.save(cards__deadwood=(None, 5, 30))

    assert page.title == "Correct Deal 2 too"
    assert "You started changing this deal." in page.words
    assert field_value(page, "2.cards.deadwood-1") == "9"
    assert second_deal_page.sheet.played_deals[1].points == {"1": 4, "2": 0}


def other_phone_with_a_newer_draft(phone):
    """Return another phone, in whose draft Cem's cards in deal 3 are 9 instead of 2."""
    friend = friend_of(phone)
    friend.at("rounds/1/correct/3")
    friend.fill(**{"3__cards__deadwood": (None, None, 9)})
    friend.tap("Finish later")
    return friend


@pytest.mark.parametrize("way_out", ["Finish later", "Back to Deal 1", "Score sheet"])
def test_a_newer_draft_of_another_phone_is_compared_before_it_is_replaced(phone_at_deal_4, way_out):
    other_phone_with_a_newer_draft(phone_at_deal_4)
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})

    page = phone_at_deal_4.tap(way_out)

    assert page.status == 409
    assert page.alerts[0].startswith("Another phone is correcting the same deal")
    rows = [[cell.words for cell in row.all("th", "td")] for row in page.root.all("tr")]
    assert rows[0] == ["Deal 1", "In the draft", "Yours (not saved)"]
    assert ["Cem Points left", "3", "3"] in rows
    assert ["Cem Deal 3, Points left", "9", "2"] in rows
    assert ["Cem Deal 4, Points left", "–", "6"] in rows
    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 9}


def test_a_newer_draft_of_another_phone_is_compared_before_a_correction_drops_it(phone_at_deal_4):
    other_phone_with_a_newer_draft(phone_at_deal_4)

    page = phone_at_deal_4.save(**{"4__cards__deadwood": (None, None, 6)})
    assert page.status == 409
    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 9}
    phone_at_deal_4.tap("Use my answer")
    done = phone_at_deal_4.save()

    assert totals(done) == {"Ana": "9", "Ben": "5", "Cem": "18"}
    assert phone_at_deal_4.sheet.drafts == {}


def test_a_correction_sent_again_after_another_phone_kept_a_draft_is_saved_once(phone_at_deal_4):
    again = phone_at_deal_4.another_phone()
    again.page = phone_at_deal_4.page
    phone_at_deal_4.save(**{"4__cards__deadwood": (None, None, 6)})
    friend = friend_of(phone_at_deal_4)
    friend.at("rounds/1/correct")
    friend.fill(cards__deadwood=(None, 6, None))
    friend.tap("Finish later")
    version = friend.sheet.version

    page = again.save(**{"4__cards__deadwood": (None, None, 6)})

    assert (page.status, friend.sheet.version) == (200, version)
    assert drafted_cards(friend, "2")[1] == 6


def test_the_next_deal_of_a_correction_is_not_asked_for_before_the_comparison(phone_at_deal_4):
    friend = friend_of(phone_at_deal_4)
    friend.at("rounds/1/correct/2")
    friend.fill(**{"2__cards__deadwood": (None, None, 8)})
    phone_at_deal_4.at("rounds/1/correct/2")
    phone_at_deal_4.save(**{"2__cards__deadwood": (None, None, 4)})

    page = friend.send(friend.page.form_of(friend.page.by_id("save")), friend.page.by_id("save"))

    assert page.status == 409
    assert page.alerts[0].startswith("Another phone is correcting the same deal")
    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 4, 3: 2}


def test_using_ones_own_answer_replaces_the_other_draft_and_takes_nothing_from_it(phone_at_deal_4):
    other_phone_with_a_newer_draft(phone_at_deal_4)
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")

    phone_at_deal_4.tap("Use my answer")
    phone_at_deal_4.tap("Finish later")

    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 2, 4: 6}


def test_keeping_the_saved_draft_leads_to_the_match(phone_at_deal_4):
    other_phone_with_a_newer_draft(phone_at_deal_4)
    phone_at_deal_4.tap("Finish later")

    phone_at_deal_4.tap("Keep what is saved")

    assert phone_at_deal_4.page.path == phone_at_deal_4.address
    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 9}


def test_values_that_a_form_cannot_show_come_from_its_own_draft_and_not_from_a_newer_one(
    phone_at_deal_4,
):
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")
    phone_at_deal_4.at("rounds/1/correct/3")
    phone_at_deal_4.fill(**{"3__cards__deadwood": ("", None, "")})
    phone_at_deal_4.tap("Finish later")
    phone_at_deal_4.at("rounds/1/correct/3")  # without deal 4, whose start is unknown
    friend = friend_of(phone_at_deal_4)
    friend.at("rounds/1/correct/3")
    friend.fill(**{"3__cards__deadwood": (3, None, 3)})
    friend.tap("Finish later")
    friend.at("rounds/1/correct/4")
    friend.fill(**{"4__cards__deadwood": (None, None, 8)})
    friend.tap("Finish later")
    assert drafted_cards(friend) == {1: 3, 2: 7, 3: 3, 4: 8}

    page = phone_at_deal_4.save(**{"3__cards__deadwood": (3, None, 3)})
    rows = [[cell.words for cell in row.all("th", "td")] for row in page.root.all("tr")]
    assert ["Cem Deal 4, Points left", "8", "6"] in rows
    phone_at_deal_4.tap("Use my answer")
    phone_at_deal_4.save()

    assert totals(phone_at_deal_4.page) == {"Ana": "9", "Ben": "5", "Cem": "19"}


def test_discarding_a_draft_does_not_discard_the_newer_one_of_another_phone(phone_at_deal_4):
    phone_at_deal_4.at("rounds/1/correct")
    other_phone_with_a_newer_draft(phone_at_deal_4)

    page = phone_at_deal_4.tap("Discard draft")

    assert page.status == 409
    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 9}


def test_finishing_an_unchanged_correction_later_keeps_the_new_draft_of_another_phone(app):
    phone = sit_down(app, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", deadwood=(None, 5, 30))
    friend = friend_of(phone)
    friend.at("rounds/1/correct")
    phone.at("rounds/1/correct")
    phone.fill(cards__deadwood=(None, 5, 3))
    phone.tap("Finish later")

    page = friend.tap("Finish later")

    assert "Nothing was changed, so nothing was saved." in page.words
    assert drafted_cards(phone) == {1: 3}


def test_a_draft_sent_twice_is_saved_once(phone_at_deal_4):
    friend = phone_at_deal_4.another_phone()
    friend.page = phone_at_deal_4.page
    phone_at_deal_4.fill(**{"4__cards__deadwood": (None, None, 6)})
    friend.fill(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Finish later")
    version = phone_at_deal_4.sheet.version

    assert "Saved as a draft. It does not count yet." in friend.tap("Finish later").words

    assert phone_at_deal_4.sheet.version == version


def test_deals_whose_start_is_unknown_are_kept_after_using_ones_own_answer(phone_at_deal_4):
    other_phone_with_a_newer_draft(phone_at_deal_4)
    phone_at_deal_4.save(**{"4__cards__deadwood": (None, None, 6)})
    phone_at_deal_4.tap("Use my answer")
    second = phone_at_deal_4.save(
        cards__deadwood=(None, 30, None)
    )  # Ben, who went out later, is out
    assert second.title == "Correct Deal 2 too"

    phone_at_deal_4.tap("Finish later")

    assert drafted_cards(phone_at_deal_4) == {1: 3, 2: 7, 3: 2, 4: 6}
