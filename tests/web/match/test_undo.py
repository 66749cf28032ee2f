"""After an undo, the page asks for the stage again, with its answers filled in."""

import pytest

from tests.web.match_phone import field_value, sit_down


@pytest.fixture
def three(app):
    """Jabberwocky with three players, after the bids of the first deal were saved."""
    phone = sit_down(app, "jabberwocky", 3, schedule=[3, 3])
    phone.save(bids=(1, 0, 1))
    return phone


def bids(page):
    return [field_value(page, f"bids-{seat}") for seat in (1, 2, 3)]


def test_undone_bids_are_filled_in_again(three):
    page = three.tap("Undo", within=None)

    assert page.title == "Bids"
    assert bids(page) == ["1", "0", "1"]
    assert "Undone values" in page.words
    assert "Bids: 2 for 3" in page.words


def test_undone_bids_are_filled_in_on_every_phone_and_after_a_reload(three):
    three.tap("Undo", within=None)

    assert bids(three.reload()) == ["1", "0", "1"]
    assert bids(three.another_phone().page) == ["1", "0", "1"]


def test_undone_bids_can_be_saved_with_a_change(three):
    three.tap("Undo", within=None)
    three.save(bids=(3, None, None))

    assert three.page.title == "Tricks"
    assert dict(three.sheet.deal_answers[0])["bids"] == {"bids": {"1": 3, "2": 0, "3": 1}}


def test_undone_bids_can_be_cleared_and_filled_in_again(three):
    three.tap("Undo", within=None)

    cleared = three.tap("Clear")
    assert bids(cleared) == [None, None, None]
    assert "Undone values" in cleared.words

    assert bids(three.tap("Fill in")) == ["1", "0", "1"]


def test_entered_values_override_the_filled_in_bids(three):
    three.tap("Undo", within=None)
    page = three.look(bids=(3, None, None))

    assert bids(page) == ["3", "0", "1"]
    assert "Undone values" in page.words


def test_both_stages_are_filled_in_after_two_undos(three):
    three.save(tricks=(1, 1, 1))
    three.tap("Undo", within=None)
    three.tap("Undo", within=None)
    three.save(bids=(3, None, None))

    tricks = [field_value(three.page, f"tricks-{seat}") for seat in (1, 2, 3)]
    assert three.page.title == "Tricks"
    assert tricks == ["1", "1", "1"]


def test_nothing_is_filled_in_after_the_stage_is_saved_again(three):
    three.tap("Undo", within=None)
    three.save()
    three.save(tricks=(1, 1, 1))

    assert bids(three.page) == [None, None, None]
    assert "before the undo" not in three.page.words


def test_nothing_is_filled_in_after_a_redo(three):
    three.tap("Undo", within=None)
    three.tap("Redo", within=None)

    assert three.page.title == "Tricks"
    assert "before the undo" not in three.page.words


def test_an_undone_quick_answer_is_checked_again(app):
    phone = sit_down(app, "jaguar", 5)
    phone.tap("All pass")
    page = phone.tap("Undo", within=None)

    [box] = [each for each in page.root.all("input") if each["name"] == "quick"]
    assert "checked" in box
    assert field_value(page, "points") is None
    phone.save()
    assert phone.sheet.deal_answers == ((("hand", {"all_pass": True}),),)


def test_unchecking_an_undone_quick_answer_shows_the_fields(app):
    phone = sit_down(app, "jaguar", 5)
    phone.tap("All pass")
    page = phone.tap("Undo", within=None)
    phone.tap_chip(next(each for each in page.root.all("input") if each["name"] == "quick"))

    fields = phone.look()
    assert [each["name"] for each in fields.root.all("input")].count("points") == 1
    assert "All pass" in fields.words


def test_undone_deadwood_and_closer_are_filled_in_again(app):
    phone = sit_down(app, "chinchon", 3)
    phone.save(closer="1", deadwood=(2, 30, 41))
    page = phone.tap("Undo", within=None)

    assert field_value(page, "closer") == "1"
    assert [field_value(page, f"deadwood-{seat}") for seat in (1, 2, 3)] == ["2", "30", "41"]


def test_a_player_who_was_not_asked_before_the_undo_has_no_answer_yet(app):
    phone = sit_down(app, "chinchon", 4, limit=20)
    phone.save(closer="1", deadwood=(2, 30, 3, 4))
    phone.save(reenlist=(None, "no", None, None))
    phone.tap("Undo", within=None)
    phone.tap("Undo", within=None)
    page = phone.save(deadwood=(None, None, 40, None))

    assert [field_value(page, f"reenlist-{seat}") for seat in (2, 3)] == ["no", None]
    assert "1 still to enter" in page.words
    phone.save(reenlist=(None, None, "yes", None))
    assert phone.sheet.position.eliminated == ("2",)


@pytest.fixture
def undone_call(app):
    """A phone on which the first call of a match of Jamón was undone."""
    phone = sit_down(app, "jamon", 3)
    phone.tap("Calls")
    phone.tap("Ana calls Ben, 0 so far")
    phone.tap("Undo", within=None)
    return phone


def test_an_undone_call_is_not_filled_in_again(undone_call):
    page = undone_call.page

    assert page.title == "Calls"
    assert "Undone values" not in page.words
    assert "Ana calls Ben, 0 so far" in [page.name(each) for each in page.root.all("button")]


def test_the_calls_stay_on_the_page_after_a_redo(undone_call):
    phone = undone_call
    page = phone.tap("Redo", within=None)

    assert page.title == "Calls"
    assert "Saved: Ana called Ben" in page.words
    assert "Ana calls Ben, 1 so far" in [page.name(each) for each in page.root.all("button")]


def test_a_redo_on_the_score_sheet_opens_the_calls(undone_call):
    phone = undone_call
    phone.at("sheet")

    assert phone.tap("Redo: Ana called Ben").title == "Calls"


def test_the_counters_are_asked_for_after_a_redo_of_the_count(app):
    phone = sit_down(app, "jamon", 3, deals=2)
    phone.save(went_out="3", counters=(5, 5, 5))
    phone.tap("Undo", within=None)

    assert phone.tap("Redo", within=None).title == "Counters"


def test_an_undone_count_is_asked_for_again_after_undone_calls(app):
    phone = sit_down(app, "jamon", 3)
    phone.tap("Calls")
    phone.tap("Ana calls Ben, 0 so far")
    phone.go(phone.address)
    counters = phone.page.title
    phone.save(went_out="1", counters=(4, 6, 5))
    page = phone.tap("Undo", within=None)

    assert page.title == counters
