"""If two phones answer at once, one answer is saved, and the other phone shows both answers."""

import pytest

from tests.web.match.comparison import compared_rows
from tests.web.match_phone import field_value, sit_down, totals


@pytest.fixture
def late_phone(three):
    """A phone whose bids arrive after the bids of `three`."""
    friend = three.another_phone()
    three.save(bids=(1, 0, 1))
    friend.save(bids=(0, 0, 0))
    return friend


def test_a_conflict_shows_both_answers_side_by_side(late_phone):
    assert late_phone.page.status == 409
    assert late_phone.page.alerts[0].startswith("Another phone saved this first")
    assert "Nothing you entered is lost. Both answers are below." in late_phone.page.alerts[0]
    assert compared_rows(late_phone.page) == [
        ["Ben Bid", "0", "0"],
        ["Cem Bid", "1", "0"],
        ["Ana Bid", "1", "0"],
    ]


def test_a_conflict_shows_the_totals_after_each_answer(three):
    three.save(bids=(1, 0, 1))
    friend = three.another_phone()
    three.save(tricks=(1, 0, 2))

    assert compared_rows(friend.save(tricks=(1, 1, 1)))[-1] == [
        "New totals",
        "Ben 1, Cem 0",
        "Ben 0, Cem 1",
    ]


def test_a_conflict_page_shows_the_current_sheet(three, late_phone):
    assert late_phone.page.by_id("board").words == three.page.by_id("board").words


def test_the_saved_answer_can_be_kept(late_phone):
    assert late_phone.tap("Keep what is saved").title == "Tricks"


def test_htmx_gets_the_conflict_as_a_fragment(three):
    friend = three.another_phone()
    three.save(bids=(1, 0, 1))

    part = friend.save_part(bids=(0, 0, 0))

    assert part.status == 409
    assert part.text.startswith('<div class="match-root" id="match" ')
    assert part.alerts[0].startswith("Another phone saved this first")


def test_an_answer_that_another_phone_has_saved_with_the_same_values_is_not_a_conflict(three):
    friend = three.another_phone()
    three.save(bids=(1, 0, 1))

    page = friend.save(bids=(1, 0, 1))

    assert (page.status, page.title) == (200, "Tricks")
    assert "Another phone has already saved this answer." in page.words
    assert len(three.sheet.steps) == 1


def test_a_hand_that_another_phone_has_saved_with_the_same_values_is_not_a_conflict(app):
    jaguar = sit_down(app, "jaguar", 5)
    friend = jaguar.another_phone()
    jaguar.save(jaguar="1", friend="1", points=61)

    assert friend.save(jaguar="1", friend="1", points=61).title == "Hand 2"


def test_nobody_and_no_answer_are_equal_if_the_answer_is_optional(app):
    jamon = sit_down(app, "jamon", 3, deals=2)
    friend = jamon.another_phone()
    jamon.save(went_out="1", counters=(5, 5, 5))

    late = friend.save(went_out="1", counters=(4, 6, 5), default_by="nobody")

    assert late.status == 409
    assert not [row for row in compared_rows(late) if "nobody" in row]


def test_a_conflict_at_gin_shows_the_upcard_in_one_row(app):
    gin = sit_down(app, "gin", 2, oklahoma=True)
    friend = gin.another_phone()
    gin.save(**{"upcard-rank": "9", "upcard-suit": "S", "result": "draw"})

    late = friend.save(**{"upcard-rank": "9", "upcard-suit": "C", "result": "draw"})

    assert compared_rows(late)[0] == ["Upcard", "9 of spades", "9 of clubs"]


def test_a_fixed_number_is_not_marked_as_a_difference(app):
    loba = sit_down(app, "loba", 2)
    friend = loba.another_phone()
    loba.save(went_out="1", deadwood=(None, 6))

    friend.save(went_out="1", deadwood=(None, 7))

    assert compared_rows(friend.page)[1:3] == [
        ["Ana Points left", "0", "0"],
        ["Ben Points left", "6", "7"],
    ]


def test_use_my_answer_prefills_the_correction_with_the_late_answer(three, late_phone):
    late_phone.tap("Use my answer")

    assert late_phone.page.title == "Correct Deal 1"
    assert [field_value(late_phone.page, f"bids.bids-{seat}") for seat in (1, 2, 3)] == [
        "0",
        "0",
        "0",
    ]
    assert late_phone.save().title == "Tricks"
    assert three.sheet.deal_answers[0] == (("bids", {"bids": {"1": 0, "2": 0, "3": 0}}),)


def test_use_my_answer_keeps_the_saved_values_of_the_other_stages(three):
    friend = three.another_phone()
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    friend.save(bids=(1, 1, 0))

    friend.tap("Use my answer")

    assert [field_value(friend.page, f"tricks.tricks-{seat}") for seat in (1, 2, 3)] == [
        "1",
        "1",
        "1",
    ]
    friend.save()
    assert totals(friend.at("sheet")) == {"Ana": "1", "Ben": "1", "Cem": "0"}


def test_an_answer_that_is_too_early_after_an_undo_is_refused_but_shown(three):
    three.save(bids=(1, 0, 1))
    friend = three.another_phone()
    three.tap("Undo")

    late = friend.save(tricks=(0, 1, 2))

    assert late.status == 409
    assert late.alerts[0].startswith(
        "It is too early for this answer The match is still at Bids, Deal 1."
    )
    assert compared_rows(late) == [
        ["Ben Tricks", "–", "1"],
        ["Cem Tricks", "–", "2"],
        ["Ana Tricks", "–", "0"],
    ]
    assert three.sheet.deal_answers == ()


def test_a_late_quick_answer_is_not_a_conflict_if_it_was_saved(app):
    jaguar = sit_down(app, "jaguar", 5)
    friend = jaguar.another_phone()
    jaguar.tap("All pass")

    assert friend.tap("All pass").title == "Hand 2"
    assert len(jaguar.sheet.steps) == 1


def test_a_late_all_pass_can_replace_the_saved_answer(app):
    jaguar = sit_down(app, "jaguar", 5)
    friend = jaguar.another_phone()
    jaguar.save(jaguar="1", friend="2", points=70)

    late = friend.tap("All pass")

    assert ["Hand 1", "–", "All pass"] in compared_rows(late)
    assert ["Jaguar", "Ana", "–"] in compared_rows(late)
    assert field_value(friend.tap("Use my answer"), "hand.quick") == "0"
    friend.save()
    assert jaguar.sheet.deal_answers == ((("hand", {"all_pass": True}),),)


def test_a_conflict_shows_nobody_and_checkboxes_in_words(app):
    loba = sit_down(app, "loba", 2)
    friend = loba.another_phone()
    loba.save(went_out="nobody", deadwood=(5, 6))

    friend.save(went_out="1", clean="yes", deadwood=(None, 7))

    assert compared_rows(friend.page) == [
        ["Out all at once, −10", "–", "yes"],
        ["Went out", "nobody", "Ana"],
        ["Ana Points left", "5", "0"],
        ["Ben Points left", "6", "7"],
        ["New totals", "Ana 5, Ben 6", "Ana −10, Ben 7"],
    ]


def test_a_conflict_at_gin_for_four_names_the_opponents(app):
    gin = sit_down(app, "gin", 4)
    friend = gin.another_phone()
    gin.save(pair="0", result="knock", knocker="1", deadwood=(5, 20, None, None))

    friend.fill(pair="1", result="draw")
    late = friend.save()

    assert late.status == 409
    assert ["Opponents", "Ana against Ben", "Ana against Dora"] in compared_rows(late)
    assert ["Result", "Knock", "Draw"] in compared_rows(late)


def test_a_deal_corrected_on_two_phones_shows_both_corrections(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    friend = three.another_phone()
    for phone in (three, friend):
        phone.at("rounds/1/correct")
    three.save(tricks__tricks=(2, 0, 1))

    late = friend.save(bids__bids=(0, 0, 1), tricks__tricks=(0, 2, 1))

    assert late.status == 409
    assert ["Ana Bid", "1", "0"] in compared_rows(late)
    assert ["Ben Tricks", "0", "2"] in compared_rows(late)
    friend.tap("Use my answer")
    assert field_value(friend.page, "bids.bids-1") == "0"
    assert field_value(friend.page, "tricks.tricks-2") == "2"


def test_a_correction_and_an_answer_to_a_later_deal_do_not_conflict(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    friend = three.another_phone()
    friend.at("rounds/1/correct")
    three.save(bids=(1, 1, 1))

    assert friend.save(tricks__tricks=(2, 0, 1)).status == 200
    assert totals(three.at("sheet")) == {"Ana": "0", "Ben": "1", "Cem": "1"}


def test_an_answer_to_a_deleted_match_is_not_saved(three):
    friend = three.another_phone()
    three.at("end")
    three.tap("Delete this match")

    late = friend.save(bids=(1, 0, 1))

    assert late.status == 409
    assert late.alerts[0].startswith("This match was deleted")
    assert "Use my answer" not in late.words
    assert three.sheet.deal_answers == ()


def test_a_stale_preview_replaces_the_whole_match(three):
    friend = three.another_phone()
    three.save(bids=(1, 0, 1))

    late = friend.app.test_client().post(
        f"{friend.address}/rounds/1/bids/look",
        data={"bids-1": "1"},
        headers={"Origin": "http://localhost", "HX-Request": "true"},
    )

    assert late.status_code == 409
    assert late.headers["HX-Retarget"] == "#match"
    assert late.headers["HX-Reswap"] == "outerHTML"


def test_an_answer_to_a_later_deal_is_shown_with_player_names(three):
    path = f"{three.address}/rounds/2/bids"
    late = three.post_part(path, [("key", "k"), ("bids-1", "1"), ("bids-3", "0")])

    assert late.status == 409
    assert late.alerts[0].startswith(
        "It is too early for this answer The match is still at Bids, Deal 1."
    )
    assert compared_rows(late) == [["Cem Bid", "–", "0"], ["Ana Bid", "–", "1"]]
    assert "bids-1" not in late.words


def test_unknown_fields_are_shown_with_the_player_name(three):
    path = f"{three.address}/rounds/1/nothing"
    late = three.post_part(path, [("key", "k"), ("figure-2", "7")])

    assert compared_rows(late) == [["Ben Entered", "–", "7"]]
    assert "figure" not in late.words
