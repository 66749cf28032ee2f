"""The steps of a match: undo and redo, and answers that are sent twice or too late."""

import pytest

from tests.web.match_phone import sit_down, totals


def test_undo_in_the_toast_undoes_the_last_save(three):
    three.save(bids=(1, 0, 1))
    assert "Saved: Bids, Deal 1" in three.page.words

    undone = three.tap("Undo", within=None)

    assert undone.title == "Bids"
    assert "Undone: Bids, Deal 1" in undone.words


def test_redo_restores_the_undone_answer(three):
    three.save(bids=(1, 0, 1))
    three.tap("Undo")

    again = three.tap("Redo")

    assert again.title == "Tricks"
    assert "Saved: Bids, Deal 1" in again.words


def test_a_title_that_is_a_question_has_no_comma_before_its_deal(app):
    loba = sit_down(app, "loba", 3, limit=20)
    loba.save(went_out="1", deadwood=(None, 10, 25))

    assert "Coming back? Deal 1" in loba.at("sheet").words


def test_undo_goes_back_step_by_step_to_the_start(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))

    assert three.tap("Undo").title == "Tricks"
    assert three.tap("Undo: Bids").title == "Bids"
    assert totals(three.page) == {"Ana": "0", "Ben": "0", "Cem": "0"}
    buttons = [three.page.name(each) for each in three.reload().root.all("button")]
    assert [name for name in buttons if name.startswith("Undo")] == []


def test_a_new_answer_clears_redo(three):
    three.save(bids=(1, 0, 1))
    three.tap("Undo")
    three.save(bids=(0, 0, 1))

    assert "Redo" not in three.at("sheet").words


def test_undo_and_redo_are_also_in_the_menu(three):
    three.save(bids=(1, 0, 1))
    three.at("sheet")
    three.tap("Undo: Bids, Deal 1")

    assert three.at("sheet").find("Redo: Bids, Deal 1", "button")


def test_the_same_undo_from_two_phones_undoes_one_step(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    friend = three.another_phone()
    three.tap("Undo")

    late = friend.tap("Undo: Tricks")

    assert late.status == 409
    assert late.alerts[0].startswith("Another phone changed the match first")
    assert late.title == "Tricks"


def test_no_toast_is_shown_for_an_older_step(three):
    three.save(bids=(1, 0, 1))
    old = three.page.path
    three.save(tricks=(1, 1, 1))

    assert "Saved:" not in three.go(old).words


def test_an_answer_sent_again_with_a_suggestion_mark_is_the_same_answer(three):
    three.save(bids=(1, 0, 1))
    three.fill(tricks=(1, 1, 1))
    form = three.page.form_of(three.page.by_id("save"))
    entered = [pair for pair in three.form_values(form, None) if pair[0] != "rest"]

    three.post_part(form["action"], entered)
    again = three.post_part(form["action"], [*entered, ("rest", "tricks-1=1")])

    assert again.status == 200
    assert three.sheet.version == 3


def test_a_double_tap_saves_once(three):
    three.fill(bids=(1, 0, 1))
    form = three.page.form_of(three.page.by_id("save"))
    pairs = list(three.form_values(form, None))

    first, second = (three.request("POST", form["action"], pairs) for _ in range(2))

    assert (first.status, second.status) == (200, 200)
    assert second.title == "Tricks"
    assert three.sheet.version == 2


def test_saving_other_values_after_going_back_is_a_conflict(three):
    before = three.page
    three.save(bids=(1, 0, 1))
    three.page = before

    late = three.save(bids=(0, 0, 0))

    assert late.status == 409
    assert "Another phone saved this first" in late.alerts[0]
    assert three.sheet.deal_answers[0] == (("bids", {"bids": {"1": 1, "2": 0, "3": 1}}),)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("rounds/1/cards", "This answer is no longer needed"),
        ("rounds/2/bids", "It is too early for this answer"),
        ("rounds/0/bids", "This answer is no longer needed"),
        ("rounds/1/x", "This answer is no longer needed"),
    ],
)
def test_an_answer_to_a_stage_that_is_not_asked_is_not_saved(three, path, says):
    page = three.request("POST", f"{three.address}/{path}", [("key", "k"), ("bids-1", "1")])

    assert page.status == 409
    assert says in page.alerts[0]
    assert three.sheet.version == 1
