"""If two phones enter calls at once, the later call can be added as the next one."""

import pytest

from tests.web.match.comparison import compared_rows
from tests.web.match_phone import sit_down


@pytest.fixture
def jamon(app):
    """A phone that shows the calls of the first deal, before any call is saved."""
    phone = sit_down(app, "jamon", 3, deals=2)
    phone.tap("Calls")
    return phone


@pytest.fixture
def friend(jamon):
    """Another phone that shows the calls of the first deal."""
    phone = jamon.another_phone()
    phone.tap("Calls")
    return phone


def calls_of(phone):
    return phone.sheet.current_answers.get("calls", [])


def test_a_late_call_is_shown_with_player_names(jamon, friend):
    jamon.tap("Ana calls Ben")

    late = friend.tap("Cem calls Ana")

    assert late.status == 409
    assert late.alerts[0].endswith("You can add yours as the next call.")
    assert compared_rows(late) == [["Calls", "Ana calls Ben", "Cem calls Ana"]]
    assert "Use my answer" not in late.words
    assert "Keep what is saved" in late.words


def test_a_late_call_can_be_added_as_the_next_call(jamon, friend):
    jamon.tap("Ana calls Ben")
    friend.tap("Cem calls Ana")

    page = friend.tap("Add this call too")

    assert page.status == 200
    assert page.title == "Calls"
    assert "Last call: Cem called Ana" in page.words
    assert calls_of(jamon) == [["1", "2"], ["3", "1"]]


def test_a_call_that_is_overtaken_twice_can_still_be_added(jamon, friend):
    jamon.tap("Ana calls Ben")
    friend.tap("Cem calls Ana")
    jamon.tap("Ana calls Cem")

    assert friend.tap("Add this call too").status == 409
    friend.tap("Add this call too")

    assert calls_of(jamon) == [["1", "2"], ["1", "3"], ["3", "1"]]


def test_the_rules_apply_to_an_added_call(app):
    jamon = sit_down(app, "jamon", 3, counters=1)
    jamon.tap("Calls")
    friend = jamon.another_phone()
    friend.tap("Calls")
    jamon.tap("Ana calls Ben")
    friend.tap("Ana calls Cem")

    refused = friend.tap("Add this call too")

    assert refused.status == 422
    assert "Ana has no counters left and can call again only after being called" in refused.words
    assert calls_of(jamon) == [["1", "2"]]


def test_a_late_call_cannot_be_added_after_the_deal(jamon, friend):
    jamon.tap("Ana calls Ben")
    jamon.tap("Someone went out")
    jamon.save(went_out="3")

    late = friend.tap("Cem calls Ana")

    assert compared_rows(late) == [["Calls", "Ana calls Ben", "Cem calls Ana"]]
    assert "Add this call" not in late.words
    assert "Nothing you entered is lost" not in late.words
    assert late.alerts[0].endswith(
        "The deal is over, so your call was not saved. You can add it in a correction of the deal."
    )


def test_a_call_after_calls_that_were_undone_is_in_words_and_can_be_added(jamon, friend):
    jamon.tap("Ana calls Ben")
    friend.tap("Someone went out")
    friend.tap("Calls")
    jamon.tap("Undo")

    late = friend.tap("Cem calls Ana")

    assert late.status == 409
    assert late.alerts[0].startswith("This answer is no longer needed")
    assert compared_rows(late) == [["Calls", "–", "Cem calls Ana"]]
    friend.tap("Add this call")
    assert calls_of(jamon) == [["3", "1"]]


def test_a_call_to_a_deal_that_was_undone_is_in_words(jamon):
    jamon.tap("Someone went out")
    jamon.save(went_out="3", counters=(5, 5, 5))
    friend = jamon.another_phone()
    friend.tap("Calls")
    jamon.tap("Undo")

    late = friend.tap("Ben calls Cem")

    assert compared_rows(late) == [["Calls", "–", "Ben calls Cem"]]
    assert "Add this call" not in late.words


def test_a_call_to_a_deleted_match_cannot_be_added(jamon, friend):
    jamon.at("end")
    jamon.tap("Delete this match")

    late = friend.tap("Ben calls Cem")

    assert late.alerts[0].startswith("This match was deleted")
    assert "Add this call" not in late.words
