"""Numbers from a page that is older than a change by another phone are not dropped silently."""

import pytest

from tests.web.match_phone import sit_down


@pytest.fixture
def phones(app):
    """Two phones. The first still asks three players, but the second has saved that Cem is out."""
    phone = sit_down(app, "loba", 3, limit=50, max_reenlist=0)
    phone.save(went_out="1", deadwood=(None, 20, 20))
    friend = phone.another_phone()
    friend.tap("Undo", within=None)
    friend.save(deadwood=(None, None, 60))
    return phone, friend


def test_a_number_of_a_player_who_is_out_is_refused_and_not_dropped(phones):
    phone, _ = phones
    page = phone.save(went_out="1", deadwood=(None, 7, 9))

    assert page.status == 422
    assert "Cem is out and takes no part in this deal." in page.alerts[0]
    assert len(phone.sheet.deal_answers) == 1
    phone.save()
    assert phone.sheet.played_deals[1].answers["deadwood"] == {"1": 0, "2": 7}


def test_a_conflict_page_contains_the_number_of_a_player_who_is_out(phones):
    phone, friend = phones
    friend.reload()
    friend.save(went_out="2", deadwood=(8, None))
    page = phone.save(went_out="1", deadwood=(None, 7, 9))

    assert page.status == 409
    rows = [row.words for row in page.table("The saved answer and yours").all("tr")]
    assert "Cem Points left – 9" in rows


@pytest.fixture
def counters(app):
    """A phone that asks for counters, and another phone that has just saved a call."""
    phone = sit_down(app, "jamon", 3)
    friend = phone.another_phone()
    friend.tap("Calls")
    friend.tap("Ana calls Ben, 0 so far")
    return phone, friend


def test_counters_that_disagree_with_a_call_from_another_phone_are_refused(counters):
    phone, _ = counters
    page = phone.save(went_out="1", counters=(5, 5, 5))

    assert page.status == 422
    assert "After the calls, Ana has 4 counters, not 5." in page.alerts[0]
    phone.save()
    assert phone.sheet.played_deals[0].answers["counters"] == {"1": 4, "2": 6, "3": 5}


def test_a_conflict_page_contains_the_counters_entered_before_a_call_was_saved(counters):
    phone, friend = counters
    friend.reload()
    friend.save(went_out="1")
    page = phone.save(went_out="1", counters=(5, 5, 5))

    assert page.status == 409
    rows = [row.words for row in page.table("The saved answer and yours").all("tr")]
    assert "Ana Counters 4 5" in rows
